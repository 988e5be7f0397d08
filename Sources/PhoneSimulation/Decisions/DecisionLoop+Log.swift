import SchedulingPolicies
import Workload

extension DecisionLoop {
  /// The fields of the log record of a decision point.
  var logFields: [LogField] {
    let shown = candidates.candidates
    let decisions = answer.decisions
    return [
      .text(.candidates, shown.map { "\($0.item)" }.joined(separator: " ")),
      .text(
        .started, decisions.filter { $0.verdict == .start }.map { "\($0.item)" }.joined(separator: " ")),
      .text(
        .verdicts, shown.map { "\($0.item):" + $0.denials.names(separator: "+") }.joined(separator: " ")),
      .text(.score, decisions.compactMap { d in d.score.map { "\(d.item):\($0)" } }.joined(separator: " ")),
      .text(
        .threshold,
        decisions.compactMap { d in d.threshold.map { "\(d.item):\($0)" } }.joined(separator: " ")),
    ]
  }
}
