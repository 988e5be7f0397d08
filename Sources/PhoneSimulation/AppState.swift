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
}
