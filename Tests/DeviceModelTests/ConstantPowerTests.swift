import EventSimulation
import TestSupport
import Testing

@testable import DeviceModel

@Suite("Constant power")
struct ConstantPowerTests {
  @Test("1 W for 1 h is 3600 J, billed to who drew it")
  func wattHour() {
    var power = barePhone()
    let claim = power.begin(.processor, payer: refreshOfApp0, microwatts: 1_000_000, at: .zero)
    power.end(claim, at: .zero + .hour)
    #expect(
      power.ledger() == [
        EnergyEntry(
          payer: refreshOfApp0, component: .processor, energyNanojoules: 3_600_000_000_000,
          batteryNanojoules: 3_600_000_000_000, sharedNanojoules: 0)
      ])
    #expect(power.totals().batteryOut == 3_600_000_000_000)
    #expect(power.remainingNanojoules(at: .zero + .hour) == 46_728_000_000_000 - 3_600_000_000_000)
  }

  @Test(
    "a cell without resistance lasts E0 / P, to the tick",
    arguments: [1, 47_000, 333_333, 1_000_000, 7_654_321])
  func life(microwatts: Int64) throws {
    var power = barePhone(["battery.capacity": microwatts == 1 ? 0.000_001 : 12.98])
    _ = power.begin(.system, payer: .idle, microwatts: microwatts, at: .zero)
    var now = Instant.zero
    var crossings: [LevelCrossing] = []
    while !crossings.contains(.empty) {
      now = try power.crossing(after: now)
      crossings = power.handleCrossing(at: now)
    }
    let energy = power.capacityNanojoules * 1000
    #expect(now.microseconds == (energy + microwatts - 1) / microwatts)
    #expect(power.stateOfCharge(at: now) == 0)
    #expect(power.checkClosure() == nil)
  }

  @Test("idle powers are 47 mW: 0.36 % an hour")
  func idle() {
    let power = phone(["battery.internalResistance": 0])
    let drop = 1 - power.stateOfCharge(at: .zero + .hour)
    #expect(abs(drop - 0.047 * 3600 / 46_728) < 1e-12)
    #expect(
      power.ledger(at: .zero + .hour).map(\.energyNanojoules) == [
        72_000_000_000, 43_200_000_000, 54_000_000_000,
      ])
  }

  @Test("idle powers stop while the phone is off")
  func off() {
    var power = phone()
    power.setIdleDrawn(false, at: .zero + .hour)
    let level = power.stateOfCharge(at: .zero + .hour)
    #expect(power.stateOfCharge(at: .day(100)) == level)
    #expect(power.nextCrossing(at: .zero + .hour) == nil)
    power.setIdleDrawn(true, at: .day(100))
    #expect(power.nextCrossing(at: .day(100)) != nil)
  }

  @Test("a resistance takes the closed-form loss of a constant-power load")
  func loss() throws {
    // energy.md 3.6: t = Qs / (2P (a - b)) (F(a) - F(b)) per table step, with the charge scaled so that the
    // level is one of energy. Checked on a flat voltage, where I and the loss are constant.
    var power = barePhone(["battery.internalResistance": 0.1])
    _ = power.begin(.processor, payer: user, microwatts: 2_000_000, at: .zero)
    var now = Instant.zero
    var told: [LevelCrossing] = []
    while !told.contains(.empty) {
      now = try power.crossing(after: now)
      told = power.handleCrossing(at: now)
    }
    let loads = 2 * now.seconds
    let lost = Double(power.billed(user, .batteryLoss)) * 1e-9
    #expect(abs(loads + lost - 46_728) < 1e-3)
    // Between the losses at the highest and the lowest voltage in use: I^2 R / P = 2RP / V^2 about.
    holds(lost / loads > 0.4 / (2 * 4.2549 * 4.2549) && lost / loads < 0.4 / (2 * 3.0 * 3.0))
    // Mean over the table, trapezoids, of the exact loss ratio.
    let cell = power.parameters.cell
    let grid = (0..<1000).map { (Double($0) + 0.5) / 1000 }
    // Levels are used up in proportion to time and total power.
    let time = grid.reduce(0) { $0 + 46.728 / (2 + 2 * cell.lossRatio(load: 2, level: $1)) }
    #expect(abs(now.seconds / time - 1) < 1e-4)
    #expect(power.checkClosure() == nil)
  }

  @Test("the loss is billed to the payers of the loads in proportion")
  func proportion() {
    var power = phone(["idle.system": 0, "idle.wifi": 0, "idle.paging": 0])
    let small = power.begin(.processor, payer: refreshOfApp0, microwatts: 200_000, at: .zero)
    let large = power.begin(.display, payer: user, microwatts: 800_000, at: .zero)
    power.end(small, at: .zero + .hour)
    power.end(large, at: .zero + .hour)
    let ratio =
      Double(power.billed(user, .batteryLoss)) / Double(power.billed(refreshOfApp0, .batteryLoss))
    #expect(abs(ratio - 4) < 1e-5)
    #expect(power.billed(refreshOfApp0, .processor) == 720_000_000_000)
  }

  @Test("oracle 20: unit tasks at Poisson instants empty the battery after a Gamma(k) time")
  func unitTasks() {
    var random = SeededGenerator(seed: 20)
    let resolved = parameters(bare.merging(["battery.capacity": 10 / 3600]) { $1 })
    var times: [Double] = []
    for _ in 0..<4000 {
      var power = PhonePower(parameters: resolved, appCount: 1, stateOfCharge: 1, at: .zero)
      var now = Instant.zero
      var tasks = 0
      while power.remainingNanojoules(at: now) > 0 {
        now += .seconds(random.exponential() / 2)
        power.spend(.system, payer: .idle, nanojoules: 300_000_000, at: now)
        tasks += 1
      }
      #expect(tasks == 34)
      #expect(power.nextCrossing(at: now) == now)
      #expect(power.handleCrossing(at: now) == [.empty])
      times.append(now.seconds)
    }
    let mean = times.reduce(0, +) / 4000
    let variance = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 3999
    #expect(abs(mean - 17) < 6 * 2.91548 / 4000.0.squareRoot())
    #expect(abs(variance.squareRoot() - 2.91548) < 6 * 2.91548 / 8000.0.squareRoot() * 1.1)
  }
}
