import Basics

/// The format of battery readings for `slumber battery`: `power.csv`, or a table of another logger with the
/// same columns.
package enum Telemetry {
  private static let table = RecordingTable<Recording.PowerSample>(
    columns: [
      .number("timestamp_s", \.when, expecting: "seconds", 0...1e11, isTime: true, isRequired: true),
      .number("current_ma", \.current, expecting: "milliamperes from -20000 to 20000", -20_000...20_000),
      .number("voltage_mv", \.voltage, expecting: "millivolts from 1500 to 6000", 1500...6000),
      .number("temperature_c", \.temperature, expecting: "degrees Celsius from -40 to 100", -40...100),
      .number("raw_level_pct", \.level, expecting: "percent from 0 to 100", 0...100),
      .number("remaining_mah", \.charge, expecting: "milliampere-hours from 0 to 100000", 0...100_000),
      .number("full_mah", \.capacity, expecting: "milliampere-hours from 100 to 100000", 100...100_000),
      .number("external_connected", \.connected, expecting: "0 or 1", 0...1, isWhole: true),
    ], empty: Recording.PowerSample(time: 0), isOpen: true)

  /// Reads a table in order of time. If the rows have no current, it is computed from readings of the charge
  /// at least a minute apart.
  /// - Throws: All errors of the table, including decreasing times and currents in another unit or with
  ///   another sign.
  package static func read(name: String, _ bytes: [UInt8]) throws(RowErrors) -> [Recording.PowerSample] {
    var rows = try table.read(name: name, bytes)
    var errors: [RowError] = []
    func add(_ row: Int, _ place: String, _ found: String, _ expected: String) {
      errors.append(RowError(line: row + 2, place: place, found: found, expected: expected))
    }
    for (row, pair) in zip(rows, rows.dropFirst()).enumerated() where pair.1.time < pair.0.time {
      add(row + 1, "timestamp_s", "a time earlier than the row above", "rows in order of time")
    }
    if errors.isEmpty, !rows.contains(where: { $0.current != nil }) { rows = counted(rows) }
    let currents = rows.indices.filter { rows[$0].current != nil }
    if currents.count < 2 {
      add(
        rows.count - 1, "current_ma", "\(CountText.text(currents.count, "reading")) of the current",
        "at least two")
    }
    if errors.isEmpty { checkUnits(rows, currents, add) }
    guard errors.isEmpty else { throw RowErrors(file: name, errors: errors) }
    return rows.filter { $0.current != nil }
  }

  /// The rows that have a charge, but the last, with the mean current up to the next of them.
  private static func counted(_ rows: [Recording.PowerSample]) -> [Recording.PowerSample] {
    var kept: [Recording.PowerSample] = []
    for row in rows {
      guard let charge = row.charge else { continue }
      if let last = kept.last, let before = last.charge {
        guard row.time - last.time >= 60 else { continue }
        kept[kept.count - 1].current = (charge - before) * 3600 / (row.time - last.time)
      }
      kept.append(row)
    }
    return kept
  }

  /// A phone draws more than 15 mA at some time, has more than one percent of its charge, is read more often than once an hour,
  /// and its level rises where charge flows in.
  private static func checkUnits(
    _ rows: [Recording.PowerSample], _ currents: [Int], _ add: (Int, String, String, String) -> Void
  ) {
    func current(_ row: Int) -> Double { rows[row].current ?? 0 }
    if let most = currents.max(by: { abs(current($0)) < abs(current($1)) }), abs(current(most)) < 15,
      currents.count >= 20
    {
      add(most, "current_ma", "no current above \(ShortestNumber.text(abs(current(most))))", "milliamperes")
    }
    if let most = rows.indices.max(by: { rows[$0].level ?? 0 < rows[$1].level ?? 0 }),
      let level = rows[most].level, level <= 1, rows.count >= 20
    {
      add(most, "raw_level_pct", "no level above \(ShortestNumber.text(level))", "percent from 0 to 100")
    }
    let far = currents.dropFirst().filter { rows[$0].time - rows[$0 - 1].time > 3600 }
    if currents.count >= 20, far.count * 2 > currents.count {
      add(far[0], "timestamp_s", "most readings more than 3600 after the one before", "seconds")
    }
    var (agreeing, worst) = (0.0, (row: 0, product: 0.0))
    for (row, next) in zip(currents, currents.dropFirst()) {
      guard let level = rows[row].level, let later = rows[next].level, rows[next].time - rows[row].time <= 600
      else { continue }
      let product = (later - level) * current(row)
      agreeing += product
      if product < worst.product { worst = (next, product) }
    }
    if agreeing < 0 {
      add(
        worst.row, "current_ma",
        "a level that falls while the current is positive, and rises while it is not",
        "a positive current into the battery")
    }
  }
}

extension Recording.PowerSample {
  var when: Double? {
    get { time }
    set { time = newValue ?? time }
  }
}
