import EventSimulation
import Foundation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("A policy that is a process")
struct ProcessPolicyTests {
  private let folder: ProgramFolder

  init() throws { folder = try ProgramFolder() }

  /// The reason that a policy gives after one decision point; nil if it has none.
  private func failure(_ program: String, limit: Double = 30) throws -> String? {
    let policy = ProcessPolicy(
      try folder.command(program, limit: limit), context, pool: ProgramPool())
    let decisions = policy.decide(observation, [candidate(17)])
    guard case .failed(let reason) = policy.refusal else { return nil }
    holds(decisions.isEmpty && policy.decide(observation, [candidate(17)]).isEmpty)
    return reason
  }

  @Test("it receives hello, the device, each decision point, and the requested messages, in order")
  func conversation() throws {
    let program = """
      read -r line
      echo "$line" > heard
      echo '{"hello":2,"policy":"sh","decides_at_launches":true,"listens":["run_started","event"]}'
      while read -r line; do
        echo "$line" >> heard
        case $line in *'"observation"'*) echo '{"decisions":[{"item":17,"start":true}]}';; esac
      done
      echo end >> heard
      """
    do {
      let pool = ProgramPool()
      let policy = ProcessPolicy(try folder.command(program), context, pool: pool)
      holds(policy.traits.decidesAtLaunches && policy.refusal == nil)
      policy.observe(.device(.plugged, at: .zero))
      #expect(policy.decide(observation, [candidate(17)]) == [Decision(item: 17, verdict: .start)])
      policy.observe(.runStarted(item: 17))
      #expect(policy.decide(observation, [candidate(17)]) == [Decision(item: 17, verdict: .start)])
      #expect(policy.refusal == nil)
    }
    let heard = try #require(folder.text("heard")).split(separator: "\n")
    try #require(heard.count == 7)
    holds(heard[0].hasPrefix("{\"hello\":2,\"policy\":\"mine\",\"settings\":{},"))
    holds(heard[1].hasPrefix("{\"device\":"))
    #expect(heard[2] == "{\"event\":{\"now_us\":0,\"kind\":\"plugged\"}}")
    holds(heard[3] == observationLine && heard[5] == observationLine)
    #expect(heard[4] == "{\"run_started\":{\"item\":17}}")
    #expect(heard[6] == "end")
  }

  @Test("a program that is stopped while it writes does not get a broken pipe, which it would report")
  func stopped() throws {
    let endless = "trap '' PIPE; while printf x; do :; done 2> /dev/null; echo broken > told"
    for _ in 0..<10 {
      let reason = try #require(try failure(Programs.answering("(\(endless))"), limit: 0.2))
      #expect(folder.text("told") == nil, "\(reason)")
    }
  }

  @Test("a program is shown details only where it asks for them", arguments: [true, false])
  func details(_ asks: Bool) throws {
    let hello = asks ? #"{"hello":2,"policy":"sh","details":true}"# : Programs.hello
    let program = Programs.answering("echo \"$line\" > heard; echo '{\"decisions\":[]}'", hello: hello)
    let policy = ProcessPolicy(try folder.command(program), context, pool: ProgramPool())
    policy.begin(AppHistory { _ in nil }, forecast: nil)
    _ = policy.decide(observation, [candidate(17)])
    #expect(policy.refusal == nil)
    let heard = try #require(folder.text("heard"))
    #expect((heard == observationLine + "\n") == !asks)
    holds(heard.contains("bundle_id") == asks && heard.contains("signal") == asks)
  }

