import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

/// A program that is a policy and does something wrong, and what is said of it.
struct Misbehavior: Sendable {
  /// One kind of each class of fault: an end, a signal, silence, a long answer, one that is not JSON, one with wrong values, one that
  /// is not asked for, closed streams, processes that are left behind, and two kinds that are no faults.
  private static let classes = [
    "exits-with-code", "kills-itself", "says-nothing", "endless-line", "terminal-escapes", "unknown-reason",
    "writes-unasked", "closes-output", "leaves-session", "item-twice", "line-ends-of-windows",
  ]

  /// A kind of `Fixtures/misbehaving.py`.
  var kind: String
  var limit: String
  /// The failure that it causes; nil where it is no failure.
  var found: String?
  var expected = ""
  /// How the message begins that it answered.
  var sent = "{\"observation\":{\"now_us\":"

  /// The misbehaviors of the lines of `Fixtures/misbehaving.txt`, with the columns above: all in the long tier.
  static func all() throws -> [Misbehavior] {
    let all = try Studies.fixture("misbehaving.txt").split(separator: "\n").map { line in
      let columns = line.split(separator: "\t").map(String.init)
      var misbehavior = Misbehavior(kind: columns[0], limit: columns[1])
      if columns.count > 3 { (misbehavior.found, misbehavior.expected) = (columns[2], columns[3]) }
      if columns.count > 4 { misbehavior.sent = columns[4] }
      return misbehavior
    }
    return Tier.isLong ? all : all.filter { classes.contains($0.kind) }
  }
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
          tasks: [{id: refresh, kind: refresh, earliestBegin: 15 min}]
      policies:
      \(policies.joined(separator: "\n"))

      """, to: "study.yaml")
  }

  @Test("each fails its own run with what it did; the study goes on and nothing is left running")
  func faultsInNumbers() throws {
    let all = try Misbehavior.all()
    try study(all)
    let outcome = try folder.slumber(
      "run", "study.yaml", "--allow-commands", "--jobs", "2", "--results", "\(mark).sqlite")
    #expect(outcome.code == 4, "\(outcome.summary.suffix(2000))")
    #expect(try RunningProcesses.leftBehind(mark) == [])
    let rows = try folder.export("\(mark).sqlite", code: 4).rows("runs.csv")
    #expect(rows.count == all.count + 1)
    for misbehavior in all {
      let kind = misbehavior.kind
      let row = try #require(rows.first { $0["policy"] == kind })
      guard let found = misbehavior.found else {
        #expect(row["status"] == "ok", "\(kind): \(row["error"] ?? "")")
        continue
      }
      #expect(row["status"] == "failed", "\(kind)")
      let error = row["error"] ?? ""
      let start =
        "replication 0, device 0: policy `\(kind)`: the process `python3 misbehaving.py \(kind) \(mark)` \(found) "
        + "after the message `\(misbehavior.sent)"
      holds(error.hasPrefix(start), "\(kind): \(error)")
      holds(error.contains("…`, expected \(misbehavior.expected)"), "\(kind): \(error)")
      holds(
        error.hasSuffix("--allow-commands --only \(row["run_id"] ?? "?") --device 0"), "\(kind): \(error)")
      holds(!error.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, "\(kind)")
    }
  }

  @Test(
    "GATE-3: a program that asks to be woken for ever fails its own run only, and the error names the limit")
  func asksForEver() throws {
    let others = ["seven-factor", "never"]
    try study([], beside: others)
    try folder.slumber("run", "study.yaml", "--results", "alone.sqlite", code: 0)
    try study([Misbehavior(kind: "asks-for-ever", limit: "60 s")], beside: others)
    let outcome = try folder.slumber(
      "run", "study.yaml", "--allow-commands", "--results", "\(mark).sqlite", code: 4)
    let error =
      "replication 0, device 0: policy `asks-for-ever` requested more than 3600 decision points in the hour from 0 s "
      + "(`gate.wakesPerHour`)"
    holds(
      outcome.error.contains("slumber: a run of `asks-for-ever` failed: \(error)\n"), "\(outcome.summary)")
    holds(outcome.output.contains("INCOMPLETE: 2 of 3 runs done, 1 failed\n"), "\(outcome.summary)")
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
    holds(replay.code == 4 && replay.error.contains(error), "\(replay.summary)")

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
      try study([Misbehavior(kind: kind, limit: "1000 s")])
      let process = try folder.start([
        "run", "study.yaml", "--allow-commands", "--jobs", "1", "--results", "\(mark).sqlite",
      ])
      // The program itself, and where it starts some, one of its children.
      let wanted = kind == "leaves-crowd" ? "sleep \(mark)" : "misbehaving.py \(kind) \(mark)"
      let limit = Date().addingTimeInterval(60)
      // Looked for once: a process that starts another program has no name for a moment.
      var isFound = false
      while !isFound, Date() < limit {
        isFound = try !RunningProcesses.containing(wanted).isEmpty
        if !isFound { usleep(50_000) }
      }
      holds(isFound, "\(wanted)")
      let sent = Date()
      process.send(signal)
      let outcome = process.wait()
      #expect(outcome.code == (signal == SIGKILL ? 128 + SIGKILL : 130), "\(outcome.summary)")
      #expect(Date().timeIntervalSince(sent) < 8)
      #expect(try RunningProcesses.leftBehind(mark) == [])
    }
  }
}
