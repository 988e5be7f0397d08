import AppLifecycle
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// The app in front goes to the background: LIFE-2.
extension Phone {
  /// The app in front goes to the background, if there is one; if its process ends, it does nothing there.
  ///
  /// - Parameter isFollowed: Whether another app comes to the front at once, which has the display billed to it.
  mutating func leaveFront(
    at now: Instant, isEnding: Bool = false, isFollowed: Bool = false, _ c: inout Calendar
  ) {
    guard let front = screen.leaveFront() else { return }
    let app = front.app
    if let claim = front.load { power.end(claim, at: now) }
    if let stream = front.stream { power.endStreaming(stream, at: now) }
    if !isFollowed { rebillDisplay(to: Self.glancePayer, at: now) }
    appGates.left(app, at: now)
    note(.userLeft, app: app, at: now)
    tellPolicy(.left(app: app.rawValue), at: now, &c)
    endMemoryPressure(.heavyApp, at: now, &c)
    watchdogs.end(app, .launch, &c)
    if processes[app].isForeground, !isEnding {
      note(.callback, app: app, nil, .willResignActive, at: now)
      setProcess(app, .background, at: now)
      note(.callback, app: app, nil, .didEnterBackground, at: now)
      rearm(app, at: now, &c)
      beginExitWork(app, at: now, &c)
      watchProcessor(app, at: now, &c)
      if !entersBackgroundSlowly(app, at: now, &c) { note(.callback, app: app, nil, .snapshot, at: now) }
      awaitSuspension(app, billedTo: .user, at: now, &c)
      createTransfers(app, on: .exit, at: now, &c)
    }
    requestDecision(ofPending: app, at: now, &c)
  }
}
