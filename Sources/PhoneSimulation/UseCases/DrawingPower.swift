import DeviceModel
import EventSimulation
import Workload

/// Power that no run draws: waking up, the screen, the app in front, notifications, readings of a trace.
extension Phone {
  /// Keeps the platform awake; whoever wakes it from deep idle pays for the wake-up.
  mutating func holdAwake(_ payer: EnergyPayer, account: AccountID?, at now: Instant) -> HolderID {
    power.holdAwake(payer: payer, account: account, work: countWakeUp(at: now), at: now)
  }

  mutating func holdAwake(
    _ payer: EnergyPayer, account: AccountID?, drawing component: EnergyComponent, microwatts: Int64,
    at now: Instant
  ) -> (hold: HolderID, claim: ClaimID) {
    power.holdAwake(
      payer: payer, account: account, work: countWakeUp(at: now), drawing: component, microwatts: microwatts,
      at: now)
  }

  @inline(__always) mutating func countWakeUp(at now: Instant) -> Int64 {
    guard power.isAsleep, !isWoken(at: now) else { return 0 }
    if isObserved(now) { journal.counts[.wakeUps] += 1 }
    return configuration.device.wakeEnergy
  }

  /// A push that finds the phone asleep wakes it, whatever then becomes of the push.
  mutating func wakeForPush(_ payer: EnergyPayer, at now: Instant) {
    guard power.isAsleep, !isWoken(at: now) else { return }
    if isObserved(now) { journal.counts[.wakeUps] += 1 }
    power.spend(.processor, payer: payer, nanojoules: configuration.device.wakeEnergy, at: now)
    server.wokePhone(at: now)
  }

  /// Whether a push has woken the phone at this instant, or the system does work that a trace's readings contain. What
  /// a chain of decisions starts, each put off by one tick, belongs to the instant of the first.
  func isWoken(at now: Instant) -> Bool {
    server.lastWakeUp == now || systemWork.isAwake(at: now)
      || decisionClock.lastDecision == now && server.lastWakeUp >= decisionClock.chainStart
  }

  @inline(__always) func processorPower(_ work: Work) -> Int64 {
    let core = configuration.operation(work.core, isLowPowerMode: work.isAtSavingClock).microwatts
    return work.share == 1 ? core : Int64(nearest: Double(core) * work.share)
  }

  /// Puts work on a core: converts its CPU time from the efficiency core of the standard phone to this core at its present
  /// clock. If the clock changes during the work, the remaining CPU time is unchanged.
  @inline(__always) func place(_ work: inout Work, on core: ProcessorCore) {
    work.core = core
    work.isAtSavingClock = conditions.isLowPowerMode
    let speed = configuration.operation(core, isLowPowerMode: work.isAtSavingClock).speed
    if speed != 1 { work.cpu = .seconds(work.cpu.seconds / speed) }
  }

  /// Moves a few bytes at once: the transfer is over within the same instant but leaves its tail.
  mutating func moveBytes(_ bytes: Int64, payer: EnergyPayer, at now: Instant) {
    guard let path = radioPath else { return }
    power.spendTransfer(payer: payer, path: path, bytesDown: bytes, at: now)
  }

  // MARK: Screen and front app

  static let glancePayer = EnergyPayer(app: -1, cause: .user)

  mutating func lightScreen(intensity: Double = 1, at now: Instant) {
    updateOpportunity(at: now)
    observe(.screenOn, at: now)
    screen.turnOn(intensity: intensity, at: now)
    note(.screenChanged, nil, .on, at: now, [.text(.old, LogWord.off.name)])
    guard drawsSessionPower else {
      return screen.draw(hold: holdAwake(Self.glancePayer, account: nil, at: now))
    }
    let (hold, display) = holdAwake(
      Self.glancePayer, account: nil, drawing: .display, microwatts: displayMicrowatts(at: now), at: now)
    screen.draw(hold: hold)
    screen.draw(display: display)
  }

