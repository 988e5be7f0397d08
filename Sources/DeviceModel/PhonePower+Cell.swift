import EventSimulation

/// The cell and the temperature of a phone whose cell has a voltage.
extension PhonePower {
  /// The readings of a gauge.
  public struct CellReading: Sendable, Hashable {
    /// The voltage at the terminals.
    public var volts: Double
    /// The temperature of the phone, in degrees Celsius.
    public var celsius: Double
    /// Watts into the cell; 0 without a charger.
    public var chargeWatts: Double
  }

  /// The readings of a gauge at `now`, which is not before the last mutating call; nil where the cell has no voltage.
  public func cellReading(at now: Instant) -> CellReading? {
    guard let curve = hardware.curve else { return nil }
    let level = stateOfCharge(at: now)
    let charge = session?.terminals(at: now)
    let watts = supply.isPlugged ? 0 : Double(supply.load) * 1e-6
    return CellReading(
      volts: charge?.volts ?? curve.terminal(level: level, watts: watts),
      celsius: supply.at(now).heat.state(at: now).celsius,
      chargeWatts: charge.map { $0.volts * $0.amperes } ?? 0)
  }

  /// All that has aged the cell since ``markWindow(at:)``, up to `now`; nil where the cell has no voltage.
  public func cellStressSinceMark(at now: Instant) -> CellStress? {
    cellStress(at: now).map { $0 - markedStress }
  }

  func cellStress(at now: Instant) -> CellStress? {
    guard let charge = hardware.curve?.cell.charge else { return nil }
    var sums = stress
    sums.addLevel((now - stressTime).seconds, from: stressLevel, to: stateOfCharge(at: now), charge: charge)
    return sums + supply.at(now).heat.state(at: now).stress
  }

  /// Takes in the level since the last time, as a line.
  mutating func followStress() {
    guard let charge = hardware.curve?.cell.charge else { return }
    let level = readStateOfCharge(at: supply.time)
    stress.addLevel((supply.time - stressTime).seconds, from: stressLevel, to: level, charge: charge)
    (stressTime, stressLevel) = (supply.time, level)
  }

  /// The same where the last time is long ago: levels of a long time are no line.
  mutating func followStress(at now: Instant) {
    if hardware.curve != nil, now - stressTime >= Self.stressSpan, now == supply.time { followStress() }
  }

  static let stressSpan = TimeSpan.minutes(10)

  // MARK: Thermal levels

  /// The next change of the thermal level up to an instant, as the powers are now and change by themselves.
  func heatInstant(upTo limit: Instant) -> Instant {
    guard hardware.hasThermalStates else { return .distantFuture }
    var later = supply.at(supply.time)
    later.startStaleSegment()
    var loads = UpcomingLoads(self)
    while true {
      // The loss of an empty cell stays what it is.
      let isSteady = later.isPlugged || later.cellNanojoules <= 0
      let change = min(loads.next, isSteady ? .distantFuture : later.segmentEnd)
      let found = later.heat.crossing(from: later.time, to: min(change, limit))
      if found != .distantFuture { return found }
      if change >= limit { return .distantFuture }
      later.advance(to: change)
      if change == loads.next { later.changeLoad(by: loads.take()) }
      later.startStaleSegment()
    }
  }
}
