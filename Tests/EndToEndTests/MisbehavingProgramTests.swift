import Foundation
import TestSupport
import Testing

/// A program that is a policy and does something wrong, and what is said of it.
struct Misbehavior: Sendable {
  /// A kind of `Fixtures/misbehaving.py`.
  var kind: String
  /// The failure that it causes; nil where it is no failure.
  var found: String?
  var expected: String
  var limit: String
  /// How the message begins that it answered.
  var sent: String

  init(
    _ kind: String, _ found: String?, _ expected: String? = nil, limit: String = "1 s",
    sent: String = "{\"observation\":{\"now_us\":"
  ) {
    self.kind = kind
    self.found = found
    self.expected = expected ?? "one line `{\"decisions\":[…]}` within \(limit)"
    self.limit = limit
    self.sent = sent
  }

  /// An answer that is wrong, whatever time it takes.
  static func answers(_ kind: String, _ answer: String, _ expected: String) -> Misbehavior {
    Misbehavior(kind, "has answered `\(answer)`", expected, limit: "60 s")
  }

  static let all: [Misbehavior] = [
    Misbehavior("exits", "ended with exit code 0", limit: "60 s"),
    Misbehavior("exits-with-code", "ended with exit code 7", limit: "60 s"),
    Misbehavior(
      "exits-within-line", "ended with exit code 0 after writing `{\"decisions\":` without a line end",
      limit: "60 s"),
    Misbehavior("kills-itself", "was ended by signal 9", limit: "60 s"),
    Misbehavior("says-nothing", "has not answered"),
    Misbehavior(
      "stops-within-line", "has not answered after writing `{\"decisions\":` without a line end", limit: "4 s"
    ),
    Misbehavior("spins", "has not answered"),
    Misbehavior(
      "endless-line", "has answered `\(String(repeating: "a", count: 400))…`, more than 1048576 bytes,",
      limit: "60 s"),
    Misbehavior(
      "endless-lines",
      "has written `{\"decisions\":[]}…`, which nobody asked for,", limit: "60 s"),
    .answers("empty-line", "", "JSON, with a value at column 1"),
    .answers("no-json", "hm", "JSON, with a value at column 1"),
    .answers("half-json", "{\"decisions\":[", "JSON, with a value at column 15"),
    .answers("trailing-json", "{\"decisions\":[]} {}", "JSON, with the end of the line at column 18"),
    .answers("list", "[]", "an object"),
    .answers("other-object", "{\"answer\":42}", "no `answer`; known are decisions"),
    .answers(
      "huge-number", "{\"decisions\":1e400}", "JSON, with a number that a double can hold at column 14"),
    .answers(
      "endless-number", "{\"decisions\":" + String(repeating: "9", count: 387) + "…",
      "JSON, with a number of at most 400 characters at column 14"),
    .answers(
      "many-keys", String((0..<60).map { "\"k\($0)\":0" }.joined(separator: ",").prefix(399).reduced) + "…",
      "JSON, with at most 64 names at column 504"),
    Misbehavior(
      "million-keys",
      "has answered `\((0..<60).map { "\"k\($0)\":0" }.joined(separator: ",").prefix(399).reduced)…`, "
        + "more than 1048576 bytes,", limit: "60 s"),
    .answers(
      "deep", String(repeating: "[", count: 400) + "…", "JSON, with at most 32 levels at column 33"),
    .answers(
      "duplicate-keys", "{\"decisions\":[],\"decisions\":[]}", "JSON, with each name once at column 17"),
    .answers("invalid-utf-8", "{\"\u{FFFD}\u{FFFD}\":[]}", "JSON, with UTF-8 at column 3"),
    .answers("zero-bytes", "\\u{0}\\u{0}\\u{0}", "JSON, with a value at column 1"),
    .answers(
      "terminal-escapes", "\\u{1B}[31m\\u{1B}]0;owned\\u{7}\\u{202E}", "JSON, with a value at column 1"),
    .answers("lone-surrogate", "{\"\\ud800\":[]}", "JSON, with a Unicode character at column 5"),
    Misbehavior("closes-output", "has closed its output", limit: "60 s"),
    Misbehavior("closes-input", "has not answered"),
    Misbehavior("closes-everything", "has closed its output", limit: "60 s"),
    Misbehavior("ignores-signals", "has not answered"),
    Misbehavior("leaves-child", "ended with exit code 0", limit: "60 s"),
    Misbehavior("leaves-session", "ended with exit code 0", limit: "60 s"),
    Misbehavior("leaves-daemon", "ended with exit code 3", limit: "60 s"),
    Misbehavior("leaves-crowd", "has not answered", limit: "3 s"),
    Misbehavior("changes-group", "has not answered", limit: "3 s"),
    Misbehavior("stops-itself", "has not answered"),
    Misbehavior("stops-guard", "has not answered"),
    Misbehavior("kills-guard", "ended", limit: "60 s"),
    Misbehavior(
      "writes-unasked", "has written `{\"decisions\":[]}`, which nobody asked for,",
      "no line before the next question", limit: "60 s", sent: "{\"hello\":2,\"policy\":\"writes-unasked\""),
    Misbehavior(
      "answers-twice", "has written `{\"decisions\":[]}`, which nobody asked for,", limit: "60 s"),
    Misbehavior("deaf", "has not answered"),
    Misbehavior("floods-errors", "has not answered", limit: "3 s"),
    .answers(
      "huge-item", "{\"decisions\":[{\"item\":1e300,\"start\":true}]}",
      "`decisions[0].item` to be a candidate: 1"),
    .answers(
      "unknown-item", "{\"decisions\":[{\"item\":1000001,\"start\":true}]}",
      "`decisions[0].item` to be a candidate: 1"),
    Misbehavior("item-twice", nil, limit: "60 s"),
    .answers(
      "unknown-reason", "{\"decisions\":[{\"item\":1,\"wait\":\"because\"}]}",
      "`decisions[0].wait` to be a reason: "),
    .answers(
      "start-and-wait", "{\"decisions\":[{\"item\":1,\"start\":true,\"wait\":\"policyChoice\"}]}",
      "`decisions[0]` to have either `start` or `wait`"),
    .answers(
      "until-a-fraction", "{\"decisions\":[{\"item\":1,\"wait\":\"policyChoice\",\"until_us\":0.5}]}",
      "`decisions[0].until_us` to be a whole number of microseconds"),
    Misbehavior("until-past", nil, limit: "60 s"),
    Misbehavior("until-far", nil, limit: "60 s"),
    Misbehavior("line-ends-of-windows", nil, limit: "60 s"),
  ]
}

