import DeviceModel
import EventSimulation
import ModelParameters

/// A battery model, driven with the current of a log: predicted and measured levels, voltages, temperatures and charges.
///
/// The state starts at the first reading, after each gap, and where the log is split.
package struct BatteryReplay {
  /// A charge as the model predicts it from its first reading.
  struct Charge {
    let span: BatteryLog.Span
    /// By reading of the span, cut where the phone stopped.
    let levels: [Double]
    /// Seconds from the first to the last level; the second is nil where the model does not get there.
    let measured: Double
    let predicted: Double?
  }

  /// A span at one place, with the temperature of the surroundings that fits it best.
  struct Stay {
    let span: BatteryLog.Span
    let ambient: Double
  }

  /// By reading. Volts at the level of the phone's gauge, and at that of the model.
  private(set) var levels: [Double] = []
  private(set) var gaugeVolts: [Double?] = []
  private(set) var ownVolts: [Double] = []
  private(set) var celsius: [Double] = []
  private(set) var charges: [Charge] = []
  private(set) var stays: [Stay] = []

  /// - Parameters:
  ///   - split: The reading at which the state starts again.
  ///   - end: Readings from here on are left out.
  init(_ log: BatteryLog, _ parameters: ParameterSet, _ model: CellModel, split: Int, end: Int? = nil) {
    let readings = log.readings
    let count = end ?? readings.count
    let cell = model.cell(parameters)
    let node = ThermalNode(parameters)
    levels.reserveCapacity(count)
    replay(log, cell, model, Set(log.gaps + [0, split]), count)
    let share = parameters.number("charger.heatShare")
    // Power that warms the phone: all power from the cell, or a share of the power into the cell.
    let heat = readings.prefix(count).enumerated().map { place, reading in
      reading.amperes > 0
        ? reading.amperes * cell.voltage(at: reading.level ?? levels[place])
        : -reading.amperes * (reading.volts ?? ownVolts[place]) * share
    }
    celsius = Array(repeating: parameters.base("thermal.ambient"), count: count)
    for span in log.stays(splitAt: split) where span.lowerBound < count {
      warm(span.clamped(to: 0..<count), readings, node, heat)
    }
    charges = log.charges.filter { $0.upperBound <= count }.map {
      charge($0, readings, model, parameters, cell, node)
    }
  }

  private mutating func replay(
    _ log: BatteryLog, _ cell: TheveninCell, _ model: CellModel, _ starts: Set<Int>, _ count: Int
  ) {
    let full = cell.energy(at: 1)
    var state = TheveninCell.State(level: 1)
    for (place, reading) in log.readings.prefix(count).enumerated() {
      let factor = cell.factor(celsius: reading.celsius ?? 25)
      if starts.contains(place) {
        let level = reading.level ?? reading.volts.map { cell.level(atVoltage: $0) }
        state = TheveninCell.State(level: level ?? 1)
      }
      levels.append(state.level)
      ownVolts.append(cell.terminal(state, amperes: reading.amperes, factor: factor))
      gaugeVolts.append(
        reading.level.map {
          cell.terminal(
            TheveninCell.State(level: $0, overvoltage: state.overvoltage), amperes: reading.amperes,
            factor: factor)
        })
      guard place + 1 < count else { break }
      let seconds = log.readings[place + 1].time - reading.time
      let level = state.level
      state = cell.after(seconds, state, amperes: reading.amperes, factor: factor)
      if model.levelIsEnergy {
        state.level = level - reading.amperes * cell.voltage(at: level) * seconds / full
      }
    }
  }

  /// The temperatures of a span are a line in that of the surroundings, which is fitted.
  private mutating func warm(
    _ span: BatteryLog.Span, _ readings: [BatteryLog.Reading], _ node: ThermalNode, _ heat: [Double]
  ) {
    guard let first = readings[span.lowerBound].celsius else { return }
    var (parts, shares) = ([first], [0.0])
    for (place, later) in zip(span, span.dropFirst()) {
      let seconds = readings[later].time - readings[place].time
      let last = parts.count - 1
      parts.append(node.after(seconds, from: parts[last], watts: heat[place], ambient: 0))
      shares.append(node.after(seconds, from: shares[last], watts: 0, ambient: 1))
    }
    var (products, squares) = (0.0, 0.0)
    for (place, reading) in zip(span.indices, span) {
      guard let measured = readings[reading].celsius else { continue }
      products += shares[place - span.lowerBound] * (measured - parts[place - span.lowerBound])
      squares += shares[place - span.lowerBound] * shares[place - span.lowerBound]
    }
    let ambient = squares > 0 ? products / squares : first
    for place in span {
      celsius[place] = parts[place - span.lowerBound] + ambient * shares[place - span.lowerBound]
    }
    stays.append(Stay(span: span, ambient: ambient))
  }

  private func charge(
    _ span: BatteryLog.Span, _ readings: [BatteryLog.Reading], _ model: CellModel,
    _ parameters: ParameterSet, _ cell: TheveninCell, _ node: ThermalNode
  ) -> Charge {
    let (first, last) = (readings[span.lowerBound], readings[span.upperBound - 1])
    let (start, end) = (first.level ?? 0, last.level ?? 1)
    let times = span.map { readings[$0].time - first.time }
    let levels: [Double]
    let predicted: Double?
    if model == .thevenin {
      let ambient =
        stays.last { $0.span.contains(span.lowerBound) }?.ambient ?? parameters.base("thermal.ambient")
      let charge = CellCharge(
        cell, node, ChargeLimits(parameters),
        from: TheveninCell.State(level: start), celsius: first.celsius ?? ambient, ambient: ambient)
      levels = times.map { charge.state(at: $0).level }
      predicted = charge.time(toLevel: end)
    } else {
      let device = DeviceParameters(parameters)
      var power = PhonePower(parameters: device, appCount: 0, stateOfCharge: start, at: .zero)
      power.connect(device.wired20W, at: .zero)
      func level(_ seconds: Double) -> Double {
        power.stateOfCharge(at: .zero + .microseconds(Int64(seconds * 1e6)))
      }
      levels = times.map(level)
      predicted = stride(from: 0.0, through: 86_400, by: 1).first { level($0) >= end }
    }
    return Charge(
      span: span, levels: levels.map { min($0, end) }, measured: last.time - first.time,
      predicted: predicted)
  }
}
