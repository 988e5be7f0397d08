import DeviceModel
import EventSimulation
import TestSupport
import Testing

@Suite("Awake power, sharing and accounts")
struct AwakeAndSharingTests {
  @Test(
    "the platform's power is split equally among the holders that keep it awake, and is zero without holders")
  func awake() {
    var power = barePhone()
    let a = power.holdAwake(payer: refreshOfApp0, at: .zero)
    let b = power.holdAwake(payer: refreshOfApp1, at: .zero + .seconds(10))
    #expect(power.awakeHolders == 2)
    power.releaseAwake(a, at: .zero + .seconds(20))
    power.releaseAwake(b, at: .zero + .seconds(40))
    #expect(power.awakeHolders == 0)
    #expect(power.billed(refreshOfApp0) == 180_000_000 * 10 + 90_000_000 * 10)
    #expect(power.billed(refreshOfApp1) == 90_000_000 * 10 + 180_000_000 * 20)
    #expect(power.totals(at: .day(1)).batteryOut == 180_000_000 * 40)
    // Shared was what both were billed between 10 s and 20 s.
    #expect(power.ledger().map(\.sharedNanojoules) == [900_000_000, 900_000_000])
  }

  @Test("three holders are billed the whole power to the nanojoule")
  func thirds() {
    var power = barePhone(["platform.awake": 0.1])
    let ids = [refreshOfApp0, refreshOfApp1, pushOfApp1].map { power.holdAwake(payer: $0, at: .zero) }
    for id in ids { power.releaseAwake(id, at: .zero + .seconds(10)) }
    #expect(power.totals().batteryOut == 1_000_000_000)
    #expect(power.checkClosure() == nil)
  }

  @Test("a component is shared between payers, not with the phone's idle draw or with oneself")
  func shared() {
    var power = phone(["battery.internalResistance": 0])
    let a = power.begin(.processor, payer: refreshOfApp0, microwatts: 200_000, at: .zero)
    let again = power.begin(.processor, payer: refreshOfApp0, microwatts: 200_000, at: .zero)
    let radio = power.begin(.wifi, payer: user, microwatts: 1000, at: .zero)
    let other = power.begin(.processor, payer: user, microwatts: 350_000, at: .zero + .second)
    for id in [a, again, other, radio] { power.end(id, at: .zero + .seconds(3)) }
    let shares = power.ledger().filter { $0.payer != .idle }.map(\.sharedNanojoules)
    #expect(shares == [800_000_000, 700_000_000, 0])
    holds(power.ledger().allSatisfy { $0.payer != .idle || $0.sharedNanojoules == 0 })
  }

  @Test("the ledger holds what of a row the battery gave, in both windows")
  func sources() {
    var power = barePhone()
    let claim = power.begin(.processor, payer: refreshOfApp0, microwatts: 200_000, at: .zero)
    let holders = [refreshOfApp1, pushOfApp1].map { power.holdAwake(payer: $0, at: .zero) }
    power.connect(power.parameters.wired20W, at: .zero + .seconds(4))
    power.markWindow(at: .zero + .seconds(5))
    power.disconnect(at: .zero + .seconds(6))
    power.end(claim, at: .zero + .seconds(10))
    for holder in holders { power.releaseAwake(holder, at: .zero + .seconds(10)) }
    let rows = power.ledger()
    #expect(rows.map(\.energyNanojoules) == [2_000_000_000, 900_000_000, 900_000_000])
    #expect(rows.map(\.batteryNanojoules) == [1_600_000_000, 720_000_000, 720_000_000])
    let observed = power.ledgerSinceMark()
    #expect(observed.map(\.energyNanojoules) == [1_000_000_000, 450_000_000, 450_000_000])
    #expect(observed.map(\.batteryNanojoules) == [800_000_000, 360_000_000, 360_000_000])
    #expect(power.checkClosure() == nil)
  }

