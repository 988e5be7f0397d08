import EventSimulation
import Foundation
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import StudyTestSupport
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("An app that is a program")
struct ProgramAppTests {
  /// A news app in Python, which fetches so many bytes; `EXTRA` stands where it does more at each event.
  static let python = try! PackageRoot.text("Tests/StudiesTests/Programs/Fixtures/news.py")

  /// The same in Swift, within the phone's process.
  final class News: AppBehavior {
    private var run: Int?

    func handle(_ event: AppEvent, at now: Instant, ask: (AppRequest) -> AppAnswer) -> Instant? {
      switch event {
      case .launched: run = nil
      case .enteredBackground: submit(now, ask)
      case .started(let run, _, _):
        self.run = run
        submit(now, ask)
        _ = ask(.handlesExpiry(run: run))
        if ask(.transfer(id: 1, up: 600, down: 60_000)) != .done { finish(false, ask) }
      case .expired: finish(false, ask)
      case .transferEnded(_, let isLost, _, _) where run != nil:
        if !isLost { _ = ask(.content(asOf: now)) }
        finish(!isLost, ask)
      default: break
      }
      return nil
    }

    private func submit(_ now: Instant, _ ask: (AppRequest) -> AppAnswer) {
      _ = ask(.submit(identifier: "refresh", .refresh, earliest: now + .minutes(15)))
    }

    private func finish(_ success: Bool, _ ask: (AppRequest) -> AppAnswer) {
      if let run { _ = ask(.complete(run: run, success: success)) }
      run = nil
    }
  }

  static func study(_ code: String, days: Int = 5, devices: Int = 2) -> String {
    """
    formatVersion: 1
    name: news
    seed: 1
    replications: 1
    horizonDays: \(days)
    population: {devices: \(devices), archetypes: everyday}
    policies: [seven-factor, immediate]
    apps:
      - id: org.example.news
        \(code)
        declarations: {permittedIdentifiers: [refresh], modes: [fetch]}
        popularity: {installShare: 100 %, weight: 0.3, spread: 0.5}
        content: {process: poisson, perDay: 12, freshWithin: 1 h}

    """
  }

  private static func file(_ folder: StudyFolder, _ text: String) throws -> StudyFile {
    let catalogue = try PolicyCatalogue.standard.adding([], apps: [AppCode(name: "news") { _ in News() }])
    return try StudyFile(path: folder.write(text), catalogue: catalogue)
  }

  private static func results(_ file: StudyFile) throws -> [DeviceResult] {
    try file.allowCommands(true)
    return try (0..<2).flatMap { policy in
      try (0..<2).map { device in
        try DeviceReplay(file.study, policy: policy, replication: 0, device: device).run(records: [.energy])
      }
    }
  }

  @Test("a Python process and Swift code inside the simulator give the same events")
  func sameHash() throws {
    let folder = try StudyFolder()
    _ = try folder.write(Self.python.replacing("EXTRA", with: "pass"), as: "news.py")
    let child = try Self.results(Self.file(folder, Self.study("command: [python3, news.py]")))
    let inside = try Self.results(Self.file(folder, Self.study("behavior: news")))
    #expect(child.map(\.eventHash) == inside.map(\.eventHash))
    #expect(child.map(\.energyWhole) == inside.map(\.energyWhole))
    holds(child.contains { $0.apps[0].mechanisms[Int(Mechanism.refresh.rawValue)].counts[.completed] > 0 })
  }

  @Test("the process that crashes at any of its lines leaves a closed ledger")
  func crashes() throws {
    let folder = try StudyFolder()
    // At every 29th question the app ends its process, and goes on as the phone tells it.
    let crash = """
      if count % 29 == 28 and kind not in ("terminated", "launched"):
                  ask(end={"how": "crash"})
      """
    _ = try folder.write(Self.python.replacing("EXTRA", with: crash), as: "news.py")
    let file = try Self.file(folder, Self.study("command: [python3, news.py]"))
    let results = try Self.results(file)
    holds(results.contains { $0.eventCounts.contains { $0.reason == "crash" && $0.count > 3 } })
    holds(file.pool.endAll())
  }

