import Foundation
import Studies
import StudyTestSupport
import TestSupport
import Testing

/// Each rule that makes a part of a study impossible, beside a study with one thing changed that runs.
@Suite("Warnings about what the rules make impossible")
struct ImpossibleStudyTests {
  /// The warnings of an app in a study of one scripted phone, without the name of the file.
  private func warnings(
    _ app: String, usage: String = "{at: [\"08:00\", \"18:30\"], stay: 3 min}", parameters: String = "{}",
    rest: String = ""
  ) throws -> [String] {
    let own = parameters.dropFirst().dropLast()
    return try StudyFolder().study(
      """
      formatVersion: 1
      name: impossible
      horizonDays: 4
      replications: 1
      population: {devices: 1, archetypes: scripted}
      policies: [never]
      parameters: {task.expiryWarns: false, processing.runtimeLimit: 10 min, submit.windowDelay: 0 s, work.bytesFirst: true\(own.isEmpty ? "" : ", \(own)")}
      apps:
        - id: com.app
          usage: \(usage)
          \(app.replacing("\n", with: "\n    "))
      \(rest)
      """
    ).warnings.map { warning in
      warning.range(of: "study.yaml:").map { String(warning[$0.upperBound...]) } ?? warning
    }
  }

  @Test("SUB-4, SUB-5: series beyond the limit on pending requests are named, up to the limit none is")
  func limits() throws {
    let three = "tasks: [{id: a, kind: refresh}, {id: b, kind: refresh}, {id: c, kind: refresh}]"
    #expect(
      try warnings(three) == [
        "11: apps[0].tasks[1].id: of `a`, `b`, `c` only 1 can be pending at a time (`submit.refreshLimit`), and the "
          + "others are refused with `tooManyPending` (SUB-4); do their work in one task"
      ])
    holds(try warnings(three, parameters: "{submit.refreshLimit: 3}").isEmpty)
    #expect(try warnings(three, parameters: "{submit.refreshLimit: 2}").count == 1)
    holds(
      try warnings("tasks: [{id: a, kind: refresh}, {id: b, kind: refresh, submits: false}]").isEmpty)
    let processing = (1...11).map { "{id: p\($0), kind: \($0 > 9 ? "health" : "processing")}" }
    holds(try warnings("tasks: [\(processing.prefix(10).joined(separator: ", "))]").isEmpty)
    let found = try warnings("tasks: [\(processing.joined(separator: ", "))]")
    holds(
      found.count == 1 && found[0].contains("apps[0].tasks[10].id") && found[0].contains("SUB-5"), "\(found)")
  }

  @Test("SUB-4: an arm and its parameters are judged as they are there")
  func arms() throws {
    let text = "tasks: [{id: a, kind: refresh}, {id: b, kind: refresh}]"
    let arms = "arms: [{name: one, set: {parameters: {submit.refreshLimit: 2}}}, {name: two, set: {}}]"
    holds(try warnings(text, parameters: "{submit.refreshLimit: 2}", rest: arms).isEmpty)
    #expect(try warnings(text, rest: arms).count == 1)
  }

  @Test(
    "BAD-8: a floor that is not over between the opens is named where it begins anew at each exit",
    arguments: [
      // The nights are 10 h long.
      (
        "{at: [\"07:30\", \"12:00\", \"17:00\", \"21:30\"]}", "12 h",
        "4 of 4 times between opens are"
      ),
      (
        "{at: [\"07:30\", \"12:00\", \"17:00\", \"21:30\"]}", "5 h",
        "3 of 4 times between opens are"
      ),
      ("{at: [\"07:30\", \"12:00\", \"17:00\", \"21:30\"]}", "270 min", nil),
      ("{at: [\"07:30\", \"12:00\", \"17:00\", \"21:30\"], spread: 30 min}", "5 h", nil),
      ("{at: [\"08:00\"]}", "24 h", "1 of 1 times between opens are"),
      ("{at: [\"08:00\"]}", "1439 min", nil), ("{at: [\"08:00\"], everyDays: 2}", "24 h", nil),
      ("{opensPerDay: 12}", "2 h", "the mean time between opens is"),
      ("{opensPerDay: 12}", "1 h", nil), ("{}", "12 h", nil),
    ])
  func rearming(_ usage: String, _ floor: String, _ times: String?) throws {
    let task = "tasks: [{id: a, kind: processing, floor: \(floor)}]"
    let found = try warnings("\(task)\nquality: {rearmsAtExit: true}", usage: usage)
    #expect(found.count == (times == nil ? 0 : 1), "\(found)")
    if let times, let first = found.first {
      holds(first.hasPrefix("11: apps[0].tasks[0].floor: found "), "\(first)")
      holds(
        first.contains("(\(times) not longer)") && first.contains("(BAD-8); leave a pending request"),
        "\(first)")
    }
    holds(try warnings(task, usage: usage).isEmpty)
  }

  @Test(
    "REF-1, PROC-7, PUSH-8, BAD-9: work beyond a run without checkpoints is named",
    arguments: [
      ("refresh", "cpu: 1 s, wait: 31 s", "30 s in all of the runs, which may last 30 s (REF-1)"),
      ("refresh", "cpu: 1 s, wait: 29 s, up: 0 kB, down: 0 kB", nil),
      (
        "refresh", "cpu: 2 s, wait: {lognormal: {median: 40 s, sigma: 0.5}}", "30 s in about 76 % of the runs"
      ),
      ("refresh", "cpu: 2 s, wait: {lognormal: {median: 20 s, sigma: 0.5}}", nil),
      // 40 Mbit/s on Wi-Fi: 160 MB take 32 s, 140 MB 28 s.
      ("refresh", "cpu: 1 s, wait: 0 s, up: 0 kB, down: 160 MB", "30 s in all of the runs"),
      ("refresh", "cpu: 1 s, wait: 0 s, up: 0 kB, down: 140 MB", nil),
      (
        "processing", "cpu: 301 s, cpuShare: 50 %",
        "10 min in all of the runs, which may last 10 min (PROC-7)"
      ),
      ("health", "cpu: 301 s, cpuShare: 50 %", "(PROC-7)"), ("processing", "cpu: 300 s, cpuShare: 50 %", nil),
    ])
  func lengths(_ kind: String, _ work: String, _ text: String?) throws {
    let task = "tasks: [{id: a, kind: \(kind), work: {\(work)}}]"
    for quality in ["noCheckpoint", "{checkpointInterval: 20 min}"] {
      let found = try warnings("\(task)\nquality: \(quality)")
      #expect(found.count == (text == nil ? 0 : 1), "\(found)")
      if let text, let first = found.first {
        holds(first.hasPrefix("11: apps[0].tasks[0].work: takes more than "), "\(first)")
        holds(
          first.contains(text) && first.hasSuffix("set `checkpointInterval`, or do less in a run"), "\(first)"
        )
      }
    }
    // With checkpoints the next run goes on.
    holds(try warnings(task).isEmpty)
    holds(try warnings("\(task)\nquality: {checkpointInterval: none, completesEarly: true}").isEmpty)
  }

  @Test("REF-3: work that no expiry stops may end within the grace")
  func grace() throws {
    let task = "tasks: [{id: a, kind: refresh, work: {cpu: 1 s, wait: 33 s, up: 0 kB, down: 0 kB}}]"
    #expect(try warnings("\(task)\nquality: noCheckpoint").count == 1)
    holds(try warnings("\(task)\nquality: {checkpointInterval: none, expiryReaction: never}").isEmpty)
    let pushes =
      "content: {process: fixed, perDay: 3}\npushes: {work: {cpu: 1 s, wait: %, up: 0 kB, down: 0 kB}}"
    holds(try warnings(pushes.replacing("%", with: "34 s")).isEmpty)
    let found = try warnings(pushes.replacing("%", with: "35 s"))
    holds(
      found.count == 1 && found[0].hasPrefix("12: apps[0].pushes.work: takes more than 35 s"), "\(found)")
    holds(found.first?.contains("(PUSH-8)") == true && found.first?.hasSuffix("task or transfer") == true)
  }

  @Test("CONT-1: a continued task whose user is never there to start it is named")
  func starts() throws {
    func task(_ start: String) -> String { "tasks: [{id: com.app.x, kind: continued\(start)}]" }
    let late = task(", startsAfterOpen: 5 min")
    #expect(
      try warnings(late, usage: "{at: [\"12:00\"], stay: 1 min}") == [
        "11: apps[0].tasks[0].startsAfterOpen: found 5 min, but the user leaves after 1 min (`usage.stay`): unless opens "
          + "overlap it is never submitted, as only the app in front may submit it (CONT-1); start it earlier, or stay "
          + "longer"
      ])
    holds(try warnings(late, usage: "{at: [\"12:00\"], stay: 5 min}").isEmpty)
    // A visit of the script may last longer.
    let open = "script: [{at: 1 d 12:00, action: open, app: com.app}]"
    holds(try warnings(late, usage: "{at: [\"12:00\"], stay: 1 min}", rest: open).isEmpty)

    let never = "never submitted: only the app in front may submit it (CONT-1)"
    let unopened = try warnings(late, usage: "{}")
    #expect(unopened == ["11: apps[0].tasks[0]: is \(never), and nothing opens the app; give it `usage`"])
    holds(try warnings(late, usage: "{}", rest: open).isEmpty)
    #expect(
      try warnings(task("")) == ["11: apps[0].tasks[0]: is \(never), by `startsAfterOpen` or the script"])
    let submit = "script: [{at: 1 d 08:01, action: submit, app: com.app, task: com.app.x, kind: continued}]"
    holds(try warnings(task(""), rest: submit).isEmpty)
  }

  @Test(
    "API-1, API-6, CONT-2, CONT-5: requests that are always refused are named, with nothing else about them")
  func refusals() throws {
    func task(_ id: String, _ rest: String = "") -> String {
      "tasks: [{id: \(id), kind: continued, startsAfterOpen: 10 s\(rest)}]"
    }
    holds(try warnings(task("com.app.x")).isEmpty)
    #expect(
      try warnings(task("x")) == [
        "11: apps[0].tasks[0].id: all requests of `x` are refused (CONT-2); permit a wildcard such as `com.app.*`, and "
          + "begin it so"
      ])
    for (entry, isPermitted) in [
      ("com.app.*", true), ("com.app.x", false), ("*", false), ("com.app.y*", false),
    ] {
      let found = try warnings("\(task("com.app.x"))\ndeclarations: {permittedIdentifiers: [\"\(entry)\"]}")
      #expect(found.isEmpty == isPermitted, "\(entry): \(found)")
    }
    #expect(
      try warnings(task("com.app.x"), parameters: "{os.version: 25}") == [
        "11: apps[0].tasks[0].kind: all requests of `com.app.x` are refused (API-6); set `os.version` to at least 26"
      ])
    holds(try warnings("tasks: [{id: a, kind: health}]", parameters: "{os.version: 17}").isEmpty)
    #expect(try warnings("tasks: [{id: a, kind: health}]", parameters: "{os.version: 16}").count == 1)
    let gpu = task("com.app.x", ", gpu: true")
    let entitled = "\(gpu)\ndeclarations: {gpu: true}"
    holds(try warnings(entitled, parameters: "{device.gpuBackground: true}").isEmpty)
    holds(try warnings(entitled, parameters: "{continued.refusesGPU: false}").isEmpty)
    #expect(
      try warnings(entitled) == [
        "11: apps[0].tasks[0].gpu: all requests of `com.app.x` are refused (CONT-5); set `device.gpuBackground` to true, "
          + "or do without the GPU"
      ])
    #expect(
      try warnings(gpu) == [
        "11: apps[0].tasks[0].gpu: all requests of `com.app.x` are refused (CONT-5); add `gpu: true` to `declarations`"
      ])
    // Wildcards are for continued tasks only.
    let refresh = "tasks: [{id: a1, kind: refresh}]\ndeclarations: {permittedIdentifiers: [%]}"
    holds(try warnings(refresh.replacing("%", with: "a1")).isEmpty)
    #expect(
      try warnings(refresh.replacing("%", with: "\"a*\"")) == [
        "11: apps[0].tasks[0].id: all requests of `a1` are refused (API-1); add it to "
          + "`declarations.permittedIdentifiers`"
      ])
  }

  @Test("EXT-2: work after an exit that outlasts the extra time is named")
  func exits() throws {
    func work(_ length: String, _ rest: String = "") -> String {
      "assertions: [{name: upload, length: \(length)\(rest)}]"
    }
    holds(try warnings(work("25 s")).isEmpty)
    #expect(
      try warnings(work("26 s")) == [
        "11: apps[0].assertions[0].length: is more than the 25 s of extra time after all of the exits, and ends there "
          + "unless the user or other work keeps the app running (EXT-2); leave it to `transfers` or a continued task"
      ])
    holds(try warnings("\(work("26 s"))\nquality: {setsExpirationHandler: false}").isEmpty)
    holds(try warnings(work("26 s", ", usesAssertion: false")).isEmpty)
    holds(try warnings(work("26 s"), parameters: "{os.version: 12}").isEmpty)
  }
}
