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
        ?? ProvenanceRow { $0.runID = run.runID })
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
    var run = PlannedRun()
    (run.runID, run.designPoint) = (id, level.map { "base, gap=\($0)" } ?? "base")
    run.arm = "base"
    run.factors =
      level.map { [FactorLevel(name: "refresh.minGap", value: $0, number: 1200, unit: "s")] } ?? []
    (run.policy, run.policyName, run.policyOrder) = (policy, policy, policyOrder)
    run.enforces = ["lowBattery", "rateLimit"]
    (run.replication, run.seed) = (replication, 18_446_744_073_709_551_615)
    run.devicesExpected = 1
    run.replay = "slumber run s.yaml --only \(id)"
    run.policyDigest = digest
    return run
  }

  static func finished(_ run: PlannedRun, energy: Double? = 12.5) -> FinishedRun {
    var details = RunDetails()
    let columns = DeviceRow.columns
    var device = DeviceRow()
    device.runID = run.runID
    device.archetype = "night"
    device[columns.whole.batteryOut] = 1_000_000_001
    device[columns.whole.batteryIn] = 2_000_000_000
    device[columns.whole.adapter] = 500_000_000
    device[columns.whole.chargingLoss] = 7
    device[columns.observed.batteryOut] = 1
    device.stateOfChargeStart = 0.1
    device.stateOfChargeEnd = 1
    device.observedMicroseconds = 86_400_000_000
    device.opens = 3
    device.freshOpens = 1
    device.reachableOpens = 2
    device.freshReachableOpens = 1
    device.reachableStalenessMicroseconds = 1_500_000
    device[columns.unreachable[1]] = 1
    device[columns.sources[5]] = .real
    details.devices = [device]
    details.attempts = [
      AttemptRow {
        $0.runID = run.runID
        $0.item = 1
        ($0.app, $0.mechanism, $0.identifier, $0.outcome) = ("com.a", "refresh", "r,\"1\"", "completed")
        $0.submittedMicroseconds = 1_500_000
        $0.launchedMicroseconds = 2_000_001
        $0.endedMicroseconds = 3_000_000
        $0.grantedMicroseconds = 30_000_000
        $0.cpuSeconds = 0.25
        $0.bytes = 150_000
        $0.energyNanojoules = 1_234_567_890
        $0.blocked = [.init(reason: "energyBudget", microseconds: 250_000)]
        $0.blockedJointlyMicroseconds = 1
      }
    ]
    details.blocked = [("energyBudget", 7, 250_000), ("joint", 8, 1)].map { reason, hour, length in
      BlockedRow { ($0.runID, $0.reason, $0.hour, $0.microseconds) = (run.runID, reason, hour, length) }
    }
    details.energy = [
      EnergyRow {
        ($0.runID, $0.app, $0.component, $0.cause) = (run.runID, "system", "wifi", "idle")
        ($0.energyNanojoules, $0.batteryNanojoules) = (1_500_000_001, 1_000_000_001)
        ($0.observedNanojoules, $0.observedBatteryNanojoules) = (500_000_000, 1)
      }
    ]
    details.regrets = [
      RegretRow {
        ($0.runID, $0.app, $0.opens, $0.reachableOpens) = (run.runID, "com.a", 3, 2)
        ($0.fetches, $0.observedFetches, $0.fetchesNeeded) = (7, 5, 1)
        ($0.staleness, $0.bound) = (3_600_000_001, 1_500_000)
      }
    ]
    details.availability = [
      AvailabilityRow {
        ($0.runID, $0.endMicroseconds) = (run.runID, 86_400_000_000)
        ($0.stateOfChargeStart, $0.stateOfChargeEnd) = (0.1, 1)
      },
      AvailabilityRow {
        ($0.runID, $0.kind, $0.item, $0.outcome) = (run.runID, .granted, 1, "completed")
        ($0.startMicroseconds, $0.endMicroseconds) = (2_000_001, 3_000_000)
        $0.energyNanojoules = 1_234_567_890
      },
    ]
    details.samples = [
      SampleRow {
        ($0.runID, $0.timeMicroseconds) = (run.runID, 3_600_000_000)
        ($0.stateOfCharge, $0.powerWatts) = (0.5, 1e-9)
      }
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
        EventCountRow {
          ($0.runID, $0.event, $0.app) = (run.runID, "launched", "com.a")
          ($0.mechanism, $0.count) = ("refresh", 2)
        }
      ],
      days: [
        DayRow {
          ($0.runID, $0.length, $0.energy) = (run.runID, 86_400_000_000, 1_500_000_001)
          ($0.discretionaryBattery, $0.reachableStaleness) = (250_000_000, 1_500_000)
          ($0.reachableOpens, $0.freshReachableOpens) = (3, 1)
          ($0.processingWanted, $0.processingCompleted) = (2, 1)
        },
        DayRow {
          ($0.runID, $0.day, $0.length) = (run.runID, 1, 43_200_000_000)
          ($0.energy, $0.discretionaryBattery) = (1, -1)
        },
      ],
      provenance: ProvenanceRow {
        ($0.runID, $0.wallSeconds, $0.host) = (run.runID, 1.5, "h")
        ($0.started, $0.ended) = ("2026-01-01T00:00:00Z", "2026-01-01T00:00:02Z")
      }, details: details)
  }
}
