import CAppRuntime
import Glibc

/// The process of an app on a simulated phone: a conversation over its standard input and output.
///
/// The program itself serves phones, one after the other. For each cold launch it forks: the new process speaks until the
/// phone ends it, or until it dies, whatever of, which the program reports as a crash.
public enum AppProcess {
  /// Seconds between 1970 and a Monday that is day 0; other weekdays follow.
  private static let monday: Int64 = 1_767_571_200
  nonisolated(unsafe) private static var midnight = monday
  nonisolated(unsafe) private static var device: UInt64 = 0
  nonisolated(unsafe) private static var launches: UInt64 = 0
  /// Processor time without a word, in seconds.
  nonisolated(unsafe) private static var longestSilence: Int32 = 10
  /// Exit codes of `sysexits.h`: what the app does is not simulated.
  private static let escapeCode: Int32 = 70

  /// The permitted identifiers of the bundle; nil where the phone has not said them.
  nonisolated(unsafe) public private(set) static var permitted: [String]?
  nonisolated(unsafe) private static var appName = ""
  /// Handles an event, in the simulation.
  nonisolated(unsafe) static var receive: (AppEvent) -> Void = { _ in }
  /// Before a process rests, where it has set preferences.
  nonisolated(unsafe) public static var savePreferences: () -> Void = {}

  /// Nanoseconds since midnight of day 0.
  public static var now: Int64 { WorkQueue.now }

  /// Seconds since 1970 as microseconds since midnight of day 0.
  public static func instant(unix seconds: Double) -> Int64 {
    let microseconds = ((seconds - Double(midnight)) * 1e6).rounded()
    return abs(microseconds) < 9e18 ? Int64(microseconds) : microseconds < 0 ? 0 : .max
  }
  public static func unix(_ instant: Int64) -> Double { Double(midnight) + Double(instant) / 1e6 }

  // MARK: Work

  /// Runs a function after a time in nanoseconds. Returns what cancels it.
  @discardableResult
  public static func after(_ delay: Int64, _ body: @escaping () -> Void) -> Int {
    WorkQueue.add(.closure(body), after: max(0, delay))
  }
  public static func cancel(_ timer: Int) { WorkQueue.cancel(timer) }

  // MARK: Conversation

  /// Asks the phone, which answers at once.
  @discardableResult
  public static func ask(_ question: Question) -> Answer {
    write(question.line, isQuestion: true)
    return Answer(readJSON())
  }

  /// Ends the run, since the app does what is not simulated.
  public static func escape(_ what: String) -> Never {
    art_enter(0)
    let reason = "\(appName) \(what), which is not simulated"
    art_complain(reason)
    write(Statement.escape(reason), isQuestion: false)
    _exit(escapeCode)
  }

  /// The process ends by its own doing, in a way that the phone knows.
  public static func end(_ how: String) -> Never {
    ask(.end(how))
    while true { rest() }
  }

  private static func write(_ line: String, isQuestion: Bool) {
    var line = line + "\n"
    line.withUTF8 { art_write($0.baseAddress, $0.count, isQuestion ? 1 : 0) }
  }

  private static func readLine() -> UnsafeBufferPointer<UInt8> {
    var start: UnsafePointer<UInt8>?
    let length = art_read_line(&start)
    guard length >= 0 else {
      art_set_ending(Int32(art_handed_back.rawValue))
      _exit(0)
    }
    return UnsafeBufferPointer(start: start, count: Int(length))
  }

  private static func readJSON() -> JSON {
    let line = readLine()
    if let value = JSON(line) { return value }
    escape("has been told `\(String(decoding: line, as: UTF8.self))`")
  }

  /// Waits for what happens next, when nothing can run.
  nonisolated(unsafe) private(set) static var pause: () -> Void = rest

  /// Tells the phone when the app wants to run next, waits for what happens, and queues that.
  private static func rest() {
    if art_take_dirty_preferences() != 0 { savePreferences() }
    art_set_turn(0)
    write(Statement.rest(until: WorkQueue.nextTimer.map { ($0 + 999) / 1000 }), isQuestion: false)
    let line = readLine()
    guard let value = JSON(line), case .event(let event)? = Message(value) else {
      // Another device.
      art_unread_line(Int64(line.count))
      art_set_ending(Int32(art_handed_back.rawValue))
      _exit(0)
    }
    if event.kind == "terminated" {
      art_set_ending(Int32(art_terminated.rawValue))
      _exit(0)
    }
    art_set_turn(1)
    setNow(event.now)
    if event.kind != "timer" { WorkQueue.add(.closure { receive(event) }) }
  }

  private static func setNow(_ microseconds: Int64) {
    WorkQueue.setNow(microseconds * 1000)
    art_set_now(midnight * 1_000_000_000 + now, Int64(art_uptime_origin) + now)
  }

