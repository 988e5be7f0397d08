import Foundation
import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Warnings about studies")
struct StudyRemarkTests {
  private static let head = """
    formatVersion: 1
    name: remarks
    horizonDays: 4
    replications: 1
    population: {devices: 1, archetypes: everyday}
    policies: [never]

    """

  /// The warnings without the name of the file.
  private func warnings(_ text: String) throws -> [String] {
    try StudyFolder().study(Self.head + text).warnings.map { warning in
      warning.range(of: "study.yaml:").map { String(warning[$0.lowerBound...]) } ?? warning
    }
  }

  private func app(_ text: String, script: String = "") -> String {
    "apps:\n  - id: org.example.news\n    usage: {opensPerDay: 2}\n    content: {process: poisson, perDay: 5}\n"
      + text + script
  }

  @Test("a study without apps asks for nothing")
  func apps() throws {
    #expect(
      try warnings("") == ["study.yaml:1: apps: found none, so that nothing asks to work in the background"])
    #expect(try warnings("apps: []\n").count == 1)
  }

  @Test("a study that means what it says has no warnings")
  func none() throws {
    let text = app(
      """
          declarations: {modes: [fetch, processing, remote-notification], permittedIdentifiers: [a, b]}
          tasks:
            - {id: a, kind: refresh, floor: 15 min, requiresExternalPower: false}
            - {id: b, kind: processing, requiresExternalPower: true, requiresNetworkConnectivity: true}
          pushes: {on: poisson, perDay: 3, priority: 5}

      """,
      script: """
        script:
          - {at: 3 d 23:59, action: push, app: org.example.news, priority: 5}
          - {at: 1 d 12:00, action: cancel, app: org.example.news, task: a}
          - {at: 2 d 12:00, action: submit, app: org.example.news, task: c, kind: refresh}
          - {at: 2 d 12:30, action: cancel, app: org.example.news, task: c}

        """)
    #expect(try warnings(text).isEmpty)
  }

  @Test(
    "flags without effect on their kind of task are named",
    arguments: [
      (
        "kind: refresh, requiresExternalPower: true", "requiresExternalPower", "refresh",
        "`processing` and `health`"
      ),
      (
        "kind: refresh, requiresNetworkConnectivity: true", "requiresNetworkConnectivity", "refresh",
        "`processing` and `health`"
      ),
      ("kind: processing, strategy: fail", "strategy", "processing", "`continued`"),
      ("kind: processing, gpu: true", "gpu", "processing", "`continued`"),
      ("kind: refresh, startsAfterOpen: 10 s", "startsAfterOpen", "refresh", "`continued`"),
      ("kind: refresh, progress: {from: up}", "progress", "refresh", "`continued`"),
      (
        "kind: continued, startsAfterOpen: 10 s, floor: 15 min", "floor", "continued",
        "`refresh` and `processing` and `health`"
      ),
    ])
  func flags(_ task: String, _ key: String, _ kind: String, _ owners: String) throws {
    #expect(
      try warnings(
        app(
          "    tasks:\n      - {id: org.example.news.a, \(task)}\n    transfers: [{session: up, on: open, up: 1 MB}]\n"
        )) == [
          "study.yaml:12: apps[0].tasks[0].\(key): has no effect on a task of kind `\(kind)`, only on \(owners)"
        ])
  }

  @Test(
    "script steps past the end or without effect are named",
    arguments: [
      ("at: 4 d 00:00, action: reboot", "at: found `4 d 00:00`, at or after the end of the study (4 d)"),
      (
        "at: 1 d 12:00, action: simulateLaunch, app: org.example.news, task: a",
        "`simulateLaunch` has no effect without `debug.attached: true`"
      ),
      (
        "at: 1 d 12:00, action: cancel, app: org.example.news, task: z",
        "task: `cancel` has no effect: no task and no step submits `z` for org.example.news"
      ),
      (
        "at: 1 d 12:00, action: push, app: org.example.news",
        "`push` has no effect: org.example.news has no `pushes`"
      ),
      (
        "at: 1 d 12:00, action: visiblePush, app: org.example.news",
        "`visiblePush` has no effect: org.example.news has no `visiblePushes`"
      ),
      (
        "at: 1 d 12:00, action: voipPush, app: org.example.news",
        "`voipPush` has no effect: org.example.news has no `voipPushes`"
      ),
    ])
  func script(_ step: String, _ message: String) throws {
    let found = try warnings(
      app("    tasks: [{id: a, kind: refresh}]\n", script: "script:\n  - {\(step)}\n"))
    #expect(found.count == 1 && found[0].hasPrefix("study.yaml:13: script[0]"), "\(found)")
    #expect(found.first?.hasSuffix(message) == true, "\(found)")
  }

  @Test(
    "modes and identifiers that declarations lack are named",
    arguments: [
      ("tasks: [{id: a, kind: refresh}]", "fetch", "tasks of kind `refresh`"),
      ("tasks: [{id: a, kind: processing}]", "processing", "tasks of kind `processing`"),
      ("pushes: {on: contentChange}", "remote-notification", "`pushes`"),
      ("voipPushes: {on: poisson, perDay: 1}", "voip", "`voipPushes`"),
      ("modes: {audio: {perDay: 1, duration: 10 min}}", "audio", "`modes.audio`"),
      ("modes: {location: {perDay: 1, duration: 10 min}}", "location", "`modes.location`"),
    ])
  func modes(_ use: String, _ mode: String, _ user: String) throws {
    #expect(
      try warnings(app("    declarations: {modes: []}\n    \(use)\n")) == [
        "study.yaml:11: apps[0].declarations.modes: lacks `\(mode)`, without which \(user) do not run"
      ])
    let identifiers = try warnings(
      app("    declarations: {permittedIdentifiers: [b]}\n    tasks: [{id: a, kind: refresh}]\n"))
    #expect(
      identifiers == [
        "study.yaml:12: apps[0].tasks[0].id: all requests of `a` are refused (API-1); add it to `declarations.permittedIdentifiers`"
      ])
  }

  @Test("pushes that the server refuses, and keys that their trigger does not read, are named")
  func pushes() throws {
    #expect(
      try warnings(app("    pushes: {on: contentChange, priority: 10, perDay: 4}\n")) == [
        "study.yaml:11: apps[0].pushes.perDay: has no effect with `on: contentChange`, only with `on: poisson`",
        "study.yaml:11: apps[0].pushes.priority: found `10`: the server refuses silent pushes of a priority above 5 (PUSH-1); send them with 5",
      ])
    #expect(
      try warnings(app("    pushes: {on: contentChange, contentAvailable: false, type: alert}\n")) == [
        "study.yaml:11: apps[0].pushes.contentAvailable: found `false`: the server refuses such silent pushes (PUSH-1); leave the key out",
        "study.yaml:11: apps[0].pushes.type: found `alert`: the server refuses such silent pushes (PUSH-1); leave the key out",
      ])
  }

  /// Shipped studies with warnings, which they have on purpose.
  private static let deliberate: Set<String> = [
    "canned/04-exchange-rate-extension.yaml", "canned/06-overnight-training.yaml",
    "canned/09-five-minute-task.yaml", "canned/14-tidy-population.yaml", "canned/21-request-limits.yaml",
    "canned/22-factor-ablation.yaml",
    "canned/22-untouched-mechanisms.yaml",
  ]

  @Test("shipped studies have no warnings but deliberate ones")
  func shipped() throws {
    let names = try #require(FileManager.default.enumerator(atPath: PackageRoot.file("scenarios").path))
    var found: Set<String> = []
    for case let name as String in names where name.hasSuffix(".yaml") && !name.contains("mixes/") {
      let file = try StudyFile(path: PackageRoot.file("scenarios/\(name)").path)
      if !file.warnings.isEmpty { found.insert(name) }
      #expect(Self.deliberate.contains(name) || file.warnings.isEmpty, "\(name): \(file.warnings)")
    }
    #expect(found == Self.deliberate)
  }
}
