import Basics
import ModelParameters
import SchedulingPolicies
import Studies
import StudyReports

enum FitCommand {
  static let points = 500
  static let waves = 2
  static let replications = 5
  static let cutoff = 3.0

  static let specification = CommandSpecification(
    name: "fit", arguments: "STUDY…", argumentCount: 1...1000,
    summary: "Calibrates assumed parameters against observations of real phones (history matching).",
    example: "slumber fit scenarios/observed/*.yaml --to fit",
    options: """
      --to FOLDER | write tables (CSV, JSON), figures (SVG), and finished runs into this folder
      --over PREFIX | vary only parameters whose name begins with PREFIX (default: all assumed parameters) \
      (may be repeated)
      --grades D|CD | treat parameters of these grades as assumptions (default: D)
      --points N | run N parameter sets in each wave (default: \(points))
      --waves N | run at most N waves (default: \(waves))
      --replications N | run N replications of each parameter set, at least 2 (default: \(replications))
      --cutoff C | rule out parameter sets from implausibility C on (default: \(Int(cutoff)))
      --hold-out ID | withhold this observation from the fit, to test the result (may be repeated)
      --seed N | set the seed of all random streams and parameter sets (overrides the studies)
      --budget MINUTES | limit the time on two cores; 0: no limit (default: \(SensitivityRequest.fullBudget))
      --shard I/N | run only shard I of N; after `slumber merge`, repeat the command
      --svg FILE | plot the plausible parameter sets
      --fresh --jobs --progress
      --json | print the whole output as JSON
      --allow-commands --csv --markdown --legend
      """, refusals: ExperimentRun.refusals
  ) { try Fit.run($0) }
}

