import SchedulingPolicies
import Studies

/// The options of `slumber run` that let a rule choose the number of replications.
enum SequentialOptions {
  static let all: [OptionSpecification] = [
    .optionalNumber(
      "--precision", "R",
      "more replications until the half-width of every difference is at most its margin; with R: R / (1 + R) of the "
        + "baseline's estimate"),
    .value(
      "--metric", "NAME", "with --precision: differences of this metric instead of the study's",
      repeatable: true),
    .flag("--plan", "with --precision: print the next number of replications and run nothing"),
    .value(
      "--select", "METRIC",
      "more replications until the best policy by this metric is selected (Kim and Nelson); rates per device-day only. X,Y: "
        + "the front of two metrics, tested after the study's replications"
    ),
    .value(
      "--delta", "D", "with --select by one metric: the smallest lead that matters, such as 50 or \"50 J/d\""),
    .value(
      "--confidence", "P",
      "with --select: probability of correct selection, or that all that is shown of a front is right; the study's confidence "
        + "by default"),
    .value(
      "--max-replications", "N",
      "with --precision or --select by one metric: the most replications, 1000 by default"),
  ]

  /// The option by which a rule is chosen; nil where the study says how many replications there are.
  static func rule(_ arguments: ParsedArguments) -> String? {
    if arguments.value("--select").map(namesTwo) ?? false, !arguments.has("--precision") { return nil }
    return ["--precision", "--select"].first(where: arguments.has)
  }

  /// Whether a value of `--select` names several metrics, whose front is tested.
  static func namesTwo(_ text: String) -> Bool { text.contains(",") }

  /// Refuses options that contradict each other or need a rule.
  static func check(_ arguments: ParsedArguments) throws {
    guard let rule = rule(arguments) else {
      guard !arguments.has("--select") else { return try checkFront(arguments) }
      try arguments.refuse(["--metric", "--plan"]) { "`\($0)` goes with `--precision`" }
      try arguments.refuse(["--delta", "--confidence"]) { "`\($0)` goes with `--select`" }
      return try arguments.refuse(["--max-replications"]) { "`\($0)` goes with `--precision` or `--select`" }
    }
    let others = rule == "--select" ? ["--metric", "--plan"] : ["--select", "--delta", "--confidence"]
    try arguments.refuse(["--only", "--device"] + others) { "`\(rule)` and `\($0)` exclude each other" }
    try arguments.refuse(["--shard"]) {
      "`\(rule)` and `\($0)` exclude each other: the rule needs all replications"
        + (rule == "--precision"
          ? "; `--precision --plan` on a merged file prints the number that shards run next" : "")
    }
    try arguments.refuse(["--replications"]) {
      "`\(rule)` and `\($0)` exclude each other: the rule chooses the number, and `--max-replications` limits it"
    }
    if arguments.has("--plan") {
      try arguments.refuse(["--fresh"]) { "`--plan` and `\($0)` exclude each other" }
    }
  }

  /// Refuses options that do not go with a selection by two metrics.
  private static func checkFront(_ arguments: ParsedArguments) throws {
    for (option, why) in [
      ("--delta", ": a front has no smallest lead"), ("--metric", ""), ("--plan", ""),
      ("--max-replications", ": the number is fixed beforehand, by the study or `--replications`"),
      ("--only", ""), ("--device", ""),
      ("--shard", ": `slumber compare --front X,Y` on the merged file makes the same tests"),
    ] {
      try arguments.refuse([option]) { "`--select` by two metrics and `\($0)` exclude each other\(why)" }
    }
  }

  /// The policies among which `--select` chooses: those that do not use the future.
  static func candidates(_ arguments: ParsedArguments, _ file: StudyFile) throws -> [StudyPolicy] {
    guard file.points.count == 1 else {
      throw UsageError("`--select` needs a study with one design point, found \(file.points.count)")
    }
    let future = Set(arguments.policies.all.filter(\.usesFuture).map(\.name))
    let candidates = file.study.policies.filter { !future.contains($0.name) }
    guard candidates.count > 1 else {
      throw UsageError(
        "`--select` needs two policies that do not use the future, found "
          + (candidates.isEmpty ? "none" : "`\(candidates[0].label)` alone"))
    }
    return candidates
  }

  /// The most replications that are allowed.
  static func limit(_ arguments: ParsedArguments, _ file: StudyFile, atLeast least: Int = 10) throws -> Int {
    let limit = try arguments.integer("--max-replications", atLeast: least) ?? 1000
    if let excess = file.runsBeyondLimit(replications: limit) {
      throw UsageError(
        "`--max-replications` allows \(excess), expected at most 100000 replications and "
          + "\(StudyFile.runLimit) runs")
    }
    return limit
  }
}
