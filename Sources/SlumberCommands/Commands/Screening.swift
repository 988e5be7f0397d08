import Basics
import OutputAnalysis
import Studies
import StudyReports

/// `slumber sensitivity` without `--quick`: elementary effects along trajectories, and shares of the variance.
struct Screening {
  private let request: SensitivityRequest
  private let shard: Shard?
  private let asked: Int?
  private let rows: Int?

  private static let pointsAtOnce = 256

  init(_ arguments: ParsedArguments, _ shard: Shard?) throws {
    asked = try arguments.integer("--trajectories", atLeast: SensitivityAllowance.fewestTrajectories)
    rows = try arguments.integer("--shares", atLeast: 3)
    if let rows, !SharesDesign.isEven(rows) {
      throw UsageError(
        "`--shares` was given `\(rows)`, expected one less than a power of two, such as 31, 63 or 127: so many points of "
          + "the Sobol' sequence lie evenly")
    }
    self.shard = shard
    request = try SensitivityRequest(arguments, budget: SensitivityRequest.fullBudget)
  }

  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let (cut, allowance) = try cut()
    for sentence in cut.sentences { Terminal.note(sentence) }
    let design = ScreeningDesign(cut.box, trajectories: cut.trajectories, seed: request.point.study.seed)
    var analysis = ScreeningAnalysis(cut.box, design, policies: request.sides.names, metrics: request.metrics)
    announce(design.pointCount, cut, allowance)
    Interruption.install()
    let journal = try request.search.journal(shard: shard)
    do {
      if let shard { return try run(shard, analysis, cut, journal) }
      for trajectory in design.trajectories.indices {
        try analysis.add(try results(trajectory, analysis, cut, journal))
      }
      let shares = try shares(analysis, cut, journal)
      let report = try ScreeningReport(analysis, shares: shares, heading: request.heading(cut))
      return try request.show(report, as: "screening.json", arguments)
    } catch StudyRunner.Stop.interrupted { return request.search.stopped() }
  }

  private func results(
    _ trajectory: Int, _ analysis: ScreeningAnalysis, _ cut: SensitivityAllowance.Cut,
    _ journal: SensitivityJournal?
  ) throws -> SensitivityResults {
    Terminal.note("trajectory \(trajectory + 1) of \(analysis.design.trajectories.count)")
    let first = trajectory * request.replications
    return try request.run(
      analysis.design.points(trajectory), cut, replications: first..<first + request.replications, journal)
  }

  private func run(
    _ shard: Shard, _ analysis: ScreeningAnalysis, _ cut: SensitivityAllowance.Cut,
    _ journal: SensitivityJournal?
  ) throws -> ExitCode {
    let own = analysis.design.trajectories.indices.filter { shard.contains(block: $0) }
    let failures = try own.reduce(0) { $0 + (try results($1, analysis, cut, journal)).failures.count }
    Terminal.out(
      "shard \(shard): \(CountText.text(own.count, "trajectory", "trajectories")) of "
        + "\(analysis.design.trajectories.count) kept in `\(request.search.folder ?? "")`; the same command without --shard shows all"
    )
    return failures == 0 ? .done : .someRunsFailed
  }

  private func shares(
    _ analysis: ScreeningAnalysis, _ cut: SensitivityAllowance.Cut, _ journal: SensitivityJournal?
  ) throws -> SharesAnalysis? {
    guard let rows else { return nil }
    let decisive = analysis.decisive(atMost: cut.box.factors.count)
    guard !decisive.isEmpty else {
      Terminal.note("no shares of the variance: no assumption has an effect")
      return nil
    }
    let design = SharesDesign(cut.box, factors: decisive, count: rows)
    guard design.rows.count > 1 else {
      Terminal.note("no shares of the variance: \(design.rows.count) of \(rows) rows lie inside of the box")
      return nil
    }
    let points = design.points
    Terminal.note(
      "shares of the variance of \(design.factors.count) assumptions: \(points.count) points, "
        + "\(points.count * request.runsPerPoint) runs")
    var results = SensitivityResults(runs: [])
    for first in stride(from: 0, to: points.count, by: Self.pointsAtOnce) {
      let part = Array(points[first..<min(points.count, first + Self.pointsAtOnce)])
      let found = try request.run(part, cut, journal)
      results.runs += found.runs
      results.failures += found.failures
    }
    return try SharesAnalysis(
      design, contrasts: analysis.contrasts, results: results, seed: request.point.study.seed)
  }

  /// Fits the screening into the time, by the cost of a sample; without a limit of time nothing is measured.
  private func cut() throws -> (SensitivityAllowance.Cut, SensitivityAllowance?) {
    let (box, devices) = (request.box, request.devices)
    guard request.budget > 0 else {
      let trajectories = asked ?? SensitivityAllowance.usualTrajectories
      return (.init(box: box, devices: devices, trajectories: trajectories), nil)
    }
    let allowance = try request.allowance(later: (rows ?? 0) * (SharesDesign.mostFactors + 2))
    guard let cut = allowance.screeningCut(box, devices: devices, trajectories: asked) else {
      throw request.noTime
    }
    return (cut, allowance)
  }

  private func announce(_ points: Int, _ cut: SensitivityAllowance.Cut, _ allowance: SensitivityAllowance?) {
    let runs = points * request.runsPerPoint
    let time = allowance.map {
      let seconds = $0.seconds(points: points, devices: cut.devices) / Double(SensitivityAllowance.processors)
      return ", about \(TimeSpanText.text(seconds)) on \(SensitivityAllowance.processors) processors"
    }
    Terminal.note(
      "screening: \(CountText.text(cut.trajectories, "trajectory", "trajectories")) of "
        + "\(CountText.text(cut.box.factors.count, "assumption")), \(CountText.text(points, "point")), "
        + "\(runs) runs of \(CountText.text(cut.devices, "device"))\(time ?? "")")
  }
}
