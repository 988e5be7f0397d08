import Basics
import DeviceModel
import ModelParameters
import OutputAnalysis

/// The parameters of a model of the battery that fit the first hours of a log best.
package struct BatteryFit {
  private enum Need { case voltage, level, temperature, charge }

  /// A fitted parameter in the unit of its definition.
  struct Value {
    let name: String
    let value: ParameterValue
    /// By number of the value.
    var errors: [Double]
    var isOutside = false
  }

  package private(set) var parameters: ParameterSet
  private(set) var values: [Value] = []
  private(set) var remarks: [String] = []

  private static let voltage = "battery.openCircuitVoltage"
  private static let needs: KeyValuePairs<String, Need> = [
    "battery.capacity": .level, voltage: .voltage, voltage + ".shift": .voltage, voltage + ".slope": .voltage,
    "battery.internalResistance": .voltage, "battery.polarization": .voltage,
    "battery.polarizationTime": .voltage, "battery.activationEnergy": .voltage,
    "thermal.timeConstant": .temperature, "thermal.resistance": .temperature,
    "charger.heatShare": .temperature, "charger.wired20W.power": .charge, "charger.holdTemperature": .charge,
    "charger.slowRate": .charge, "charger.endRate": .charge,
  ]
  /// A warm phone on the charger tells a product of these two with others only.
  private static let onlyByName: Set = [voltage + ".shift", voltage + ".slope", "thermal.resistance"]

  private static let onlyThevenin = Set(
    needs.filter { $1 == .charge || $0.contains("polarization") || $0.contains("activation") }.map(\.key))

  /// The names that `--fit` takes.
  package static var names: [String] { needs.map(\.key) }
  /// The names of the values that a fit can combine for a model.
  package static func usualNames(_ model: CellModel) -> [String] {
    let names = names.filter { !onlyByName.contains($0) }
    switch model {
    case .thevenin: return names
    case .resistance: return names.filter { !onlyThevenin.contains($0) }
    case .energy: return ["battery.capacity", voltage]
    }
  }

  /// Errors at which a residual counts 1: volts, level, level of a charge that is predicted, kelvins.
  private static let scales = (volts: 0.015, level: 0.01, charge: 0.02, kelvins: 1.0)
  /// Volts by which the curve may bend away from that of the catalogue, for a point.
  private static let bend = 0.03
  /// Readings around a point of the curve with which it is fitted.
  private static let leastReadings = 5

  private typealias Draft = (set: ParameterSet, volts: [Double], charge: Double)

  /// A number that is sought: a factor by its logarithm, or volts that are added.
  private struct Unknown {
    let parameter: String
    /// The one point of the curve that it moves.
    var point: Int?
    let change: (inout Draft, Double) -> Void
  }

  /// - Parameters:
  ///   - names: Some of ``names``.
  ///   - split: Readings before this one are fitted.
  package init(_ log: BatteryLog, _ start: ParameterSet, _ model: CellModel, names: [String], split: Int) {
    let curve = start.numbers(Self.voltage)
    let charge = TheveninCell(start).charge
    let charges = log.charges.contains { $0.upperBound <= split }
    let fitted = Self.onlyByName.union(Self.usualNames(model))
    let known = names.filter { name in
      guard fitted.contains(name) else { return false }
      switch Self.needs.first(where: { $0.key == name })?.value {
      case .voltage: return log.has(\.volts)
      case .level: return log.has(\.level)
      case .temperature: return log.has(\.celsius) && charges
      case .charge: return charges
      case nil: return false
      }
    }
    for name in names where !known.contains(name) {
      remarks.append(
        fitted.contains(name)
          ? "`\(name)` could not be fitted: the log does not depend on it."
          : "`\(name)` is not fitted under `\(model.rawValue)`.")
    }
    // However far a step of the search goes, a cell stays a cell.
    func factor(_ logarithm: Double) -> Double { Elementary.exp(max(-10, min(10, logarithm))) }
    let steps = Double(curve.count - 1)
    let unknowns = known.flatMap { name -> [Unknown] in
      switch name {
      case "battery.capacity": [Unknown(parameter: name) { $0.charge *= factor($1) }]
      case Self.voltage:
        Self.visited(log, split, points: curve.count).map { place in
          Unknown(parameter: name, point: place) { $0.volts[place] += $1 }
        }
      case Self.voltage + ".shift":
        [Unknown(parameter: Self.voltage) { draft, shift in draft.volts = draft.volts.map { $0 + shift } }]
      case Self.voltage + ".slope":
        [
          Unknown(parameter: Self.voltage) { draft, tilt in
            draft.volts = draft.volts.enumerated().map { $1 + tilt * (Double($0) / steps - 0.5) }
          }
        ]
      default: [Unknown(parameter: name) { $0.set.set(name, .number(start.number(name) * factor($1))) }]
      }
    }
    let points = unknowns.compactMap(\.point)
    let bends = points.isEmpty ? 0 : curve.count - 2

    func set(_ numbers: [Double]) -> ParameterSet {
      var draft: Draft = (start, curve, charge)
      for (unknown, number) in zip(unknowns, numbers) { unknown.change(&draft, number) }
      var (set, volts, charge) = draft
      if let first = points.first, let last = points.last {
        for place in curve.indices where place < first || place > last {
          volts[place] += volts[max(first, min(last, place))] - curve[max(first, min(last, place))]
        }
      }
      volts = volts.map { max(0.5, $0) }
      // The charge is what is measured; the energy follows from it and the curve.
      let shape = TheveninCell(
        voltage: volts, charge: charge, resistance: 0, polarization: 0, timeConstant: 1)
      set.set(Self.voltage, .numbers(volts))
      set.set("battery.capacity", .number(shape.energy(at: 1) / 3600))
      return set
    }

    var blocks: [Int] = []
    func residuals(_ numbers: [Double], noting notes: Bool = false) -> [Double] {
      let parameters = set(numbers)
      let replay = BatteryReplay(log, parameters, model, split: split, end: split)
      var found: [Double] = []
      func add(_ residual: Double, at time: Double) {
        found.append(residual)
        if notes { blocks.append(Int(time / 3600)) }
      }
      for (place, reading) in log.readings.prefix(split).enumerated() {
        if let volts = reading.volts {
          let predicted = replay.gaugeVolts[place] ?? replay.ownVolts[place]
          add((predicted - volts) / Self.scales.volts, at: reading.time)
        }
        if let level = reading.level {
          add((replay.levels[place] - level) / Self.scales.level, at: reading.time)
        }
      }
      // Where a phone is carried, its surroundings change.
      for stay in replay.stays where log.readings[stay.span.lowerBound].isConnected && charges {
        for place in stay.span {
          let reading = log.readings[place]
          guard let celsius = reading.celsius else { continue }
          add((replay.celsius[place] - celsius) / Self.scales.kelvins, at: reading.time)
        }
      }
      for charge in replay.charges where model == .thevenin {
        for (place, level) in zip(charge.span, charge.levels) {
          let reading = log.readings[place]
          if let measured = reading.level { add((level - measured) / Self.scales.charge, at: reading.time) }
        }
      }
      let volts = parameters.numbers(Self.voltage)
      for place in 0..<bends {
        let second = { (curve: [Double]) in curve[place] - 2 * curve[place + 1] + curve[place + 2] }
        add((second(volts) - second(curve)) / Self.bend, at: -3600)
      }
      return found
    }

    parameters = start
    guard !unknowns.isEmpty, split > 1 else { return }
    let zero = unknowns.map { _ in 0.0 }
    _ = residuals(zero, noting: true)
    guard let fit = LeastSquares(start: zero, blocks: blocks, residuals: { residuals($0) }) else {
      remarks.append("Nothing was fitted: the readings before the end of the fit are too few.")
      return
    }
    if !fit.hasConverged { remarks.append("The fit has not converged; its values are the last ones.") }
    parameters = set(fit.values)
    round(known)
    for name in known.map({ $0.hasPrefix(Self.voltage) ? Self.voltage : $0 }).unique {
      add(name, zip(unknowns, fit.standardErrors).filter { $0.0.parameter == name }.map(\.1))
    }
    if known.contains(where: { $0.hasPrefix(Self.voltage) }), !known.contains("battery.capacity") {
      add("battery.capacity", [])
    }
  }

  /// Four digits of each number: the values that are saved are those that are judged.
  private mutating func round(_ known: [String]) {
    for name in known + ["battery.capacity", Self.voltage] {
      switch parameters.definition(name) == nil ? nil : parameters.value(name) {
      case .number(let number)? where number > 0:
        var scale = 1.0
        while number * scale < 1000 { scale *= 10 }
        parameters.set(name, .number((number * scale).rounded() / scale))
      case .numbers(let numbers)?:
        parameters.set(name, .numbers(numbers.map { ($0 * 10_000).rounded() / 10_000 }))
      default: break
      }
    }
  }

  /// The points of the curve that readings lie around; those beyond keep their distance from the catalogue's of the nearest one.
  private static func visited(_ log: BatteryLog, _ split: Int, points: Int) -> ClosedRange<Int> {
    var counts = Array(repeating: 0, count: points)
    for level in log.readings.prefix(split).compactMap(\.level) {
      counts[Int((level * Double(points - 1)).rounded())] += 1
    }
    let visited = counts.indices.filter { counts[$0] >= leastReadings }
    return (visited.first ?? 0)...(visited.last ?? points - 1)
  }

  private mutating func add(_ name: String, _ errors: [Double]) {
    guard let definition = parameters.definition(name) else { return }
    var value = Value(name: name, value: parameters.value(name), errors: errors)
    if case .number(let number) = value.value {
      value.errors = errors.map { $0 * abs(number) }
      value.isOutside = definition.range.map { !$0.contains(number) } ?? false
    }
    values.append(value)
  }
}
