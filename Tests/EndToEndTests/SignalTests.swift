import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Signals") struct SignalTests {
  /// Starts a long run and waits until some of it is stored.
  private func started(in folder: TestFolder) throws -> ChildProcess {
    try folder.write(ResumeTests.study, to: "long.yaml")
    let process = try folder.start([
      "run", "long.yaml", "--jobs", "1", "--progress", "none", "--results", "cut.sqlite",
    ])
    let limit = Date().addingTimeInterval(60)
    while Date() < limit {
      usleep(20_000)
      guard FileManager.default.fileExists(atPath: folder.path("cut.sqlite")) else { continue }
      if try folder.export("cut.sqlite").rows("runs.csv").contains(where: { $0["status"] == "ok" }) { break }
    }
    return process
  }

  @Test(
    "a request to stop ends the run in order, however often it comes",
    arguments: [[SIGTERM], [SIGUSR1], [SIGXCPU], [SIGTERM, SIGUSR1, SIGXCPU, SIGINT]])
  func requests(_ signals: [Int32]) throws {
    let folder = try TestFolder()
    let process = try started(in: folder)
    for round in 0..<4 {
      for signal in signals where signal != SIGINT || round == 3 { process.send(signal) }
      usleep(2000)
    }
    let outcome = process.wait()
    #expect(outcome.code == 130, "\(outcome.summary)")
    holds(
      outcome.error.contains(
        "interrupted; all finished blocks are stored. To continue, run the same command"),
      "\(outcome.summary)")
    let done = try folder.export("cut.sqlite").rows("runs.csv").count { $0["status"] == "ok" }
    holds(done > 0 && done < 75)
    holds(!FileManager.default.fileExists(atPath: folder.path("cut.sqlite-journal")))
  }

  @Test("an interrupted program in Python says nothing, be it slumber's or run by hand")
  func python() throws {
    let folder = try TestFolder()
    try folder.slumber("init", "mine", "--from", "policy-python", code: 0)
    let process = try folder.start([
      "run", "mine/study.yaml", "--allow-commands", "--progress", "none", "--days", "60", "--replications",
      "40",
    ])
    usleep(1_000_000)
    process.send(SIGINT)
    let outcome = process.wait()
    holds(outcome.code == 130 && !outcome.error.contains("Traceback"), "\(outcome.summary)")
    try folder.slumber("init", "app", "--from", "app-python", code: 0)
    let shipped = ["policies/hourly.py", "policies/learning.py", "examples/news.py"].map {
      PackageRoot.file("scenarios/\($0)").path
    }
    // All at the same time: each waits.
    let programs = (["mine/policy.py", "app/app.py"] + shipped).map { program in
      """
      (sleep 4 | timeout -s INT 3 python3 '\(program)'; [ $? = 124 ] || echo '\(program): not interrupted') &
      (sleep 0.3; echo '{"hello":2,"enforces":[],"settings":{}}') | python3 '\(program)' | true &

      """
    }
    let all = try folder.shell(programs.joined() + "wait", code: 0)
    holds(all.output.isEmpty && all.error.isEmpty, "\(all.summary)")
  }

  @Test("a second SIGINT ends the run at once, but not within a transaction")
  func twice() throws {
    let folder = try TestFolder()
    let process = try started(in: folder)
    process.send(SIGINT)
    process.send(SIGINT)
    usleep(1000)
    process.send(SIGINT)
    let outcome = process.wait()
    #expect(outcome.code == 130, "\(outcome.summary)")
    // Nothing is left to roll back.
    holds(!FileManager.default.fileExists(atPath: folder.path("cut.sqlite-journal")))
    try folder.slumber("verify", "cut.sqlite", "--sample", "0", code: 0)
  }

  @Test("a second SIGINT ends a merge at once, but not within a transaction")
  func merging() throws {
    let folder = try TestFolder(ShardTests.study(devices: 1_300, replications: 1), as: "short.yaml")
    for index in 1...4 {
      try folder.slumber(
        "run", "short.yaml", "--shard", "\(index)/4", "--progress", "none", "--results", "m.sqlite", code: 0)
    }
    for delay in [0, 20_000, 40_000, 60_000] as [UInt32] {
      let process = try folder.start(["merge", "m.sqlite"])
      usleep(50_000 + delay)
      process.send(SIGINT)
      process.send(SIGINT)
      let outcome = process.wait()
      holds([0, 4, 130].contains(outcome.code), "\(outcome.summary)")
      guard FileManager.default.fileExists(atPath: folder.path("m.sqlite")) else { continue }
      holds(!FileManager.default.fileExists(atPath: folder.path("m.sqlite-journal")))
      try folder.slumber("verify", "m.sqlite", "--sample", "0", code: 0)
    }
    try folder.slumber("merge", "m.sqlite", code: 0)
    #expect(try folder.export("m.sqlite").differences(from: ShardTests.whole(folder)) == [])
  }

  @Test("a signal ends the run of one huge device within seconds", arguments: [SIGINT, SIGTERM])
  func hugeDevice(_ signal: Int32) throws {
    let folder = try TestFolder()
    try folder.write(
      Studies.small(
        name: "huge", devices: 1, days: 1500, replications: 1,
        policies:
          "seven-factor, never, fixed-interval, immediate, aligned, learned, random, deadline, energy-budget"),
      to: "huge.yaml")
    let process = try folder.start(["run", "huge.yaml", "--jobs", "1", "--results", "huge.sqlite"])
    let limit = Date().addingTimeInterval(60)
    while !FileManager.default.fileExists(atPath: folder.path("huge.sqlite")), Date() < limit {
      usleep(20_000)
    }
    sleep(1)
    let sent = Date()
    process.send(signal)
    let outcome = process.wait()
    #expect(outcome.code == 130, "\(outcome.summary)")
    #expect(Date().timeIntervalSince(sent) < 10)
    let runs = try folder.export("huge.sqlite").rows("runs.csv")
    holds(runs.allSatisfy { $0["status"] != "ok" && $0["status"] != "failed" })
  }
}