  mutating func drawFrontPower(_ app: AppIndex, at now: Instant) {
    guard drawsSessionPower else { return }
    let payer = EnergyPayer(app: app, cause: .user)
    rebillDisplay(to: payer, at: now)
    let factor =
      screen.intensity * (conditions.isLowPowerMode ? configuration.device.lowPowerForegroundFactor : 1)
    let load = power.begin(
      .processor, payer: payer, microwatts: Int64(Double(configuration.device.foregroundLoad) * factor),
      at: now)
    screen.draw(load: load)
    if let path = radioPath { screen.draw(stream: power.beginStreaming(payer: payer, path: path, at: now)) }
  }

  mutating func rebillDisplay(to payer: EnergyPayer, at now: Instant) {
    guard let claim = screen.display else { return }
    power.pass(claim, to: payer, microwatts: displayMicrowatts(at: now), at: now)
  }

  @inline(__always) private func displayMicrowatts(at now: Instant) -> Int64 {
    let isNight = now.timeOfDay >= configuration.nightStart || now.timeOfDay < configuration.nightEnd
    let base = isNight ? configuration.device.nightBrightness : configuration.device.dayBrightness
    let usual = conditions.isLowPowerMode ? base * configuration.device.lowPowerBrightnessFactor : base
    return configuration.device.displayMicrowatts(brightness: min(1, usual * screen.intensity))
  }

  mutating func rerouteStreaming(at now: Instant) {
    guard let (app, stream) = screen.takeStream() else { return }
    power.endStreaming(stream, at: now)
    if let path = radioPath {
      let payer = EnergyPayer(app: app, cause: .user)
      screen.draw(stream: power.beginStreaming(payer: payer, path: path, at: now))
    }
  }

  @inline(__always) mutating func notify(at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff, network.isOnline, drawsSessionPower else { return }
    let payer = EnergyPayer(app: -1, cause: .notification)
    lightLockScreen(payer, at: now, &c)
    moveBytes(configuration.device.notificationBytes, payer: payer, at: now)
  }

  /// Where the screen is off, a notification lights it for a while; who lights it first is billed.
  mutating func lightLockScreen(_ payer: EnergyPayer, at now: Instant, _ c: inout Calendar) {
    guard !screen.isOn, drawsSessionPower else { return }
    if !screen.isGlowing {
      let (hold, display) = holdAwake(
        payer, account: nil, drawing: .display, microwatts: configuration.device.lockScreen, at: now)
      screen.beginGlow(display, hold)
    }
    screen.endGlow(at: now + configuration.device.lockScreenTime, &c)
  }

  mutating func notificationEnds(at now: Instant) {
    guard let glow = screen.glowEnded() else { return }
    power.end(glow.display, releasing: glow.hold, at: now)
  }

  /// Power that a real phone's readings give; a phone that is off draws nothing, whatever they say.
  mutating func drawBaseline(at now: Instant) {
    let microwatts = powerState.isOff ? 0 : baseline.microwatts
    if let claim = baseline.claim {
      power.change(claim, microwatts: microwatts, at: now)
    } else {
      baseline.begin(power.begin(.baseline, payer: .idle, microwatts: microwatts, at: now))
    }
  }

  // MARK: Powers that change by themselves: the end of the system's wake, stages of radio tails

  /// Makes the changes up to an instant; what is recorded of power and level follows each of them.
  @inline(__always) mutating func followPower(to now: Instant) {
    if !records.isDisjoint(with: [.timeseries, .use, .power]) {
      followRecordedPower(to: now)
    } else {
      power.followOwnChanges(to: now)
    }
    settleEndedTails(at: now)
  }

  @inline(never) private mutating func followRecordedPower(to now: Instant) {
    while power.nextOwnChange <= now {
      let change = power.nextOwnChange
      if !records.isDisjoint(with: [.timeseries, .use]) { sample(before: change) }
      power.advance(to: change)
      if records.contains(.power), change < now { samplePowers(at: change) }
    }
  }
}
