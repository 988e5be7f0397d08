import ModelParameters
import Workload

/// A stage between an action of the user or server and the result of a run.
package struct RuleStage: Sendable {
  package let title, text: String
  /// The rules that hold there, as ids, and as ranges where all of a chapter do: `SUB-1 to SUB-10`.
  package let rules: [String]
  /// The reasons that can keep a request at a gate, each with the rules that say when.
  package let reasons: [(name: String, rules: [String])]
}

/// The system of background execution in stages, each with its rules: user and server, request, hard gates, soft gates, score
/// against threshold, run, energy and content.
package enum RuleFlow {
  /// The stages in order; the stages of one row are next to each other.
  package static let rows: [[RuleStage]] = Dictionary(grouping: table) { $0.row }.sorted { $0.key < $1.key }
    .map { $0.value.map(\.stage) }

  private static let table = CatalogueText.rows(text, columns: 4).map { cells in
    let reasons: [BlockingReason] =
      switch cells[1] {
      case "Hard gates":
        BlockingReason.allCases.filter { !isSoft($0) && ![.score, .policyChoice].contains($0) }
      case "Soft gates": BlockingReason.allCases.filter(isSoft)
      default: []
      }
    return (
      row: Int(cells[0]) ?? 0,
      stage: RuleStage(
        title: cells[1], text: cells[2], rules: cells[3].split(separator: " ").flatMap { ids(String($0)) },
        reasons: reasons.map { ($0.name, rules(denying: $0)) })
    )
  }

  private static let text = """
    0 | User | opens apps, unlocks and charges the device, changes settings | USE PWR BAR QUIT
    0 | Server | changes content, sends pushes | PUSH-1 PUSH-2 PUSH-3 PUSH-11
    1 | Request | an app submits a task or creates a transfer; a push reaches the device and waits for a launch | API SUB PUSH-5 URL-1 URL-3 CONT-1
    2 | Hard gates | the platform denies, regardless of the policy | GATE-1 GATE-2
    3 | Soft gates | the platform gives verdicts, and a policy obeys the verdicts that it enforces | GATE-1 GATE-6
    4 | Score against threshold | the policy starts a candidate if its score reaches a threshold that falls with its age | GATE-3 GATE-4 GATE-5 USE-1 USE-2 USE-5
    5 | Run | launch, handler, and work, up to the completion, the expiry, or a kill | LIFE-1 LIFE-5 REF-1 REF-3 PROC-2 PROC-7 CONT-6 PUSH-8 URL-7 URL-8
    6 | Content | the fetched content remains until the user opens the app and finds it fresh or stale | PUSH-7 SUB-9
    6 | Energy | the run uses battery energy, which debits the budgets | BUD-3 BUD-4 BUD-7 BUD-9
    """

  private static func isSoft(_ reason: BlockingReason) -> Bool {
    BlockingSet.softGates.contains(BlockingSet(reason))
  }

  /// An id of the table, or the first and the last of a chapter.
  private static func ids(_ text: String) -> [String] {
    if let rule = RuleCatalogue.byIdentifier[text] { return [rule.id] }
    guard let rules = RuleChapter(code: text)?.rules, let first = rules.first, let last = rules.last else {
      return []
    }
    return ["\(first.id) to \(last.id)"]
  }

  package static func rules(denying reason: BlockingReason) -> [String] {
    RuleCatalogue.all.filter { rule in
      ["deferred(\(reason.name))", "`\(reason.name)`"].contains { rule.observable.contains($0) }
    }.map(\.id)
  }
}