  // MARK: Life

  /// Serves phones until nobody writes any more.
  ///
  /// - Parameters:
  ///   - test: Looks in a process of its own whether this toolchain's time is simulated, and calls the end with what is not.
  ///   - launch: Begins the app, in the simulation.
  public static func main(test: @escaping (@escaping (String?) -> Never) -> Void, _ launch: () -> Void)
    -> Never
  {
    art_fix_process(CommandLine.unsafeArgv)
    signal(SIGPIPE, SIG_IGN)
    setenv("TZ", "UTC", 1)
    art_open_channel()
    install()
    while true {
      var start: UnsafePointer<UInt8>?
      let length = art_read_line(&start)
      guard length >= 0 else { break }
      let line = UnsafeBufferPointer(start: start, count: Int(length))
      switch JSON(line).flatMap(Message.init) {
      case .hello(let app, let permitted, let silence):
        (appName, self.permitted) = ("the app `\(app)`", permitted)
        longestSilence = Int32(clamping: max(1, silence ?? 10))
        runSelfTest(test)
        write(Statement.hello(app: app), isQuestion: false)
      case .device(let key, let weekday):
        device = UInt64(key, radix: 16) ?? 0
        launches = 0
        midnight = monday + weekday * 86_400
        art_set_home(key.filter { $0.isHexDigit })
      case .event(let event) where event.kind == "launched":
        launches += 1
        runProcess(at: event.now, launch)
      case .event(let event):
        // Of a process that has died at rest.
        if event.kind != "terminated" { ask(.end("crash")) }
        write(Statement.rest(until: nil), isQuestion: false)
      case nil: escape("has been told `\(String(decoding: line, as: UTF8.self))`")
      }
    }
    art_set_home("")
    exit(0)
  }

  private static func begin(at now: Int64, seed: UInt64) {
    art_limit_processor(longestSilence)
    art_time_output()
    art_seed(seed)
    setNow(now)
    art_enter(1)
  }

  private static func runProcess(at now: Int64, _ launch: () -> Void) {
    art_set_ending(Int32(art_by_itself.rawValue))
    art_set_turn(1)
    let process = art_fork()
    if process == 0 {
      begin(at: now, seed: device &+ launches &* 0x9E37_79B9_7F4A_7C15)
      launch()
      runForever()
    }
    let end = art_wait(process)
    art_recover_input()
    if end == escapeCode { _exit(escapeCode) }
    switch UInt32(art_ending()) {
    case art_handed_back.rawValue: return
    case art_terminated.rawValue: break
    default:
      art_complain("\(appName) has ended by \(end >= 1000 ? "signal \(end - 1000)" : "exit code \(end)")")
      // The answer to a question of a process that did not live to read it.
      if art_is_awaiting() != 0 { _ = readLine() }
      guard art_is_in_turn() != 0 else { return }
      ask(.end("crash"))
    }
    write(Statement.rest(until: nil), isQuestion: false)
  }

  private static func runForever() -> Never {
    while true {
      WorkQueue.run()
      pause()
    }
  }

  private static func runSelfTest(_ test: (@escaping (String?) -> Never) -> Void) {
    let process = art_fork()
    if process == 0 {
      begin(at: 1_000_000, seed: 1)
      test { missing in
        art_enter(0)
        guard let missing else { _exit(0) }
        escape("is built by a toolchain of Swift \(swiftVersion), of which \(missing)")
      }
      // Without a phone time goes to the next timer at once.
      pause = {
        guard let next = WorkQueue.nextTimer else {
          escape("is built by a toolchain of Swift \(swiftVersion), whose queues come to rest too early")
        }
        setNow((next + 999) / 1000)
      }
      runForever()
    }
    if art_wait(process) != 0 { _exit(escapeCode) }
  }

  private static var swiftVersion: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2 or earlier"
    #endif
  }

  private static func install() {
    art_install(
      AppRuntimeCallbacks(
        enqueue_job: { job, isMain, delay in
          WorkQueue.add(.job(unsafeBitCast(job, to: UnownedJob.self), isMain: isMain != 0), after: delay)
        },
        enqueue: { argument, function, delay, queue, sleeper in
          guard let function else { return }
          WorkQueue.add(.function(argument, function, queue: queue), after: delay, sleeper: sleeper)
        },
        block: { delay, isReady, argument in
          WorkQueue.block(delay) { isReady.map { $0(argument) != 0 } ?? false } ? 0 : 1
        },
        synchronize: { queue, function, argument in
          WorkQueue.synchronize(queue) { function?(argument) }
        },
        escape: { what in AppProcess.escape(what.map { String(cString: $0) } ?? "") }))
  }
}
