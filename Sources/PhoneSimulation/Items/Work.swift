import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

struct Work {
  var cpu: TimeSpan = .zero
  var wait: TimeSpan = .zero
  var bytesUp: Int64 = 0
  var bytesDown: Int64 = 0
  var fails = false
  /// Share of a core that the processor work takes while it goes on.
  var share = 1.0
  var pace: Pace?
  var core = ProcessorCore.efficiency
  var isAtSavingClock = false
  /// How long the whole work takes, of which this may be the rest.
  var length: TimeSpan = .zero

  var processorLength: TimeSpan { pace?.length(of: busyLength) ?? busyLength }
  private var busyLength: TimeSpan { share == 1 ? cpu : .seconds(cpu.seconds / share) }

  /// Takes out the processor work of so much time since the start.
  mutating func compute(for time: TimeSpan) {
    let busy = min(pace?.busy(in: time) ?? time, busyLength)
    cpu = max(.zero, cpu - .seconds(busy.seconds * share))
  }
}

/// Work of a process that no run stands for: what was left at an exit from the foreground, or after a
/// completion that was reported too early. It goes on while the process executes, stops while it is suspended,
/// and is lost with it.
struct UnfinishedWork {
  enum Kind {
    /// Work left at an exit, by its place among the exit works of its app, or that an event brought; either may have
    /// extra time. No name: each copy would count it as referenced, and only the log writes it.
    case backgroundEntry(Int)
    case event(WakeSource)
    case code(Int)
    case earlyCompletion(WorkItem)
  }

  let kind: Kind
  let begun: Instant
  var work: Work
  let payer: EnergyPayer
  var account: AccountID?
  private(set) var isOver = false

  // While the process executes
  private(set) var started: Instant?
  private(set) var processor: ClaimID?
  private(set) var processorEnd: Instant = .zero
  private(set) var transfer: TransferID?
  private(set) var transferEnd: Instant = .zero
  private(set) var end: Instant = .distantFuture

  // The assertion that is open for it keeps the platform awake
  var assertion: HolderID?
  private(set) var isWarned = false
  var reactionEnd: Instant?

  var mayHaveBackgroundTime: Bool { if case .earlyCompletion = kind { false } else { true } }
  var isGone: Bool { isOver && assertion == nil }
  var canStart: Bool { !isOver && started == nil && reactionEnd == nil }

  mutating func start(processor: ClaimID?, transfer: TransferStart?, at now: Instant) {
    started = now
    self.processor = processor
    processorEnd = now + work.processorLength
    self.transfer = transfer?.id
    replan(transferEnd: transfer.map { now + $0.duration } ?? now)
  }

  mutating func replan(transferEnd: Instant) {
    self.transferEnd = transferEnd
    end = busyEnd + work.wait
  }

  mutating func pause(at now: Instant) -> (processor: ClaimID?, transfer: TransferID?)? {
    guard let begun = started else { return nil }
    work.compute(for: now - begun)
    if now > busyEnd { work.wait = max(.zero, work.wait - (now - busyEnd)) }
    let paused = (processor, transfer)
    (started, processor, transfer, end) = (nil, nil, nil, .distantFuture)
    return paused
  }

  private var busyEnd: Instant { max(processorEnd, transferEnd) }

  var nextStep: Instant {
    var next = reactionEnd ?? .distantFuture
    guard started != nil else { return next }
    if processor != nil { next = min(next, processorEnd) }
    if transfer != nil { next = min(next, transferEnd) }
    return min(next, end)
  }

  mutating func takeEndedProcessor(at now: Instant) -> ClaimID? {
    processorEnd == now ? processor.take() : nil
  }

  mutating func takeEndedTransfer(at now: Instant) -> TransferID? {
    guard transferEnd == now, let transfer else { return nil }
    self.transfer = nil
    (work.bytesUp, work.bytesDown) = (0, 0)
    return transfer
  }

  mutating func takeEndedReaction(at now: Instant) -> Bool {
    guard reactionEnd == now else { return false }
    reactionEnd = nil
    return true
  }

  func isDone(at now: Instant) -> Bool { started != nil && end == now }

  @discardableResult mutating func finish() -> Bool {
    defer { isOver = true }
    return !isOver
  }

  /// EXT-4: the handler of an open assertion is called, once. Returns whether there is one to be called.
  mutating func takeWarning() -> Bool {
    guard assertion != nil, !isWarned, mayHaveBackgroundTime else { return false }
    isWarned = true
    return true
  }
}

/// A demand for the processor and how much of it is left, in the units of ``ProcessorMonitor``.
struct ProcessorDemand: Equatable {
  private(set) var rate: Int64 = 0
  private(set) var left: Int64 = 0

  @inline(__always) mutating func add(_ share: Double, until end: Instant, at now: Instant) {
    // A whole core is the rule, and its product needs no rounding.
    let part =
      share == 1 ? ProcessorMonitor.fullRate : Int64(nearest: share * Double(ProcessorMonitor.fullRate))
    rate += part
    // Far above every limit; many long runs of one app must not leave 64 bits.
    left = min(1 << 60, left + part * max(.zero, end - now).microseconds)
  }
}
