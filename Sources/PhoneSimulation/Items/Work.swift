import DeviceModel
import EventSimulation

/// The work of a run.
struct Work {
  /// Processor time on the core that does the work.
  var cpu: TimeSpan
  var wait: TimeSpan
  var bytesUp: Int64
  var bytesDown: Int64
  var fails: Bool
  /// Share of a core that the processor work takes while it goes on.
  var share = 1.0
  var core = ProcessorCore.efficiency
  /// Whether the core has the clock of Low Power Mode.
  var isAtSavingClock = false
  /// How long the whole work takes, of which this may be the rest.
  var length: TimeSpan = .zero

  /// Wall time of the processor work.
  var processorLength: TimeSpan { share == 1 ? cpu : .seconds(cpu.seconds / share) }
}
