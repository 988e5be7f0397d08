import Basics
import ResultsStore
import Synchronization

/// The finished runs of searches over the box of a study, kept in a folder, so that a search that was stopped goes on.
///
/// A run is known by the identity that it has in every study with the same values, by its number of devices and by the numbers
/// that were asked for. Searches of other kinds, or of other studies, can share the folder.
package final class SensitivityJournal: Sendable {
  private static let (prefix, suffix) = ("runs", ".jsonl")

  /// With what the runs have found, but no place in a study.
  private let known: [String: PolicyRun]
  private let lines: Mutex<AppendedLines>

  /// Opens the journal of a folder: reads the files of all shards, and adds to that of one.
  package init(folder: String, shard: Shard? = nil) throws(ResultsError) {
    var known: [String: PolicyRun] = [:]
    for name in FolderListing.files(in: folder)
    where name.hasPrefix(Self.prefix) && name.hasSuffix(Self.suffix) {
      guard let bytes = try? TextFile.read("\(folder)/\(name)", limit: 1 << 30) else { continue }
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        // A line of a process that was killed while it wrote is none.
        guard let (key, run) = Self.run(line) else { continue }
        known[key] = run
      }
    }
    self.known = known
    let part = shard.map { "-\($0.index)-of-\($0.count)" } ?? ""
    lines = Mutex(try AppendedLines(path: "\(folder)/\(Self.prefix)\(part)\(Self.suffix)"))
  }

  /// Number of runs that it held when it was opened.
  package var count: Int { known.count }

  static func key(_ runID: String, devices: Int, numbers: [String]) -> String {
    "\(runID)-\(devices)-\(SHA256.hexadecimal(numbers.joined(separator: "\n")).prefix(8))"
  }

  func run(_ key: String) -> PolicyRun? { known[key] }

  func add(_ key: String, _ run: PolicyRun) throws(ResultsError) {
    let line = JSONValue.members([
      "run": .string(key), "devices": .integer(Int64(run.devices ?? 0)),
      "values": .object(run.values.sorted { $0.key < $1.key }.map { .init($0.key, .number($0.value)) }),
      "fractions": .object(
        run.fractions.sorted { $0.key < $1.key }.map {
          .init($0.key, .array([.number($0.value.numerator), .number($0.value.denominator)]))
        }),
    ]).text(isPretty: false)
    try lines.withLock { file throws(ResultsError) in try file.append(line) }
  }

  private static func run(_ line: ArraySlice<UInt8>) -> (key: String, run: PolicyRun)? {
    let limits = JSONParser.Limits(depth: 8, members: 10_000, numberLength: 400)
    guard let value = try? JSONParser.value(of: line, limits: limits), let key = value["run"]?.characters,
      let devices = value["devices"]?.wholeNumber, let values = value["values"]?.members,
      let fractions = value["fractions"]?.members
    else { return nil }
    var run = PolicyRun(
      designPoint: "", arm: "", policy: "", replication: 0, values: [:], devices: Int(clamping: devices))
    for member in values {
      guard let number = member.value.real else { return nil }
      run.values[member.name] = number
    }
    for member in fractions {
      guard let parts = member.value.elements?.compactMap(\.real), parts.count == 2 else { return nil }
      run.fractions[member.name] = MetricFraction(parts[0], over: parts[1])
    }
    return (key, run)
  }
}
