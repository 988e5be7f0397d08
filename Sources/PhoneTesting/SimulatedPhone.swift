import Basics
import DeviceModel
// Tests read events, findings and instants of the log.
@_exported import EventSimulation
@_exported import PhoneSimulation
import Studies
@_exported import Workload

/// The program that an app is: the path of an executable, or words such as `["python3", "news.py"]`.
public protocol AppCommand {
  /// The program and its arguments.
  var words: [String] { get }
}

extension String: AppCommand {
  /// The path alone.
  public var words: [String] { [self] }
}

extension Array: AppCommand where Element == String {
  /// The words themselves.
  public var words: [String] { self }
}

/// A phone with one external app program, for a unit test.
///
/// It is the phone of a study: the same user, policy, energy, and network. Each ``run(days:)`` simulates
/// again from the start to its end, so a longer run begins like the shorter run.
public final class SimulatedPhone: CustomStringConvertible {
  /// Answers of servers at addresses of a pattern, in the words of a study.
  public struct Server: Sendable {
    /// Keys of `server` with their values.
    let keys: [String: String]

    /// - Parameters:
    ///   - url: Pattern of addresses, with `*` for anything.
    ///   - down: Bytes of an answer: `60 kB`.
    ///   - delay: Time until it answers: `300 ms`.
    ///   - failures: Share of answers with status 500: `2 %`.
    public init(_ url: String, down: String, delay: String? = nil, failures: String? = nil) {
      var keys = ["url": url, "down": down]
      keys["delay"] = delay
      keys["failures"] = failures
      self.keys = keys
    }
  }

  /// Something that happens to the phone or the app at an instant.
  public enum Act: Sendable {
    /// The user has the app in front for a minute.
    case open
    case forceQuit
    /// A silent push is sent to the app.
    case push
    case reboot
    /// Removes or restores the network: `none`, `wifi`, `cellular`.
    case network(String)
    /// A setting of the script of studies, such as `lowPowerMode` and `true`.
    case setting(String, String)
  }

  private var study: [JSONValue.Member]
  private let bundleID: String
  private var script: [JSONValue] = []
  private var isDebugged = false
  private var result = DeviceResult()
  private var app: Int32 = 0
  /// The days that have been simulated.
  public private(set) var days = 0.0

  /// Prepares a phone without simulating it.
  ///
  /// - Parameters:
  ///   - app: Path of the built executable, or a program with its arguments; seen from the folder in which the test runs.
  ///   - plist: Path of the bundle's property list in its XML form.
  ///   - bundleID: The app's bundle identifier.
  ///   - user: The archetype of the user or a population to draw it from, as `population.archetypes` of a study.
  ///   - seed: Draws user, use and network.
  ///   - policy: The scheduling policy, see `slumber policies`.
  ///   - server: The answers of servers: the first matching pattern counts.
  ///   - sessions: Identifiers of its background sessions.
  ///   - changesPerDay: How often its content changes.
  ///   - freshWithin: The greatest age of fresh content, such as `1 h`.
  public init(
    app: some AppCommand, plist: String, bundleID: String = "org.example.app", user: String = "everyday",
    seed: UInt64 = 1, policy: String = "seven-factor", server: [Server] = [], sessions: [String] = [],
    changesPerDay: Double = 12, freshWithin: String = "1 h"
  ) {
    self.bundleID = bundleID
    let description = JSONValue.members([
      "id": .string(bundleID), "command": .strings(app.words), "plist": .string(plist),
      "sessions": .strings(sessions),
      "server": .array(
        server.map { .object($0.keys.sorted { $0.key < $1.key }.map { .init($0, .string($1)) }) }),
      "pushes": .members(["on": "schedule"]),
      "popularity": .members(["installShare": "100 %", "weight": .number(0.3), "spread": .number(0.5)]),
      "content": .members([
        "process": "poisson", "perDay": .number(changesPerDay), "freshWithin": .string(freshWithin),
      ]),
    ])
    study = [
      .init("formatVersion", 1), .init("name", "phone"), .init("seed", .unsigned(seed)),
      .init("replications", 1), .init("population", .members(["devices": 1, "archetypes": .string(user)])),
      .init("policies", .strings([policy])), .init("apps", .array([description])),
    ]
  }

