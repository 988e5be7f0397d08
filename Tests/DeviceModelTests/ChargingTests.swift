import DeviceModel
import EventSimulation
import TestSupport
import Testing

@Suite("Charging")
struct ChargingTests {
  @Test(
    "20 W fills a 10.78 Wh pack to 80 % in 47 min, 95 % in 77 and 100 % in 110",
    arguments: [(0.5, 25), (0.8, 47), (0.95, 77), (1, 110)])
  func curve(level: Double, minutes: Double) throws {
    var power = phone(["battery.capacity": 10.78], charge: 0)
    power.setChargeCeiling(level, at: .zero)
    power.connect(power.parameters.wired20W, at: .zero)
    let reached = try power.crossing(after: .zero)
    #expect(abs(reached.seconds / 60 - minutes) < 0.7)
    holds(power.handleCrossing(at: reached).contains(.ceiling))
    #expect(power.stateOfCharge(at: reached) == level)
    #expect(power.stateOfCharge(at: reached - .tick) < level)
  }

  @Test("the first rates equal the rates of the published tests", arguments: [0, 1, 2, 3])
  func rates(charger: Int) {
    var power = phone(["battery.capacity": 10.78], charge: 0)
    let all = power.parameters
    let (setting, percent): (ChargerSetting, Double) = [
      (all.wired20W, 20), (all.magSafe, 10), (all.qi, 6), (all.wired5W, 7),
    ][charger]
    power.connect(setting, at: .zero)
    #expect(abs(power.stateOfCharge(at: .zero + .minutes(10)) * 100 - percent) < 0.1)
  }

  @Test(
    "the adapter supplies the loads; charging loss has no payer, and the cell's energy is billed when it is used"
  )
  func adapter() {
    var power = barePhone(charge: 0)
    power.connect(ChargerSetting(cellMicrowatts: 10_000_000, efficiency: 0.8), at: .zero)
    let claim = power.begin(.display, payer: user, microwatts: 500_000, at: .zero)
    power.end(claim, at: .zero + .minutes(10))
    let totals = power.totals()
    #expect(totals.batteryIn == 6_000_000_000_000)
    #expect(totals.chargingLoss == 1_500_000_000_000)
    #expect(totals.adapter == 300_000_000_000)
    #expect(totals.batteryOut == 0)
    #expect(power.ledger().reduce(0) { $0 + $1.energyNanojoules } == 300_000_000_000)
    #expect(power.billed(user, .batteryLoss) == 0)
    #expect(power.checkClosure() == nil)
  }

  @Test("a lump drawn on the charger does not touch the cell")
  func lump() {
    var power = barePhone(charge: 0.5)
    power.setChargeCeiling(0.5, at: .zero)
    power.connect(power.parameters.usb, at: .zero)
    power.spend(
      .system, payer: EnergyPayer(app: -1, cause: .boot), nanojoules: power.parameters.bootEnergy, at: .zero)
    #expect(power.stateOfCharge(at: .zero) == 0.5)
    #expect(power.totals().adapter == 60_000_000_000)
  }

  @Test("stopping and starting again does not change where the taper goes")
  func pieces() {
    var whole = barePhone(charge: 0.4)
    whole.connect(whole.parameters.magSafe, at: .zero)
    var pieces = barePhone(charge: 0.4)
    for minute in 0..<100 {
      pieces.connect(pieces.parameters.magSafe, at: .zero + .minutes(minute))
      if minute % 7 == 3 { pieces.disconnect(at: .zero + .minutes(minute) + .minute) }
    }
    let end = Instant.zero + .minutes(100)
    #expect(abs(whole.stateOfCharge(at: end) - pieces.stateOfCharge(at: end)) < 1e-11)
    #expect(pieces.checkClosure() == nil)
  }

  @Test("the power into the cell falls to 2/52 of the full one at 100 %")
  func taper() throws {
    var power = barePhone(charge: 0.4)
    power.connect(power.parameters.wired20W, at: .zero)
    let full = try power.crossing(after: .zero)
    func milliwatts(until end: Instant) -> Double {
      Double(power.remainingNanojoules(at: end) - power.remainingNanojoules(at: end - .second)) * 1e-6
    }
    #expect(milliwatts(until: .zero + .second) == 12_900)
    #expect(abs(milliwatts(until: full) / (12_900 * 2 / 52) - 1) < 1e-3)
    #expect(milliwatts(until: full + .second) == 0)
  }

  @Test("PWR-7 an empty phone first recharges its overdraft")
  func overdrawn() throws {
    var power = barePhone(charge: 0)
    power.spend(.system, payer: .idle, nanojoules: 12_900_000_000, at: .zero)
    #expect(power.stateOfCharge(at: .zero) == 0)
    power.setThresholds([0.02])
    power.connect(power.parameters.wired20W, at: .zero)
    let boot = try power.crossing(after: .zero)
    #expect(abs(boot.seconds - (1 + 0.02 * 46_728 / 12.9)) < 2e-6)
    #expect(power.handleCrossing(at: boot) == [.reached(threshold: 0), .rose(threshold: 0)])
    #expect(power.checkClosure() == nil)
  }

  @Test("oracle 21: an adapter connected 8 h of every 24 carries a third of a constant load")
  func alternatingRenewal() {
    var power = phone(["battery.internalResistance": 0], charge: 1)
    for day in 0..<60 {
      power.connect(power.parameters.wired5W, at: .day(day, .hours(16)))
      power.disconnect(at: .day(day + 1))
    }
    let totals = power.totals(at: .day(60))
    #expect(totals.adapter == 47_000_000 * 8 * 3600 * 60)
    #expect(totals.batteryOut == 47_000_000 * 16 * 3600 * 60)
    // What the nights stored is what the days took.
    #expect(abs(power.stateOfCharge(at: .day(60)) - 1) < 1e-9)
    #expect(totals.batteryIn == totals.batteryOut)
  }
}
