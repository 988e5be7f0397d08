import EventSimulation
import ModelParameters
import TestSupport
import Testing

@testable import DeviceModel

@Suite("A phone with a cell that has a voltage")
struct ChargeCurveTests {
  private func device(_ changes: [String: Double] = [:]) -> DeviceParameters {
    var set = ParameterSet()
    set.set("battery.model", .choice("thevenin"))
    for (name, value) in changes { set.set(name, .number(value)) }
    return DeviceParameters(set)
  }

  private func phone(
    _ changes: [String: Double] = [:], charge: Double = 1, health: Double = 1
  ) -> PhonePower {
    PhonePower(
      parameters: device(changes), appCount: 5, stateOfCharge: charge, stateOfHealth: health, at: .zero)
  }

  /// Seconds of a load until the phone goes off, and its level then.
  private func life(_ power: consuming PhonePower, watts: Double) throws -> (seconds: Double, level: Double) {
    _ = power.begin(.processor, payer: .idle, microwatts: Int64(watts * 1e6), at: .zero)
    var now = Instant.zero
    while true {
      now = try power.crossing(after: now)
      if power.handleCrossing(at: now).contains(.empty) { break }
    }
    #expect(power.checkClosure() == nil)
    return (Double(now.microseconds) * 1e-6, power.stateOfCharge(at: now))
  }

  @Test("half the charge is less than half of the energy, and thresholds are met at their level")
  func levels() throws {
    var power = phone(charge: 0.5)
    #expect(power.stateOfChargeStart == power.stateOfCharge(at: .zero))
    #expect(abs(power.stateOfChargeStart - 0.5) < 1e-9)
    let share = Double(power.startNanojoules) / Double(power.capacityNanojoules)
    holds((0.47...0.495).contains(share))
    power.setThresholds([0.2])
    _ = power.begin(.processor, payer: .idle, microwatts: 2_000_000, at: .zero)
    let met = try power.crossing(after: .zero)
    #expect(power.handleCrossing(at: met) == [.fell(threshold: 0)])
    #expect(abs(power.stateOfCharge(at: met) - 0.2) < 1e-9)
    #expect(power.surelyHolds(moreThan: power.energy(surelyAbove: 0.2), at: met) == false)
  }

  @Test("level and energy are inverse, and a point of a level is its share of the charge")
  func inverse() {
    let cell = TheveninCell(ParameterSet())
    for level in stride(from: 0.0, through: 1, by: 0.013) {
      #expect(abs(cell.level(atEnergy: cell.energy(at: level)) - level) < 1e-12)
    }
    let byEnergy = OpenCircuitVoltage(cell.voltageByEnergy(points: 201))
    for level in stride(from: 0.03, through: 1, by: 0.017) {
      #expect(abs(byEnergy(cell.energy(at: level) / cell.energy(at: 1)) - cell.voltage(at: level)) < 2e-3)
    }
  }

  @Test(
    "more load, cold, age and less charge never extend life; a cold aged phone shuts down with charge left")
  func deaths() throws {
    var last = Double.infinity
    for watts in [0.1, 0.5, 1, 2, 4] {
      let new = try life(phone(), watts: watts)
      #expect(new.seconds < last)
      last = new.seconds
      let cold = try life(phone(["thermal.ambient": 5]), watts: watts)
      let aged = try life(phone(["battery.internalResistance": 0.16], health: 0.8), watts: watts)
      let both = try life(
        phone(["battery.internalResistance": 0.16, "thermal.ambient": 5], health: 0.8), watts: watts)
      holds(cold.seconds < new.seconds && aged.seconds < new.seconds)
      holds(both.seconds < cold.seconds && both.seconds < aged.seconds)
      holds(both.level >= cold.level && both.level >= aged.level && new.level < 0.06)
      #expect(try life(phone(charge: 0.5), watts: watts).seconds < new.seconds)
      if watts == 4 { holds((0.05...0.5).contains(both.level), "\(both.level)") }
    }
  }

  @Test("it is fully charged at the predicted instant, and gains no charge without a source")
  func charges() throws {
    var power = phone(charge: 0.3)
    power.setThresholds([0.8])
    power.connect(power.parameters.wired20W, at: .zero)
    let reached = try power.crossing(after: .zero)
    holds(power.handleCrossing(at: reached).contains(.reached(threshold: 0)))
    #expect(abs(power.stateOfCharge(at: reached) - 0.8) < 1e-6)
    #expect(power.stateOfCharge(at: reached - .tick) < 0.8)
    holds((35...90).contains(Double(reached.microseconds) / 6e7))
    var full = reached
    while power.isCharging {
      full = try power.crossing(after: full)
      _ = power.handleCrossing(at: full)
    }
    #expect(power.stateOfCharge(at: full) == 1)
    #expect(power.remainingNanojoules(at: full) == power.capacityNanojoules)
    #expect(power.checkClosure() == nil)
    #expect(power.totals().chargingLoss > 0)
    var half = phone(charge: 0.3)
    half.setChargeCeiling(0.8, at: .zero)
    half.connect(half.parameters.wired5W, at: .zero)
    #expect(abs(half.stateOfCharge(at: .day(2)) - 0.8) < 1e-6)
  }

  @Test(
    "the adapter supplies the power at the terminals divided by its efficiency, for any number of readings")
  func lossOfCharge() {
    var given: [Double] = []
    for resistance in [0.02, 0.08, 0.3] {
      var power = phone(["battery.internalResistance": resistance], charge: 0.3)
      var read = phone(["battery.internalResistance": resistance], charge: 0.3)
      power.connect(power.parameters.wired20W, at: .zero)
      read.connect(read.parameters.wired20W, at: .zero)
      var (terminals, last) = (0.0, Int64(0))
      for second in 1...(3 * 3600) {
        let now = Instant.zero + .seconds(Double(second))
        // The middle of a second stands for it.
        terminals += read.cellReading(at: now - .seconds(0.5))?.chargeWatts ?? 0
        let loss = read.totals(at: now).chargingLoss
        #expect(loss >= last)
        last = loss
      }
      power.disconnect(at: .zero + .hours(3))
      let totals = power.totals()
      #expect(totals.chargingLoss == last)
      let adapter = Double(totals.batteryIn + totals.chargingLoss) * 1e-9
      let efficiency = power.parameters.wired20W.efficiency
      #expect(abs(adapter * efficiency / terminals - 1) < 1e-3, "\(resistance)")
      given.append(adapter / (Double(totals.batteryIn) * 1e-9))
    }
    holds(given[0] < given[1] && given[1] < given[2])
  }

  @Test("a model without resistance is one of energy, to the tick")
  func energy() throws {
    var set = ParameterSet()
    set.set("battery.model", .choice("energy"))
    holds(DeviceParameters(set).cell.isLossless && DeviceParameters(set).charge == nil)
    holds(!DeviceParameters(ParameterSet()).cell.isLossless)
  }
}
