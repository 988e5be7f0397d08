import DeviceModel
import EventSimulation
import Workload

/// What a run has to do.
struct Work {
  var cpu: TimeSpan
  var wait: TimeSpan
  var bytesUp: Int64
  var bytesDown: Int64
  var fails: Bool
  /// Share of a core that the processor work takes while it goes on.
  var share = 1.0
  /// Processor work and waiting of the whole work, of which this may be the rest.
  var length: TimeSpan = .zero

  /// Wall time of the processor work.
  var processorLength: TimeSpan { share == 1 ? cpu : .seconds(cpu.seconds / share) }
  /// Processor work and waiting that are left.
  var leftLength: TimeSpan { processorLength + wait }
  /// The share of the whole that is done.
  var shareDone: Double { length > .zero ? min(1, max(0, 1 - leftLength / length)) : 1 }
}

/// The execution that follows a launch.
struct Run {
  enum Phase: UInt8 { case launching, working, lingering, expired, ended }

  var item: Item
  var phase: Phase = .launching
  var isCold = false
  var launched: Instant
  var handlerStarted: Instant?
  var granted: TimeSpan = .zero
  var work = Work(cpu: .zero, wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
  var usesBattery: Bool

  // Energy
  var account: AccountID
  var payer: EnergyPayer
  var holder: HolderID?
  var processor: ClaimID?
  var transfer: TransferID?
  /// What has been debited from the budgets so far.
  var debitedEnergy: Int64 = 0
  var debitedBytes: Int64 = 0

  // Progress
  var processorEnd: Instant?
  var transferEnd: Instant?
  var transferPathIsCellular = false
  var transferStarted: Instant = .zero
  var pendingUp: Int64 = 0
  var pendingDown: Int64 = 0
  var bytesWifi: Int64 = 0
  var bytesCellular: Int64 = 0
  var isStalled = false

  var continued = ContinuedProgress()

  // Timers
  var workTimer: EventHandle?
  var processorTimer: EventHandle?
  var transferTimer: EventHandle?
  var limitTimer: EventHandle?
  var startTimer: EventHandle?

  var ended: Instant?
  /// Whether success was reported before the work was done.
  var isEarly = false
  /// Whether the work went on after the system had asked to stop it.
  var isIgnoring = false
  /// The share of its work that was done when it stopped, once its checkpoints have been kept.
  var doneShare: Double?
  var outcome = ""
  var reason = ""
}
