import DeviceModel
import EventSimulation
import TestSupport
import Testing

@Suite("Level crossings")
struct LevelCrossingTests {
  /// Follows all crossings up to `end` and returns those that were told.
  func follow(_ power: inout PhonePower, to end: Instant) -> [(Instant, LevelCrossing)] {
    var told: [(Instant, LevelCrossing)] = []
    var now = Instant.zero
    while let next = power.nextCrossing(at: now), next <= end {
      now = next
      for crossing in power.handleCrossing(at: now) { told.append((now, crossing)) }
    }
    return told
  }

  @Test("PWR-1 falling to 20 % is reported at the first instant at or below it")
  func falls() {
    var power = barePhone(charge: 0.5)
    power.setThresholds([0.2, 0.345])
    _ = power.begin(.display, payer: user, microwatts: 1_000_000, at: .zero)
    let told = follow(&power, to: .zero + .hours(6))
    #expect(told.map(\.1) == [.fell(threshold: 1), .fell(threshold: 0)])
    #expect(told.map(\.0) == [Instant.seconds(0.155 * 46_728), .seconds(0.3 * 46_728)])
    #expect(power.stateOfCharge(at: told[1].0) == 0.2)
    #expect(power.stateOfCharge(at: told[1].0 - .tick) > 0.2)
  }

  @Test("PWR-1 a rise is reported at the first instant strictly above, reaching at the first at or above")
  func rises() {
    var power = barePhone(charge: 0.2)
    power.setThresholds([0.2, 0.3])
    power.connect(power.parameters.wired20W, at: .zero)
    let told = follow(&power, to: .zero + .hour)
    #expect(told.map(\.1) == [.rose(threshold: 0), .reached(threshold: 1), .rose(threshold: 1)])
    #expect(told[0].0 == .zero + .tick)
    // 4672.8 J at 12.9 W.
    #expect(told[1].0.microseconds == (4_672_800_000_000_000 + 12_899_999) / 12_900_000)
  }

  @Test("the hold level is reached but never exceeded while the ceiling holds")
  func hold() {
    var power = barePhone(charge: 0.7)
    power.setThresholds([0.8])
    power.setChargeCeiling(0.8, at: .zero)
    power.connect(power.parameters.wired20W, at: .zero)
    #expect(power.isCharging == true)
    let told = follow(&power, to: .day(1))
    #expect(told.map(\.1) == [.reached(threshold: 0), .ceiling])
    holds(!power.isCharging && power.isPlugged)
    #expect(power.stateOfCharge(at: .day(2)) == 0.8)
    power.setChargeCeiling(nil, at: .day(2))
    #expect(power.isCharging == true)
    let rest = follow(&power, to: .day(3))
    #expect(rest.map(\.1) == [.rose(threshold: 0), .ceiling])
    #expect(power.stateOfCharge(at: .day(3)) == 1)
  }

  @Test("plugged in above the ceiling the cell neither takes nor gives")
  func aboveCeiling() {
    var power = phone(charge: 0.9)
    power.setChargeCeiling(0.8, at: .zero)
    power.connect(power.parameters.ac, at: .zero)
    #expect(power.isCharging == false)
    #expect(power.nextCrossing(at: .zero) == nil)
    #expect(power.stateOfCharge(at: .day(3)) == 0.9)
  }

  @Test("a lump that jumps over thresholds is reported at once, and only once")
  func lump() {
    var power = barePhone(charge: 0.25)
    power.setThresholds([0.24, 0.2, 0.02])
    power.spend(.system, payer: .idle, nanojoules: 46_728_000_000 * 60, at: .zero + .second)
    #expect(power.nextCrossing(at: .zero + .second) == .zero + .second)
    #expect(power.handleCrossing(at: .zero + .second) == [.fell(threshold: 0), .fell(threshold: 1)])
    #expect(power.nextCrossing(at: .zero + .second) == nil)
  }

  @Test("an odd capacity keeps thresholds and readings consistent", arguments: [0.1, 0.2, 0.333, 0.8])
  func oddCapacity(level: Double) throws {
    var power = PhonePower(
      parameters: parameters(["battery.capacity": 7.123_456_789]), appCount: 1, stateOfCharge: 0.95,
      stateOfHealth: 0.873, at: .zero)
    power.setThresholds([level])
    _ = power.begin(.display, payer: EnergyPayer(app: 0, cause: .user), microwatts: 777_777, at: .zero)
    let fallen = follow(&power, to: .zero + .hours(9)).first { $0.1 == .fell(threshold: 0) }
    let at = try #require(fallen).0
    #expect(power.checkClosure() == nil)
    power.connect(power.parameters.qi, at: .zero + .hours(9))
    var now = Instant.zero + .hours(9)
    var reached: Instant?
    while reached == nil, let next = power.nextCrossing(at: now) {
      now = next
      if power.handleCrossing(at: now).contains(.reached(threshold: 0)) { reached = now }
    }
    #expect(try #require(reached) > at)
    #expect(power.stateOfCharge(at: now) >= level)
    #expect(power.checkClosure() == nil)
  }
}
