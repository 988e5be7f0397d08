import DeviceModel
import EventSimulation
import ModelParameters
import TestSupport
import Testing

/// The payers of tails: examples by hand, and the marginal rule against phones without each app.
@Suite("Rules for radio tails")
struct TailRuleTests {
  static let sharedTail = EnergyPayer(app: -1, cause: .sharedTail)
  static let watts = 0.178
  static let length = 10.2

  static func phone(_ rule: String, _ changes: [String: Double] = [:]) -> PhonePower {
    var set = ParameterSet()
    let free = bare.merging(["radio.cellular.promotionPower": 0, "radio.cellular.promotionTime": 0]) { $1 }
    for (name, value) in free.merging(changes, uniquingKeysWith: { $1 }) { set.set(name, .number(value)) }
    set.set("ledger.tail", .choice(rule))
    return PhonePower(parameters: DeviceParameters(set), appCount: 5, stateOfCharge: 1, at: .zero)
  }

  /// An instant in seconds at which an app moves bytes that take no time.
  typealias Touch = (app: Int32, at: Double)

  static func run(_ touches: [Touch], _ power: inout PhonePower) -> Instant {
    var now = Instant.zero
    for touch in touches {
      now = .zero + .seconds(touch.at)
      while let timer = power.radioTimer, timer <= now { power.advance(to: timer) }
      let start = power.startTransfer(
        payer: EnergyPayer(app: touch.app, cause: .refresh), path: .lte, bytesUp: 0, bytesDown: 0, at: now)
      power.finishTransfer(start.id, at: now)
    }
    while let timer = power.radioTimer {
      now = timer
      power.advance(to: timer)
    }
    return now
  }

  /// Seconds of tail that apps 0 and 1 and the system are billed.
  static func seconds(_ power: borrowing PhonePower) -> [Double] {
    [refreshOfApp0, refreshOfApp1, sharedTail].map {
      (power.joules($0) / watts * 1e6).rounded() / 1e6
    }
  }

  @Test(
    "a burst with tails of 4, 2 and 10.2 s after transfers of apps 0, 1 and 0",
    arguments: [
      ("last", [14.2, 2, 0]), ("first", [16.2, 0, 0]), ("equal", [8.1, 8.1, 0]), ("marginal", [6, 0, 10.2]),
    ])
  func burst(rule: String, expected: [Double]) {
    var power = Self.phone(rule)
    _ = Self.run([(0, 0), (1, 4), (0, 6)], &power)
    #expect(Self.seconds(power) == expected)
    #expect(power.checkClosure() == nil)
  }

  @Test(
    "each burst is divided by itself",
    arguments: [("last", [30.6, 10.2, 0]), ("first", [30.6, 10.2, 0]), ("marginal", [30.6, 10.2, 0])])
  func bursts(rule: String, expected: [Double]) {
    var power = Self.phone(rule)
    _ = Self.run([(0, 0), (1, 20), (0, 40), (0, 60)], &power)
    #expect(Self.seconds(power) == expected)
  }

  @Test("marginal: a transfer of 2 s also keeps 2 s of the other app's tail from running")
  func spared() {
    var power = Self.phone(
      "marginal", ["radio.lteVerizon.downIntercept": 0, "radio.lteVerizon.downSlope": 0])
    let first = power.startTransfer(payer: refreshOfApp0, path: .lte, bytesUp: 0, bytesDown: 0, at: .zero)
    power.finishTransfer(first.id, at: .zero)
    let second = power.startTransfer(
      payer: refreshOfApp1, path: .lte, bytesUp: 0, bytesDown: 5_000_000, at: .zero + .second)
    #expect(second.duration == .seconds(2))
    power.finishTransfer(second.id, at: .zero + .seconds(3))
    power.advance(to: .zero + .seconds(13.2))
    // Tails of 1 and 10.2 s; without app 0 of 10.2 s, without app 1 of 10.2 s.
    #expect(Self.seconds(power) == [1, 1, 9.2])
  }

