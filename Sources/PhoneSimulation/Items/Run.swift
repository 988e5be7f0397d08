import DeviceModel
import EventSimulation
import Workload

/// The execution that follows a launch.
struct Run {
  enum Phase: UInt8 { case launching, working, lingering, expired, ended }

  var item: WorkItem
  var phase: Phase = .launching
  var isCold = false
  /// Whether its app was being launched already, or executing.
  var isJoined = false
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
  /// The energy and bytes debited from the budgets so far.
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
  /// Since when the bytes stand still, and for how long they have while nothing else went on either.
  var stalledSince: Instant?
  var timeStalled: TimeSpan = .zero
  /// When the work was over, reported or not.
  var workEnded: Instant?

  var continued = ContinuedProgress()

  // Timers
  var workTimer = PhoneTimer()
  var processorTimer = PhoneTimer()
  var transferTimer = PhoneTimer()
  var limitTimer = PhoneTimer()
  var startTimer = PhoneTimer()

  var ended: Instant?
  /// Whether success was reported before the work was done.
  var isEarly = false
  /// Whether the work went on after the system had asked to stop it.
  var isIgnoring = false
  /// The share of its work that was done when it stopped, once its checkpoints have been kept.
  var doneShare: Double?
  /// How it ended; `running` while it goes on.
  var outcome = ItemOutcome.running
  var reason = LogWord.none

  /// Whether it has not ended.
  @inline(__always)
  var isOpen: Bool { phase != .ended && phase != .lingering }

  /// Whether the work goes on, or would if it had a path.
  @inline(__always)
  var isAtWork: Bool {
    (phase == .working || phase == .expired && isIgnoring) && workEnded == nil
  }
}