  @Test("a program that is killed at any line is named, and its processes all end")
  func kills() throws {
    for line in [1, 2, 5, 17, 60] {
      let folder = try StudyFolder()
      let kill = "settings['left'] -= 1; settings['left'] or os.kill(os.getpid(), 9)"
      _ = try folder.write(Self.python.replacing("EXTRA", with: kill), as: "news.py")
      let code = "command: [python3, news.py]\n    settings: {left: \(line)}"
      let file = try Self.file(folder, Self.study(code))
      let failure = #expect(throws: SimulationFailure.self) { _ = try Self.results(file) }
      let text = failure?.description ?? ""
      holds(
        text.contains("app `org.example.news`: the process `python3 news.py` was ended by signal 9"),
        "\(text)")
      holds(text.contains("after the message `{\"event\":{"), "\(text)")
    }
  }

  @Test("an address that no rule of `server` fits is refused, and the finding names it")
  func missingServer() throws {
    let folder = try StudyFolder()
    let fetch = #"""
      if kind == "opened":
                  assert ask(transfer={"id": 9, "up": 0, "url": "https://example.org/feed"})["refused"] in (-1003, -1009)
      """#
    _ = try folder.write(Self.python.replacing("EXTRA", with: fetch), as: "news.py")
    let file = try Self.file(folder, Self.study("command: [python3, news.py]"))
    try file.allowCommands(true)
    let replay = DeviceReplay(file.study, policy: 0, replication: 0, device: 0)
    let findings = try replay.run(records: .findings).findings
    let finding = try #require(findings.first { $0.kind == .missingServer })
    #expect(finding.identifier == "https://example.org/feed")
  }

  @Test("lines that are neither question nor rest are quoted, with the expected form")
  func wrongLines() throws {
    let line = #"{"rest":{"until_us":"soon"}}"#
    let folder = try ProgramFolder()
    var command = try folder.command(
      "read -r hello; echo '{\"hello\":2,\"app\":\"sh\"}'; read -r device; read -r event; echo '\(line)'; read -r end"
    )
    command.role = .app
    let app = ProgramApp(command, Self.context, pool: ProgramPool())
    _ = app.handle(.launched, at: .zero) { _ in .done }
    let failure = try #require(app.failure)
    holds(failure.contains("answered `\(line)`"), "\(failure)")
    holds(failure.contains("`rest.until_us` to be a whole number of microseconds"), "\(failure)")
  }

  @Test("a program reports unsupported features, and receives its permitted identifiers")
  func escape() throws {
    let folder = try ProgramFolder()
    var command = try folder.command(
      "read -r hello; case $hello in *'\"permitted_identifiers\":[\"a\",\"b\"]'*) echo '{\"hello\":2,\"app\":\"sh\"}';; esac; "
        + "read -r device; read -r event; echo '{\"escape\":\"makes a thread\"}'; read -r end")
    command.role = .app
    let app = ProgramApp(command, Self.context, permitted: ["a", "b"], pool: ProgramPool())
    _ = app.handle(.launched, at: .zero) { _ in .done }
    #expect(app.failure?.contains("ended itself with `makes a thread`, expected a supported action") == true)
  }

  @Test("a program that requests details also reads the charger, the battery, and the network")
  func details() throws {
    let answers = try [true, false].map { isRequested in
      let folder = try ProgramFolder()
      var command = try folder.command(
        #"read -r hello; echo '{"hello":2,"app":"sh","details":\#(isRequested)}'; read -r device; "#
          + #"read -r event; echo '{"state":{}}'; read -r answer; echo "$answer" > answer; "#
          + #"echo '{"rest":{}}'; read -r end"#)
      command.role = .app
      let app = ProgramApp(command, Self.context, pool: ProgramPool())
      let state = AppState(
        isForeground: false, isLowPowerMode: false, isOnline: true, refreshStatus: "denied", remaining: nil,
        isPlugged: true, stateOfCharge: 0.25, network: .cellular)
      _ = app.handle(.launched, at: .zero) { _ in .state(state) }
      #expect(app.failure == nil)
      return try #require(folder.text("answer"))
    }
    let known = #"{"state":{"foreground":false,"low_power_mode":false,"online":true,"#
    let rest = #""refresh_status":"denied","remaining_us":null"#
    let details = #","is_plugged":true,"state_of_charge":0.25,"network":"cellular"}}"#
    #expect(answers == [details, "}}"].map { "\(known)\(rest)\($0)\n" })
  }

  static let context = AppContext(
    bundleID: "org.example", deviceKey: "0000000000000000", firstWeekday: 0,
    servers: StreamAddress(seed: 1, group: 7, replication: 0, device: 0, purpose: .serverAnswers))

  @Test("the servers' answers are drawn by rule and ordinal, and the first rule that fits counts")
  func servers() throws {
    let rules = [
      ServerRule(pattern: "https://a.org/*/list*", down: try Constant(10), delay: try Constant(2)),
      ServerRule(pattern: "https://a.org/*", down: try Exponential(mean: 1000), failures: 0.3),
    ]
    var servers = AppServers(rules, Self.context.servers)
    #expect(servers.answer("https://a.org/x/list?page=1") == .init(down: 10, delay: 2, status: 200))
    #expect(servers.answer("https://b.org/") == nil)
    let answers = (0..<200).compactMap { _ in servers.answer("https://a.org/feed") }
    holds(answers.allSatisfy { ($0.status == 500) == ($0.down == 0) })
    holds((40...80).contains(answers.count { $0.status == 500 }))
    var again = AppServers(rules, Self.context.servers)
    let same = (0..<200).map { index in
      if index % 3 == 0 { _ = again.answer("https://a.org/x/list") }
      return again.answer("https://a.org/feed")
    }
    #expect(same == answers)
  }
}

@Suite("Studies with apps that are code")
struct CodeDecodingTests {
  private func errors(_ code: String, rest: String = "") throws -> [String] {
    let folder = try StudyFolder()
    _ = try folder.write(
      "<plist><dict><key>UIBackgroundModes</key><string>fetch</string></dict></plist>", as: "bad.plist")
    return try folder.errors(
      ProgramAppTests.study(code).replacing("declarations:", with: rest + "declarations:"))
  }

  @Test("keys of described apps together with a command are an error, and vice versa")
  func conflicts() throws {
    for key in ["tasks: []", "transfers: []", "assertions: []", "modes: {}", "quality: hog"] {
      let name = key.prefix { $0 != ":" }
      let found = try errors("command: [sh, a.sh]", rest: "\(key)\n    ")
      holds(
        found.contains { $0.contains("apps[0].\(name): found `\(name)` and `command`") }, "\(found)")
    }
    holds(try errors("server: []").contains { $0.contains("found `server` in an app without code") })
    holds(
      try errors("behavior: news").contains {
        $0.contains("apps[0].behavior: found `news`, expected a behavior")
      })
    holds(
      try errors("command: [sh]", rest: "plist: bad.plist\n    ").contains {
        $0.contains("`declarations` and `plist`")
      })
    holds(
      try errors("command: [sh]", rest: "plist: bad.plist\n    ").contains {
        $0.contains("`UIBackgroundModes` without a list")
      })
    #expect(try errors("command: [sh]", rest: "plist: none.plist\n    ").count > 1)
  }

  @Test("a property list declares identifiers and modes, and counts by its content")
  func propertyList() throws {
    func plist(_ identifier: String) -> String {
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
        <key>BGTaskSchedulerPermittedIdentifiers</key>
        <array>
          <string>\(identifier)</string>
        </array>
        <key>UIBackgroundModes</key>
        <array><string>fetch</string><string>external-accessory</string></array>
      </dict></plist>

      """
    }
    let folder = try StudyFolder()
    let text = ProgramAppTests.study("command: [sh]\n    plist: Info.plist").split(separator: "\n")
      .filter { !$0.contains("declarations") }.joined(separator: "\n")
    _ = try folder.write(plist("a&amp;b"), as: "Info.plist")
    let first = try folder.study(text)
    #expect(first.study.apps[0].declarations.permittedIdentifiers == ["a&b"])
    #expect(first.study.apps[0].declarations.modes == .fetch)
    _ = try folder.write(plist("c"), as: "Info.plist")
    let second = try folder.study(text)
    let policy = first.study.policies[0]
    #expect(
      first.points[0].runID(policy: policy, replication: 0)
        != second.points[0].runID(policy: policy, replication: 0))
  }
}
