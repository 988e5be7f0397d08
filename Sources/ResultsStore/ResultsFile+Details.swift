import Basics

/// One device of a run after warm-up, for distributions over devices.
public struct DeviceFacts: Sendable, Hashable {
  package var energyJoules: Double
  package var days: Double
  package var opens: Int64
  package var freshOpens: Int64
  package var stalenessSeconds: Double?

  package init(
    energyJoules: Double, days: Double, opens: Int64, freshOpens: Int64, stalenessSeconds: Double?
  ) {
    (self.energyJoules, self.days) = (energyJoules, days)
    (self.opens, self.freshOpens, self.stalenessSeconds) = (opens, freshOpens, stalenessSeconds)
  }
}

public struct SourceCount: Hashable, Sendable {
  /// The kind of event, as in the names of the columns `source_…` of `devices.csv`.
  package var kind: String
  package var source: String
  /// Number of distinct devices, over all current runs.
  package var devices: Int

  package init(kind: String, source: String, devices: Int) {
    (self.kind, self.source, self.devices) = (kind, source, devices)
  }
}

/// Over all replications and devices of a policy in a design point.
public struct ReachCount: Hashable, Sendable {
  package var designPoint: String
  package var policy: String
  /// Opens of apps with content that count for freshness, after warm-up.
  package var opens: Int64
  /// The number of opens that background fetches could have preceded; at most ``opens``.
  package var reachable: Int64
  package var unreachable: [String: Int64]

  package init(
    designPoint: String, policy: String, opens: Int64, reachable: Int64, unreachable: [String: Int64]
  ) {
    (self.designPoint, self.policy) = (designPoint, policy)
    (self.opens, self.reachable, self.unreachable) = (opens, reachable, unreachable)
  }
}

extension ResultsFile {
  package func deviceFacts(of runID: String) throws(ResultsError) -> [DeviceFacts] {
    try rows(of: DeviceRow.table, run: runID).map { row in
      DeviceFacts(
        energyJoules: Double(row.observedNanojoules) / 1e9, days: Double(row.observedMicroseconds) / 8.64e10,
        opens: row.opens, freshOpens: row.freshOpens, stalenessSeconds: row.stalenessSeconds)
    }
  }

  /// The number of devices of the current runs for which each kind of event is real, derived, or generated.
  /// Devices with the same number and archetype are the same device in all runs.
  package func sourceCounts() throws(ResultsError) -> [SourceCount] {
    struct Device: Hashable {
      var number: Int
      var archetype: String
    }
    var devices = DeviceColumns.kinds.map { _ in [DeviceColumns.Source: Set<Device>]() }
    let sources = DeviceRow.columns.sources
    try eachDoneRow(of: DeviceRow.table) { _, row in
      let device = Device(number: row.device, archetype: row.archetype)
      for kind in devices.indices { devices[kind][row[sources[kind]], default: []].insert(device) }
    }
    return zip(DeviceColumns.kinds, devices).flatMap { kind, found in
      found.sorted { $0.key.rawValue < $1.key.rawValue }.map { source, devices in
        SourceCount(kind: kind, source: source.rawValue, devices: devices.count)
      }
    }
  }

  /// The opens of the current runs that no policy could reach, by design point and policy, in the order of the study.
  package func reachCounts() throws(ResultsError) -> [ReachCount] {
    var counts: [ReachCount] = []
    let causes = Array(zip(DeviceColumns.causes, DeviceRow.columns.unreachable))
    try eachDoneRow(of: DeviceRow.table) { run, row in
      if counts.last?.designPoint != run.designPoint || counts.last?.policy != run.policy {
        counts.append(
          ReachCount(
            designPoint: run.designPoint, policy: run.policy, opens: 0, reachable: 0, unreachable: [:]))
      }
      let last = counts.count - 1
      counts[last].opens &+= row.opens
      counts[last].reachable &+= row.reachableOpens
      for (cause, column) in causes where row[column] != 0 {
        counts[last].unreachable[cause, default: 0] &+= row[column]
      }
    }
    return counts
  }

  /// Hands over the rows of all current runs that are done, run by run in the order of the study.
  package func eachDoneRow<Row: StoredRow>(
    of table: Table<Row>, _ body: (StoredRun, Row) -> Void
  ) throws(ResultsError) {
    for run in try runs() where run.status == .ok { try eachRow(of: table, run: run.runID) { body(run, $0) } }
  }

  /// The sums of a value over the rows of each current run that is done, by a key of the rows. Runs are in the order of their
  /// identities.
  package func sums<Row: StoredRow, Key: Hashable>(
    of value: (Row) -> Double, in table: Table<Row>, by key: (Row) -> Key
  ) throws(ResultsError) -> [(runID: String, sums: [Key: Double])] {
    var sums: [String: [Key: Double]] = [:]
    try eachDoneRow(of: table) { run, row in
      sums[run.runID, default: [:]][key(row), default: 0] += value(row)
    }
    return sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  package func provenance() throws(ResultsError) -> [ProvenanceRow] {
    var found: [ProvenanceRow] = []
    for run in try runs() where run.status == .ok {
      if let row = try provenance(of: run.runID) { found.append(row) }
    }
    return found
  }

  func provenance(of runID: String) throws(ResultsError) -> ProvenanceRow? {
    try withConnection { (connection) throws(ResultsError) in try connection.provenance(of: runID) }
  }

  package func wallSeconds() throws(ResultsError) -> [String: Double] {
    let found = try rows(
      "SELECT run_id, sum(wall_s) FROM blocks JOIN runs USING (run_id) WHERE status = 'ok' GROUP BY run_id",
      table: "blocks"
    ) { ($0.text(0), $0.real(1)) }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  package func firstStart() throws(ResultsError) -> String? {
    try rows("SELECT min(started) FROM blocks", table: "blocks") { $0.optionalText(0) }.first ?? nil
  }

  package func lastEnd() throws(ResultsError) -> String? {
    try rows("SELECT max(ended) FROM blocks", table: "blocks") { $0.optionalText(0) }.first ?? nil
  }
}