extension Substring {
  /// With the bracket in front that opens the object.
  fileprivate var reduced: String { "{" + self }
}

/// The processes on this machine.
enum RunningProcesses {
  /// The command lines that contain a text, each with its number.
  static func containing(_ text: String) throws -> [String] {
    let list = try ChildProcess("/bin/ps", ["axww", "-o", "pid=,stat=,args="], in: "/").wait()
    return list.output.split(separator: "\n").map(String.init).filter { line in
      // Zombies are over; they wait for the machine's first process to notice.
      line.contains(text) && !line.split(separator: " ").dropFirst().first!.hasPrefix("Z")
    }
  }

  /// Those that are left after a moment.
  static func leftBehind(_ text: String, after seconds: Double = 10) throws -> [String] {
    let limit = Date().addingTimeInterval(seconds)
    while true {
      let found = try containing(text)
      if found.isEmpty || Date() > limit { return found }
      usleep(50_000)
    }
  }
}

@Suite("Programs that misbehave", .timeLimit(.minutes(10)))
struct MisbehavingProgramTests {
  private let folder: TestFolder
  /// A number of seconds that no other process sleeps for.
  private let mark = "7\(UInt32.random(in: 100_000...999_999)).\(UInt32.random(in: 100_000...999_999))"

  init() throws {
    folder = try TestFolder()
    let program = PackageRoot.file(
      "Tests/EndToEndTests/Fixtures/misbehaving.py")
    try FileManager.default.copyItem(atPath: program.path, toPath: folder.path("misbehaving.py"))
  }

  private func study(_ misbehaviors: [Misbehavior], beside others: [String] = ["never"]) throws {
    let policies =
      others.map { "  - \($0)" }
      + misbehaviors.map {
        "  - {name: process, label: \($0.kind), command: [python3, misbehaving.py, \($0.kind), \"\(mark)\"], "
          + "replyLimit: \($0.limit)}"
      }
    try folder.write(
      """
      formatVersion: 1
      name: \(mark)
      horizonDays: 2
      replications: 1
      population: {devices: 1, archetypes: [{name: one, share: 100 %, user: scripted, start: {charge: 90 %}}]}
      apps:
        - id: org.example.news
          usage: {at: ["08:00", "12:00"], stay: 1 min}
          tasks: [{id: refresh, kind: refresh, floor: 15 min}]
      policies:
      \(policies.joined(separator: "\n"))

      """, to: "study.yaml")
  }

