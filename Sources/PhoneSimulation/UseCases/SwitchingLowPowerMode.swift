import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams

/// Low Power Mode: by hand, by the prompt, and its end on the charger. PWR-3 and PWR-4.
extension Phone {
  mutating func setLowPowerMode(_ mode: LowPowerMode, at now: Instant, _ c: inout Calendar) {
    guard let old = conditions.changeLowPowerMode(to: mode) else { return }
    note(
      .settingChanged, nil, .lowPowerMode, value: mode == .off ? 0 : 1, at: now,
      [
        .number(.old, old == .off ? 0 : 1),
        .text(.by, mode == .manual || old == .manual ? "user" : mode == .prompted ? "prompt" : "charging"),
      ])
    rerouteTransfers(at: now, &c)
    rerouteLeftovers(at: now, &c)
    rerouteStreaming(at: now)
    requestDecision(at: now, &c)
  }

  /// PWR-3: asked at most once after each unplugging, at an unlocked session at or below the level.
  mutating func offerLowPowerMode(at now: Instant, _ c: inout Calendar) {
    guard !charging.isPlugged, !conditions.isLowPowerMode, !charging.hasPrompted,
      power.readStateOfCharge(at: now) <= configuration.platform.promptLevel
    else { return }
    charging.prompt()
    stream.seek(event: address(.lowPowerModePrompt, index: now.day))
    if stream.bernoulli(configuration.platform.promptAcceptance) {
      setLowPowerMode(.prompted, at: now, &c)
    }
  }

  /// PWR-4: what the prompt switched on ends on the charger at the auto-off level.
  mutating func endPromptedLowPowerMode(at now: Instant, _ c: inout Calendar) {
    if conditions.lowPowerMode == .prompted, charging.isPlugged { setLowPowerMode(.off, at: now, &c) }
  }
}