  @Test(
    "shares that do not divide evenly add up, and no claimant pays more than an equal part", arguments: 1...7)
  func shares(count: Int) {
    var power = barePhone(["platform.awake": 0.177_777], charge: 0.9)
    let payers = (0..<count).map { EnergyPayer(app: Int32($0 % 5), cause: EnergyCause.allCases[$0]) }
    var ids = payers.map { power.holdAwake(payer: $0, at: .zero) }
    power.releaseAwake(ids.removeFirst(), at: .zero + .seconds(1.234567))
    for id in ids { power.releaseAwake(id, at: .zero + .seconds(7.654321)) }
    let first = Int64(177_777 * 1_234_567 / 1000 / count)
    #expect(abs(power.billed(payers[0]) - first) <= 1)
    let rest = Int64(177_777 * (7_654_321 - 1_234_567) / 1000 / max(1, count - 1))
    for payer in payers.dropFirst() { #expect(abs(power.billed(payer) - first - rest) <= 2) }
    #expect(power.billed(.idle) <= 2 * Int64(count))
    #expect(power.checkClosure() == nil)
  }

  @Test("an account holds the energy of one run with its tail, and what of it was drawn on battery")
  func account() {
    var power = barePhone()
    let run = power.openAccount()
    let other = power.openAccount()
    let core = power.begin(.processor, payer: refreshOfApp0, microwatts: 200_000, account: run, at: .zero)
    let noise = power.begin(.processor, payer: refreshOfApp0, microwatts: 100_000, account: other, at: .zero)
    power.connect(power.parameters.wired20W, at: .zero + .seconds(4))
    power.disconnect(at: .zero + .seconds(6))
    power.end(core, at: .zero + .seconds(10))
    #expect(power.accountEnergy(run) == (2_000_000_000, 1_600_000_000))
    let start = power.startTransfer(
      payer: refreshOfApp0, path: .nr, bytesUp: 0, bytesDown: 0, account: run, at: .zero + .seconds(10))
    power.finishTransfer(start.id, at: .zero + .seconds(10) + start.duration)
    let timer = power.radioTimer ?? .zero
    power.advance(to: timer)
    #expect(power.accountEnergy(run).total == 2_000_000_000 + 314_600_000 + 2_564_700_000)
    #expect(power.accountEnergy(other, at: .zero + .seconds(100)).total == 10_000_000_000)
    let end = Instant.zero + .seconds(100)
    #expect(power.closeAccount(run, at: end).total == 2_000_000_000 + 314_600_000 + 2_564_700_000)
    #expect(power.closeAccount(other, at: end).total == 10_000_000_000)
    power.end(noise, at: .zero + .seconds(200))
    // Numbers are reused, identities are not.
    #expect(power.openAccount() != other)
    #expect(power.checkClosure() == nil)
  }

  @Test("an account counts the cell's loss for its run")
  func accountLoss() {
    var power = phone()
    let run = power.openAccount()
    let core = power.begin(.processor, payer: refreshOfApp0, microwatts: 2_000_000, account: run, at: .zero)
    power.end(core, at: .zero + .minute)
    #expect(power.accountEnergy(run).total == power.billed(refreshOfApp0))
    #expect(power.billed(refreshOfApp0, .batteryLoss) > 0)
  }

  @Test("the marked window contains the energy after the mark, the whole window contains both parts")
  func window() {
    var power = phone()
    let claim = power.begin(.display, payer: user, microwatts: 1_234_567, at: .zero)
    power.markWindow(at: .zero + .seconds(1.234567))
    power.connect(power.parameters.qi, at: .zero + .hour)
    power.end(claim, at: .zero + .hours(2))
    let whole = power.ledger()
    let part = power.ledgerSinceMark()
    let before = 1_524_155  // 1.234567 W for 1.234567 s, microjoules
    let difference =
      (whole.first { $0.component == .display }?.energyNanojoules ?? 0)
      - (part.first { $0.component == .display }?.energyNanojoules ?? 0)
    #expect(difference / 1000 == before)
    #expect(part.reduce(0) { $0 + $1.energyNanojoules } == power.totalsSinceMark().device)
    #expect(whole.reduce(0) { $0 + $1.energyNanojoules } == power.totals().device)
  }
}
