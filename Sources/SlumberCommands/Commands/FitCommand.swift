import Basics
import Dispatch
import ModelParameters
import SchedulingPolicies
import Studies
import StudyReports
import Synchronization

enum FitCommand {
  static let dataSets = 15_000
  static let fewest = 60

  static let specification = CommandSpecification(
    name: "fit", arguments: "STUDY…", argumentCount: 1...1000,
    summary: "Fits assumed parameters to observations of real devices by simulation.",
    example: "slumber fit scenarios/observed/*.yaml --to fit",
    options: """
      --to FOLDER | write tables (CSV, JSON), a figure (SVG), and finished runs into this folder
      --over PREFIX | vary only parameters whose name begins with PREFIX (default: all assumed parameters) \
      (may be repeated)
      --grades D|CD | treat parameters of these grades as assumptions (default: CD)
      --data-sets N | simulate N data sets, at least \(fewest) (default: \(dataSets))
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

/// `slumber fit`: data sets at draws from the prior, then rounds of data sets near the closest ones.
private struct Fit: Method {
  private let cases: [(case: FitCase, study: Int)]
  private let rows: [FitRow]
  private let box: SensitivityBox
  private let situations: [Situation]
  private let seed: UInt64
  private let jobs: Int
  private var count: Int
  private var cuts: [String] = []
  private var failures: [String] = []
  private var search: FitSearch
  /// The data sets that were asked for last, as points in all situations.
  private var asked: [AskedPoints] = []
  /// The distances of data sets at the defaults; nil before they are known.
  private var defaults: [Double]?

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    _ = try arguments.value("--to", or: "`fit` needs `--to FOLDER` for its results and finished runs")
    let budget = try arguments.integer("--budget", atLeast: 0) ?? SensitivityRequest.fullBudget
    guard try arguments.shard() == nil || budget == 0 else {
      throw UsageError(
        "`--shard` needs `--budget 0`, because a time limit cuts the data sets differently on each machine")
    }
    let files = try StudyOptions.all(arguments.arguments) { try StudyOptions.study(arguments, path: $0) }
      .filter { !FitCase.all(of: $0, from: 0).isEmpty }
    var fit = try Fit(arguments, files)
    // A fit stores some 300,000 short runs.
    let experiment = try ExperimentRun(arguments, files, waitsForDisk: false)
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
    count = try arguments.integer("--data-sets", atLeast: FitCommand.fewest) ?? FitCommand.dataSets
    let grades = try ExperimentRun.grades(arguments, usually: [.c, .d])
    guard let first = files.first else {
      throw CommandFailure(
        "the studies have no usable observations: `fit` needs `expect` entries with `observed` and grade A, B, or C, and without `rule`",
        code: .wrongStudy)
    }
    var number = 0
    cases = files.enumerated().flatMap { study, file in
      defer { number += file.study.expectations.count * file.points.count }
      return FitCase.all(of: file, from: number).map { ($0, study) }
    }
    let heldOut = Set(arguments.all("--hold-out"))
    rows = cases.flatMap(\.case.rows).map { row in
      let days = row.seen.window.days
      return FitRow(
        row.observation, row.scale(days: days), days: days, isHeldOut: heldOut.contains(row.seen.id))
    }
    let ids = rows.map(\.row.id).unique
    for id in arguments.all("--hold-out") where !ids.contains(id) {
      throw UsageError("`--hold-out` was given `\(id)`, expected one of: \(ids.joined(separator: ", "))")
    }
    guard rows.contains(where: { !$0.isHeldOut }) else {
      throw UsageError("`--hold-out` withholds all observations; keep at least one for the fit")
    }
    seed = first.study.seed
    jobs = try Host.workers(arguments)
    let patterns = arguments.all("--over")
    let box = SensitivityBox(
      joining: cases.map {
        $0.case.box(grades: grades, patterns: patterns, catalogue: arguments.policies)
      })
    guard !box.factors.isEmpty else {
      throw CommandFailure(
        "there are no assumed parameters to vary: the studies state or do not use all parameters of grade "
          + "\(grades.map(\.rawValue).sorted().joined(separator: " or "))",
        code: patterns.isEmpty ? .failed : .usage)
    }
    self.box = box
    situations = cases.enumerated().map { place, own in
      own.case.situation(box.study(place), catalogue: arguments.policies, number: place, study: own.study)
    }
    search = FitSearch(box, rows: rows, count: count, seed: seed)
  }

  mutating func next(_ found: PointResults) throws -> [Point] {
    try take(found)
    let sets = search.next
    if !sets.isEmpty {
      Terminal.note("data sets \(search.sets.count + 1) to \(search.sets.count + sets.count) of \(count)")
      return ask(sets, from: search.sets.count)
    }
    guard defaults == nil else { return [] }
    Terminal.note("\(FitSearch.defaultSets) data sets at the defaults of the studies")
    return ask([FitDataSet](repeating: .base, count: FitSearch.defaultSets), from: search.sets.count)
  }

  /// The points of data sets. Each has a replication of its own.
  private mutating func ask(_ sets: [FitDataSet], from first: Int) -> [Point] {
    let made = Mutex([Int: AskedPoints]())
    DispatchQueue.concurrentPerform(iterations: jobs) { [jobs, situations] worker in
      for place in stride(from: worker, to: sets.count, by: jobs) {
        let replications = first + place..<first + place + 1
        let own = AskedPoints([sets[place].point], in: situations, replications: replications)
        made.withLock { $0[place] = own }
      }
    }
    asked = made.withLock { found in sets.indices.compactMap { found[$0] } }
    return asked.flatMap(\.points)
  }

  /// Takes in the values of the data sets that were asked for last.
  private mutating func take(_ found: PointResults) throws {
    guard !asked.isEmpty else { return }
    var first = 0
    let values = asked.map { own in
      let results = own.results(found, from: first)
      first += own.points.count
      return zip(cases.map(\.case), results).flatMap { own, found -> [Double?] in
        failures += found.failures.map { "\(own.point.study.name), \(box.text($0.point)): \($0.text)" }
        return own.values(found.runs[0])
      }
    }
    if search.next.isEmpty { defaults = values.map(search.distance) } else { search.add(values) }
    asked = []
  }

  func findings() throws -> FitReport {
    guard let defaults,
      let report = FitReport(search, defaults: defaults, cuts: cuts, failures: failures)
    else { throw StudyRunner.Stop.interrupted }
    return report
  }

  /// Reduces the data sets so that they fit into the time, by a sample of the unchanged studies.
  mutating func cut(toMinutes budget: Int) throws {
    let seconds = try situations.reduce(0) { sum, situation in
      let study = situation.base.study
      return sum + Double(study.deviceCount * study.policies.count)
        * (try situation.secondsPerRun(within: CostSample.longest / Double(cases.count)))
    }
    func time(_ count: Int) -> Double { seconds * Double(count) / Double(SensitivityAllowance.processors) }
    let limit = 60 * Double(budget)
    if budget > 0, time(count) > limit {
      let processors = "\(SensitivityAllowance.processors) cores"
      guard let fitting = SensitivityAllowance.roundNumbers.last(where: { $0 < count && time($0) <= limit }),
        fitting >= FitCommand.fewest
      else {
        throw CommandFailure(
          "\(budget) minutes on \(processors) are too short for \(FitCommand.fewest) data sets. Use fewer studies, or raise --budget"
        )
      }
      cuts.append("Cut to keep \(budget) minutes on \(processors): \(fitting) of \(count) data sets.")
      count = fitting
      search = FitSearch(box, rows: rows, count: count, seed: seed)
    }
    for sentence in cuts { Terminal.note(sentence) }
    Terminal.note(
      "\(CountText.text(rows.count, "observation")) in \(CountText.text(cases.count, "scenario")), "
        + "\(CountText.text(box.factors.count, "parameter")): \(CountText.text(count, "data set")), "
        + "about \(TimeSpanText.text(time(count))) on \(SensitivityAllowance.processors) cores")
  }
}
