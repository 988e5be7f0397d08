import Synchronization

/// How many runs a study asks for, and what became of them.
public struct RunCounts: Hashable, Sendable {
  /// Runs that the study asks for.
  public var expected: Int
  /// Runs of which every device was simulated.
  public var done: Int
  /// Runs that ended early with an error.
  public var failed: Int
  /// Runs that were not tried yet, or not to the end.
  public var missing: Int { expected - done - failed }

  public init(expected: Int, done: Int, failed: Int) {
    self.expected = expected
    self.done = done
    self.failed = failed
  }
}

/// A finished run with its metrics, for comparisons.
public struct StoredRun: Hashable, Sendable {
  /// Identity: 16 hexadecimal digits over everything that can change the outcome.
  public var runID: String
  /// Name of the design point, unique in the study.
  public var designPoint: String
  /// Named variant of the study; `base` where there are none.
  public var arm: String
  /// The levels of the design point, in the order of the study; empty for a study without factors.
  public var factors: [FactorLevel]
  /// Label of the policy in the study.
  public var policy: String
  /// Name of the policy in the catalogue.
  public var policyName: String
  /// Soft gates that the policy obeys, by name.
  public var enforces: [String]
  /// Number of the replication; each is a new fleet.
  public var replication: Int
  /// The outcome; `planned` for a run that has not ended.
  public var status: RunStatus
  /// Devices of the fleet.
  public var devicesExpected: Int
  /// Devices that were simulated to the end.
  public var devicesDone: Int
  /// Events handled on all devices over the whole horizon; 0 for a run that failed or has not ended.
  public var events: Int64
  /// Hash over all events, 16 hexadecimal digits; nil for a run that failed or has not ended.
  public var eventHash: String?
  /// The reason of a failure; nil for all other runs.
  public var error: String?
  /// Command that repeats this run alone; empty if none does.
  public var replay: String
}

extension ResultsFile {
  /// Identities of runs with a status, current or not: what need not be computed again.
  public func runIDs(_ status: RunStatus) throws(ResultsError) -> Set<String> {
    Set(
      try rows("SELECT run_id FROM runs WHERE status = ?", [.text(status.rawValue)], table: "runs") {
        $0.text(0)
      })
  }

  /// Runs that the study asks for, by status.
  public func counts() throws(ResultsError) -> RunCounts {
    let numbers = try rows(
      "SELECT count(*), ifnull(sum(status = 'ok'), 0), ifnull(sum(status = 'failed'), 0) FROM runs "
        + "WHERE is_current = 1", table: "runs"
    ) { ($0.count(0), $0.count(1), $0.count(2)) }
    let (expected, done, failed) = numbers.first ?? (0, 0, 0)
    return RunCounts(expected: expected, done: done, failed: failed)
  }

  /// The order of rows in every table: as the study lists design points and policies.
  static let runOrder = "point_order, design_point, policy_order, policy, replication, run_id"

  /// Current runs in their order, planned ones included.
  public func runs() throws(ResultsError) -> [StoredRun] {
    let factors = try factorLevels()
    return try rows(
      "SELECT run_id, design_point, arm, policy, policy_name, enforces, replication, status, devices_expected, "
        + "devices_done, events, event_hash, error, replay FROM runs WHERE is_current = 1 "
        + "ORDER BY \(Self.runOrder)", table: "runs"
    ) { row in
      StoredRun(
        runID: row.text(0), designPoint: row.text(1), arm: row.text(2), factors: factors[row.text(0)] ?? [],
        policy: row.text(3), policyName: row.text(4),
        enforces: row.optionalText(5)?.split(separator: " ").map(String.init) ?? [],
        replication: row.count(6),
        status: row.word(7, or: .planned), devicesExpected: row.count(8), devicesDone: row.count(9),
        events: Int64(row.count(10)), eventHash: row.optionalText(11), error: row.optionalText(12),
        replay: row.optionalText(13) ?? "")
    }
  }

  func factorLevels() throws(ResultsError) -> [String: [FactorLevel]] {
    try withConnection { (connection) throws(ResultsError) in try Self.factorLevels(connection) }
  }

  static func factorLevels(_ connection: Connection) throws(ResultsError) -> [String: [FactorLevel]] {
    let levels = try connection.rows(
      "SELECT run_id, name, value, number, unit FROM factors ORDER BY run_id, position, name",
      table: "factors"
    ) { row in
      let level = FactorLevel(
        name: row.text(1), value: row.text(2), number: row.isMissing(3) ? nil : row.real(3),
        unit: row.text(4))
      return (row.text(0), level)
    }
    return Dictionary(grouping: levels, by: \.0).mapValues { $0.map(\.1) }
  }

