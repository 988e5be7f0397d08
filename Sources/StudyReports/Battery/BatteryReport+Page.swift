import Basics
import DeviceModel
import ModelParameters

extension BatteryReport: Record {
  package var page: TextPage {
    var page = TextPage(
      "\(name): \(NumberText.fixed(log.hours, decimals: 1)) h, \(CountText.text(log.readings.count, "reading")), "
        + "model `\(model.rawValue)`")
    for note in notes { page.add("- \(note)") }
    let (stays, values) = (replay.stays.filter { log.isLong($0.span) }, fit?.values ?? [])
    let tables = [
      errorTable, replay.charges.isEmpty ? nil : chargeTable, stays.isEmpty ? nil : stayTable(stays),
      values.isEmpty ? nil : valueTable(values),
    ]
    for table in tables.compactMap(\.self) {
      page.addGap()
      page.add(table)
    }
    page.addGap()
    page.add(Self.legend)
    page.add(
      "The model starts at the first reading, after each gap, and at the end of the fit. A reading applies until the next reading."
    )
    return page
  }

  private static let legend: Legend = [
    "discharging": "without a charger", "charging": "more than 50 mA flow into the cell",
    "held": "on a charger, with at most 50 mA into the cell",
    "charge at": "hour of a charge; the model predicts its length from its first reading only",
    "surroundings": "ambient temperature, fitted to the interval",
  ]

  private func part(_ isFitted: Bool) -> String {
    let (from, to) = isFitted ? (0, hour(min(split, log.readings.count - 1))) : (hour(split), log.hours)
    let hours = "\(NumberText.fixed(from, decimals: 0))–\(NumberText.fixed(to, decimals: 0)) h"
    return fit == nil ? hours : (isFitted ? "fitted, " : "unseen, ") + hours
  }

  private var errorTable: TextTable {
    TextTable(
      rows,
      [.page("error of", \.quantity.title), .page("hours") { part($0.isFitted) }]
        + Table(
          BatteryLog.Condition.allCases.map { condition in
            .page(condition.title, .right) { row in
              number(row.errors[condition].flatMap(row.quantity.value), row.quantity.decimals)
            }
          }) + [.page("greatest", .right) { number($0.errors[.all]?.greatest, $0.quantity.decimals) }])
  }

  private var chargeTable: TextTable {
    TextTable(
      replay.charges,
      [
        .page("charge at", .right) { "\(number(hour($0.span.lowerBound), 1)) h" },
        .page("from", .right) { percent($0.span.lowerBound) },
        .page("to", .right) { percent($0.span.upperBound - 1) },
        .page("measured", .right) { "\(number($0.measured / 60, 1)) min" },
        .page("model", .right) { $0.predicted.map { "\(number($0 / 60, 1)) min" } ?? "not reached" },
        .page("error", .right) { charge in
          charge.predicted.map { "\(number(($0 / charge.measured - 1) * 100, 1)) %" } ?? "–"
        },
        .page("level, RMS points", .right) { number(levelErrors($0).rootMeanSquare, 2) },
      ])
  }

  private func stayTable(_ stays: [BatteryReplay.Stay]) -> TextTable {
    TextTable(
      stays,
      [
        .page("interval at", .right) { "\(number(hour($0.span.lowerBound), 1)) h" },
        .page("on charger") { log.readings[$0.span.lowerBound].isConnected ? "yes" : "no" },
        .page("lasts", .right) { "\(number(hour($0.span.upperBound - 1) - hour($0.span.lowerBound), 1)) h" },
        .page("surroundings", .right) { "\(number($0.ambient, 1)) degC" },
        .page("temperature, RMS K", .right) { number(temperatureErrors($0.span).rootMeanSquare, 2) },
      ])
  }

  private func valueTable(_ values: [BatteryFit.Value]) -> TextTable {
    TextTable(
      values,
      [
        .page("parameter", \.name),
        .page("fitted") { parameters.definition($0.name)?.text(of: $0.value) ?? "" },
        .page("standard error", .right) { value in
          let known = value.errors.filter(\.isFinite)
          guard let least = known.min(), let most = known.max() else { return "–" }
          let ends = [least, most].map { NumberText.fixed($0, decimals: NumberText.decimals(of: $0)) }
          return ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"
        },
        .page("") { value in
          value.isOutside ? "outside its range \(parameters.definition(value.name)?.rangeWords ?? "")" : ""
        },
      ])
  }

  private func percent(_ place: Int) -> String {
    "\(number(log.readings[place].level.map { $0 * 100 }, 1)) %"
  }

  private func number(_ value: Double?, _ decimals: Int) -> String {
    value.map { NumberText.fixed($0, decimals: decimals) } ?? "–"
  }

  package static let record: Table<Self> = [
    "log": \.name, "model": \.model.rawValue, "hours": \.log.hours, "readings": \.log.readings.count,
    "gaps": \.log.gaps.count, "notes": \.notes,
    "errors": { report in
      report.rows.json([
        "quantity": \.quantity.rawValue, "fitted": { $0.isFitted && report.fit != nil },
        "conditions": { row in
          JSONValue.object(
            BatteryLog.Condition.allCases.compactMap { condition in
              row.errors[condition].map { .init(condition.rawValue, Errors.record.json($0)) }
            })
        },
      ])
    },
    "charges": { report in
      report.replay.charges.json([
        "hour": { report.hour($0.span.lowerBound) }, "measured_s": \.measured, "predicted_s": \.predicted,
        "from": { report.log.readings[$0.span.lowerBound].level },
        "to": { report.log.readings[$0.span.upperBound - 1].level },
        "level_rms": { report.levelErrors($0).rootMeanSquare },
      ])
    },
    "intervals": { report in
      report.replay.stays.json([
        "hour": { report.hour($0.span.lowerBound) },
        "on_charger": { report.log.readings[$0.span.lowerBound].isConnected }, "ambient_c": \.ambient,
        "temperature_rms": { report.temperatureErrors($0.span).rootMeanSquare },
      ])
    },
    "parameters": { report in
      (report.fit?.values ?? []).json([
        "name": \.name, "value": { report.parameters.definition($0.name)?.text(of: $0.value) ?? "" },
        "standard_errors": { $0.errors.map { $0.isFinite ? $0 : nil } }, "outside_range": \.isOutside,
      ])
    },
  ]
}

extension BatteryReport.Errors {
  fileprivate static let record: Table<Self> = [
    "readings": \.values.count, "mean": \.mean, "rms": \.rootMeanSquare, "greatest": \.greatest,
  ]
}
