import Basics
import DeviceModel
import ModelParameters

/// A battery model compared with the log that drove it.
package struct BatteryReport {
  struct Errors {
    var values: [Double] = []

    var greatest: Double { values.reduce(0) { max($0, abs($1)) } }
    private func mean(_ size: (Double) -> Double) -> Double? {
      values.isEmpty ? nil : values.reduce(0) { $0 + size($1) } / Double(values.count)
    }
    var mean: Double? { mean { abs($0) } }
    var rootMeanSquare: Double? { mean { $0 * $0 }?.squareRoot() }
  }

  enum Quantity: String, CaseIterable {
    case gaugeVoltage, ownVoltage, level, temperature

    var title: String {
      switch self {
      case .gaugeVoltage: "voltage at the gauge's level, RMS mV"
      case .ownVoltage: "voltage at the model's level, RMS mV"
      case .level: "level, mean of points"
      case .temperature: "temperature, RMS K"
      }
    }
    var decimals: Int { self == .level || self == .temperature ? 2 : 1 }
    func value(_ errors: Errors) -> Double? { self == .level ? errors.mean : errors.rootMeanSquare }
  }

  struct Row {
    let quantity: Quantity
    let isFitted: Bool
    var errors: [BatteryLog.Condition: Errors] = [:]
  }

  let name: String
  let log: BatteryLog
  let model: CellModel
  let parameters: ParameterSet
  let replay: BatteryReplay
  let fit: BatteryFit?
  /// The first reading that was not fitted; that of the end where all were.
  let split: Int
  private(set) var rows: [Row] = []
  package private(set) var notes: [String] = []

  /// - Parameters:
  ///   - parameters: Those to begin with.
  ///   - capacityIsGiven: Whether they know the capacity of this very battery; else the one that the phone reports is taken.
  ///   - names: The parameters to fit; none without a fit.
  ///   - hour: The end of the hours that are fitted; nil for all.
  package init(
    name: String, _ log: BatteryLog, _ parameters: ParameterSet, _ model: CellModel,
    capacityIsGiven: Bool, fitting names: [String], until hour: Double?
  ) {
    var start = parameters
    (self.name, self.log, self.model) = (name, log, model)
    split = log.place(ofHour: hour)
    if !log.gaps.isEmpty {
      notes.append(
        "\(CountText.text(log.gaps.count, "gap")) of more than ten minutes: the state starts again after each gap."
      )
    }
    if let reported = log.reportedCharge, !capacityIsGiven {
      let cell = TheveninCell(parameters)
      func hours(_ charge: Double) -> String { NumberText.fixed(charge / 3.6, decimals: 0) }
      notes.append(
        "The device reports \(hours(reported)) mAh, the model has \(hours(cell.charge)): the reported charge "
          + "is taken, \(NumberText.percent(reported / cell.charge)) % of it.")
      start.set("battery.capacity", .number(start.number("battery.capacity") * reported / cell.charge))
    }
    fit = names.isEmpty ? nil : BatteryFit(log, start, model, names: names, split: split)
    self.parameters = fit?.parameters ?? start
    notes += fit?.remarks ?? []
    replay = BatteryReplay(log, self.parameters, model, split: split)
    for quantity in Quantity.allCases {
      for (isFitted, span) in [(true, 0..<split), (false, split..<log.readings.count)] {
        var row = Row(quantity: quantity, isFitted: isFitted)
        for place in span {
          guard let error = error(quantity, place) else { continue }
          for condition in log.conditions(place) {
            row.errors[condition, default: .init()].values.append(error)
          }
        }
        if row.errors[.all] != nil { rows.append(row) }
      }
    }
  }

  private func error(_ quantity: Quantity, _ place: Int) -> Double? {
    let reading = log.readings[place]
    switch quantity {
    case .gaugeVoltage:
      guard let volts = reading.volts, let predicted = replay.gaugeVolts[place] else { return nil }
      return (predicted - volts) * 1000
    case .ownVoltage: return reading.volts.map { (replay.ownVolts[place] - $0) * 1000 }
    case .level: return reading.level.map { (replay.levels[place] - $0) * 100 }
    case .temperature: return reading.celsius.map { replay.celsius[place] - $0 }
    }
  }

  /// Errors of the levels of a charge, in points.
  func levelErrors(_ charge: BatteryReplay.Charge) -> Errors {
    Errors(
      values: zip(charge.span, charge.levels).compactMap { place, level in
        log.readings[place].level.map { (level - $0) * 100 }
      })
  }

  func temperatureErrors(_ span: BatteryLog.Span) -> Errors {
    Errors(values: span.compactMap { error(.temperature, $0) })
  }

  func hour(_ place: Int) -> Double { log.readings[place].time / 3600 }

  /// The measured and predicted values, one row per reading; a cell without a measurement is empty.
  package var table: String {
    var text =
      "time_s,voltage_v,voltage_at_gauge_level_v,voltage_at_own_level_v,level,own_level,charge_level,"
      + "temperature_c,model_temperature_c\n"
    var charged: [Int: Double] = [:]
    for charge in replay.charges {
      for (place, level) in zip(charge.span, charge.levels) { charged[place] = level }
    }
    for (place, reading) in log.readings.enumerated() {
      let temperature = reading.celsius.map { _ in replay.celsius[place] }
      let numbers: [Double?] = [
        reading.time, reading.volts, replay.gaugeVolts[place], replay.ownVolts[place], reading.level,
        replay.levels[place], charged[place], reading.celsius, temperature,
      ]
      let cells = numbers.map { $0.map { ShortestNumber.text(($0 * 1e5).rounded() / 1e5) } ?? "" }
      text += cells.joined(separator: ",") + "\n"
    }
    return text
  }

  /// A part of a study with the fitted parameters, for `extends`; nil without a fit.
  ///
  /// - Parameter command: What was typed.
  package func fragment(command: String) -> String? {
    guard let values = fit?.values, !values.isEmpty else { return nil }
    var text = "# Fitted by: \(command.escapingControls)\nparameters:\n  battery.model: \(model.rawValue)\n"
    for value in values {
      guard let definition = parameters.definition(value.name) else { continue }
      var words = definition.text(of: value.value)
      if case .numbers = value.value { words = "[\(words)]" }
      text += "  \(value.name): \(words)\n"
    }
    return text
  }

  package var svg: String {
    func panel(
      _ title: String, _ measured: (Int) -> Double?, _ predicted: (Int) -> Double?
    ) -> PanelChart.Panel? {
      func line(_ value: (Int) -> Double?) -> [PlotPoint] {
        log.readings.indices.compactMap { place in value(place).map { (x: hour(place), y: $0) } }
      }
      let lines = [line(measured), line(predicted)]
      guard !lines[0].isEmpty else { return nil }
      return PanelChart.Panel(
        title: title, axis: PlotAxis(covering: lines.flatMap { $0.map { $0.y } }), lines: lines)
    }
    let readings = log.readings
    let panels = [
      panel("voltage, V", { readings[$0].volts }, { replay.ownVolts[$0] }),
      panel("level, %", { readings[$0].level.map { $0 * 100 } }, { replay.levels[$0] * 100 }),
      panel("temperature, degrees Celsius", { readings[$0].celsius }, { replay.celsius[$0] }),
    ]
    let end = split < readings.count ? [(value: hour(split), color: PlotColor.frame, width: 1.5)] : []
    return PanelChart(
      title: "\(name): \(model.rawValue)", panels: panels.compactMap { $0 }, panelHeight: 150,
      axis: PlotAxis(covering: [0, log.hours]), axisTitles: ("hours; the upright line ends the fit", ""),
      categories: ["measured", "model"], uprights: end
    ).svg
  }
}