  @Test("each of fifty fails its own run with what it did; the study goes on and nothing is left running")
  func fifty() throws {
    try study(Misbehavior.all)
    let outcome = try folder.slumber(
      "run", "study.yaml", "--allow-commands", "--jobs", "2", "--results", "\(mark).sqlite")
    #expect(outcome.code == 4, "\(outcome.summary.suffix(2000))")
    #expect(try RunningProcesses.leftBehind(mark) == [])
    let rows = try folder.export("\(mark).sqlite", code: 4).rows("runs.csv")
    #expect(rows.count == Misbehavior.all.count + 1)
    for misbehavior in Misbehavior.all {
      let kind = misbehavior.kind
      let row = try #require(rows.first { $0["policy"] == kind })
      guard let found = misbehavior.found else {
        #expect(row["status"] == "ok", "\(kind): \(row["error"] ?? "")")
        continue
      }
      #expect(row["status"] == "failed", "\(kind)")
      let error = row["error"] ?? ""
      let start =
        "replication 0, device 0: policy `\(kind)`: the process `python3 misbehaving.py \(kind) \(mark)` \(found) when it was "
        + "sent `\(misbehavior.sent)"
      #expect(error.hasPrefix(start), "\(kind): \(error)")
      #expect(error.contains("…`, expected \(misbehavior.expected)"), "\(kind): \(error)")
      #expect(
        error.hasSuffix("--allow-commands --only \(row["run_id"] ?? "?") --device 0"), "\(kind): \(error)")
      #expect(!error.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(kind)")
    }
  }

  @Test(
    "GATE-3: a program that asks to be woken for ever fails its own run only, and the error names the limit")
  func asksForEver() throws {
    let others = ["seven-factor", "never"]
    try study([], beside: others)
    try folder.slumber("run", "study.yaml", "--results", "alone.sqlite", code: 0)
    try study([Misbehavior("asks-for-ever", nil, limit: "60 s")], beside: others)
    let outcome = try folder.slumber(
      "run", "study.yaml", "--allow-commands", "--results", "\(mark).sqlite", code: 4)
    let error =
      "replication 0, device 0: policy `asks-for-ever` asked for more than 3600 decision points in the hour from 0 s "
      + "(`gate.wakesPerHour`)"
    #expect(
      outcome.error.contains("slumber: a run of `asks-for-ever` failed: \(error)\n"), "\(outcome.summary)")
    #expect(outcome.output.contains("INCOMPLETE: 2 of 3 runs done, 1 failed\n"), "\(outcome.summary)")
    #expect(try RunningProcesses.leftBehind(mark) == [])

    let export = try folder.export("\(mark).sqlite", code: 4)
    let runs = try export.rows("runs.csv")
    let failed = try #require(runs.first { $0["policy"] == "asks-for-ever" })
    #expect(failed["status"] == "failed")
    let run = try #require(failed["run_id"])
    #expect(
      failed["error"]
        == "\(error); replay: slumber run study.yaml --allow-commands --only \(run) --device 0")
    // The replay names the same limit.
    let replay = try folder.slumber(
      "run", "study.yaml", "--allow-commands", "--only", run, "--device", "0")
    #expect(replay.code == 4 && replay.error.contains(error), "\(replay.summary)")

    let alone = try folder.export("alone.sqlite")
    for policy in others {
      let found = try #require(runs.first { $0["policy"] == policy })
      let wanted = try #require(try alone.rows("runs.csv").first { $0["policy"] == policy })
      for column in ["status", "events", "event_hash"] {
        #expect(found[column] == wanted[column], "\(policy)")
      }
      #expect(found["status"] == "ok")
    }
  }

  @Test(
    "programs and what they have started end with slumber, also when it is killed",
    arguments: [SIGKILL, SIGTERM])
  func parent(_ signal: Int32) throws {
    for kind in ["ignores-signals", "leaves-crowd"] {
      try study([Misbehavior(kind, nil, limit: "1000 s")])
      let process = try folder.start([
        "run", "study.yaml", "--allow-commands", "--jobs", "1", "--results", "\(mark).sqlite",
      ])
      // The program itself, and where it starts some, one of its children.
      let wanted = kind == "leaves-crowd" ? "sleep \(mark)" : "misbehaving.py \(kind) \(mark)"
      let limit = Date().addingTimeInterval(60)
      while try RunningProcesses.containing(wanted).isEmpty, Date() < limit { usleep(50_000) }
      try #require(try !RunningProcesses.containing(wanted).isEmpty)
      let sent = Date()
      process.send(signal)
      let outcome = process.wait()
      #expect(outcome.code == (signal == SIGKILL ? 128 + SIGKILL : 130), "\(outcome.summary)")
      #expect(Date().timeIntervalSince(sent) < 8)
      #expect(try RunningProcesses.leftBehind(mark) == [])
    }
  }
}
