import BackgroundExecution
import EventSimulation
import TestSupport
import Testing
import Workload

@Suite("The gates of transfers and relaunches")
struct TransferVerdictTests {
  private static let mechanisms = [Mechanism.transferD, .transferN, .wake]

  /// On the charger and on Wi-Fi every stage lets a transfer start.
  private func verdict(
    _ mechanism: Mechanism, _ changes: [String: String] = [:],
    item: (inout ItemGateState) -> Void = { _ in }, app: (inout AppGateState) -> Void = { _ in },
    device: (inout DeviceGateState) -> Void = { _ in }
  ) throws -> GateVerdict {
    try BackgroundExecutionTests.verdict(
      mechanism, changes, isPlugged: true, item: item, app: app, device: device)
  }
  private let open = GateVerdict()

  @Test("deny nothing in a friendly state, nor for a foreground or running app", arguments: mechanisms)
  func friendly(mechanism: Mechanism) throws {
    #expect(try verdict(mechanism) == open)
    #expect(try verdict(mechanism, app: { $0.isForeground = true }) == open)
    #expect(try verdict(mechanism, item: { $0.isAlreadyRunning = true }) == open)
  }

  @Test("LIFE-7 wait for the first unlock", arguments: mechanisms)
  func firstUnlock(mechanism: Mechanism) throws {
    #expect(try verdict(mechanism, device: { $0.hasBeenUnlocked = false }) == hard(.firstUnlock))
  }

  @Test("QUIT-1 a flagged app gets no relaunch", arguments: ["hard", "soft", "off"])
  func forceQuit(word: String) throws {
    let expected = word == "hard" ? hard(.forceQuit) : word == "soft" ? soft(.forceQuit) : open
    #expect(
      try verdict(.wake, ["factor.appSwitcher": word], app: { $0.isForceQuit = true }) == expected)
  }

  @Test("BAR-2 PWR-2 GATE-9 only discretionary ones heed the switch, Low Power Mode and heat")
  func discretion() throws {
    for mechanism in Self.mechanisms {
      let isTouched = mechanism == .transferD
      #expect(
        try verdict(mechanism, device: { $0.backgroundRefresh = 0 }) == (isTouched ? hard(.barOff) : open))
      #expect(
        try verdict(mechanism, app: { $0.refreshSwitch = false }) == (isTouched ? hard(.barOff) : open))
      #expect(
        try verdict(mechanism, device: { $0.isLowPowerMode = true })
          == (isTouched ? hard(.lowPowerMode) : open))
      #expect(
        try verdict(mechanism, device: { $0.thermal = 3 }) == (isTouched ? hard(.thermalCritical) : open))
      #expect(try verdict(mechanism, device: { $0.isBusy = true }) == (isTouched ? soft(.busy) : open))
      // BAR-4 is about launches of refresh and push.
      #expect(try verdict(mechanism, device: { $0.backgroundRefresh = 1 }) == open)
    }
  }

  @Test("URL-4 URL-9 transfers need path, floor and the end of the resume delay; a relaunch none of them")
  func hardGates() throws {
    for mechanism in Self.mechanisms {
      let isTransfer = mechanism != .wake
      for (waits, reason) in [("true", BlockingReason.noPermittedPath), ("false", .noNetwork)] {
        let changes = ["transfer.waitsForPath": waits]
        let offline = try verdict(mechanism, changes, device: { $0.network = .none })
        #expect(offline.hard == (isTransfer ? set([reason]) : []))
        let cellular = try verdict(
          mechanism, changes, item: { $0.allowsCellular = false }, device: { $0.network = .cellular })
        #expect(cellular.hard == (isTransfer && waits == "true" ? set([reason]) : []))
      }
      #expect(
        try verdict(mechanism, item: { $0.open = noon + .tick }).hard
          == (isTransfer ? set([.earliestBeginDate]) : []))
      #expect(
        try verdict(mechanism, item: { $0.resumeDelayEnd = noon + .tick })
          == (isTransfer ? hard(.resumeDelay) : open))
      #expect(try verdict(mechanism, item: { $0.resumeDelayEnd = noon }) == open)
    }
  }

  @Test("URL-5 each stage begins at its instant and takes no chance away")
  func stages() throws {
    /// Whether the stage lets a transfer of an age start.
    func allows(_ age: TimeSpan, _ path: NetworkPath, plugged: Bool, level: Double) throws -> Bool {
      let found = try verdict(
        .transferD, ["factor.lowBattery": "off"], item: { $0.open = noon - age },
        device: {
          $0.network = path
          $0.isPlugged = plugged
          $0.stateOfCharge = level
        })
      holds(found == open || found == soft(.transferStage))
      return found == open
    }
    let (day, late) = (TimeSpan.hours(24), TimeSpan.hours(48))
    for (age, stage) in [(.zero, 1), (day - .tick, 1), (day, 2), (late - .tick, 2), (late, 3)] {
      holds(try allows(age, .wifi, plugged: true, level: 0.1))
      #expect(try allows(age, .wifi, plugged: false, level: 0.21) == (stage >= 2))
      #expect(try allows(age, .wifi, plugged: false, level: 0.2) == (stage == 3))
      #expect(try allows(age, .cellular, plugged: true, level: 1) == (stage == 3))
    }
  }

  @Test("BUD-8 relaxed: denied at the overdraft and below, hard, unless budgets are off")
  func overdraft() throws {
    for mechanism in [Mechanism.transferN, .wake] {
      for (balance, isDenied) in [(-99, false), (-100, true), (-101, true)] as [(Int64, Bool)] {
        for word in ["hard", "soft", "off"] {
          let found = try verdict(
            mechanism, ["factor.budgets": word],
            app: {
              $0.energyBalance = balance
              $0.energyOverdraft = -100
            }, device: { $0.isPlugged = false })
          #expect(found == (isDenied && word != "off" ? hard(.energyBudget) : open))
        }
      }
      let cellular = try verdict(
        mechanism,
        device: {
          $0.network = .cellular
          $0.cellularBalance = -1
          $0.cellularOverdraft = 0
        })
      #expect(cellular == hard(.dataBudget))
    }
    // BUD-5 holds for what a policy sees.
    #expect(
      try verdict(
        .transferD, item: { $0.open = noon - .hours(48) }, app: { $0.energyBalance = 0 },
        device: { $0.isPlugged = false }) == soft(.energyBudget))
  }
}