  @Test("marginal: an app whose absence would cost more is not billed")
  func neverNegative() {
    var power = Self.phone(
      "marginal", ["radio.lteVerizon.downIntercept": 0, "radio.lteVerizon.downSlope": 0])
    let first = power.startTransfer(payer: refreshOfApp0, path: .lte, bytesUp: 0, bytesDown: 0, at: .zero)
    power.finishTransfer(first.id, at: .zero)
    let second = power.startTransfer(
      payer: refreshOfApp1, path: .lte, bytesUp: 0, bytesDown: 5_000_000, at: .zero + .second)
    power.finishTransfer(second.id, at: .zero + .seconds(3))
    let third = power.startTransfer(
      payer: refreshOfApp0, path: .lte, bytesUp: 0, bytesDown: 0, at: .zero + .seconds(3))
    power.finishTransfer(third.id, at: .zero + .seconds(3))
    power.advance(to: .zero + .seconds(13.2))
    // Without app 1 the tails would last from 0 to 13.2 s instead of 11.2 s in all.
    #expect(Self.seconds(power) == [1, 0, 10.2])
  }

  @Test("marginal: each app is billed the energy that its absence would save", arguments: 1...40)
  func absence(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var time = 0.0
    let touches: [Touch] = (0..<60).map { _ in
      time += (-Double(random.next() % 1000) / 1000 + 1) * 14
      return (Int32(random.next() % 3), (time * 1e6).rounded() / 1e6)
    }
    func joules(without app: Int32?) -> Double {
      var power = Self.phone("last", ["radio.cellular.continuousReception": 0.1])
      _ = Self.run(touches.filter { $0.app != app }, &power)
      return power.ledger().reduce(0) { $0 + Double($1.energyNanojoules) * 1e-9 }
    }
    var power = Self.phone("marginal", ["radio.cellular.continuousReception": 0.1])
    _ = Self.run(touches, &power)
    let whole = joules(without: nil)
    var rest = whole
    for app in 0..<Int32(3) {
      let saved = whole - joules(without: app)
      rest -= saved
      holds(close(power.joules(EnergyPayer(app: app, cause: .refresh)), saved, 1e-6), "seed \(seed)")
    }
    holds(close(power.joules(Self.sharedTail), rest, 1e-6) && rest >= 0, "seed \(seed)")
  }

  @Test(
    "an account has its part of a tail once the burst is over",
    arguments: [("last", 1.0, 10.2), ("first", 11.2, 0), ("equal", 5.6, 5.6), ("marginal", 1, 1)])
  func accounts(rule: String, first: Double, second: Double) {
    var power = Self.phone(rule)
    let accounts = [power.openAccount(), power.openAccount()]
    for (index, payer) in [refreshOfApp0, refreshOfApp1].enumerated() {
      let now = Instant.zero + .seconds(index)
      let start = power.startTransfer(
        payer: payer, path: .lte, bytesUp: 0, bytesDown: 0, account: accounts[index], at: now)
      power.finishTransfer(start.id, at: now)
    }
    let isOpen = power.hasOpenTails
    holds(isOpen)
    power.advance(to: .zero + .seconds(11.2))
    let isStillOpen = power.hasOpenTails
    holds(!isStillOpen)
    for (account, seconds) in zip(accounts, [first, second]) {
      let energy = power.accountEnergy(account)
      holds(close(Double(energy.total) * 1e-9, seconds * Self.watts, 1e-6))
      #expect(energy.onBattery == energy.total)
    }
  }

  @Test("the end of warm-up within a burst divides the energy of the tails at that instant")
  func window() {
    for rule in ["equal", "marginal"] {
      var power = Self.phone(rule)
      for (payer, second) in [(refreshOfApp0, 0.0), (refreshOfApp1, 4)] {
        let now = Instant.zero + .seconds(second)
        let start = power.startTransfer(payer: payer, path: .lte, bytesUp: 0, bytesDown: 0, at: now)
        power.finishTransfer(start.id, at: now)
      }
      power.markWindow(at: .zero + .seconds(6))
      power.advance(to: .zero + .seconds(14.2))
      let later = power.ledgerSinceMark()
      holds(later.allSatisfy { $0.energyNanojoules >= 0 && $0.batteryNanojoules >= 0 })
      #expect(later.reduce(0) { $0 + $1.energyNanojoules } == power.totalsSinceMark().device)
      #expect(power.checkClosure() == nil)
    }
  }
}