/// `slumber fit`: a screening of the assumptions, then waves of parameter sets, most of which the
/// observations rule out.
private struct Fit: Method {
  private let cases: [(case: FitCase, study: Int)]
  private let rows: [FitRow]
  private let box: SensitivityBox
  private let screening: FitScreening
  private let waves, replications: Int
  private let cutoff: Double
  private let seed: UInt64
  private let catalogue: PolicyCatalogue
  private var points: Int
  private var cuts: [String] = []
  private var failures: [String] = []
  /// The points that were asked for last, and the assumptions that move in them.
  private var asked: (parts: [AskedPoints], box: SensitivityBox)?
  private var effects: [Double] = []
  private var search: FitSearch?
  private var asIs: FitPoint?

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    _ = try arguments.value("--to", or: "`fit` needs `--to FOLDER` for its results and finished runs")
    let budget = try arguments.integer("--budget", atLeast: 0) ?? SensitivityRequest.fullBudget
    guard try arguments.shard() == nil || budget == 0 else {
      throw UsageError(
        "`--shard` needs `--budget 0`, because a time limit cuts the points differently on each machine")
    }
    let files = try StudyOptions.all(arguments.arguments) { try StudyOptions.study(arguments, path: $0) }
      .filter { !FitCase.all(of: $0).isEmpty }
    var fit = try Fit(arguments, files)
    let experiment = try ExperimentRun(arguments, files)
    try experiment.makeFolder()
    Interruption.install()
    try fit.cut(toMinutes: budget)
    if let end = try experiment.run(&fit) { return end }
    let report = try fit.findings()
    for failure in fit.failures.prefix(3) { Terminal.error("slumber: \(failure)") }
    let json = report.json
    try experiment.store(report.files, json, as: "fit.json")
    try Terminal.show(report.page, json: json, arguments)
    if let path = arguments.value("--svg") { try OutputFile.write(report.svg, to: path, as: "figure") }
    return fit.failures.isEmpty ? .done : .someRunsFailed
  }

  private init(_ arguments: ParsedArguments, _ files: [StudyFile]) throws {
    points = try arguments.integer("--points", atLeast: 10) ?? FitCommand.points
    waves = try arguments.integer("--waves", atLeast: 1) ?? FitCommand.waves
    replications = try arguments.integer("--replications", atLeast: 2) ?? FitCommand.replications
    cutoff = try arguments.number("--cutoff", between: 0, and: 1000) ?? FitCommand.cutoff
    catalogue = arguments.policies
    let grades = try ExperimentRun.grades(arguments)
    cases = files.enumerated().flatMap { study, file in FitCase.all(of: file).map { ($0, study) } }
    guard let first = files.first else {
      throw CommandFailure(
        "the studies have no usable observations: `fit` needs `expect` entries with `observed` and grade A, B, or C",
        code: .wrongStudy)
    }
    let heldOut = Set(arguments.all("--hold-out"))
    rows = cases.flatMap(\.case.rows).map { row in
      var row = row
      row.isHeldOut = heldOut.contains(row.id)
      return row
    }
    let ids = rows.map(\.id).unique
    for id in arguments.all("--hold-out") where !ids.contains(id) {
      throw UsageError("`--hold-out` was given `\(id)`, expected one of: \(ids.joined(separator: ", "))")
    }
    guard rows.contains(where: { !$0.isHeldOut }) else {
      throw UsageError("`--hold-out` withholds all observations; keep at least one for the fit")
    }
    seed = first.study.seed
    let patterns = arguments.all("--over")
    box = SensitivityBox(
      joining: cases.map {
        $0.case.box(grades: grades, patterns: patterns, catalogue: arguments.policies)
      })
    guard !box.factors.isEmpty else {
      throw CommandFailure(
        "there are no assumed parameters to vary: the studies state or do not use all parameters of grade "
          + "\(grades.map(\.rawValue).sorted().joined(separator: " or "))",
        code: patterns.isEmpty ? .failed : .usage)
    }
    screening = FitScreening(box, rows: rows, seed: seed)
  }

  private func situations(_ box: SensitivityBox) -> [Situation] {
    cases.enumerated().map { place, own in
      own.case.situation(box.study(place), catalogue: catalogue, number: place, study: own.study)
    }
  }

  /// The screening, the waves, then the studies as they are.
  mutating func next(_ found: PointResults) throws -> [Point] {
    while true {
      let next = try ask(after: found)
      guard next.isEmpty, asIs == nil else { return next }
    }
  }

  private mutating func ask(after found: PointResults) throws -> [Point] {
    guard let samples = take(found) else {
      let parts = screening.design.trajectories.indices.map {
        (points: screening.design.points($0), replications: $0..<$0 + 1)
      }
      return ask(parts, box, "screening")
    }
    guard var search else {
      effects = screening.effects(samples)
      let kept = screening.kept(effects)
      guard !kept.factors.isEmpty else {
        throw CommandFailure(
          "no assumed parameter affects an observation in the screening. Add parameters (--grades) or observations"
        )
      }
      let search = FitSearch(kept, rows: rows, points: points, waves: waves, cutoff: cutoff, seed: seed)
      return ask(search)
    }
    if search.next.isEmpty {
      asIs = search.judge(.base, samples[0][0])
      return []
    }
    search.add(samples[0])
    return ask(search)
  }

  private mutating func ask(_ search: FitSearch) -> [Point] {
    self.search = search
    let isEnded = search.next.isEmpty
    return ask(
      [(points: isEnded ? [.base] : search.next, replications: 0..<replications)], search.box,
      isEnded ? "defaults of the studies" : "wave \(search.waves.count) of \(waves)")
  }

  private mutating func ask(
    _ parts: [(points: [SensitivityPoint], replications: Range<Int>)], _ box: SensitivityBox, _ name: String
  ) -> [Point] {
    let situations = situations(box)
    let asked = parts.map { AskedPoints($0.points, in: situations, replications: $0.replications) }
    self.asked = (asked, box)
    let points = asked.flatMap(\.points)
    Terminal.note(
      "\(name): \(CountText.text(parts.reduce(0) { $0 + $1.points.count }, "point")) of "
        + "\(CountText.text(box.factors.count, "assumption")), "
        + "\(Int(points.reduce(0) { $0 + $1.deviceDays }.rounded())) device-days")
    return points
  }

  /// The samples of the points that were asked for, by part, point and row; nil before any were.
  private mutating func take(_ found: PointResults) -> [[[FitSample]]]? {
    guard let (parts, box) = asked else { return nil }
    var first = 0
    return parts.map { part in
      let results = part.results(found, from: first)
      first += part.points.count
      var samples = results[0].runs.map { _ in [FitSample]() }
      for (own, found) in zip(cases.map(\.case), results) {
        failures += found.failures.map { "\(own.point.study.name), \(box.text($0.point)): \($0.text)" }
        for (point, runs) in found.runs.enumerated() { samples[point] += own.samples(runs) }
      }
      return samples
    }
  }

  func findings() throws -> FitReport {
    guard let search, let asIs else { throw StudyRunner.Stop.interrupted }
    return FitReport(
      search, asIs: asIs, screened: box, effects: effects, replications: replications, cuts: cuts,
      failures: failures)
  }

  /// Reduces the points of a wave so that they fit into the time, by a sample of the unchanged studies.
  mutating func cut(toMinutes budget: Int) throws {
    let seconds = try situations(box).reduce(0) { sum, situation in
      let study = situation.base.study
      return sum + Double(study.deviceCount * study.policies.count)
        * (try situation.secondsPerRun(within: CostSample.longest / Double(cases.count)))
    }
    let screened = screening.design.pointCount
    func time(_ points: Int) -> Double {
      let waves = Double(points * waves * replications)
      return seconds * (Double(screened) + waves) / Double(SensitivityAllowance.processors)
    }
    let limit = 60 * Double(budget)
    if budget > 0, time(points) > limit {
      let processors = "\(SensitivityAllowance.processors) cores"
      guard let fitting = SensitivityAllowance.roundNumbers.last(where: { $0 < points && time($0) <= limit }),
        fitting >= 10
      else {
        throw CommandFailure(
          "\(budget) minutes on \(processors) are too short for a wave of 10 points. Use fewer replications or "
            + "studies, or raise --budget")
      }
      cuts.append(
        "Cut to keep \(budget) minutes on \(processors): \(fitting) of \(points) points in each wave.")
      points = fitting
    }
    for sentence in cuts { Terminal.note(sentence) }
    Terminal.note(
      "\(CountText.text(rows.count, "observation")) in \(CountText.text(cases.count, "scenario")), "
        + "\(CountText.text(box.factors.count, "assumption")): \(CountText.text(screened, "point")) of a screening "
        + "and \(CountText.text(waves, "wave")) of \(points), at most about \(TimeSpanText.text(time(points))) on "
        + "\(SensitivityAllowance.processors) cores")
  }
}