  // MARK: What happens

  /// Lets something happen at an instant of a run to come: `3 d 09:00` from the start, or `36 h`.
  public func at(_ instant: String, _ act: Act) {
    switch act {
    case .open:
      add("open", at: instant)
      // The instant is read when the phone runs; what is none is named there.
      if let time = StudyTime.instant(instant) { add("close", at: "\((time + .minute).seconds) s") }
    case .forceQuit: add("forceQuit", at: instant)
    case .push: add("push", at: instant)
    case .reboot: add("reboot", at: instant, isOfApp: false)
    case .network(let path): add("network", at: instant, isOfApp: false, ["path": path])
    case .setting(let name, let value):
      add("setting", at: instant, isOfApp: name == "appRefresh", ["setting": name, "value": value])
    }
  }

  /// Starts a pending task at the end of the run so far, as the debugger of Xcode does; the next run shows it. Its phone has a
  /// debugger attached from the start, which keeps time limits from killing the app (DBG-3).
  public func simulateLaunch(_ identifier: String) { inject("simulateLaunch", identifier) }

  /// Lets a running task expire at the end of the run so far, with a debugger as in ``simulateLaunch(_:)``.
  public func simulateExpiration(_ identifier: String) { inject("simulateExpiration", identifier) }

  private func inject(_ action: String, _ identifier: String) {
    isDebugged = true
    add(action, at: "\(days * 86_400) s", ["task": identifier])
  }

  private func add(_ action: String, at time: String, isOfApp: Bool = true, _ keys: [String: String] = [:]) {
    var step: [JSONValue.Member] = [.init("at", .string(time)), .init("action", .string(action))]
    if isOfApp { step.append(.init("app", .string(bundleID))) }
    script.append(.object(step + keys.sorted { $0.key < $1.key }.map { .init($0, .string($1)) }))
  }

  /// Simulates a number of further days.
  ///
  /// - Throws: An error in the app's files, the user, or an instant, with place and expectation; or the act
  ///   of the program that ended its run.
  public func run(days more: Double) throws {
    days += more
    var members = study + [.init("horizon", .string("\(days * 24) h")), .init("script", .array(script))]
    if isDebugged { members.append(.init("parameters", .members(["debug.attached": true]))) }
    let file = try StudyFile(text: JSONValue.object(members).text(), path: "phone.yaml")
    try file.allowCommands(true)
    defer { _ = file.pool.endAll() }
    let replay = DeviceReplay(file.study, policy: 0, replication: 0, device: 0)
    result = try replay.run(records: [.log, .decisions, .energy, .findings])
    app = Int32(replay.plan.apps.firstIndex { $0.bundleID == bundleID } ?? -1)
  }

  // MARK: What has happened

  /// The mistakes of the app's code, by their first instants.
  public var findings: [AppFinding] { result.findings }

  /// The share of opens that found fresh content, 0 to 1; nil without an open.
  public var freshness: Double? {
    let counts = result.freshness
    return counts[.opens] > 0 ? Double(counts[.fresh]) / Double(counts[.opens]) : nil
  }

  /// Energy billed to the app for all that it does out of the user's sight, in joules.
  public var energy: Double {
    result.ledgerWhole.filter { $0.payer.app == app && $0.payer.cause != .user }
      .reduce(0) { $0 + Double($1.energyNanojoules) } * 1e-9
  }

  /// The background launches of the app.
  public var launches: [LogRecord] { result.log.filter { $0.isLaunch && $0.app == app } }

  /// All events of the app and the phone.
  public var log: [LogRecord] { result.log.filter { $0.app == app || $0.app < 0 } }

  /// All of it in a line, for a test that fails.
  public var description: String {
    func short(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    let fresh = freshness.map { "\(short($0 * 100)) % of opens fresh" } ?? "no open"
    let found = findings.map { "\($0.name) \($0.count) times" }.joined(separator: ", ")
    return "\(short(days)) days: \(launches.count) launches, \(fresh), \(short(energy)) J in the background, "
      + (found.isEmpty ? "no finding" : found)
  }
}
