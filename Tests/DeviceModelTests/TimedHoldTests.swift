import DeviceModel
import EventSimulation
import TestSupport
import Testing

/// A hold whose end is known takes no event: whoever comes next finds the platform released at that instant.
@Suite("Timed holds of the platform")
struct TimedHoldTests {
  private let system = EnergyPayer(app: -1, cause: .system)

  @Test("it draws awake power x time, whenever time advances")
  func energy() {
    var power = barePhone()
    power.holdAwake(until: .seconds(80), payer: system, at: .zero)
    holds(power.awakeHolders == 1 && power.timedHoldEnd == .seconds(80))
    power.advance(to: .seconds(500))
    holds(power.awakeHolders == 0 && power.timedHoldEnd == .distantFuture)
    #expect(power.billed(system) == 180_000_000 * 80)
    #expect(power.totals().batteryOut == 180_000_000 * 80)
    #expect(power.checkClosure() == nil)
  }

  @Test("a claimant that joins shares its power, and keeps the platform awake beyond it")
  func shared() {
    var power = barePhone()
    power.holdAwake(until: .seconds(80), payer: system, at: .zero)
    let run = power.holdAwake(payer: refreshOfApp0, at: .seconds(60))
    power.releaseAwake(run, at: .seconds(100))
    #expect(power.billed(system) == 180_000_000 * 60 + 90_000_000 * 20)
    #expect(power.billed(refreshOfApp0) == 90_000_000 * 20 + 180_000_000 * 20)
  }

  @Test("if two overlap, the later end counts; after the end a new one begins")
  func overlap() {
    var power = barePhone()
    power.holdAwake(until: .seconds(80), payer: system, at: .zero)
    power.holdAwake(until: .seconds(70), payer: system, at: .seconds(10))
    power.holdAwake(until: .seconds(90), payer: system, at: .seconds(20))
    power.holdAwake(until: .seconds(110), payer: system, at: .seconds(100))
    power.holdAwake(until: .seconds(200), payer: system, at: .seconds(200))
    power.advance(to: .day(1))
    #expect(power.billed(system) == 180_000_000 * 100)
  }

  @Test("a phone that powers off releases it")
  func canceled() {
    var power = barePhone()
    power.holdAwake(until: .seconds(80), payer: system, at: .zero)
    power.cancelTimedHold(at: .seconds(30))
    power.cancelTimedHold(at: .seconds(40))
    power.advance(to: .seconds(100))
    #expect(power.billed(system) == 180_000_000 * 30)
  }

  @Test("the level's timer knows that the load falls at its end")
  func crossing() {
    // 1 J above 50 %: 0.18 W for 2 s leave 0.64 J, which 40 mW draw in 16 s.
    var power = barePhone(["battery.capacity": 1, "idle.system": 40], charge: 0.5 + 1 / 3600)
    power.setThresholds([0.5])
    power.holdAwake(until: .seconds(2), payer: system, at: .zero)
    let load = Int64(220_000)
    let left = 1_000_000_000 - load * 1000 * 2
    let expected = Instant.zero + .seconds(2) + .microseconds((left + 39) / 40)
    let crossing = power.nextCrossing(at: .zero, upTo: .day(1))
    #expect(abs((crossing - expected).microseconds) <= 1)
    #expect(power.nextCrossing(at: .zero) == crossing)
    #expect(power.nextCrossing(at: .zero, upTo: crossing - .tick) == .distantFuture)
    power.advance(to: .seconds(3))
    #expect(power.nextCrossing(at: .seconds(3)) == crossing)
    #expect(power.handleCrossing(at: crossing) == [.fell(threshold: 0)])
  }
}
