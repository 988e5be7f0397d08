import Foundation
import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Warnings about studies")
struct StudyRemarkTests {
  /// The warnings without the folder of the file.
  private func warnings(_ text: String) throws -> [String] {
    try StudyFolder().study(text).warnings.map { warning in
      warning.range(of: "study.yaml:").map { String(warning[$0.lowerBound...]) } ?? warning
    }
  }

  @Test(
    "keys without effect and work that cannot run or is rejected cause warnings",
    arguments: Breakage.cases("warnings"))
  func named(_ remark: Breakage) throws {
    holds(!remark.messages.isEmpty)
    #expect(try warnings(remark.study) == remark.messages)
  }

  @Test("a meaningful study has no warnings")
  func none() throws {
    let text = StudyText.minimal.replacing(
      "    tasks:\n      - {id: mail.refresh, kind: refresh, earliestBegin: 15 min}\n",
      with: """
            declarations: {modes: [fetch, processing, remote-notification], permittedIdentifiers: [a, b]}
            tasks:
              - {id: a, kind: refresh, earliestBegin: 15 min, requiresExternalPower: false}
              - {id: b, kind: processing, requiresExternalPower: true, requiresNetworkConnectivity: true}
            pushes: {on: poisson, perDay: 3, priority: 5}

        """)
    let alerts = "{on: poisson, perDay: 3, priority: 10, userVisible: true, type: alert}"
    holds(try warnings(text.replacing("{on: poisson, perDay: 3, priority: 5}", with: alerts)).isEmpty)
    let script = """
      script:
        - {at: 3 d 23:59, action: push, app: org.example.mail, priority: 5}
        - {at: 1 d 12:00, action: cancel, app: org.example.mail, task: a}
        - {at: 2 d 12:00, action: submit, app: org.example.mail, task: c, kind: refresh}
        - {at: 2 d 12:30, action: cancel, app: org.example.mail, task: c}

      """
    holds(try warnings(text + script).isEmpty)
  }

  /// Shipped studies with warnings, which they have on purpose.
  private static let deliberate: Set<String> = [
    "canned/04-exchange-rate-extension.yaml", "canned/06-overnight-training.yaml",
    "canned/09-five-minute-task.yaml", "canned/14-tidy-population.yaml", "canned/21-request-limits.yaml",
    "canned/22-factor-ablation.yaml",
    "canned/22-untouched-mechanisms.yaml", "canned/27-bluetooth-overnight.yaml",
    "canned/28-health-observer.yaml", "observed/uploads-after-exit.yaml",
    "observed/desk-submission.yaml", "tail-sharing.yaml", "literature/deadlines.yaml",
    "literature/shaper.yaml",
  ]

  @Test("shipped studies have no warnings but deliberate ones")
  func shipped() throws {
    let names = try #require(FileManager.default.enumerator(atPath: PackageRoot.file("scenarios").path))
    var found: Set<String> = []
    for case let name as String in names where name.hasSuffix(".yaml") {
      let path = PackageRoot.file("scenarios/\(name)").path
      // A mix is no study of its own.
      guard try String(contentsOfFile: path, encoding: .utf8).contains("formatVersion:") else { continue }
      let file = try StudyFile(path: path)
      if !file.warnings.isEmpty { found.insert(name) }
      holds(Self.deliberate.contains(name) || file.warnings.isEmpty, "\(name): \(file.warnings)")
    }
    #expect(found == Self.deliberate)
  }
}
