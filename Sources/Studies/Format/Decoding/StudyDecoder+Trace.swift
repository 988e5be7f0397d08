import Basics
import EventSimulation
import ModelParameters
import UsageModels
import Workload

extension StudyDecoder {
  func trace(
    apps: [AppSpecification], parameters: ParameterSet, population: PopulationSpecification, seed: UInt64,
    horizon: TimeSpan, warmUp: Int
  ) -> TraceSection? {
    guard let map = root.map("trace"), let relative = map.text("file"), let node = map.node["file"]
    else {
      return nil
    }
    let path = StudyFiles.resolve(relative, from: node.file)
    guard let file = traces.file(at: path) else {
      return map.refuse("file", found: traces.problem(at: path), expected: "a trace in CSV")
    }
    let generator = TimelineGenerator(
      population: population, apps: apps, parameters: parameters, seed: seed, horizon: horizon,
      warmUpDays: warmUp)
    var names: [String: String] = [:]
    for entry in map.node["appNames"]?.entries ?? [] { names[entry.key] = entry.value.text }
    let wanted = map.texts("devices")
    if wanted?.isEmpty == true { map.add("devices", expected: "at least one device") }
    let (repeats, wholeDays) = (map.boolean("repeat") ?? false, map.boolean("wholeDays") ?? true)
    if repeats, !wholeDays { map.add("wholeDays", expected: "true, as `repeat` repeats whole weeks") }
    var replayers: [TraceReplayer] = []
    let chosen =
      wanted.map { $0.map { ($0.text ?? "", $0) } }
      ?? file.trace.devices.map { ($0.id, Place(map.node, "trace.devices")) }
    for (id, place) in chosen {
      if let expected = NameRule.violation(id) {
        log.add(place, found: "`\(id.prefix(60))`", expected: "\(expected) in column device")
        continue
      }
      guard let device = file.trace.device(id) else {
        let ids = file.trace.devices.map(\.id)
        log.add(
          place, expected: "a device of the trace: \(ids.joined(separator: ", "))", among: ids)
        continue
      }
      do {
        replayers.append(
          TraceReplayer(
            id: id,
            replay: try TraceReplay(
              device: device, generator: generator,
              nominalEnergyWattHours: parameters.number("battery.capacity"), appNames: names,
              repeats: repeats, wholeDays: wholeDays, file: relative)))
      } catch {
        log.add(place, found: "\(error)", expected: "a device that can be replayed")
      }
    }
    return TraceSection(path: path, digest: file.digest, devices: replayers)
  }
}

/// Trace files by path, read once for all design points of a study.
final class TraceCache {
  struct Entry {
    var trace: TraceFile
    var digest: String
  }
  private var entries: [String: Entry] = [:]
  private var problems: [String: String] = [:]

  /// The trace, or nil where it cannot be read; ``problem(at:)`` then says why.
  func file(at path: String) -> Entry? {
    if let entry = entries[path] { return entry }
    guard problems[path] == nil else { return nil }
    do {
      let bytes = try StudyFiles.bytes(of: path)
      let entry = Entry(
        trace: try TraceFile(name: path, bytes: bytes), digest: SHA256.hexadecimal(bytes))
      entries[path] = entry
      return entry
    } catch let errors as StudyErrors {
      problems[path] = "`\(path)`, " + (errors.errors.first?.found ?? "no readable file")
    } catch {
      problems[path] = "\(error)"
    }
    return nil
  }

  func problem(at path: String) -> String { problems[path] ?? "`\(path)`" }
}
