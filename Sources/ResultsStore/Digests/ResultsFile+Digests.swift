extension ResultsFile {
  /// Compares the rows of the study and of every run with the digests that were stored with them.
  ///
  /// Reads the whole file once.
  public func damages() throws(ResultsError) -> [ResultsDamage] {
    try withConnection { (connection) throws(ResultsError) in try Self.damages(in: connection) }
  }

  static func damages(in connection: Connection) throws(ResultsError) -> [ResultsDamage] {
    let writer = DigestWriter(connection)
    var damages: [ResultsDamage] = []
    let study = try connection.rows(
      "SELECT value FROM study WHERE key = 'digest'", table: "study", limit: 1
    ) { $0.text(0) }
    if study.first != (try writer.study()) {
      damages.append(
        ResultsDamage(
          runID: nil, label: "", what: "the description of the study is not the one that was stored"))
    }
    let runs = try connection.rows(
      "SELECT run_id, digests.run_id, contents, entry, policy, design_point, replication, status FROM runs "
        + "LEFT JOIN digests USING (run_id) ORDER BY \(runOrder)", table: "runs"
    ) { row in
      Entry(
        runID: row.text(0), hasDigests: !row.isMissing(1), contents: row.optionalText(2),
        entry: row.optionalText(3),
        label:
          "policy \(MessageWord.quoted(row.text(4))), \(MessageWord.quoted(row.text(5))), replication \(row.count(6))",
        isPlanned: row.word(7, or: RunStatus.planned) == .planned)
    }
    for run in runs {
      if let what = try run.damage(writer) {
        damages.append(ResultsDamage(runID: run.runID, label: run.label, what: what))
      }
    }
    damages += try damagedParts(in: connection)
    let lost = try connection.rows(
      "SELECT run_id FROM digests WHERE run_id NOT IN (SELECT run_id FROM runs) ORDER BY run_id",
      table: "digests"
    ) { $0.text(0) }
    for runID in lost {
      damages.append(ResultsDamage(runID: runID, label: "", what: "its row in `runs` is missing"))
    }
    return damages
  }

  private static func damagedParts(in connection: Connection) throws(ResultsError) -> [ResultsDamage] {
    let table = PartTable(connection)
    var damages: [ResultsDamage] = []
    for runID in try table.runIDs() {
      if try status(of: runID, in: connection) != .planned {
        damages.append(ResultsDamage(runID: runID, label: "", what: "it has parts, but is not unfinished"))
      }
      let reader = try table.reader(of: runID)
      while let part = try reader.next() {
        guard try table.digests(of: runID, part.sums) != part.digests else { continue }
        let devices = part.sums.devices
        damages.append(
          ResultsDamage(
            runID: runID, label: "",
            what:
              "its part of \(devices.count) devices from \(devices.lowerBound) is not the one that was stored"
          ))
      }
    }
    return damages
  }

  private struct Entry {
    var runID: String
    var hasDigests: Bool
    var contents: String?
    var entry: String?
    var label: String
    var isPlanned: Bool

    func damage(_ writer: DigestWriter) throws(ResultsError) -> String? {
      guard hasDigests else { return "its digests are missing" }
      guard try writer.entry(of: runID, contents: contents) == entry else {
        return "its row in `runs` is not the one that was stored"
      }
      if isPlanned { return contents == nil ? nil : "it has a digest of results that it does not have" }
      guard try writer.contents(of: runID) == contents else {
        return "its rows are not those that were stored"
      }
      return nil
    }
  }
}
