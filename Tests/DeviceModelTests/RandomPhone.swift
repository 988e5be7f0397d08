import DeviceModel
import EventSimulation
import ModelParameters
import TestSupport

/// A phone under random operations, each drawn from a seed.
///
/// Claims, holds, transfers, streams, lumps, idle powers, radios off, chargers, ceilings and accounts; the
/// level's crossings and the radio's timer are handled when they come, and the battery may run empty.
struct RandomPhone: ~Copyable {
  /// Everything that a run of operations leaves behind.
  struct Outcome: Equatable {
    var ledger: [EnergyEntry]
    var marked: [EnergyEntry]
    var totals: BatteryTotals
    var level: Double
    var told: [LevelCrossing]
    var cell: PhonePower.CellReading?
    var end: Instant
  }

  private let paths: [RadioPath]

  private(set) var power: PhonePower
  private(set) var now = Instant.zero
  private(set) var told: [LevelCrossing] = []
  /// The first reading that was not what it should be.
  private(set) var fault: String?
  private var random: SeededGenerator
  private let reads: Bool
  private let markAt: Int
  private var claims: [ClaimID] = []
  private var holders: [HolderID] = []
  private var transfers: [TransferID] = []
  private var streams: [StreamID] = []
  private var accounts: [(id: AccountID, energy: Int64)] = []

  /// - Parameters:
  ///   - reads: whether everything is read, also ahead of time, at every step.
  ///   - markAt: the operation at which warm-up ends.
  ///   - rule: who pays for tails.
  ///   - network: the cellular network beside Verizon's LTE; drawn from the seed if left out.
  ///   - model: the model of the battery; a cell with a voltage warms the phone, whose thermal levels are lower than usual.
  init(
    seed: UInt64, reads: Bool, markAt: Int, rule: TailRule = .last, network: NetworkProfile? = nil,
    model: CellModel = .resistance
  ) {
    random = SeededGenerator(seed: seed)
    self.reads = reads
    self.markAt = markAt
    // Every third phone has a small battery, which runs empty often; every fourth cell loses nothing. Devices and
    // networks of the catalogues take turns.
    let device = DeviceCatalogue.all[Int(seed * 7 % UInt64(DeviceCatalogue.all.count))]
    var set = ParameterSet()
    set.set("battery.capacity", .number(seed % 3 == 0 ? 0.4 : 12.98))
    set.set("battery.internalResistance", .number(seed % 4 == 0 ? 0 : 0.08))
    set.set("ledger.tail", .choice(rule.rawValue))
    set.set("battery.model", .choice(model.rawValue))
    set.set("thermal.model", .choice("modeled"))
    set.set("thermal.levels", .numbers([26, 30, 33]))
    let profiles = NetworkProfile.allCases
    let profile = network ?? profiles[Int(seed) % profiles.count]
    paths = [.wifi, .lte, .cellular(profile)]
    power = PhonePower(
      parameters: DeviceParameters(device.parameters(of: set)), appCount: 5, stateOfCharge: 0.6,
      network: profile,
      at: .zero)
    power.setThresholds([0.02, 0.2, 0.5, 0.8])
  }

  mutating func perform(_ operation: Int) {
    // Every third operation happens at the same instant as the one before.
    let span = random.next() % 3 == 0 ? 0 : Int64(1 << (random.next() % 29)) + 7
    pass(to: now + TimeSpan(microseconds: span))
    // As the simulation does before it reads anything.
    power.followOwnChanges(to: now)
    act(operation)
    if transfers.count > 4 { power.finishTransfer(transfers.removeFirst(), at: now) }
    _ = power.takeReplans()
    if operation == markAt { power.markWindow(at: now) }
    if reads { checkTimers() }
  }

  /// The accounts of the ledger against what the sources gave, now.
  func closureFault() -> String? { power.checkClosure(at: now).map { "\($0)" } }

  func outcome() -> Outcome {
    Outcome(
      ledger: power.ledger(at: now), marked: power.ledgerSinceMark(at: now), totals: power.totals(at: now),
      level: power.stateOfCharge(at: now), told: told, cell: power.cellReading(at: now), end: now)
  }

  // MARK: Time

  private mutating func pass(to next: Instant) {
    while true {
      let level = power.nextCrossing(at: now, upTo: next)
      // Readings beyond a change that comes by itself need a stop there; what happens does not.
      let event = reads ? min(level, power.nextOwnChange) : level
      guard event < next else { break }
      if event < level {
        passOwnChange(at: event)
      } else {
        move(to: event)
        meetLevel()
      }
    }
    move(to: next)
  }

  /// The end of a burst bills tails to the accounts of its members, which no reading ahead of it can know.
  private mutating func passOwnChange(at change: Instant) {
    if now < change - .tick { move(to: change - .tick) }
    power.advance(to: change)
    now = change
  }

  private mutating func meetLevel() {
    let crossings = power.handleCrossing(at: now)
    told += crossings
    if crossings.contains(.empty) { powerOff() }
  }

  /// Ends all loads of an empty phone, as the simulation does.
  private mutating func powerOff() {
    switchRadiosOff()
    for id in claims { power.end(id, at: now) }
    for id in holders { power.releaseAwake(id, at: now) }
    claims = []
    holders = []
    power.cancelTimedHold(at: now)
    power.setIdleDrawn(false, at: now)
  }

