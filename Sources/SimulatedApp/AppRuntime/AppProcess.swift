import CAppRuntime
import Foundation

/// The process of an app on a simulated phone: a conversation over its standard input and output.
///
/// The program itself serves phones, one after the other. For each cold launch, it forks. The new process
/// communicates until the phone ends it, or until it dies for any reason, which the program reports as a
/// crash.
public enum AppProcess {
  private static let protocolVersion = 2
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

  /// Seconds since 1970 as microseconds since midnight of day 0.
  public static func instant(unix seconds: Double) -> Int64 {
    let microseconds = ((seconds - Double(midnight)) * 1e6).rounded()
    return abs(microseconds) < 9e18 ? Int64(microseconds) : microseconds < 0 ? 0 : .max
  }
  public static func unix(_ instant: Int64) -> Double { Double(midnight) + Double(instant) / 1e6 }

  private static var turn: art_turn {
    get { art_turn().pointee }
    set { art_turn().pointee = newValue }
  }

  /// Asks the phone, which answers at once.
  @discardableResult
  public static func ask(_ word: String, _ members: KeyValuePairs<String, Any?> = [:]) -> Line {
    write(line(word, members), isQuestion: true)
    let bytes = readBytes()
    guard let answer = Line(bytes) else { misunderstood(bytes) }
    return answer
  }

  public static var state: Line { ask("state")["state"] }

  /// Ends the run because the app does something that is not simulated. The line is not a message of the
  /// protocol, so the reader quotes it.
  public static func escape(_ what: String) -> Never {
    art_enter(0)
    let reason = "\(appName) \(what), which is not simulated"
    art_complain(reason)
    write(object(["escape": reason]))
    _exit(escapeCode)
  }

  private static func misunderstood(_ bytes: UnsafeBufferPointer<UInt8>) -> Never {
    escape("has received `\(String(decoding: bytes, as: UTF8.self))`")
  }

  /// The process ends by its own doing, in a way that the phone knows.
  public static func end(_ how: String) -> Never {
    ask("end", ["how": how])
    while true { rest() }
  }

  private static func write(_ line: String, isQuestion: Bool = false) {
    var line = line + "\n"
    line.withUTF8 { art_write($0.baseAddress, $0.count, isQuestion ? 1 : 0) }
  }

  private static func nextBytes() -> UnsafeBufferPointer<UInt8>? {
    var start: UnsafePointer<UInt8>?
    let length = art_read_line(&start)
    return length < 0 ? nil : UnsafeBufferPointer(start: start, count: Int(length))
  }
  private static func readBytes() -> UnsafeBufferPointer<UInt8> {
    guard let bytes = nextBytes() else { leave(art_handed_back) }
    return bytes
  }

  private static func leave(_ ending: art_ending) -> Never {
    turn.ending = ending
    _exit(0)
  }

  nonisolated(unsafe) private(set) static var pause: () -> Void = rest

  /// Tells the phone when the app wants to run next, waits for what happens, and queues that.
  private static func rest() {
    if art_take_dirty_preferences() != 0 { UserDefaults.standard.synchronize() }
    turn.is_in_turn = 0
    writeRest(until: WorkQueue.nextTimer)
    let bytes = readBytes()
    guard let event = Line(bytes)?.event else {
      // Another device.
      art_unread_line(Int64(bytes.count))
      leave(art_handed_back)
    }
    if event.kind == "terminated" { leave(art_terminated) }
    turn.is_in_turn = 1
    setNow(event.now)
    if event.kind != "timer" { WorkQueue.after(0) { AppSystem.observers[event.kind]?(event) } }
  }

  private static func writeRest(until time: Int64? = nil) {
    write(line("rest", time.map { ["until_us": ($0 + 999) / 1000] } ?? [:]))
  }

  private static func setNow(_ microseconds: Int64) {
    WorkQueue.setNow(microseconds * 1000)
    art_set_now(midnight * 1_000_000_000 + WorkQueue.now, Int64(art_uptime_origin) + WorkQueue.now)
  }

