import Basics
import OutputAnalysis
import Studies
import StudyReports

/// `slumber sensitivity` without `--quick`: elementary effects along trajectories, and shares of the variance.
struct Screening: Method {
  private let request: SensitivityRequest
  private let cut: SensitivityAllowance.Cut
  /// Rows of the design of shares; nil without shares.
  private let rows: Int?
  private var analysis: ScreeningAnalysis
  /// The trajectories that are not run yet, and the points that were asked for last.
  private var left: [Int]
  private var asked: AskedPoints?
  private var sharesDesign: SharesDesign?
  private var ofShares = SensitivityResults(runs: [])

  /// Points of the shares that are run at a time.
  private static let pointsAtOnce = 256

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let asked = try arguments.integer("--trajectories", atLeast: SensitivityAllowance.fewestTrajectories)
    let rows = try arguments.integer("--shares", atLeast: 3)
    if let rows, !SharesDesign.isEven(rows) {
      throw UsageError(
        "`--shares` was given `\(rows)`, expected a power of two minus 1, such as 31, 63, or 127. Only then are the points "
          + "of the Sobol' sequence evenly spread")
    }
    let request = try SensitivityRequest(arguments, budget: SensitivityRequest.fullBudget)
    var screening = try Screening(request, trajectories: asked, rows: rows)
    Interruption.install()
    if let end = try request.experiment.run(&screening, splitsPoints: false) { return end }
    return try request.show(try screening.findings(), as: "screening.json", arguments)
  }

  /// Fits the screening into the time limit, by the cost of a sample. Without a limit, the cost is not
  /// measured.
  private init(_ request: SensitivityRequest, trajectories asked: Int?, rows: Int?) throws {
    (self.request, self.rows) = (request, rows)
    var cut = SensitivityAllowance.Cut(
      box: request.box, devices: request.devices,
      trajectories: asked ?? SensitivityAllowance.usualTrajectories)
    var allowance: SensitivityAllowance?
    if request.budget > 0 {
      let own = try request.allowance(later: (rows ?? 0) * (SharesDesign.mostFactors + 2))
      guard let found = own.screeningCut(request.box, devices: request.devices, trajectories: asked) else {
        throw request.noTime
      }
      (cut, allowance) = (found, own)
    }
    self.cut = cut
    for sentence in cut.sentences { Terminal.note(sentence) }
    let design = ScreeningDesign(cut.box, trajectories: cut.trajectories, seed: request.point.study.seed)
    analysis = ScreeningAnalysis(cut.box, design, policies: request.sides.names, metrics: request.metrics)
    let shard = request.experiment.shard ?? .whole
    left = design.trajectories.indices.filter { shard.contains(block: $0) }
    let time = allowance.map {
      let seconds =
        $0.seconds(points: design.pointCount, devices: cut.devices) / Double(SensitivityAllowance.processors)
      return ", about \(TimeSpanText.text(seconds)) on \(SensitivityAllowance.processors) cores"
    }
    Terminal.note(
      "screening: \(CountText.text(cut.trajectories, "trajectory", "trajectories")) of "
        + "\(CountText.text(cut.box.factors.count, "assumption")), \(CountText.text(design.pointCount, "point")), "
        + "\(design.pointCount * request.runsPerPoint) runs of \(CountText.text(cut.devices, "device"))\(time ?? "")"
    )
  }

  /// The next points: one trajectory after the other, each with its own replications, then the points of the
  /// shares.
  mutating func next(_ found: PointResults) throws -> [Point] {
    try take(found)
    if let trajectory = left.first {
      left.removeFirst()
      Terminal.note("trajectory \(trajectory + 1) of \(analysis.design.trajectories.count)")
      let first = trajectory * request.replications
      return ask(analysis.design.points(trajectory), replications: first..<first + request.replications)
    }
    guard request.experiment.shard == nil else { return [] }
    if sharesDesign == nil { sharesDesign = designShares() }
    while let points = sharesDesign?.points[ofShares.runs.count...].prefix(Self.pointsAtOnce),
      !points.isEmpty
    {
      let next = ask(Array(points))
      guard next.isEmpty else { return next }
      // The study refuses all of them.
      try take(PointResults())
    }
    return []
  }

  private mutating func ask(_ points: [SensitivityPoint], replications: Range<Int>? = nil) -> [Point] {
    let next = request.asked(points, cut, replications: replications)
    asked = next
    return next.points
  }

  private mutating func take(_ found: PointResults) throws {
    guard let asked, request.experiment.shard == nil else { return }
    let results = request.results(asked.results(found))
    if sharesDesign == nil {
      try analysis.add(results)
    } else {
      ofShares.runs += results.runs
      ofShares.failures += results.failures
    }
  }

  private func designShares() -> SharesDesign? {
    guard let rows else { return nil }
    let decisive = analysis.decisive(atMost: cut.box.factors.count)
    guard !decisive.isEmpty else {
      Terminal.note("variance shares are not computed: the assumptions have no effect")
      return nil
    }
    let design = SharesDesign(cut.box, factors: decisive, count: rows)
    guard design.rows.count > 1 else {
      Terminal.note(
        "variance shares are not computed: only \(design.rows.count) of \(rows) rows are in the parameter space"
      )
      return nil
    }
    Terminal.note(
      "shares of the variance of \(design.factors.count) assumptions: \(design.points.count) points, "
        + "\(design.points.count * request.runsPerPoint) runs")
    return design
  }

  func findings() throws -> ScreeningReport {
    let shares = try sharesDesign.map {
      try SharesAnalysis($0, contrasts: analysis.contrasts, results: ofShares, seed: request.point.study.seed)
    }
    return try ScreeningReport(analysis, shares: shares, heading: request.heading(cut))
  }
}