  @Test("one that may serve further devices does; any other is started for each device")
  func reuse() throws {
    for (hello, processes) in [(Programs.reusable, 1), (Programs.hello, 3)] {
      let command = try folder.command(
        "echo x >> started\n" + Programs.saying(#"{"decisions":[]}"#, hello: hello))
      let pool = ProgramPool()
      for _ in 0..<3 {
        let policy = ProcessPolicy(command, context, pool: pool)
        _ = policy.decide(observation, [candidate(17)])
        #expect(policy.refusal == nil)
      }
      #expect(folder.text("started")?.count { $0 == "x" } == processes)
      try FileManager.default.removeItem(atPath: folder.path + "/started")
    }
  }

  @Test("other settings or parameters are another hello, and so another process")
  func kinds() throws {
    let pool = ProgramPool()
    let program = "echo x >> started\n" + Programs.saying(#"{"decisions":[]}"#, hello: Programs.reusable)
    var other = context
    other.parameters.set("fixed.interval", .number(5))
    for (settings, context) in [("{}", context), ("{\"a\":1}", context), ("{}", other), ("{}", context)] {
      _ = ProcessPolicy(try folder.command(program, settings: settings), context, pool: pool)
    }
    #expect(folder.text("started")?.count { $0 == "x" } == 3)
  }

  @Test("lines of any length go both ways")
  func longLines() throws {
    let candidates = (1...5000).map { candidate($0) }
    let items = (1...5000).map { "{\"item\":\($0),\"start\":true}" }.joined(separator: ",")
    try Data("{\"decisions\":[\(items)]}\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/reply"))
    let policy = ProcessPolicy(
      try folder.command(Programs.answering("cat reply"), limit: 60), context, pool: ProgramPool())
    #expect(policy.decide(observation, candidates).map(\.item) == candidates.map(\.item))
    #expect(policy.refusal == nil)
  }

  // MARK: Failures

  private func message(_ found: String, limit: String = "30 s", expected: String? = nil) -> String {
    let sent = observationLine.prefix(400) + "…"
    return "policy `mine`: the process `sh policy.sh` \(found) after the message `\(sent)`, expected "
      + (expected ?? "one line `{\"decisions\":[…]}` within \(limit)")
  }

  @Test(
    "a process that ends says how",
    arguments: [
      ("exit 3", "ended with exit code 3"), ("exit 0", "ended with exit code 0"),
      ("kill -9 $$", "was ended by signal 9"),
    ])
  func ends(_ command: String, _ found: String) throws {
    #expect(try failure(Programs.answering(command)) == message(found))
  }

  @Test("one that has ended before it is asked is found to have ended when it is asked")
  func endedBefore() throws {
    #expect(
      try failure("read -r hello; echo '\(Programs.hello)'; exit 4") == message("ended with exit code 4"))
  }

  @Test("a process that does not answer in time is late, and is killed with its child processes")
  func late() throws {
    let program = Programs.answering("sleep 100 & echo $! > child; echo $$ > parent; wait")
    #expect(try failure(program, limit: 0.5) == message("did not answer", limit: "0.5 s"))
    for name in ["child", "parent"] {
      let pid = try #require(folder.text(name).flatMap { Int32($0.trimmingCharacters(in: .newlines)) })
      // Who is orphaned stays in the table for a moment.
      for _ in 0..<100 where kill(pid, 0) == 0 && !isZombie(pid) { usleep(20_000) }
      holds(kill(pid, 0) != 0 || isZombie(pid))
    }
  }

  private func isZombie(_ pid: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
    return text.contains(") Z ")
  }

  @Test("one that does not read is late, however much it is sent")
  func deaf() throws {
    let program = "read -r hello; echo '\(Programs.hello)'; sleep 100"
    let policy = ProcessPolicy(
      try folder.command(program, limit: 0.5), context, pool: ProgramPool())
    holds(policy.decide(observation, (1...2000).map { candidate($0) }).isEmpty)
    #expect(policy.refusal.map { "\($0)" }?.contains("did not answer after the message") == true)
  }

  @Test("lines that are not JSON or not an answer are quoted, with the expected form")
  func wrong() throws {
    #expect(
      try failure(Programs.saying("hm"))
        == message("answered `hm`", expected: "JSON, with a value at column 1"))
    let stranger = #"{"decisions":[{"item":9,"start":true}]}"#
    #expect(
      try failure(Programs.saying(stranger))
        == message("answered `\(stranger)`", expected: "`decisions[0].item` to be a candidate: 17"))
  }

  @Test("a second line for one question is found at the next")
  func unasked() throws {
    let policy = ProcessPolicy(
      try folder.command(Programs.answering(#"printf '{"decisions":[]}\n{"decisions":[]}\n'"#), limit: 30),
      context, pool: ProgramPool())
    holds(policy.decide(observation, [candidate(17)]).isEmpty && policy.refusal == nil)
    holds(policy.decide(observation, [candidate(17)]).isEmpty)
    #expect(
      policy.refusal
        == .failed(message("wrote the unrequested line `{\"decisions\":[]}`")))
  }

  @Test("hello that is not answered rightly, and a program that is not there")
  func hello() throws {
    let expected = "one line `{\"hello\":2,\"policy\":…}` within 30 s"
    let ended = try #require(try failure("exit 7"))
    holds(
      ended.hasPrefix(
        "policy `mine`: the process `sh policy.sh` ended with exit code 7 after the message `{\"hello\":2,"))
    holds(ended.hasSuffix("…`, expected \(expected)"))
    let old = try #require(try failure("read -r hello; echo '{\"hello\":0,\"policy\":\"sh\"}'"))
    holds(
      old.contains("answered `{\"hello\":0,\"policy\":\"sh\"}` after")
        && old.hasSuffix("expected `hello` to be 2"))
    for (words, reason) in [
      (["no-such-program-here"], "No such file or directory"), ([], "the command is empty"),
    ] {
      let command = ProgramCommand(label: "mine", words: words.map { .init($0) }, folder: folder.path)
      let policy = ProcessPolicy(command, context, pool: ProgramPool())
      #expect(
        policy.refusal
          == .failed(
            "policy `mine`: the process `\(words.joined())` could not be started (\(reason)), "
              + "expected a program that runs"))
    }
  }

  @Test("a program sees PATH, HOME and LANG of the environment, and no other descriptor than its three")
  func surroundings() throws {
    setenv("SLUMBER_TEST_SECRET", "hidden", 1)
    let secret = open(folder.path, O_RDONLY)
    defer { close(secret) }
    let program = "env > variables; ls /dev/fd/ > descriptors\n" + Programs.saying(#"{"decisions":[]}"#)
    #expect(try failure(program) == nil)
    let names = (folder.text("variables") ?? "").split(separator: "\n").compactMap {
      $0.split(separator: "=").first
    }
    holds(names.contains("PATH"))
    // The shell adds what begins with the folder that it is in.
    holds(Set(names).isSubset(of: ["PATH", "HOME", "LANG", "PWD", "OLDPWD", "SHLVL", "_"]), "\(names)")
    // `ls` has one of its own.
    #expect(folder.text("descriptors") == "0\n1\n2\n3\n")
  }

  @Test("the time limit of the start differs from the limit of replies")
  func startLimit() throws {
    var command = try folder.command("sleep 100", limit: 100)
    command.startLimit = 0.5
    let policy = ProcessPolicy(command, context, pool: ProgramPool())
    guard case .failed(let reason) = policy.refusal else {
      Issue.record("no failure")
      return
    }
    holds(reason.contains("did not answer after the message `{\"hello\":2,"))
    holds(
      reason.hasSuffix("…`, expected one line `{\"hello\":2,\"policy\":…}` within 0.5 s"), "\(reason)")
    #expect(ProgramCommand(label: "a", words: []).startLimit == 60)
  }

  @Test("slumber stops waiting for an answer when the study is to stop")
  func stop() throws {
    let pool = ProgramPool()
    let policy = ProcessPolicy(
      try folder.command(Programs.answering("sleep 100"), limit: 1000), context, pool: pool)
    #expect(policy.refusal == nil)
    pool.stop { true }
    let later = ProcessPolicy(
      try folder.command(Programs.answering("sleep 100"), limit: 1000), context, pool: pool)
    holds(
      "\(later.refusal.map { "\($0)" } ?? "")".contains(
        "did not answer before the study was interrupted"))
  }

  @Test("a process that does not end by itself is killed with its pool, and does not become a zombie")
  func end() throws {
    let program = "echo $$ > parent\n" + Programs.saying(#"{"decisions":[]}"#) + "\nsleep 100"
    do {
      let pool = ProgramPool()
      _ = ProcessPolicy(try folder.command(program), context, pool: pool).decide(observation, [candidate(17)])
    }
    let pid = try #require(folder.text("parent").flatMap { Int32($0.trimmingCharacters(in: .newlines)) })
    holds(kill(pid, 0) != 0 && errno == ESRCH)
  }

  @Test("the identity depends on the words of the command, the contents of files, and the settings")
  func identity() {
    let command = ProgramCommand(label: "a", words: [.init("sh"), .init("p.sh", digest: "1")])
    var same = command
    (same.label, same.folder, same.replyLimit) = ("b", "/elsewhere", 1)
    #expect(same.canonicalText == command.canonicalText)
    var changed = [command, command, command]
    changed[0].words[1].digest = "2"
    changed[1].settings = "{\"a\":1}"
    changed[2].words.append(.init("-v"))
    #expect(Set((changed + [command]).map(\.canonicalText)).count == 4)
  }
}
