import Basics
import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("Explaining situations that developers report") struct ReportedSituationTests {
  /// A row of `situations.tsv`: a study from the root of the package, an arm, and a regular expression for a cause or a remedy.
  struct Row: Sendable, CustomTestStringConvertible {
    let study, arm, kind, expected: String

    var testDescription: String { "\(study) \(arm): \(kind) \(expected)" }
  }

  /// The only app of a situation, on the first device.
  private static func replay(_ study: String, arm: String) throws -> (replay: DeviceReplay, bundleID: String)
  {
    let file = try StudyFile(path: "\(PackageRoot.path)/\(study)")
    let point = try #require(file.points.first { $0.arm == arm })
    return (
      DeviceReplay(point.study, policy: 0, replication: 0, device: 0), point.study.apps[0].bundleID
    )
  }

  /// The explanation with its remedies.
  private static func explanation(_ study: String, arm: String) throws -> Explanation {
    let (replay, bundleID) = try replay(study, arm: arm)
    var explanation = try Explanation(replay, app: 0, .init(), point: arm)
    try explanation.tryRemedies(on: PhoneSample(replay, bundleID: bundleID, count: 3, jobs: 1))
    return explanation
  }

  private static let rows: [Row] = {
    let text = (try? PackageRoot.text("Tests/StudiesTests/Execution/Fixtures/situations.tsv")) ?? ""
    return text.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: "\t").map(String.init)
      return Row(study: cells[0], arm: cells[1], kind: cells[2], expected: cells[3])
    }
  }()

  @Test("each situation has its cause and its remedy")
  func situations() throws {
    let groups = Dictionary(grouping: Self.rows) { "\($0.study) \($0.arm)" }
    #expect(groups.count >= 9)
    for rows in groups.values {
      let explanation = try Self.explanation(rows[0].study, arm: rows[0].arm)
      for row in rows {
        let pattern = try Regex(row.expected)
        let said =
          row.kind == "cause"
          ? explanation.lines.map(\.text)
          : explanation.trial?.rows.filter(\.isBetter).map(\.remedy.title) ?? []
        #expect(["cause", "remedy"].contains(row.kind))
        #expect(said.contains { $0.contains(pattern) }, "\(row.testDescription): \(said)")
      }
    }
  }

  // MARK: The export of a strap

  private static let strap = "scenarios/canned/29-strap-export.yaml"

  private func exports(_ arm: String) throws -> [History.Item] {
    let replay = try Self.replay(Self.strap, arm: arm).replay
    let history = try Replay(AppScene(replay, app: 0)).history
    return history.launches.filter { $0.mechanism == .processing }
  }

  @Test(
    "LIFE-5 the CPU monitor kills an export at full speed within its first minute, on each of five nights")
  func fullSpeed() throws {
    let runs = try exports("full-speed")
    #expect(runs.compactMap(\.launched?.day) == [0, 1, 2, 3, 4])
    for run in runs {
      #expect(run.outcome == .killed("cpuMonitor"))
      let (started, ended) = (try #require(run.handlerStarted), try #require(run.ended))
      #expect(ended - started < .minutes(1))
    }
  }

  @Test("LIFE-5 an export that pauses for 10 s after each 10 s of computing completes in its second run")
  func paced() throws {
    let runs = try exports("paced")
    #expect(runs.map(\.isSuccess) == [false, true, false, true, false])
    #expect(runs.compactMap(\.expired) == ["timeLimit", "timeLimit", "timeLimit"])
  }

  @Test("the page of an export at full speed has the kills with their rule, and pacing with its effect")
  func page() throws {
    let page = try Self.explanation(Self.strap, arm: "full-speed").page().text()
    for words in [
      "5 of 5 days passed without a completed run of `org.example.strap.export`",
      "the CPU monitor ended the app; runs: 5 killed for their CPU time  LIFE-5",
      "`export` (processing): compute for 10 s,      1              −40 %",
    ] { #expect(page.contains(words), "\(page)") }
    let others = try Explanation(
      Self.replay(Self.strap, arm: "full-speed").replay, app: 0, .init(outcome: "energy"))
    #expect(
      others.page().text().contains("Defect: killed 5 times because the CPU monitor ended the app (LIFE-5)"))
  }
}
