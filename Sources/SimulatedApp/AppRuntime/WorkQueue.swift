import CAppRuntime

/// What the code of the app has made runnable, in order, and what waits for its time. All of it runs on one thread.
enum WorkQueue {
  enum Work {
    case job(UnownedJob, isMain: Bool)
    case function(
      UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void,
      queue: UnsafeMutableRawPointer?)
    case closure(() -> Void)

    var isMain: Bool {
      switch self {
      case .job(_, let isMain): isMain
      case .function(_, _, let queue): queue == art_main_queue()
      case .closure: false
      }
    }
  }
  private struct Timer {
    var due: Int64
    var number: Int
    var work: Work
    /// The task that sleeps until then; one that is cancelled does not sleep on.
    var sleeper: UnsafeMutableRawPointer?
  }
  nonisolated(unsafe) private static var ready: [Work] = []
  /// How many of those have run.
  nonisolated(unsafe) private static var done = 0
  /// By time, then number.
  nonisolated(unsafe) private static var timers: [Timer] = []
  nonisolated(unsafe) private static var timersMade = 0
  nonisolated(unsafe) private static var steps = 0
  nonisolated(unsafe) static var now: Int64 = 0
  private static let mostSteps = 1_000_000

  static var nextTimer: Int64? {
    timers.removeAll { art_is_cancelled($0.sleeper) != 0 }
    return timers.first?.due
  }

  /// - Parameter delay: In nanoseconds; below 0 for never.
  @discardableResult
  static func add(_ work: Work, after delay: Int64 = 0, sleeper: UnsafeMutableRawPointer? = nil) -> Int {
    guard delay != 0 else {
      ready.append(work)
      return 0
    }
    guard delay > 0 else { return 0 }
    timersMade += 1
    let due = now.addingReportingOverflow(delay)
    guard !due.overflow else { return timersMade }
    let place = timers.lastIndex { $0.due <= due.partialValue }.map { $0 + 1 } ?? 0
    timers.insert(Timer(due: due.partialValue, number: timersMade, work: work, sleeper: sleeper), at: place)
    return timersMade
  }

  static func cancel(_ timer: Int) { if timer > 0 { timers.removeAll { $0.number == timer } } }

  /// - Parameter time: Nanoseconds since midnight of day 0.
  static func setNow(_ time: Int64) {
    now = max(now, time)
    steps = 0
    let count = timers.prefix { $0.due <= now }.count
    ready += timers[..<count].map(\.work)
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
      if mainBlocks > 0, work.isMain {
        kept.append(work)
        continue
      }
      steps += 1
      if steps > mostSteps { AppProcess.escape("makes \(mostSteps) steps without a rest") }
      perform(work)
    }
    ready.removeFirst(done)
    done = 0
    ready.insert(contentsOf: kept, at: 0)
  }

  private static func perform(_ work: Work) {
    let outer = art_queue()
    switch work {
    case .job(let job, isMain: true):
      art_set_queue(art_main_queue())
      job.runSynchronously(on: MainActor.sharedUnownedExecutor)
    case .job(let job, isMain: false):
      art_set_queue(nil)
      job.runSynchronously(on: AnyExecutor.shared.asUnownedSerialExecutor())
    case .function(let argument, let function, let queue):
      art_set_queue(queue)
      function(argument)
    case .closure(let body):
      art_set_queue(nil)
      body()
    }
    art_set_queue(outer)
  }

  /// The thread blocks: meanwhile the rest of the app goes on, on top of its stack.
  ///
  /// - Parameter delay: In nanoseconds; below 0 for ever.
  /// - Returns: Whether it is ready, before the time is over.
  static func block(_ delay: Int64, _ isReady: () -> Bool) -> Bool {
    nonisolated(unsafe) var isOver = false
    var isDone = false
    let timer = delay >= 0 ? add(.closure { isOver = true }, after: max(1, delay)) : 0
    let queue = art_queue()
    let blocksMain = queue == art_main_queue()
    if blocksMain { mainBlocks += 1 }
    defer {
      if blocksMain { mainBlocks -= 1 }
      art_set_queue(queue)
      cancel(timer)
    }
    while true {
      // What those below on the stack have begun stays there.
      ready.removeFirst(done)
      done = 0
      // To ask may take it: a semaphore is told only once.
      run {
        if !isOver, !isDone { isDone = isReady() }
        return isOver || isDone
      }
      if !isOver, !isDone { isDone = isReady() }
      if isDone || isOver { return isDone }
      AppProcess.pause()
    }
  }

  /// Runs at once what a queue is to run before its caller goes on.
  static func synchronize(_ queue: UnsafeMutableRawPointer?, _ body: () -> Void) {
    let outer = art_queue()
    // As the system does: the main thread would wait for itself.
    precondition(queue != art_main_queue() || outer != queue, "sync on the main queue from the main queue")
    art_set_queue(queue)
    body()
    art_set_queue(outer)
  }
}

/// Runs the jobs of all actors but the main one.
private final class AnyExecutor: SerialExecutor {
  static let shared = AnyExecutor()
  func enqueue(_ job: consuming ExecutorJob) { WorkQueue.add(.job(UnownedJob(job), isMain: false)) }
}
