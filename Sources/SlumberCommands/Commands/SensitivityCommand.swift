import Basics
import OutputAnalysis
import Studies
import StudyReports

enum SensitivityCommand {
  static let specification = CommandSpecification(
    name: "sensitivity", arguments: "STUDY", argumentCount: 1...1,
    summary:
      "Varies the assumptions of a study over their ranges, and tells which of them decide its comparisons.",
    example: "slumber sensitivity scenarios/quickstart.yaml --quick --against immediate --to sensitivity",
    options: DeviceSelection.pointOptions + SensitivitySides.options + [
      .flag(
        "--quick",
        "one assumption at a time at both ends, then the strongest in pairs, then the places of changes of sign"
      ),
      .value("--metric", "NAME", "this metric instead of those of the study's front", repeatable: true),
      .value(
        "--over", "PREFIX", "only parameters whose name begins so; all assumptions by default",
        repeatable: true),
      .value(
        "--points", "N",
        "with --quick: then N points spread over all assumptions with an effect, for the share of the box in which each sign holds; such as 64"
      ),
      .value(
        "--within", "FOLDER",
        "with --points: go through the plausible points of a `slumber fit` in place of draws from the box"),
      .value(
        "--trajectories", "N",
        "without --quick: trajectories of the screening, at least \(SensitivityAllowance.fewestTrajectories); "
          + "\(SensitivityAllowance.usualTrajectories) by default, fewer where time is short"),
      .value(
        "--shares", "N",
        "without --quick: then Sobol' indices of up to \(SharesDesign.mostFactors) assumptions with an effect, from N rows; such as 63"
      ),
      .value("--grades", "D|CD", "grades of parameters that count as assumptions, D by default"),
      .value(
        "--replications", "N",
        "independent fleets of each point, at least 2; by default as many as make \(SensitivityRequest.phones) phones, at least "
          + "\(SignShare.fewestForInterval), of \(SensitivityRequest.fleet) devices of the study or as many as --devices says"
      ),
      .value(
        "--budget", "MINUTES",
        "time on two processors to which the search is cut, and at a third more of which it ends; "
          + "\(SensitivityRequest.fullBudget) by default, \(SensitivityRequest.quickBudget) with --quick; 0 for any"
      ),
      .value(
        "--to", "FOLDER",
        "a folder for tables (CSV, JSON), pictures (SVG) and finished runs, from which a stopped search goes on"
      ),
      .value(
        "--shard", "I/N",
        "only the trajectories of shard I of N, into --to; then the same command without --shard"),
      .jobs, .progress, .everythingAsJSON, .allowCommands,
    ] + OutputForm.tableOptions + StudyOptions.all, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let isQuick = arguments.has("--quick")
    try arguments.refuse(isQuick ? ["--trajectories", "--shares"] : ["--points", "--within"]) {
      isQuick ? "`--quick` and `\($0)` exclude each other" : "`\($0)` needs `--quick`"
    }
    let shard = try shard(arguments)
    return isQuick
      ? try QuickSearch(arguments).run(arguments) : try Screening(arguments, shard).run(arguments)
  }

  private static func shard(_ arguments: ParsedArguments) throws -> Shard? {
    guard let shard = try arguments.shard() else { return nil }
    for (option, reason) in [
      ("--quick", "its bisection needs the result of each point before it knows the next"),
      ("--shares", "they are of the assumptions that the whole screening finds"),
    ] { try arguments.refuse([option]) { "`--shard` and `\($0)` exclude each other: \(reason)" } }
    guard arguments.has("--to"), arguments.value("--budget") == "0" else {
      throw UsageError(
        "`--shard` needs `--to FOLDER` and `--budget 0`: all shards keep their runs there, and each machine would cut the "
          + "search otherwise")
    }
    return shard
  }
}

/// `slumber sensitivity --quick`: one assumption at a time, the strongest in pairs, the places of changes of sign.
struct QuickSearch {
  private let request: SensitivityRequest
  private let spread: Int
  private let plausible: PlausiblePoints?

  init(_ arguments: ParsedArguments) throws {
    spread = try arguments.integer("--points", atLeast: 2) ?? 0
    if arguments.has("--within"), spread == 0 { throw UsageError("`--within` needs `--points N`") }
    plausible = try arguments.value("--within").map { try PlausiblePoints(folder: $0) }
    request = try SensitivityRequest(
      arguments, budget: SensitivityRequest.quickBudget, named: plausible?.names ?? [])
  }

  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var cut = try cut()
    let within = plausible?.points(in: cut.box) ?? []
    guard within.allSatisfy({ $0 != .base }) else {
      throw CommandFailure("`--within`: \(PlausiblePoints.Failure.nothingInCommon(plausible?.names ?? []))")
    }
    for sentence in cut.sentences { Terminal.note(sentence) }
    Interruption.install()
    let journal = try request.search.journal()
    var analysis = SensitivityAnalysis(
      cut.box, policies: request.sides.names, metrics: request.metrics, spread: spread,
      plausible: within, seed: request.point.study.seed)
    do {
      while !analysis.next.isEmpty {
        let points = analysis.next
        Terminal.note(
          "\(Self.name(analysis.search.step)): \(CountText.text(points.count, "point")), "
            + "\(points.count * request.runsPerPoint) runs of " + CountText.text(cut.devices, "device"))
        try analysis.add(try request.run(points, cut, journal))
      }
    } catch StudyRunner.Stop.interrupted {
      // What is known after whole steps is shown; before the first of them nothing is.
      guard !Interruption.isRequested, analysis.search.step > .oneAtATime else {
        return request.search.stopped()
      }
      let sentence = "Stopped by --budget before all points of the step: \(Self.name(analysis.search.step))."
      Terminal.note(sentence)
      cut.sentences.append(sentence)
    }
    let report = SensitivityReport(analysis, heading: request.heading(cut))
    return try request.show(report, as: "sensitivity.json", arguments)
  }

  private func cut() throws -> SensitivityAllowance.Cut {
    let devices = request.devices
    guard request.budget > 0 else { return .init(box: request.box, devices: devices) }
    guard let cut = try request.allowance(later: spread).cut(request.box, devices: devices) else {
      throw request.noTime
    }
    return cut
  }

  private static func name(_ step: SensitivitySearch.Step) -> String {
    switch step {
    case .oneAtATime: "one at a time"
    case .corners: "corners of the strongest"
    case .boundaries: "places of changes of sign"
    case .spread, .done: "points over all assumptions with an effect"
    }
  }
}

extension PlausiblePoints {
  init(folder: String) throws {
    let path = "\(folder)/plausible.csv"
    guard let bytes = try? TextFile.read(path, limit: 1 << 28) else {
      throw CommandFailure("`\(path)` cannot be read, expected a folder of `slumber fit STUDY… --to FOLDER`")
    }
    do { try self.init(csv: bytes) } catch { throw CommandFailure("`\(path)`: \(error)") }
  }
}