  /// Lets time pass without an event; what is read ahead must be what comes.
  private mutating func move(to next: Instant) {
    defer { now = next }
    guard reads else { return }
    let ahead = readings(at: next)
    _ = power.ledger(at: next + .second)
    power.advance(to: now + .microseconds((next - now).microseconds / 2))
    if ahead != readings(at: next) { fault = fault ?? "a reading ahead differs from the later one" }
    power.advance(to: next)
    if ahead != readings(at: next) { fault = fault ?? "a reading ahead differs from what came" }
  }

  private struct Readings: Equatable {
    var level: Double
    var remaining: Int64
    var totals: BatteryTotals
    var accounts: [Int64]
  }

  private func readings(at now: Instant) -> Readings {
    // Doubles of one energy may differ in their last bit, depending on where they are read from.
    Readings(
      level: (power.stateOfCharge(at: now) * 1e12).rounded(), remaining: power.remainingNanojoules(at: now),
      totals: power.totals(at: now), accounts: accounts.map { power.accountEnergy($0.id, at: now).total })
  }

  /// The next crossing, however far one looks ahead, and accounts that must not shrink.
  private mutating func checkTimers() {
    let next = power.nextCrossing(at: now) ?? .distantFuture
    for limit in [next, max(now, next - .tick), now + .second, now + .hour, now + .day] {
      let found = power.nextCrossing(at: now, upTo: limit)
      if found != (next <= limit ? next : .distantFuture) {
        fault = fault ?? "the next crossing is found at \(found) instead of \(next), up to \(limit)"
      }
    }
    for index in accounts.indices {
      let energy = power.accountEnergy(accounts[index].id)
      if energy.total < accounts[index].energy || energy.onBattery > energy.total {
        fault = fault ?? "an account went down"
      }
      accounts[index].energy = energy.total
    }
  }

  // MARK: Operations

  private mutating func act(_ operation: Int) {
    let payer = [refreshOfApp0, refreshOfApp1, pushOfApp1, user, .idle][Int(random.next() % 5)]
    let account =
      accounts.isEmpty || random.next() % 2 == 0
      ? nil : accounts[Int(random.next() % UInt64(accounts.count))].id
    let number = Int64(random.next() % 2_000_000)
    let kind = random.next() % 20
    // An empty phone does nothing until it is charged.
    guard kind == 12 || power.isPlugged || power.remainingNanojoules(at: now) > 0 else { return }
    switch kind {
    case 0 where claims.count < 20, 1 where claims.count < 20:
      let component: EnergyComponent = number % 5 == 0 ? .system : number % 2 == 0 ? .processor : .display
      claims.append(power.begin(component, payer: payer, microwatts: number, account: account, at: now))
    case 2: if !claims.isEmpty { power.change(claims[0], microwatts: number, at: now) }
    case 3, 4: if !claims.isEmpty { power.end(claims.removeFirst(), at: now) }
    case 5 where holders.count < 20: holders.append(power.holdAwake(payer: payer, account: account, at: now))
    case 6: if !holders.isEmpty { power.releaseAwake(holders.removeFirst(), at: now) }
    case 7, 8: startTransfer(payer, account, bytes: number)
    case 9: if !transfers.isEmpty { power.finishTransfer(transfers.removeFirst(), at: now) }
    case 10: if !transfers.isEmpty { _ = power.interruptTransfer(transfers.removeLast(), at: now) }
    case 11: stream(operation)
    case 12: changeCharger(number)
    case 13: power.spend(.system, payer: payer, nanojoules: number * 37, account: account, at: now)
    case 14: power.setChargeCeiling(number % 2 == 0 ? 0.8 : nil, at: now)
    case 15:
      let path = paths[Int(number % 3)]
      power.spendTransfer(payer: payer, path: path, bytesDown: number, account: account, at: now)
    case 16: power.setIdleDrawn(number % 4 != 0, at: now)
    case 17:
      if number % 8 == 0 {
        switchRadiosOff()
      } else {
        power.setSignal(SignalLevel.allCases[Int(number % 3)], at: now)
      }
    case 18: power.holdAwake(until: now + .microseconds(number * 64), payer: payer, at: now)
    default: changeAccounts(number)
    }
  }

  private mutating func startTransfer(_ payer: EnergyPayer, _ account: AccountID?, bytes: Int64) {
    let path = paths[Int(bytes % 3)]
    let start = power.startTransfer(
      payer: payer, path: path, bytesUp: bytes, bytesDown: bytes * 3, account: account, at: now)
    transfers.append(start.id)
  }

  private mutating func stream(_ operation: Int) {
    if streams.count < 2 {
      streams.append(power.beginStreaming(payer: user, path: operation % 2 == 0 ? .lte : .wifi, at: now))
    } else {
      power.endStreaming(streams.removeFirst(), at: now)
    }
  }

  private mutating func changeCharger(_ number: Int64) {
    if power.isPlugged, number % 4 != 0 {
      power.disconnect(at: now)
    } else {
      power.connect(number % 2 == 0 ? power.parameters.wired20W : power.parameters.qi, at: now)
    }
  }

  private mutating func switchRadiosOff() {
    power.radiosOff(at: now)
    for id in transfers { _ = power.interruptTransfer(id, at: now) }
    for id in streams { power.endStreaming(id, at: now) }
    transfers = []
    streams = []
  }

  private mutating func changeAccounts(_ number: Int64) {
    if accounts.count < 4 {
      accounts.append((power.openAccount(), 0))
    } else if number % 2 == 0 {
      power.closeAccount(accounts.removeFirst().id, at: now)
    }
  }
}
