import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

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

/// Work of a process that no run stands for: what was left at an exit from the foreground, or after a
/// completion that was reported too early. It goes on while the process executes, stops while it is suspended,
/// and is lost with it.
struct Leftover {
  enum Kind {
    /// Work left at an exit, by its place among the exit works of its app, or that an event brought; either may have
    /// extra time. No name: each copy would count it as referenced, and only the log writes it.
    case exit(Int)
    case event(ModeEvent)
    /// The rest of a run that reported success too early.
    case earlyCompletion(WorkItem)

    /// Whether it is work that may have extra time.
    var mayHaveExtraTime: Bool {
      switch self {
      case .exit, .event: true
      case .earlyCompletion: false
      }
    }
  }

  var kind: Kind
  var begun: Instant
  /// The work that is left.
  var work: Work
  var payer: EnergyPayer
  var account: AccountID?
  /// Whether it is over: done, or given up after a warning.
  var isOver = false

  // While the process executes
  var started: Instant?
  var processor: ClaimID?
  var processorEnd: Instant = .zero
  var transfer: TransferID?
  var transferEnd: Instant = .zero
  var end: Instant = .distantFuture

  // The assertion that is open for it keeps the platform awake
  var assertion: HolderID?
  var isWarned = false
  var reactionEnd: Instant?

  init(_ kind: Kind, begun: Instant, work: Work, payer: EnergyPayer) {
    self.kind = kind
    self.begun = begun
    self.work = work
    self.payer = payer
  }

  /// Whether nothing of it remains.
  var isGone: Bool { isOver && assertion == nil }

  /// The claims and transfers of work that stops.
  struct Paused {
    var processor: ClaimID?
    var transfer: TransferID?
  }

  /// Stops where it is.
  ///
  /// - Returns: What it has used; nil if it stood still.
  mutating func pause(at now: Instant) -> Paused? {
    guard let begun = started else { return nil }
    let processed = min(now - begun, work.processorLength)
    work.cpu = max(.zero, work.cpu - .seconds(processed.seconds * work.share))
    if now > busyEnd { work.wait = max(.zero, work.wait - (now - busyEnd)) }
    let paused = Paused(processor: processor, transfer: transfer)
    started = nil
    processor = nil
    transfer = nil
    end = .distantFuture
    return paused
  }

  /// When processor and bytes are done and waiting begins.
  var busyEnd: Instant { max(processorEnd, transferEnd) }

  /// The next instant at which something happens to it.
  var nextStep: Instant {
    var next = reactionEnd ?? .distantFuture
    guard started != nil else { return next }
    if processor != nil { next = min(next, processorEnd) }
    if transfer != nil { next = min(next, transferEnd) }
    return min(next, end)
  }
}

/// A demand for the processor and how much of it is left, in the units of ``ProcessorMonitor``.
struct ProcessorDemand: Equatable {
  private(set) var rate: Int64 = 0
  private(set) var left: Int64 = 0

  /// Adds work that takes a share of a core until an instant.
  @inline(__always)
  mutating func add(_ share: Double, until end: Instant, at now: Instant) {
    // A whole core is the rule, and its product needs no rounding.
    let part =
      share == 1
      ? ProcessorMonitor.fullRate : Int64(nearest: share * Double(ProcessorMonitor.fullRate))
    rate += part
    // Far above every limit; many long runs of one app must not leave 64 bits.
    left = min(1 << 60, left + part * max(.zero, end - now).microseconds)
  }
}
