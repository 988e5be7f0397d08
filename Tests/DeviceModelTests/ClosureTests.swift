import DeviceModel
import EventSimulation
import ModelParameters
import Testing

/// Ten thousand random operations on one phone.
@Suite("Closure of the books")
struct ClosureTests {
  struct Outcome: Equatable {
    var ledger: [EnergyEntry]
    var marked: [EnergyEntry]
    var totals: BatteryTotals
    var level: Double
    var told: [LevelCrossing]
    var end: Instant
  }

  /// Runs the operations of a seed; `reads` also reads everything at every step, and integrates in between.
  func run(seed: UInt64, operations: Int, reads: Bool) -> Outcome {
    var random = SplitMix(state: seed)
    var power = phone(charge: 0.6)
    power.setThresholds([0.02, 0.2, 0.5, 0.8])
    var now = Instant.zero
    var claims: [ClaimID] = []
    var holders: [HolderID] = []
    var transfers: [TransferID] = []
    var streams: [StreamID] = []
    var accounts: [AccountID] = []
    var told: [LevelCrossing] = []
    let payers = [refreshOfApp0, refreshOfApp1, pushOfApp1, user, .idle]
    for operation in 0..<operations {
      let span = TimeSpan(
        microseconds: Int64(random.next() % 3) == 0 ? 0 : Int64(1 << (random.next() % 29)) + 7)
      let next = now + span
      while true {
        if reads {
          _ = power.stateOfCharge(at: now + .minute)
          _ = power.totals(at: now + .hour)
          _ = power.ledger(at: now)
          _ = power.remainingNanojoules(at: next)
          power.advance(to: now)
        }
        let crossing = power.nextCrossing(at: now)
        let event = [crossing, power.radioTimer].compactMap { $0 }.min() ?? next
        guard event < next else { break }
        if reads { power.advance(to: now + .microseconds((event - now).microseconds / 2)) }
        now = event
        if crossing == event { told += power.handleCrossing(at: now) }
        if let timer = power.radioTimer, timer <= now { power.handleRadioTimer(at: now) }
      }
      now = next
      let payer = payers[Int(random.next() % 5)]
      let account =
        accounts.isEmpty || random.next() % 2 == 0
        ? nil : accounts[Int(random.next() % UInt64(accounts.count))]
      let watts = Int64(random.next() % 2_000_000)
      switch random.next() % 16 {
      case 0, 1:
        claims.append(power.begin(.processor, payer: payer, microwatts: watts, account: account, at: now))
      case 2 where !claims.isEmpty: power.change(claims[0], microwatts: watts, at: now)
      case 3, 4: if !claims.isEmpty { power.end(claims.removeFirst(), at: now) }
      case 5: holders.append(power.holdAwake(payer: payer, account: account, at: now))
      case 6: if !holders.isEmpty { power.releaseAwake(holders.removeFirst(), at: now) }
      case 7, 8:
        let path = RadioPath.allCases[Int(random.next() % 3)]
        transfers.append(
          power.startTransfer(
            payer: payer, path: path, bytesUp: watts, bytesDown: watts * 3, account: account, at: now
          ).id)
      case 9: if !transfers.isEmpty { power.finishTransfer(transfers.removeFirst(), at: now) }
      case 10: if !transfers.isEmpty { _ = power.interruptTransfer(transfers.removeLast(), at: now) }
      case 11:
        if streams.count < 2 {
          streams.append(power.beginStreaming(payer: user, path: operation % 2 == 0 ? .lte : .wifi, at: now))
        } else {
          power.endStreaming(streams.removeFirst(), at: now)
        }
      case 12:
        if power.isPlugged {
          power.disconnect(at: now)
        } else {
          power.connect(power.parameters.wired20W, at: now)
        }
      case 13: power.spend(.system, payer: payer, nanojoules: watts * 37, account: account, at: now)
      case 14: power.setChargeCeiling(random.next() % 2 == 0 ? 0.8 : nil, at: now)
      default:
        if accounts.count < 4 {
          accounts.append(power.openAccount())
        } else if random.next() % 2 == 0 {
          power.closeAccount(accounts.removeFirst())
        }
      }
      if claims.count > 6 { power.end(claims.removeFirst(), at: now) }
      if holders.count > 3 { power.releaseAwake(holders.removeFirst(), at: now) }
      if transfers.count > 4 { power.finishTransfer(transfers.removeFirst(), at: now) }
      if operation == operations / 3 { power.markWindow(at: now) }
      if operation % 500 == 0 { #expect(power.checkClosure(at: now) == nil, "operation \(operation)") }
    }
    #expect(power.checkClosure(at: now) == nil)
    let ledger = power.ledger(at: now)
    #expect(ledger.reduce(0) { $0 + $1.energyNanojoules } == power.totals(at: now).device)
    for entry in ledger { #expect(entry.sharedNanojoules <= entry.energyNanojoules) }
    let totals = power.totals(at: now)
    #expect(
      power.remainingNanojoules(at: now) == power.startNanojoules - totals.batteryOut + totals.batteryIn)
    return Outcome(
      ledger: ledger, marked: power.ledgerSinceMark(at: now), totals: totals,
      level: power.stateOfCharge(at: now), told: told, end: now)
  }

  @Test("ledger and battery close under 10,000 random operations", arguments: [UInt64(1), 2, 3, 4])
  func closes(seed: UInt64) {
    let outcome = run(seed: seed, operations: 10_000, reads: false)
    #expect(outcome.totals.batteryIn > 0 && outcome.totals.adapter > 0 && outcome.totals.batteryOut > 0)
    #expect(!outcome.told.isEmpty)
  }

  @Test("reading never changes what happens", arguments: [UInt64(1), 5, 6])
  func reading(seed: UInt64) {
    #expect(run(seed: seed, operations: 2000, reads: false) == run(seed: seed, operations: 2000, reads: true))
  }
}

@Suite("A phone that draws nothing")
struct NoLoadTests {
  @Test("loses nothing in the cell after its last load has ended")
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
