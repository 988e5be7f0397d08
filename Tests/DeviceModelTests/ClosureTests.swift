import DeviceModel
import EventSimulation
import ModelParameters
import TestSupport
import Testing

/// The ledger against battery and adapter, under a million random operations.
@Suite("Closure of the energy ledger")
struct ClosureTests {
  /// Performs operations; at the first fault, finds the shortest prefix of them that has it.
  static func run(
    seed: UInt64, operations: Int, reads: Bool, interval: Int = 500, rule: TailRule = .last,
    network: NetworkProfile? = nil, model: CellModel = .resistance
  ) -> RandomPhone.Outcome {
    var phone = RandomPhone(
      seed: seed, reads: reads, markAt: operations / 3, rule: rule, network: network, model: model)
    for operation in 0..<operations {
      phone.perform(operation)
      guard (operation + 1) % interval == 0 || operation + 1 == operations else { continue }
      guard let fault = phone.fault ?? phone.closureFault() else { continue }
      if interval > 1 {
        _ = run(
          seed: seed, operations: operations, reads: reads, interval: 1, rule: rule, network: network,
          model: model)
      } else {
        Issue.record(
          "seed \(seed), \(rule), \(network?.name ?? "any network"), first \(operation + 1) operations: \(fault)"
        )
      }
      break
    }
    return phone.outcome()
  }

  /// Expects that every outcome closes.
  static func check(_ outcome: RandomPhone.Outcome, _ seed: UInt64) {
    let (ledger, totals) = (outcome.ledger, outcome.totals)
    #expect(ledger.reduce(0) { $0 + $1.energyNanojoules } == totals.device, "seed \(seed)")
    #expect(ledger.reduce(0) { $0 + $1.batteryNanojoules } == totals.batteryOut, "seed \(seed)")
    for entry in ledger + outcome.marked {
      let parts = [entry.sharedNanojoules, entry.batteryNanojoules]
      holds(parts.allSatisfy { (0...entry.energyNanojoules).contains($0) }, "seed \(seed)")
    }
    holds(totals.batteryIn > 0 && totals.adapter > 0 && totals.batteryOut > 0, "seed \(seed)")
    holds(!outcome.told.isEmpty, "seed \(seed)")
  }

  @Test("ledger and sources close under a million random operations", arguments: 1...20)
  func closes(seed: UInt64) {
    Self.check(Self.run(seed: seed, operations: 50_000, reads: false, interval: 5000), seed)
  }

  @Test("reading, also ahead of time, never changes what happens", arguments: 21...32)
  func reading(seed: UInt64) {
    let outcome = Self.run(seed: seed, operations: 1000, reads: false)
    #expect(Self.run(seed: seed, operations: 1000, reads: true) == outcome, "seed \(seed)")
  }

  @Test(
    "both close under many operations of a cell with a voltage",
    arguments: Tier.isLong ? 41...50 : 41...42)
  func theveninInNumbers(seed: UInt64) {
    let outcome = Self.run(
      seed: seed, operations: 100_000, reads: false, interval: 1000, model: .thevenin)
    Self.check(outcome, seed)
    holds(outcome.told.contains { if case .thermal = $0 { true } else { false } }, "seed \(seed)")
  }

  @Test("reading does not change a cell with a voltage and its temperature", arguments: TailRule.allCases)
  func readingTheveninInNumbers(rule: TailRule) {
    for seed in UInt64(1)...(Tier.isLong ? 100 : 10) {
      let outcome = Self.run(seed: seed, operations: 500, reads: false, rule: rule, model: .thevenin)
      let isRead = Self.run(seed: seed, operations: 500, reads: true, rule: rule, model: .thevenin)
      #expect(isRead == outcome, "seed \(seed)")
    }
  }

  static let operationsPerRule = Tier.isLong ? 1_000_000 : 100_000

