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
    options: """
      \(DeviceSelection.pointOptions)
      \(SensitivitySides.options)
      --quick | one assumption at a time at both ends, then the strongest in pairs, then the places of \
      changes of sign
      --metric NAME | this metric instead of those of the study's front (may be repeated)
      --over PREFIX | only parameters whose name begins so; all assumptions by default (may be repeated)
      --points N | with --quick: then N points spread over all assumptions with an effect, for the share of \
      the box in which each sign holds; such as 64
      --within FOLDER | with --points: go through the plausible points of a `slumber fit` in place of draws \
      from the box
      --trajectories N | without --quick: trajectories of the screening, at least \
      \(SensitivityAllowance.fewestTrajectories); \(SensitivityAllowance.usualTrajectories) by default, \
      fewer where time is short
      --shares N | without --quick: then Sobol' indices of up to \(SharesDesign.mostFactors) assumptions \
      with an effect, from N rows; such as 63
      --grades D|CD | grades of parameters that count as assumptions, D by default
      --replications N | independent fleets of each point, at least 2; by default as many as make \
      \(SensitivityRequest.phones) phones, at least \(SignShare.fewestForInterval), of \
      \(SensitivityRequest.fleet) devices of the study or as many as --devices says
      --budget MINUTES | time on two processors to which the search is cut, and at a third more of which it \
      ends; \(SensitivityRequest.fullBudget) by default, \(SensitivityRequest.quickBudget) with --quick; 0 \
      for any
      --to FOLDER | write tables (CSV, JSON) and pictures (SVG) into this folder, and keep finished runs \
      there
      --shard I/N | without --quick: run shard I of N only; `slumber merge` joins the shards, then the same \
      command without --shard shows the findings
      --jobs --progress
      --json | everything as JSON
      --allow-commands
      \(ExperimentRun.options("sensitivity", hasFolder: true))
      --csv --markdown
      \(StudyOptions.options)
      """,
    refusals: [
      .excluding("--quick", ["--trajectories", "--shares"]),
      .needing("--quick", ["--points", "--within"], "needs `--quick`"),
      .excluding(
        "--shard", ["--quick"],
        because: "its bisection needs the result of each point before it knows the next"),
      .excluding(
        "--shard", ["--shares"], because: "they are of the assumptions that the whole screening finds"),
      .needing("--points", ["--within"], "needs `--points N`"),
    ] + ExperimentRun.refusals, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if try arguments.shard() != nil, arguments.value("--budget") != "0" {
      throw UsageError("`--shard` needs `--budget 0`: each machine would cut the search otherwise")
    }
    return arguments.has("--quick") ? try QuickSearch.run(arguments) : try Screening.run(arguments)
  }
}

/// `slumber sensitivity --quick`: one assumption at a time, the strongest in pairs, the places of changes of sign.
struct QuickSearch: Method {
  private let request: SensitivityRequest
  private var cut: SensitivityAllowance.Cut
  private var analysis: SensitivityAnalysis
  private var asked: AskedPoints?

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let spread = try arguments.integer("--points", atLeast: 2) ?? 0
    let plausible = try arguments.value("--within").map { try PlausiblePoints(folder: $0) }
    let request = try SensitivityRequest(
      arguments, budget: SensitivityRequest.quickBudget, named: plausible?.names ?? [])
    var search = try QuickSearch(request, spread: spread, plausible)
    Interruption.install()
    if let end = try request.experiment.run(&search), !search.isCutShort() { return end }
    return try request.show(try search.findings(), as: "sensitivity.json", arguments)
  }

  private init(_ request: SensitivityRequest, spread: Int, _ plausible: PlausiblePoints?) throws {
    self.request = request
    cut = .init(box: request.box, devices: request.devices)
    if request.budget > 0 {
      let allowance = try request.allowance(later: spread)
      guard let found = allowance.cut(request.box, devices: request.devices) else { throw request.noTime }
      cut = found
    }
    let within = plausible?.points(in: cut.box) ?? []
    guard within.allSatisfy({ $0 != .base }) else {
      throw CommandFailure("`--within`: \(PlausiblePoints.Failure.nothingInCommon(plausible?.names ?? []))")
    }
    for sentence in cut.sentences { Terminal.note(sentence) }
    analysis = SensitivityAnalysis(
      cut.box, policies: request.sides.names, metrics: request.metrics, spread: spread,
      plausible: within, seed: request.point.study.seed)
  }

  mutating func next(_ found: PointResults) throws -> [Point] {
    if let asked { try analysis.add(request.results(asked.results(found))) }
    while !analysis.next.isEmpty {
      let points = analysis.next
      Terminal.note(
        "\(Self.name(analysis.search.step)): \(CountText.text(points.count, "point")), "
          + "\(points.count * request.runsPerPoint) runs of " + CountText.text(cut.devices, "device"))
      let next = request.asked(points, cut)
      guard next.points.isEmpty else {
        asked = next
        return next.points
      }
      // The study refuses all of them.
      try analysis.add(request.results(next.results(PointResults())))
    }
    return []
  }

  func findings() throws -> SensitivityReport {
    SensitivityReport(analysis, heading: request.heading(cut))
  }

  /// Whether the time is over. What is known after whole steps is shown; before the end of the first step, nothing is known.
  private mutating func isCutShort() -> Bool {
    guard !Interruption.isRequested, analysis.search.step > .oneAtATime else { return false }
    let sentence = "Stopped by --budget before all points of the step: \(Self.name(analysis.search.step))."
    Terminal.note(sentence)
    cut.sentences.append(sentence)
    return true
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
