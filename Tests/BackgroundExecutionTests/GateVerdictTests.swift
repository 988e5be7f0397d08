import BackgroundExecution
import EventSimulation
import Testing
import Workload

@Suite("The gates")
struct GateVerdictTests {
  private let open = GateVerdict()

  @Test("deny nothing in a friendly state", arguments: [Mechanism.refresh, .processing, .push])
  func friendly(mechanism: Mechanism) throws {
    #expect(try verdict(mechanism) == open)
  }

  @Test("GATE-1 a factor is hard, soft or off", arguments: ["hard", "soft", "off"])
  func enforcement(word: String) throws {
    let denials: [(String, BlockingReason, (inout AppGateState) -> Void, (inout DeviceGateState) -> Void)] = [
      ("appSwitcher", .forceQuit, { $0.isForceQuit = true }, { _ in }),
      ("backgroundRefresh", .barOff, { $0.refreshSwitch = false }, { _ in }),
      ("lowPowerMode", .lowPowerMode, { _ in }, { $0.isLowPowerMode = true }),
      ("lowBattery", .lowBattery, { _ in }, { $0.stateOfCharge = 0.1 }),
      ("budgets", .energyBudget, { _ in }, { $0.energyBalance = 0 }),
    ]
    for (factor, reason, app, device) in denials {
      let expected = word == "hard" ? hard(reason) : word == "soft" ? soft(reason) : open
      #expect(try verdict(.refresh, ["factor.\(factor)": word], app: app, device: device) == expected)
    }
  }