  /// Serves phones until the input ends. The test calls its end with the parts that this toolchain does not
  /// simulate.
  public static func main(test: (@escaping (String?) -> Never) -> Void, _ launch: () -> Void) -> Never {
    art_fix_process(homeLink, CommandLine.unsafeArgv)
    signal(SIGPIPE, SIG_IGN)
    setenv("TZ", "UTC", 1)
    art_open_channel()
    while let bytes = nextBytes() {
      guard let line = Line(bytes) else { misunderstood(bytes) }
      if let event = line.event {
        switch event.kind {
        case "launched":
          launches += 1
          runProcess(at: event.now, launch)
        default:
          // Of a process that has died at rest.
          if event.kind != "terminated" { ask("end", ["how": "crash"]) }
          writeRest()
        }
      } else if let key = line["device"]["device_key"].text {
        device = UInt64(key, radix: 16) ?? 0
        launches = 0
        midnight = monday + (line["device"]["first_weekday"].number ?? 0) * 86_400
        setHome(key.filter { $0.isHexDigit })
      } else if line["hello"].integer == protocolVersion, let app = line["app"].text {
        appName = "the app `\(app)`"
        permitted = line["permitted_identifiers"].elements?.compactMap(\.text)
        longestSilence = Int32(clamping: max(1, line["settings"]["processorSeconds"].number ?? 10))
        runSelfTest(test)
        write(object(["hello": protocolVersion, "app": app, "reusable": true, "details": true]))
      } else {
        misunderstood(bytes)
      }
    }
    setHome("")
    exit(0)
  }

  /// Runs a function in a process of its own. Returns its exit code, or 1000 and its signal.
  private static func inProcess(at now: Int64, seed: UInt64, _ body: () -> Void) -> Int32 {
    let process = art_fork()
    guard process == 0 else { return art_wait(process) }
    art_limit_processor(longestSilence)
    art_time_output()
    art_seed(seed)
    setNow(now)
    art_enter(1)
    body()
    while true {
      WorkQueue.run()
      pause()
    }
  }

  private static func runProcess(at now: Int64, _ launch: () -> Void) {
    (turn.ending, turn.is_in_turn) = (art_by_itself, 1)
    let end = inProcess(at: now, seed: device &+ launches &* 0x9E37_79B9_7F4A_7C15, launch)
    art_recover_input()
    if end == escapeCode { _exit(escapeCode) }
    if turn.ending == art_handed_back { return }
    if turn.ending == art_by_itself {
      art_complain("\(appName) has ended by \(end >= 1000 ? "signal \(end - 1000)" : "exit code \(end)")")
      // The answer to a question of a process that did not live to read it.
      if turn.is_awaiting != 0 { _ = readBytes() }
      guard turn.is_in_turn != 0 else { return }
      ask("end", ["how": "crash"])
    }
    writeRest()
  }

  private static func runSelfTest(_ test: (@escaping (String?) -> Never) -> Void) {
    let end = inProcess(at: 1_000_000, seed: 1) {
      test { missing in
        art_enter(0)
        guard let missing else { _exit(0) }
        escape("is built by a toolchain of Swift \(swiftVersion) (\(missing))")
      }
      // Without a phone time goes to the next timer at once.
      pause = {
        guard let next = WorkQueue.nextTimer else {
          escape("is built by a toolchain of Swift \(swiftVersion) (its queues become idle too early)")
        }
        setNow((next + 999) / 1000)
      }
    }
    if end != 0 { _exit(escapeCode) }
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

  private static let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  private static let prefix = "simulated-app-"
  /// A link to the home folder of the present device.
  private static let homeLink = "\(folder)/\(prefix)\(getpid())-home"

  /// Makes a folder for a device the home of what is forked, in place of the one before; an empty name for none.
  private static func setHome(_ name: String) {
    let files = FileManager.default
    // Folders of processes that were killed stay behind; whoever comes next removes them.
    for entry in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where entry.hasPrefix(prefix) {
      let owner = entry.dropFirst(prefix.count).prefix { $0 != "-" }
      if owner == "\(getpid())" || access("/proc/\(owner)", F_OK) != 0 {
        try? files.removeItem(atPath: "\(folder)/\(entry)")
      }
    }
    if name.isEmpty { return }
    let home = "\(folder)/\(prefix)\(getpid())-\(name)"
    guard mkdir(home, 0o700) == 0, symlink(home, homeLink) == 0 else { _exit(71) }
    setenv("HOME", homeLink, 1)
    setenv("TMPDIR", home, 1)
  }
}
