import BackgroundExecution
import EventSimulation
import TestSupport
import Testing
import Workload

/// Random states of device, app and item, in which every gate is closed now and then.
private struct RandomStates {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func flag(_ probability: Double = 0.5) -> Bool { random.uniform() < probability }

  mutating func near(_ time: Instant) -> Instant { time + .minutes(random.uniform(-90...90)) }

  mutating func balance() -> Int64 { [-100, -10, 0, 1, 100][random.integer(below: 5)] }

  mutating func device() -> DeviceGateState {
    var device = DeviceGateState(now: noon)
    device.isPlugged = flag()
    device.stateOfCharge = [0, 0.1, 0.2, 0.21, 0.5, 0.8, 1][random.integer(below: 7)]
    device.network = [.none, .cellular, .wifi][random.integer(below: 3)]
    device.idleSince = flag(0.8) ? noon - .minutes(random.uniform(0...20)) : nil
    device.isLowPowerMode = flag(0.2)
    device.backgroundRefresh = random.integer(below: 3)
    device.hasBeenUnlocked = flag(0.8)
    device.thermal = random.integer(below: 4)
    device.isBusy = flag(0.2)
    device.isQuietDay = flag(0.2)
    device.processorLoad = random.uniform()
    device.bootHoldEnd = near(noon - .hour)
    device.herdHoldEnd = near(noon - .hour)
    device.refreshSlotsTaken = random.integer(below: 5)
    device.processingSlotsTaken = random.integer(below: 3)
    device.continuedSlotsTaken = random.integer(below: 5)
    device.energyBalance = balance()
    device.cellularBalance = balance()
    device.energyOverdraft = -50
    device.cellularOverdraft = -50
    return device
  }

  mutating func app() -> AppGateState {
    var app = AppGateState()
    app.isForceQuit = flag(0.2)
    app.isForceQuitForPushes = flag(0.2)
    app.refreshSwitch = flag(0.8)
    app.isForeground = flag(0.2)
    app.energyBalance = balance()
    app.cellularBalance = balance()
    app.energyOverdraft = -50
    app.cellularOverdraft = -50
    app.lastForeground =
      app.isForeground ? noon : flag(0.8) ? noon - .days(7) + .minutes(random.uniform(-60...60)) : nil
    app.isUsed = flag(0.8)
    return app
  }

  mutating func item() -> ItemGateState {
    var item = ItemGateState(
      mechanism: Mechanism.allCases[random.integer(below: Mechanism.allCases.count)],
      open: near(noon - .minutes(30)))
    if item.mechanism == .discretionaryTransfer, flag() {
      item.open = noon - .hours(random.uniform(0...80))
    }
    item.requiresExternalPower = flag()
    item.requiresNetworkConnectivity = flag()
    item.isAlreadyRunning = flag(0.2)
    item.allowsCellular = flag()
    item.spacingEnd = near(noon)
    if item.mechanism.isRequest { item.firstEvaluation = item.open + .minutes(random.uniform(0...60)) }
    item.resumeDelayEnd = near(noon)
    return item
  }
}

@Suite("Gates in parts")
struct KeptGatesTests {
  private static let platforms: [[String: String]] = [
    [:],
    ["factor.rateLimit": "hard", "factor.appUsage": "hard", "factor.lowPowerMode": "soft"],
    ["factor.budgets": "hard", "factor.backgroundRefresh": "soft", "processing.allowOnBattery": "true"],
    ["factor.budgets": "off", "factor.appSwitcher": "soft", "lpm.appliesWhilePlugged": "true"],
    ["launch.needsPath": "false", "transfer.waitsForPath": "false"],
  ]

  @Test(
    "GATE-2 what device, app and item deny by themselves is the verdict of the whole state",
    arguments: 0..<platforms.count)
  func parts(number: Int) throws {
    let platform = try platform(Self.platforms[number])
    let oracle = GateOracle(platform: platform)
    var states = RandomStates(seed: UInt64(number + 1))
    var gates = DeviceGates([], platform)
    var mismatches: [String] = []
    for _ in 0..<20_000 {
      let (device, app, item) = (states.device(), states.app(), states.item())
      let expected = oracle.verdict(item, app, device)
      gates.update(platform.facts(device), platform)
      let kept = platform.gates(item, app, at: device.now).verdict(gates)
      if kept != expected || platform.verdict(item, app, device) != expected {
        mismatches.append("\(item) \(app) \(device): found \(kept), expected \(expected)")
      }
    }
    holds(mismatches.isEmpty, "\(mismatches.first ?? "")")
  }

  @Test(
    "GATE-2 the verdicts of an item do not change before the end that its gates state, and change there",
    arguments: 0..<platforms.count)
  func ends(number: Int) throws {
    let platform = try platform(Self.platforms[number])
    var states = RandomStates(seed: UInt64(number + 11))
    var early = 0
    for _ in 0..<5_000 {
      let (app, item) = (states.app(), states.item())
      let gates = platform.gates(item, app, at: noon)
      #expect(gates.until > noon)
      let end = min(gates.until, noon + .days(10))
      let length = (end - noon).microseconds
      for _ in 0..<4 {
        let time = noon + .microseconds(Int64(states.random.integer(below: Int(length))))
        var later = platform.gates(item, app, at: time)
        later.until = gates.until
        // Before the earliest begin soft denials are not kept up to date.
        if gates.isAhead ? later.kind != gates.kind || !later.isAhead : later != gates { early += 1 }
      }
      if gates.until <= noon + .days(10) {
        var after = platform.gates(item, app, at: gates.until)
        after.until = gates.until
        if after == gates { early += 1 }
      }
    }
    #expect(early == 0)
  }

  @Test("GATE-2 before the earliest begin the hard denials hold until the end that an item's gates name")
  func ahead() throws {
    let platform = try platform(["factor.rateLimit": "hard", "factor.appUsage": "hard"])
    var states = RandomStates(seed: 5)
    var early = 0
    let device = DeviceGates(platform.facts(openDevice()), platform)
    for _ in 0..<5_000 {
      var (app, item) = (states.app(), states.item())
      item.open = noon + .minutes(states.random.uniform(1...60))
      app.isForeground = false
      let gates = platform.gates(item, app, at: noon)
      guard gates.isAhead else { continue }
      let time =
        noon + .microseconds(Int64(states.random.integer(below: Int((gates.until - noon).microseconds))))
      if platform.gates(item, app, at: time).verdict(device).hard != gates.verdict(device).hard { early += 1 }
    }
    #expect(early == 0)
  }

  @Test("a counterfactual lifts reasons of the device and of the item alike")
  func lifted() throws {
    let platform = try platform()
    var device = openDevice()
    device.thermal = 3
    var item = openItem(.refresh)
    item.open = noon + .hour
    let lifted: BlockingSet = .of(.thermalCritical, .earliestBeginDate)
    let gates = platform.gates(item, openApp(), at: noon, lifting: lifted)
    holds(!gates.isAhead)
    #expect(platform.verdict(item, openApp(), device, lifting: lifted) == GateVerdict())
    #expect(platform.verdict(item, openApp(), device).hard == .of(.thermalCritical, .earliestBeginDate))
  }
}
