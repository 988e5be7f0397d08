import Basics
import ResultsStore
import TestSupport
import Testing

@Suite("Parts of runs that are not finished")
struct PartTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("s.results.sqlite") }

  /// A run of six devices.
  static let run: PlannedRun = {
    var run = Samples.run("a")
    run.devicesExpected = 6
    return run
  }()

  /// The part of two devices, whose sums are one byte.
  static func part(
    _ first: Int, of run: PlannedRun = run, sum: UInt8 = 1, failing: Bool = false, host: String = "h"
  ) -> RunPart {
    var details = RunDetails()
    for device in failing ? [] : [first, first + 1] {
      for var row in Samples.finished(run).details.devices {
        row.device = device
        details.devices.append(row)
      }
      for var row in Samples.finished(run).details.energy {
        row.device = device
        details.energy.append(row)
      }
    }
    return RunPart(
      run: run,
      sums: PartSums(
        devices: first..<first + 2, devicesDone: failing ? 1 : 2,
        failure: failing ? .init(device: first + 1, message: "device \(first + 1): no") : nil,
        bytes: failing ? [] : [sum]), details: details,
      provenance: ProvenanceRow {
        ($0.runID, $0.wallSeconds, $0.host) = (run.runID, 1, host)
        ($0.started, $0.ended) = ("2026-01-01T00:00:0\(first)Z", "2026-01-01T00:00:1\(first)Z")
      })
  }

  /// The sum of all bytes as the only metric.
  private struct Sum: PartJoin {
    let run: PlannedRun
    var sum = 0.0
    var failure: PartSums.Failure?

    mutating func add(_ part: PartSums) throws(PartDamage) {
      failure = failure ?? part.failure
      if part.bytes == [255] { throw PartDamage(firstDevice: part.devices.lowerBound, what: "found 255") }
      sum += Double(part.bytes.reduce(0) { $0 + Int($1) })
    }

    func finish() -> CompletedRun {
      if let failure { return CompletedRun(outcome: .failed(failure.message, devicesDone: 1)) }
      return CompletedRun(
        outcome: .ok(devices: 6, events: 1, eventHash: 2),
        metrics: [
          MetricRow(
            runID: run.runID, scope: .population, entity: "all", metric: "energy_j_per_day", unit: "J/d",
            value: sum)
        ])
    }
  }

  static let complete: RunCompletion = { (run, _) in Sum(run: run) }

  private func open() throws -> ResultsFile {
    try ResultsFile.open(path, for: Samples.study, planning: [Self.run])
  }

  @Test(
    "stay over the end of the program, and the last one makes the run, in any order",
    arguments: [[0, 2, 4], [4, 2, 0], [2, 4, 0]])
  func order(_ order: [Int]) throws {
    for (index, first) in order.enumerated() {
      let file = try open()
      #expect(
        try file.storedWork()
          == StoredWork(blocks: index == 0 ? [:] : ["a": Set(order.prefix(index))]))
      try file.store([Self.part(first, sum: UInt8(first + 1))], completing: Self.complete)
      #expect(try file.counts() == RunCounts(expected: 1, done: index == 2 ? 1 : 0, failed: 0))
    }
    let file = try ResultsFile.open(path)
    #expect(try file.storedWork() == StoredWork(finished: ["a"]))
    #expect(try file.metrics(of: "a").map(\.value) == [9])
    #expect(try file.deviceFacts(of: "a").count == 6)
    let target = TemporaryFolder()
    try file.export(to: target.path, selecting: ExportSelection(isDetailed: true))
    let provenance = target.text("provenance.csv").split(separator: "\n")[1]
    #expect(provenance == "a,3,h,2026-01-01T00:00:00Z,2026-01-01T00:00:14Z,,,")
  }

  @Test("are not shown before the run is done")
  func hidden() throws {
    let file = try open()
    try file.store([Self.part(0)], completing: Self.complete)
    let target = TemporaryFolder()
    try ResultsFile.open(path).export(to: target.path, selecting: ExportSelection(isDetailed: true))
    #expect(target.text("devices.csv").split(separator: "\n").count == 1)
    holds(!target.names.contains("energy.csv"))
  }

  @Test("that come twice stay as they were")
  func twice() throws {
    let file = try open()
    try file.store([Self.part(0)], completing: Self.complete)
    try file.store([Self.part(0, sum: 7, host: "other")], completing: Self.complete)
    for first in [2, 4] { try file.store([Self.part(first)], completing: Self.complete) }
    #expect(try file.metrics(of: "a").map(\.value) == [3])
    try file.store([Self.part(0, sum: 7)], completing: Self.complete)
    #expect(try file.metrics(of: "a").map(\.value) == [3])
  }

  @Test("with a failure make a failed run, are not done, and give way to a repetition")
  func failing() throws {
    let file = try open()
    try file.store([Self.part(0)], completing: Self.complete)
    try file.store([Self.part(2, failing: true)], completing: Self.complete)
    #expect(try file.storedWork() == StoredWork(blocks: ["a": [0]]))
    try file.store([Self.part(4)], completing: Self.complete)
    #expect(try file.counts() == RunCounts(expected: 1, done: 0, failed: 1))
    #expect(try file.runs().first?.error == "device 3: no")
    #expect(try file.sourceCounts() == [])
    let target = TemporaryFolder()
    try ResultsFile.open(path).export(to: target.path, selecting: ExportSelection(isDetailed: true))
    #expect(target.text("devices.csv").split(separator: "\n").count == 1)
    #expect(target.text("provenance.csv").split(separator: "\n").count == 2)
    #expect(try file.storedWork() == StoredWork())
    for first in [0, 2, 4] { try file.store([Self.part(first)], completing: Self.complete) }
    #expect(try file.counts() == RunCounts(expected: 1, done: 1, failed: 0))
    #expect(try ResultsFile.open(path).metrics(of: "a").map(\.value) == [3])
  }

  @Test("of a run that is no longer asked for stay in the file, and go on when it is asked for again")
  func replanned() throws {
    try open().store([Self.part(0)], completing: Self.complete)
    var other = Samples.run("b", policy: "immediate")
    other.devicesExpected = 6
    let file = try ResultsFile.open(path, for: Samples.study, planning: [other])
    #expect(try file.counts() == RunCounts(expected: 1, done: 0, failed: 0))
    #expect(try file.runs().map(\.runID) == ["b"])
    #expect(try open().storedWork() == StoredWork(blocks: ["a": [0]]))
    #expect(try open().counts().expected == 1)
  }

  @Test("parts that cannot be read are damage with the place, and are not stored")
  func damaged() throws {
    let file = try open()
    for first in [0, 2] { try file.store([Self.part(first, sum: 255)], completing: Self.complete) }
    #expect(throws: ResultsError.damaged(path: path, what: "run a, part from device 0: found 255")) {
      try file.store([Self.part(4)], completing: Self.complete)
    }
    #expect(try file.storedWork() == StoredWork(blocks: ["a": [0, 2]]))
  }

  @Test(
    "that somebody has changed are recognized",
    arguments: [
      "UPDATE blocks SET sums = x'02'", "UPDATE blocks SET sums = NULL", "UPDATE blocks SET devices_done = 1",
      "UPDATE blocks SET devices = sums", "UPDATE blocks SET devices = NULL",
      "UPDATE blocks SET device_count = 3",
      "UPDATE blocks SET digests = replace(digests, '-', '" + String(repeating: "0", count: 64) + "')",
    ])
  func changed(_ sql: String) throws {
    try open().store([Self.part(0)], completing: Self.complete)
    try ForeignDatabase.execute(sql, on: path)
    #expect {
      try open()
    } throws: { error in
      "\(error)".hasPrefix("\(path): damaged: run a: its part of ")
        && "\(error)".hasSuffix("does not match its digest")
    }
    #expect(try ResultsFile.open(path, toleratesDamage: true).damages().count == 1)
  }
}