  @Test(
    "ledger and sources close under many operations of every rule for tails, on drawn networks and devices",
    arguments: TailRule.allCases)
  func rulesInNumbers(rule: TailRule) {
    let phones = 2 * NetworkProfile.allCases.count
    for seed in 1...UInt64(phones) {
      let profile = NetworkProfile.allCases[Int(seed) % NetworkProfile.allCases.count]
      let outcome = Self.run(
        seed: 100 + seed, operations: Self.operationsPerRule / phones, reads: false, interval: 1000,
        rule: rule, network: profile)
      Self.check(outcome, seed)
      if rule != .marginal {
        let system = outcome.ledger.filter { $0.payer.cause == .sharedTail }
        holds(system.allSatisfy { $0.energyNanojoules == 0 }, "seed \(seed)")
      }
    }
  }

  @Test("reading does not change the state under any rule for tails", arguments: TailRule.allCases)
  func readingUnderRules(rule: TailRule) {
    for seed in UInt64(40)...44 {
      let outcome = Self.run(seed: seed, operations: 1000, reads: false, rule: rule)
      #expect(Self.run(seed: seed, operations: 1000, reads: true, rule: rule) == outcome, "seed \(seed)")
    }
  }

  @Test(
    "the battery's part of some causes equals the part in their rows, also ahead of time",
    arguments: TailRule.allCases)
  func batteryOfCauses(rule: TailRule) {
    for seed in UInt64(50)...57 {
      var phone = RandomPhone(seed: seed, reads: false, markAt: 100, rule: rule)
      for operation in 0..<300 {
        phone.perform(operation)
        let now = phone.now + .seconds(operation % 3)
        for isMeant: (EnergyCause) -> Bool in [{ $0.isDiscretionary }, { $0 == .idle }, { _ in true }] {
          let rows = phone.power.ledger(at: now).filter { isMeant($0.payer.cause) }
          let expected = rows.reduce(0) { $0 + $1.batteryNanojoules }
          #expect(phone.power.batteryEnergy(at: now, of: isMeant) == expected, "seed \(seed), \(operation)")
        }
      }
    }
  }

  @Test("a phone with a small battery runs empty among the operations, and closes")
  func empty() {
    holds(Self.run(seed: 3, operations: 5000, reads: false).told.contains(.empty))
  }

  @Test("the window after warm-up closes for both sources, whenever it starts", arguments: [1, 2, 3, 4])
  func window(seed: UInt64) {
    var phone = RandomPhone(seed: seed, reads: false, markAt: 700)
    for operation in 0..<2000 { phone.perform(operation) }
    let outcome = phone.outcome()
    let totals = phone.power.totalsSinceMark(at: phone.now)
    #expect(outcome.marked.reduce(0) { $0 + $1.energyNanojoules } == totals.device)
    #expect(outcome.marked.reduce(0) { $0 + $1.batteryNanojoules } == totals.batteryOut)
    #expect(totals.batteryOut < outcome.totals.batteryOut)
  }
}

@Suite("A phone without loads")
struct NoLoadTests {
  @Test("the cell loses no energy after its last load has ended")
  func noLoad() {
    var power = PhonePower(
      parameters: DeviceParameters(ParameterSet()), appCount: 1, stateOfCharge: 0.5, at: .zero)
    power.setIdleDrawn(false, at: .zero)
    let claim = power.begin(.baseline, payer: .idle, microwatts: 2_000_000, at: .zero)
    power.change(claim, microwatts: 0, at: .zero + .hour)
    let level = power.remainingNanojoules(at: .zero + .hour)
    power.advance(to: .zero + .days(3))
    #expect(power.remainingNanojoules(at: .zero + .days(3)) == level)
    #expect(power.checkClosure(at: .zero + .days(3)) == nil)
  }
}

@Suite("Energy beyond the range of the counters")
struct GreatestEnergyTests {
  @Test(
    "lumps beyond the range of the counters are detected, on battery and on the charger",
    arguments: [false, true])
  func lumps(isPlugged: Bool) {
    for lump in [Int64.max, 1 << 62, 1 << 61] {
      var power = barePhone(charge: 0.5)
      if isPlugged { power.connect(power.parameters.wired20W, at: .zero) }
      holds(!power.isBeyondCounting)
      // Whatever their number: a sum that wrapped around would be small again.
      for _ in 0..<3 { power.spend(.processor, payer: user, nanojoules: lump, at: .zero) }
      holds(power.isBeyondCounting)
    }
  }
}
