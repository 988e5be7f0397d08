import CAppRuntime

/// The runnable work of the app in order, and the work that waits for its time. All of it runs on one thread.
public enum WorkQueue {
  private struct Work {
    /// A dispatch queue, if any.
    var queue: Address?
    var body: () -> Void
    var due: Int64
    /// The task that sleeps until then; one that is cancelled does not sleep on.
    var sleeper: Address?
    var number = 0
  }
  nonisolated(unsafe) private static var ready: [Work] = []
  /// How many of those have run.
  nonisolated(unsafe) private static var done = 0
  /// By time, then number.
  nonisolated(unsafe) private static var timers: [Work] = []
  nonisolated(unsafe) private static var timersMade = 0
  nonisolated(unsafe) private static var steps = 0
  /// Nanoseconds since midnight of day 0.
  nonisolated(unsafe) public private(set) static var now: Int64 = 0
  private static let mostSteps = 1_000_000

  static var nextTimer: Int64? {
    timers.removeAll { art_is_cancelled($0.sleeper) != 0 }
    return timers.first?.due
  }

  /// Runs a function after a time in nanoseconds. Returns what cancels it.
  @discardableResult public static func after(_ delay: Int64, _ body: @escaping () -> Void) -> Int {
    add(nil, after: max(0, delay), body)
  }

  /// - Parameter delay: In nanoseconds; below 0 for never.
  @discardableResult static func add(
    _ queue: Address?, after delay: Int64, sleeper: Address? = nil, _ body: @escaping () -> Void
  ) -> Int {
    let (due, isBeyond) = now.addingReportingOverflow(delay)
    var work = Work(queue: queue, body: body, due: due, sleeper: sleeper)
    if delay == 0 { ready.append(work) }
    guard delay > 0, !isBeyond else { return 0 }
    timersMade += 1
    work.number = timersMade
    timers.insert(work, at: timers.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0)
    return timersMade
  }

  public static func cancel(_ timer: Int) { if timer > 0 { timers.removeAll { $0.number == timer } } }

  static func setNow(_ time: Int64) {
    now = max(now, time)
    steps = 0
    let count = timers.prefix { $0.due <= now }.count
    ready += timers[..<count]
    timers.removeFirst(count)
  }

  /// How many calls of the main thread block, one on top of the other.
  nonisolated(unsafe) private static var mainBlocks = 0

  /// Runs what can run, without code of the main thread while that is blocked.
  static func run(until isOver: () -> Bool = { false }) {
    var kept: [Work] = []
    while done < ready.count, !isOver() {
      let work = ready[done]
      done += 1
      if mainBlocks > 0, work.queue == art_main_queue() {
        kept.append(work)
        continue
      }
      steps += 1
      if steps > mostSteps { AppProcess.escape("makes \(mostSteps) steps without a pause") }
      perform(on: work.queue, work.body)
    }
    ready.removeFirst(done)
    done = 0
    ready.insert(contentsOf: kept, at: 0)
  }

  static func perform(on queue: Address?, _ body: () -> Void) {
    let outer = art_queue()
    art_set_queue(queue)
    body()
    art_set_queue(outer)
  }

  /// The thread blocks for nanoseconds, below 0 for ever: meanwhile the rest of the app goes on, on top of its stack.
  /// Returns whether it is ready, before the time is over.
  static func block(_ delay: Int64, _ isReady: () -> Bool) -> Bool {
    nonisolated(unsafe) var isOver = false
    var isDone = false
    let timer = delay >= 0 ? after(max(1, delay)) { isOver = true } : 0
    let queue = art_queue()
    let blocksMain = queue == art_main_queue()
    if blocksMain { mainBlocks += 1 }
    defer {
      if blocksMain { mainBlocks -= 1 }
      art_set_queue(queue)
      cancel(timer)
    }
    // To ask may take it: a semaphore is told only once.
    func isAtEnd() -> Bool {
      if !isOver, !isDone { isDone = isReady() }
      return isOver || isDone
    }
    while true {
      // What those below on the stack have begun stays there.
      ready.removeFirst(done)
      done = 0
      run(until: isAtEnd)
      if isAtEnd() { return isDone }
      AppProcess.pause()
    }
  }
}

/// Runs the jobs of all actors but the main one.
private final class AnyExecutor: SerialExecutor {
  static let shared = AnyExecutor()
  func enqueue(_ job: consuming ExecutorJob) {
    enqueueJob(unsafeBitCast(UnownedJob(job), to: Address.self), 0, 0)
  }
}

typealias Address = UnsafeMutableRawPointer
typealias Function = @convention(c) (Address?) -> Void

@_cdecl("art_enqueue_job") func enqueueJob(_ job: Address, _ isMain: CInt, _ delay: Int64) {
  let job = unsafeBitCast(job, to: UnownedJob.self)
  let executor = isMain != 0 ? MainActor.sharedUnownedExecutor : AnyExecutor.shared.asUnownedSerialExecutor()
  WorkQueue.add(isMain != 0 ? art_main_queue() : nil, after: delay) { job.runSynchronously(on: executor) }
}
@_cdecl("art_enqueue") func enqueue(
  _ argument: Address?, _ function: @escaping Function, _ delay: Int64, _ queue: Address?, _ sleeper: Address?
) { WorkQueue.add(queue, after: delay, sleeper: sleeper) { function(argument) } }
@_cdecl("art_block") func block(
  _ delay: Int64, _ isReady: (@convention(c) (Address?) -> CInt)?, _ argument: Address?
) -> CInt { WorkQueue.block(delay) { isReady.map { $0(argument) != 0 } ?? false } ? 0 : 1 }
@_cdecl("art_synchronize") func synchronize(_ queue: Address?, _ function: Function, _ argument: Address?) {
  // As the system does: the main thread would wait for itself.
  if queue == art_main_queue(), queue == art_queue() {
    fatalError("sync on the main queue from the main queue")
  }
  WorkQueue.perform(on: queue) { function(argument) }
}
@_cdecl("art_escape") func escape(_ what: UnsafePointer<CChar>) { AppProcess.escape(String(cString: what)) }
