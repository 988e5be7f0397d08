import BackgroundExecution
import EventSimulation
import Workload

/// The row of one source in the table of wakes: from an event to the end of its run, what differs between sources.
///
/// All else is common to the sources: an event needs no policy and no soft gate, debits no budget and counts for no rate,
/// and its run is billed to the cause `mode`. An app in the foreground takes the event without a run.
struct WakeRule: Sendable {
  /// Whether the bundle declares what the source needs.
  let isDeclared: @Sendable (Declarations) -> Bool
  /// The time that an event gives a run.
  let runtime: @Sendable (PlatformParameters) -> TimeSpan
  /// The least time between two deliveries.
  let interval: @Sendable (WakeSpecification, PlatformParameters) -> TimeSpan
  /// Whether the app has to report a completion, which ends the run; other runs last until their time is over.
  let awaitsCompletion: Bool
  let verdict: @Sendable (WakeSpecification, WakeState, PlatformParameters) -> WakeVerdict

  init(
    isDeclared: @escaping @Sendable (Declarations) -> Bool = { _ in true },
    runtime: @escaping @Sendable (PlatformParameters) -> TimeSpan,
    interval: @escaping @Sendable (WakeSpecification, PlatformParameters) -> TimeSpan = { _, _ in .zero },
    awaitsCompletion: Bool = false,
    verdict: @escaping @Sendable (WakeSpecification, WakeState, PlatformParameters) -> WakeVerdict = {
      _, _, _ in .wakes
    }
  ) {
    (self.isDeclared, self.runtime, self.interval) = (isDeclared, runtime, interval)
    (self.awaitsCompletion, self.verdict) = (awaitsCompletion, verdict)
  }

  /// QUIT-6: events of location and calls run an app whatever its state.
  private static let location = WakeRule(runtime: \.locationEventRuntime)
  private static let call = WakeRule(runtime: \.voipReportTime)

  private static let bluetooth = WakeRule(
    isDeclared: { $0.modes.contains(.bluetoothCentral) }, runtime: \.bluetoothEventRuntime,
    verdict: { wake, app, platform in
      if app.isRunning { return .wakes }
      // BLE-1: the system launches again only what restores its state.
      guard wake.restores else { return .isLost(.notRestored) }
      if app.isForceQuit, platform.osVersion < 26 || !wake.accessorySetup { return .isLost(.forceQuit) }
      return app.hasBeenUnlocked ? .wakes : .waits(.firstUnlock)
    })

  private static let health = WakeRule(
    isDeclared: \.hasHealthEntitlement, runtime: \.pushRuntimeLimit,
    interval: { wake, platform in
      max(wake.frequency.interval, wake.type == .steps ? platform.healthStepsInterval : .zero)
    }, awaitsCompletion: true,
    verdict: { _, app, platform in
      if app.isForceQuit { return .isLost(.forceQuit) }
      if app.misses >= platform.healthMissLimit { return .isLost(.noCompletion) }
      return app.isLocked ? .waits(.locked) : .wakes
    })

  static func of(_ source: WakeSource) -> WakeRule {
    switch source {
    case .significantChange, .region: location
    case .voip: call
    case .bluetooth: bluetooth
    case .health: health
    }
  }
}

/// The state of the app and of the phone when an event comes.
struct WakeState {
  var isRunning, isForceQuit, isLocked, hasBeenUnlocked: Bool
  /// Deliveries in a row without a completion.
  var misses = 0
}

enum WakeVerdict: Equatable {
  case wakes
  case waits(LogWord), isLost(LogWord)
}
