import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// The state of one installed app.
struct AppState {
  /// Index into the study's apps; -1 for a filler.
  var specification: Int32
  /// Random-stream group of its bundle id.
  var group: UInt64
  var isHeavy: Bool

  // Background sessions
  var sessions: [TransferSession] = []
  var resumeDelay = ResumeDelay()

  // Pushes stored at the server, oldest first
  var stored: [StoredPush] = []
}

/// A push that waits at the server.
struct StoredPush {
  var push: PushNumber
  var item: ItemNumber
  var sent: Instant
  var expires: Instant
  var pagingDelay: Double
  /// Whether it may be stored and held for a while; without a life it has one attempt (PUSH-3).
  var hasLife: Bool { expires > sent }
}
