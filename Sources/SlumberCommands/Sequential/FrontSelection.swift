import PlainText
import ResultsStore
import SchedulingPolicies
import StudyFormat
import StudyMetrics
import StudyReports

/// `slumber run --select X,Y`: the front of two metrics, tested after a number of replications that is fixed beforehand.
struct FrontSelection {
  private let frontier: FrontierPlan
  private let comparison: ComparisonPlan
  private let facts: PolicyFacts
  private let replications: Int

  /// The selection that the command line asks for; nil where it names no two metrics.
  ///
  /// - Throws: ``UsageError`` for metrics without a better direction, and for studies without a choice of policies.
  init?(_ arguments: ParsedArguments, _ file: StudyFile, replications: Int) throws {
    guard let text = arguments.value("--select"), SequentialOptions.namesTwo(text) else { return nil }
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 2 else {
      throw UsageError(
        "`--select` was given `\(text)`, expected one metric, or two with a comma between them")
    }
    do throws(ComparisonError) {
      _ = try FrontMetrics((names[0], names[1]))
    } catch {
      throw UsageError("`--select`: \(error)")
    }
    _ = try SequentialOptions.candidates(arguments, file)
    guard replications > 1 else {
      throw UsageError("`--select` by two metrics needs 2 replications, found 1: no difference has a spread")
    }
    frontier = FrontierPlan(metrics: [(names[0], names[1])])
    var comparison = ComparisonPlan(file.study.comparison)
    if let confidence = try arguments.number("--confidence", between: 0.5, and: 1) {
      comparison.confidence = confidence
    }
    self.comparison = comparison
    self.replications = replications
    facts = PolicyFacts(arguments.policies)
  }

  /// Prints the front of the stored runs with what is shown of it; the exit code of the command.
  func finish(_ results: ResultsFile, _ arguments: ParsedArguments, isInterrupted: Bool) throws -> ExitCode {
    // Tests of a part of the replications would be looks at a number that nobody has fixed.
    if !isInterrupted {
      let runs = try results.policyRuns().filter { $0.replication < replications }
      let names = Dictionary(try results.runs().map { ($0.policy, $0.policyName) }) { first, _ in first }
      let section = try FrontierSection(
        runs, names: names, policies: facts, comparison: comparison, plan: frontier)
      guard let front = section.fronts.first else {
        Terminal.note("results: \(results.path)")
        throw CommandFailure(
          "no front of \(frontier.metrics[0].first) and \(frontier.metrics[0].second): fewer than two policies that "
            + "know no future have values of both in common replications")
      }
      let report = FrontSelectionReport(front, replications: replications)
      try Terminal.show(report.page, json: report.json, arguments)
    }
    Terminal.note("results: \(results.path)")
    return RunCommand.end(isInterrupted: isInterrupted, failed: try results.counts().failed)
  }
}