  /// Metrics of a run, by scope, entity and name.
  public func metrics(of runID: String, scope: MetricScope? = nil) throws(ResultsError) -> [MetricRow] {
    let table = stored(ResultsSchema.metrics)
    let condition = scope == nil ? "" : " AND \(table.isCompact ? "w" : "t").scope = ?2"
    let values: [CellValue] = [.text(runID)] + (scope.map { [.text($0.rawValue)] } ?? [])
    return try rows(table.selectionOfRun(condition: condition), values, table: "metrics") { row in
      MetricRow(
        runID: runID, scope: row.word(1, or: .population), entity: row.text(2), metric: row.text(3),
        unit: row.text(4), value: row.isMissing(5) ? nil : row.real(5),
        fraction: row.isMissing(6) || row.isMissing(7) ? nil : MetricFraction(row.real(6), over: row.real(7)))
    }
  }

  /// Bundle ids of the apps with metrics, in the order of the alphabet.
  public func apps() throws(ResultsError) -> [String] {
    try rows(
      "SELECT DISTINCT entity FROM \(stored(ResultsSchema.metrics).isCompact ? "metrics_words" : "metrics") "
        + "WHERE scope = 'app' ORDER BY entity", table: "metrics"
    ) { $0.text(0) }
  }

  /// Event counts of a run.
  public func eventCounts(of runID: String) throws(ResultsError) -> [EventCountRow] {
    try rows(stored(ResultsSchema.events).selectionOfRun(), [.text(runID)], table: "events") {
      EventCountRow(
        runID: runID, event: $0.text(1), app: EventCountRow.unword($0.text(2)),
        mechanism: EventCountRow.unword($0.text(3)), reason: EventCountRow.unword($0.text(4)),
        count: Int64($0.count(5)))
    }
  }

  /// For how many devices each kind of event is real, derived or generated, over the current runs' devices.
  ///
  /// Devices with the same number and archetype are the same device, whatever the run.
  public func sourceCounts() throws(ResultsError) -> [SourceCount] {
    var counts: [SourceCount] = []
    for (kind, _) in DeviceRow.Sources().byKind {
      counts += try rows(
        "SELECT source, count(*) FROM (SELECT DISTINCT device, archetype, source_\(kind) AS source "
          + "FROM \(stored(ResultsSchema.devices).source) JOIN runs USING (run_id) "
          + "WHERE is_current = 1 AND status <> 'planned') "
          + "GROUP BY source ORDER BY source", table: "devices"
      ) {
        SourceCount(
          kind: kind, source: $0.word(0, or: DeviceRow.Source.generated).rawValue, devices: $0.count(1))
      }
    }
    return counts
  }

  /// The opens of the current runs that no policy could reach, by design point and policy, in the order of the study.
  public func reachCounts() throws(ResultsError) -> [ReachCount] {
    let causes = UnreachableOpens.causes
    let sums = causes.map { "sum(\"\(UnreachableOpens.column($0))\")" }.joined(separator: ", ")
    return try rows(
      "SELECT design_point, policy, sum(opens), sum(reachable_opens), \(sums) "
        + "FROM \(stored(ResultsSchema.devices).source) JOIN runs USING (run_id) "
        + "WHERE is_current = 1 AND status = 'ok' "
        + "GROUP BY design_point, policy ORDER BY min(point_order), min(policy_order)", table: "devices"
    ) { row in
      var unreachable = UnreachableOpens()
      for (index, cause) in causes.enumerated() { unreachable[cause] = Int64(row.count(4 + index)) }
      return ReachCount(
        designPoint: row.text(0), policy: row.text(1), opens: Int64(row.count(2)),
        reachable: Int64(row.count(3)), unreachable: unreachable)
    }
  }

  /// The sums of each local day of a run, from day 0 on.
  public func days(of runID: String) throws(ResultsError) -> [DayRow] {
    try rows(stored(ResultsSchema.days).selectionOfRun(), [.text(runID)], table: "days") {
      DayRow(
        runID: runID, day: $0.count(1), microseconds: $0.integer(2), energyNanojoules: $0.integer(3),
        discretionaryBatteryNanojoules: $0.integer(4), reachableOpens: $0.integer(5),
        freshReachableOpens: $0.integer(6), reachableStalenessMicroseconds: $0.integer(7),
        processingWanted: $0.integer(8), processingCompleted: $0.integer(9))
    }
  }

  /// A table as the file stores it.
  func stored(_ table: TableDefinition) -> StoredTable {
    StoredTable(table)
  }

  /// Collects what a query yields.
  package func rows<Row>(
    _ sql: String, _ values: [CellValue] = [], table: String = "results", _ body: (Statement) -> Row
  ) throws(ResultsError) -> [Row] {
    try connection.withLock { (connection) throws(ResultsError) -> Transfer<[Row]> in
      Transfer(try connection.rows(sql, values, table: table, body))
    }.value
  }
}

/// For how many devices a kind of event has one source.
public struct SourceCount: Hashable, Sendable {
  /// The kind of event, as in the names of the columns `source_…` of `devices.csv`.
  public var kind: String
  /// `real` from a trace, `derived` from one, or `generated`.
  public var source: String
  /// Number of distinct devices, over all current runs.
  public var devices: Int

  public init(kind: String, source: String, devices: Int) {
    self.kind = kind
    self.source = source
    self.devices = devices
  }
}

/// Rows that were made under the lock and belong to nobody else.
struct Transfer<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