  @Test("QUIT-1 QUIT-4 force quit denies requests and pushes by flags of their own")
  func forceQuit() throws {
    for mechanism in [Mechanism.refresh, .processing, .push] {
      let earlier = ["quit.processingRuns": "false"]
      #expect(
        try verdict(mechanism, earlier, app: { $0.isForceQuit = true })
          == (mechanism == .push ? open : hard(.forceQuit)))
      #expect(
        try verdict(mechanism, earlier, app: { $0.isForceQuitForPushes = true })
          == (mechanism == .push ? hard(.forceQuit) : open))
    }
  }

  @Test(
    "BAR-2 off for device or app denies every mechanism", arguments: [Mechanism.refresh, .processing, .push])
  func refreshOff(mechanism: Mechanism) throws {
    #expect(try verdict(mechanism, device: { $0.backgroundRefresh = 0 }) == hard(.barOff))
    #expect(try verdict(mechanism, app: { $0.refreshSwitch = false }) == hard(.barOff))
  }

  @Test("BAR-4 setting wifi lets refresh and push start on Wi-Fi only", arguments: NetworkPath.allCases)
  func wifiOnly(path: NetworkPath) throws {
    for mechanism in [Mechanism.refresh, .processing, .push] {
      let result = try verdict(
        mechanism,
        device: {
          $0.backgroundRefresh = 1
          $0.network = path
        })
      let denied = path == .none ? hard(.barWifiOnly, .noNetwork) : hard(.barWifiOnly)
      #expect(result == (mechanism == .processing || path == .wifi ? open : denied))
    }
  }

  @Test("PROC-1 idle for the whole delay, limit inclusive", arguments: [-1, 0, 1])
  func idleDelay(ticks: Int64) throws {
    let result = try verdict(
      .processing, device: { $0.idleSince = noon - .minutes(5) + .microseconds(ticks) })
    #expect(result == (ticks > 0 ? hard(.deviceInUse) : open))
    #expect(try verdict(.processing, device: { $0.idleSince = nil }) == hard(.deviceInUse))
    #expect(try verdict(.refresh, device: { $0.idleSince = nil }) == open)
  }

  @Test("PROC-3 PROC-4 external power, or a well-filled battery where that is allowed")
  func externalPower() throws {
    func processing(_ allowed: Bool, flag: Bool, level: Double) throws -> GateVerdict {
      try verdict(
        .processing, ["processing.allowOnBattery": "\(allowed)"],
        item: { $0.requiresExternalPower = flag },
        device: {
          $0.isPlugged = false
          $0.stateOfCharge = level
        })
    }
    #expect(try processing(false, flag: false, level: 1) == hard(.externalPower))
    #expect(try processing(true, flag: false, level: 0.8) == open)
    #expect(try processing(true, flag: false, level: 0.799) == hard(.externalPower))
    #expect(try processing(true, flag: true, level: 1) == hard(.externalPower))
  }

  @Test(
    "BUD-5 without a path the data verdict denies, because the next path may be cellular",
    arguments: [true, false])
  func dataBudget(needsPath: Bool) throws {
    for changes in [{ $0.cellularBalance = 0 } as (inout DeviceGateState) -> Void, { _ in }] {
      for path in NetworkPath.allCases {
        let found = try verdict(
          .refresh, ["launch.needsPath": "\(needsPath)"], app: { $0.cellularBalance = 0 },
          device: {
            $0.network = path
            changes(&$0)
          })
        let denies = needsPath ? path != .wifi : path == .cellular
        #expect(found.soft == (denies ? BlockingSet(.dataBudget) : []))
      }
    }
  }

  @Test("PROC-5 connectivity is asked of processing that requires it, and of refresh and push")
  func connectivity() throws {
    let offline: (inout DeviceGateState) -> Void = { $0.network = .none }
    let needsNetwork: (inout ItemGateState) -> Void = { $0.requiresNetworkConnectivity = true }
    #expect(try verdict(.processing, item: needsNetwork, device: offline) == hard(.noNetwork))
    #expect(try verdict(.processing, device: offline) == open)
    for mechanism in [Mechanism.refresh, .push] {
      #expect(try verdict(mechanism, device: offline) == hard(.noNetwork))
      #expect(try verdict(mechanism, ["launch.needsPath": "false"], device: offline) == open)
    }
  }

  @Test("PROC-8 on the charger neither battery, Low Power Mode nor budget gates processing")
  func processingOnCharger() throws {
    let poor: (inout DeviceGateState) -> Void = {
      $0.stateOfCharge = 0.05
      $0.isLowPowerMode = true
      $0.energyBalance = -1
      $0.cellularBalance = -1
    }
    #expect(try verdict(.processing, device: poor) == open)
    let onBattery = try verdict(
      .processing, ["processing.allowOnBattery": "true", "processing.onBatteryFloor": "0 %"],
      device: {
        poor(&$0)
        $0.isPlugged = false
      })
    #expect(onBattery.hard == BlockingSet(.lowPowerMode))
    #expect(onBattery.soft == BlockingSet(.lowBattery))
  }

  @Test("PWR-1 at or below the critical level, unplugged", arguments: [0.19, 0.2, 0.201])
  func lowBattery(level: Double) throws {
    for mechanism in [Mechanism.refresh, .push] {
      #expect(
        try verdict(mechanism, device: { $0.stateOfCharge = level })
          == (level <= 0.2 ? soft(.lowBattery) : open))
      let plugged = try verdict(
        mechanism,
        device: {
          $0.stateOfCharge = level
          $0.isPlugged = true
        })
      #expect(plugged == open)
    }
  }

  @Test("PWR-2 Low Power Mode denies refresh and push, also plugged in unless the switch says otherwise")
  func lowPowerMode() throws {
    let plugged: (inout DeviceGateState) -> Void = {
      $0.isLowPowerMode = true
      $0.isPlugged = true
    }
    #expect(try verdict(.push, device: { $0.isLowPowerMode = true }) == hard(.lowPowerMode))
    #expect(try verdict(.refresh, device: plugged) == hard(.lowPowerMode))
    #expect(try verdict(.refresh, ["lpm.appliesWhilePlugged": "false"], device: plugged) == open)
  }

  @Test("BUD-5 BUD-7 device and app balance must be positive; the charger and Wi-Fi cost nothing")
  func budgets() throws {
    #expect(try verdict(.refresh, device: { $0.energyBalance = 0 }) == soft(.energyBudget))
    #expect(try verdict(.push, app: { $0.energyBalance = 0 }) == soft(.energyBudget))
    #expect(
      try verdict(
        .refresh,
        device: {
          $0.energyBalance = 0
          $0.isPlugged = true
        }) == open)
    #expect(try verdict(.refresh, device: { $0.cellularBalance = 0 }) == open)
    #expect(
      try verdict(.refresh, app: { $0.cellularBalance = 0 }, device: { $0.network = .cellular })
        == soft(.dataBudget))
  }

  @Test(
    "USE-3 processing needs a session in the last seven days, or as usage.eligibilityDays says, and only processing",
    arguments: [(7, [:]), (14, ["usage.eligibilityDays": "14 d"])] as [(Double, [String: String])])
  func eligibility(days: Double, changes: [String: String]) throws {
    let first = noon - .days(days)
    for (last, isEligible) in [(first, true), (first - .tick, false), (nil, false)] {
      #expect(
        try verdict(.processing, changes, app: { $0.lastForeground = last })
          == (isEligible ? open : soft(.appUsage)))
      #expect(try verdict(.refresh, app: { $0.lastForeground = last }) == open)
      #expect(try verdict(.push, app: { $0.lastForeground = last }) == open)
    }
  }

  @Test(
    "QUIT-1 from version 18 on the flag keeps no processing back, unless quit.processingRuns is false",
    arguments: [Mechanism.refresh, .push, .processing, .health])
  func forceQuitFlag(mechanism: Mechanism) throws {
    for (version, runs) in [(17, true), (18, true), (26, true), (26, false)] {
      let changes = ["os.version": "\(version)", "quit.processingRuns": "\(runs)"]
      let found = try verdict(
        mechanism, changes, isPlugged: true,
        app: {
          $0.isForceQuit = true
          $0.isForceQuitForPushes = true
        })
      let isOpen = mechanism.isProcessing && version >= 18 && runs
      #expect(found == (isOpen ? open : hard(.forceQuit)), "\(version) \(runs)")
    }
  }

  @Test("CONT-4 load above the ceiling and critical heat leave no room for a continued task")
  func continuedRoom() throws {
    #expect(try verdict(.continued, device: { $0.processorLoad = 0.8 }) == open)
    #expect(try verdict(.continued, device: { $0.processorLoad = 0.81 }) == hard(.cpuLoad))
    #expect(
      try verdict(.continued, ["continued.loadCeiling": "100 %"], device: { $0.processorLoad = 1 }) == open)
    #expect(try verdict(.continued, device: { $0.thermal = 3 }) == hard(.thermalCritical))
  }

  @Test("RATE-1 the gap is over at its end, not before")
  func spacing() throws {
    #expect(try verdict(item: { $0.spacingEnd = noon + .tick }) == soft(.rateLimit))
    #expect(try verdict(item: { $0.spacingEnd = noon }) == open)
  }

  @Test("SUB-8 a floor equal to now is reached")
  func floor() throws {
    #expect(try verdict(item: { $0.open = noon }) == open)
    #expect(try verdict(item: { $0.open = noon + .tick }) == hard(.earliestBeginDate))
  }

  @Test(
    "GATE-7 LIFE-7 foreground, duplicates and the first unlock are hard",
    arguments: [Mechanism.refresh, .processing, .push])
  func hardGates(mechanism: Mechanism) throws {
    #expect(try verdict(mechanism, app: { $0.isForeground = true }) == hard(.appForeground))
    #expect(try verdict(mechanism, item: { $0.isAlreadyRunning = true }) == hard(.alreadyRunning))
    #expect(try verdict(mechanism, device: { $0.hasBeenUnlocked = false }) == hard(.firstUnlock))
    #expect(try verdict(mechanism, device: { $0.thermal = 3 }) == hard(.thermalCritical))
  }

  @Test("REF-6 PROC-9 refresh and push share their slots, processing has its own")
  func slots() throws {
    for mechanism in [Mechanism.refresh, .processing, .push] {
      let isProcessing = mechanism == .processing
      #expect(
        try verdict(mechanism, device: { $0.refreshSlotsTaken = 4 })
          == (isProcessing ? open : hard(.concurrency)))
      #expect(
        try verdict(mechanism, device: { $0.processingSlotsTaken = 2 })
          == (isProcessing ? hard(.concurrency) : open))
    }
  }

  @Test("GATE-8 conditions are soft and end at their end")
  func conditions() throws {
    #expect(try verdict(device: { $0.bootHoldEnd = noon + .tick }) == soft(.bootHold))
    #expect(try verdict(device: { $0.bootHoldEnd = noon }) == open)
    #expect(try verdict(device: { $0.herdHoldEnd = noon + .tick }) == soft(.herd))
    #expect(try verdict(device: { $0.herdHoldEnd = noon }) == open)
    #expect(try verdict(device: { $0.isBusy = true }) == soft(.busy))
    #expect(try verdict(device: { $0.thermal = 2 }) == soft(.thermalSerious))
    #expect(try verdict(device: { $0.processorLoad = 0.9 }) == open)
    #expect(try verdict(.processing, device: { $0.processorLoad = 0.9 }) == soft(.cpuLoad))
    #expect(try verdict(.processing, device: { $0.processorLoad = 0.5 }) == open)
  }

  @Test("reasons are reported in the order of the vocabulary")
  func precedence() throws {
    let result = try verdict(
      item: { $0.open = noon + .hour },
      app: {
        $0.isForceQuit = true
        $0.isForeground = true
      })
    #expect(result.hard.first == .forceQuit)
    #expect(result.hard.reasons == [.forceQuit, .appForeground, .earliestBeginDate])
  }
}
