import Foundation
import ResultsStore

/// A folder that goes away with the test.
final class TemporaryFolder {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

  deinit {
    chmod(path, 0o755)
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Names of the files, sorted; hidden ones included.
  var names: [String] { Self.names(in: path) }

  static func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func bytes(_ name: String) -> [UInt8] { Array(FileManager.default.contents(atPath: file(name)) ?? Data()) }

  func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

  func write(_ bytes: [UInt8], to name: String) {
    try? Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }
}

/// Everything about a run that has ended, which is stored as one block.
struct FinishedRun {
  var run: PlannedRun
  var outcome: RunOutcome
  var metrics: [MetricRow] = []
  var eventCounts: [EventCountRow] = []
  var days: [DayRow] = []
  var provenance: ProvenanceRow?
  var details = RunDetails()

  var part: RunPart {
    RunPart(
      run: run,
      sums: PartSums(
        devices: 0..<run.devicesExpected, devicesDone: outcome.devicesDone,
        failure: outcome.error.map { .init(device: 0, message: $0) }, bytes: []),
      completed: CompletedRun(outcome: outcome, metrics: metrics, eventCounts: eventCounts, days: days),
      details: details,
      provenance: provenance
        ?? ProvenanceRow(runID: run.runID, wallSeconds: 0, host: "", started: "", ended: ""))
  }
}

extension ResultsFile {
  func store(_ finished: FinishedRun) throws(ResultsError) {
    try store([finished.part]) { run, _ in fatalError("run \(run.runID) is not whole") }
  }

  func store(_ parts: [RunPart], completing complete: RunCompletion) throws(ResultsError) {
    var stored: [StoredPart] = []
    for part in parts { stored.append(try StoredPart(part)) }
    try store(stored, completing: complete)
  }
}

/// A small study with rows of every kind.
enum Samples {
  static let study = StudyDescription(
    name: "night charging", baseDigest: "00ff", question: "Does waiting pay?",
    seed: 18_446_744_073_709_551_615,
    effectiveStudy: "name: night charging\n", versions: [.init(name: "slumber", version: "0.1.0")],
    commit: "abc123",
    metrics: [
      MetricDescription(
        name: "energy_j_per_day", unit: "J/d", polarity: "lower", definition: "Energy per device-day.",
        censoring: "None.", isPopulation: true),
      MetricDescription(
        name: "runs_per_day", unit: "1/d", polarity: "none", definition: "Runs.", censoring: "None.",
        isPopulation: false),
    ], blockedReasons: ["lowPowerMode", "energyBudget"])

  static func run(
    _ id: String, policy: String = "never", policyOrder: Int = 0, replication: Int = 0,
    level: String? = nil, digest: String = ""
  ) -> PlannedRun {
    PlannedRun(
      runID: id, designPoint: level.map { "base, gap=\($0)" } ?? "base", designPointOrder: 0, arm: "base",
      factors: level.map { [FactorLevel(name: "refresh.minGap", value: $0, number: 1200, unit: "s")] } ?? [],
      policy: policy,
      policyName: policy, enforces: ["lowBattery", "rateLimit"], policyOrder: policyOrder,
      replication: replication,
      seed: 18_446_744_073_709_551_615, devicesExpected: 1, replay: "slumber run s.yaml --only \(id)",
      policyDigest: digest)
  }

  static func finished(_ run: PlannedRun, energy: Double? = 12.5) -> FinishedRun {
    var details = RunDetails()
    var device = DeviceRow(
      runID: run.runID, device: 0, archetype: "night",
      whole: EnergyWindow(
        batteryOut: 1_000_000_001, batteryIn: 2_000_000_000, adapter: 500_000_000, chargingLoss: 7),
      observed: EnergyWindow(batteryOut: 1, batteryIn: 0, adapter: 0, chargingLoss: 0),
      stateOfChargeStart: 0.1, stateOfChargeEnd: 1, observedMicroseconds: 86_400_000_000)
    device.opens = 3
    device.freshOpens = 1
    device.reachableOpens = 2
    device.freshReachableOpens = 1
    device.reachableStalenessMicroseconds = 1_500_000
    device.unreachableOpens["barOff"] = 1
    device.sources.level = .real
    details.devices = [device]
    details.attempts = [
      AttemptRow(
        runID: run.runID, device: 0, item: 1, app: "com.a", mechanism: "refresh", identifier: "r,\"1\"",
        submittedMicroseconds: 1_500_000, floorMicroseconds: nil, launchedMicroseconds: 2_000_001,
        endedMicroseconds: 3_000_000, outcome: "completed", reason: nil, grantedMicroseconds: 30_000_000,
        cpuSeconds: 0.25, bytes: 150_000, energyNanojoules: 1_234_567_890, isCensored: false,
        blocked: [.init(reason: "energyBudget", microseconds: 250_000)], blockedJointlyMicroseconds: 1)
    ]
    details.blocked = [
      BlockedRow(runID: run.runID, device: 0, reason: "energyBudget", hour: 7, microseconds: 250_000),
      BlockedRow(runID: run.runID, device: 0, reason: "joint", hour: 8, microseconds: 1),
    ]
    details.energy = [
      EnergyRow(
        runID: run.runID, device: 0, app: "system", component: "wifi", cause: "idle",
        energyNanojoules: 1_500_000_001, batteryNanojoules: 1_000_000_001, observedNanojoules: 500_000_000,
        observedBatteryNanojoules: 1, sharedNanojoules: 0)
    ]
    details.regrets = [
      RegretRow(
        runID: run.runID, device: 0, app: "com.a", opens: 3, reachableOpens: 2, fetches: 7,
        observedFetches: 5, fetchesNeeded: 1, stalenessMicroseconds: 3_600_000_001,
        boundMicroseconds: 1_500_000)
    ]
    details.samples = [
      SampleRow(
        runID: run.runID, device: 0, timeMicroseconds: 3_600_000_000, stateOfCharge: 0.5, powerWatts: 1e-9)
    ]
    return FinishedRun(
      run: run, outcome: .ok(devices: 1, events: 42, eventHash: 0xbeef),
      metrics: [
        MetricRow(
          runID: run.runID, scope: .population, entity: "all", metric: "energy_j_per_day", unit: "J/d",
          value: energy, fraction: MetricFraction(2 * (energy ?? 0), over: energy == nil ? 0 : 2)),
        MetricRow(
          runID: run.runID, scope: .app, entity: "com.a", metric: "runs_per_day", unit: "1/d", value: 0.1),
      ],
      eventCounts: [
        EventCountRow(
          runID: run.runID, event: "launched", app: "com.a", mechanism: "refresh", reason: "", count: 2)
      ],
      days: [
        DayRow(
          runID: run.runID, day: 0, microseconds: 86_400_000_000, energyNanojoules: 1_500_000_001,
          discretionaryBatteryNanojoules: 250_000_000, reachableOpens: 3, freshReachableOpens: 1,
          reachableStalenessMicroseconds: 1_500_000, processingWanted: 2, processingCompleted: 1),
        DayRow(
          runID: run.runID, day: 1, microseconds: 43_200_000_000, energyNanojoules: 1,
          discretionaryBatteryNanojoules: -1, reachableOpens: 0, freshReachableOpens: 0,
          reachableStalenessMicroseconds: 0, processingWanted: 0, processingCompleted: 0),
      ],
      provenance: ProvenanceRow(
        runID: run.runID, wallSeconds: 1.5, host: "h", started: "2026-01-01T00:00:00Z",
        ended: "2026-01-01T00:00:02Z"), details: details)
  }
}
