import Basics
import ModelParameters
import Studies
import StudyReports

enum FitCommand {
  static let points = 500
  static let waves = 2
  static let replications = 5
  static let cutoff = 3.0

  static let specification = CommandSpecification(
    name: "fit", arguments: "STUDY…", argumentCount: 1...1000,
    summary: "Finds the values of assumed numbers that agree with what was seen on phones.",
    example: "slumber fit scenarios/observed/*.yaml --to fit",
    options: [
      .value(
        "--to", "FOLDER",
        "a folder for tables (CSV, JSON), the picture (SVG) and finished runs, from which a stopped fit goes on"
      ),
      .value(
        "--over", "PREFIX", "only parameters whose name begins so; all assumed numbers by default",
        repeatable: true),
      .value("--grades", "D|CD", "grades of parameters that count as assumptions, D by default"),
      .value("--points", "N", "points of a wave, \(points) by default"),
      .value("--waves", "N", "waves, \(waves) by default; from the second on where points are left"),
      .value("--replications", "N", "replications of each point, at least 2; \(replications) by default"),
      .value("--cutoff", "C", "implausibility from which a point is ruled out, \(Int(cutoff)) by default"),
      .value(
        "--hold-out", "ID", "an observation that rules out nothing, to judge what is left by",
        repeatable: true),
      .value("--seed", "N", "seed of all random streams and of the points, over that of the studies"),
      .value(
        "--budget", "MINUTES",
        "time on two processors to which the points of a wave are cut, \(SensitivityRequest.fullBudget) by default; 0 for any"
      ),
      .value(
        "--shard", "I/N",
        "only shard I of N of the runs that are known to be needed, into --to; then the same command without --shard"
      ),
      .value("--svg", "FILE", "draw the points that are left"), .jobs, .progress,
      .everythingAsJSON, .allowCommands,
    ] + OutputForm.tableOptions
  ) { try Fit($0).run($0) }
}

/// `slumber fit`: a screening of the assumptions, then waves of points of which observations rule out most.
private struct Fit {
  private let search: SearchRun
  private let shard: Shard?
  private let points, waves, replications, budget: Int
  private let cutoff: Double
  private let cases: [FitCase]
  private let rows: [FitRow]
  private let box: SensitivityBox
  private let seed: UInt64
  private let arguments: ParsedArguments

  /// Points that belong together, with the numbers of their replications.
  private typealias Part = (points: [SensitivityPoint], replications: Range<Int>)

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    search = try SearchRun(arguments)
    _ = try arguments.value("--to", or: "`fit` needs `--to FOLDER` for what it finds and its finished runs")
    points = try arguments.integer("--points", atLeast: 10) ?? FitCommand.points
    waves = try arguments.integer("--waves", atLeast: 1) ?? FitCommand.waves
    replications = try arguments.integer("--replications", atLeast: 2) ?? FitCommand.replications
    budget = try arguments.integer("--budget", atLeast: 0) ?? SensitivityRequest.fullBudget
    cutoff = try arguments.number("--cutoff", between: 0, and: 1000) ?? FitCommand.cutoff
    let grades = try SearchRun.grades(arguments)
    shard = try arguments.shard()
    guard shard == nil || budget == 0 else {
      throw UsageError("`--shard` needs `--budget 0`: each machine would cut the points otherwise")
    }
    let files = try StudyOptions.all(arguments.arguments) { try StudyOptions.study(arguments, path: $0) }
    let cases = files.flatMap(FitCase.all)
    guard let first = files.first, !cases.isEmpty else {
      throw CommandFailure(
        "found no `observed` that can be compared, expected an expectation with what was seen on phones, of grade A to C",
        code: .wrongStudy)
    }
    let heldOut = Set(arguments.all("--hold-out"))
    rows = cases.flatMap(\.rows).map { row in
      var row = row
      row.isHeldOut = heldOut.contains(row.id)
      return row
    }
    let ids = rows.map(\.id).unique
    for id in arguments.all("--hold-out") where !ids.contains(id) {
      throw UsageError("`--hold-out` was given `\(id)`, expected one of: \(ids.joined(separator: ", "))")
    }
    guard rows.contains(where: { !$0.isHeldOut }) else {
      throw UsageError("`--hold-out` names all observations, expected one at least that rules out")
    }
    self.cases = cases
    seed = first.study.seed
    let patterns = arguments.all("--over")
    box = SensitivityBox(
      joining: cases.map { $0.box(grades: grades, patterns: patterns, catalogue: arguments.policies) })
    guard !box.factors.isEmpty else {
      throw CommandFailure(
        "found no assumed number to vary, expected parameters of grade "
          + "\(grades.map(\.rawValue).sorted().joined(separator: " or ")) that the studies depend on and do not state",
        code: patterns.isEmpty ? .failed : .usage)
    }
    try search.makeFolder()
  }

  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.install()
    do { return try fit() } catch StudyRunner.Stop.interrupted {
      Terminal.error(search.interruption)
      return .interrupted
    }
  }

  private func fit() throws -> ExitCode {
    let screening = FitScreening(box, rows: rows, seed: seed)
    let (points, cuts) = try cut(screening)
    for sentence in cuts { Terminal.note(sentence) }
    let journal = try search.journal(shard: shard)
    var failures: [String] = []
    let parts = screening.design.trajectories.indices.map {
      (points: screening.design.points($0), replications: $0..<$0 + 1)
    }
    guard let screened = try samples(parts, box, "screening", journal, &failures) else { return .done }
    let effects = screening.effects(screened)
    let kept = screening.kept(effects)
    guard !kept.factors.isEmpty else {
      throw CommandFailure("found no assumed number that moves what was seen, expected one in the screening")
    }
    var fit = FitSearch(kept, rows: rows, points: points, waves: waves, cutoff: cutoff, seed: seed)
    while !fit.next.isEmpty {
      let part = (points: fit.next, replications: 0..<replications)
      let name = "wave \(fit.waves.count) of \(waves)"
      guard let found = try samples([part], kept, name, journal, &failures) else { return .done }
      fit.add(found[0])
    }
    let studies = (points: [SensitivityPoint.base], replications: 0..<replications)
    guard let own = try samples([studies], kept, "studies as they are", journal, &failures) else {
      return .done
    }
    let report = FitReport(
      fit, asIs: fit.judge(.base, own[0][0]), screened: box, effects: effects, replications: replications,
      cuts: cuts, failures: failures)
    return try show(report, failures)
  }

  /// The samples of parts by their points and the rows; nil where a shard does not have all, after it has done its share.
  private func samples(
    _ parts: [Part], _ box: SensitivityBox, _ name: String, _ journal: SensitivityJournal?,
    _ failures: inout [String]
  ) throws -> [[[FitSample]]]? {
    /// The points of a part that differ in a case, and for each point its place among them.
    func batch(_ place: Int, _ part: Part) -> (
      runner: SensitivityRunner, points: [SensitivityPoint], places: [Int]
    ) {
      let own = box.study(place)
      let moved = part.points.map(own.moving)
      let points = moved.unique
      let number = Dictionary(uniqueKeysWithValues: points.enumerated().map { ($1, $0) })
      return (
        cases[place].runner(own, replications: replications, catalogue: arguments.policies), points,
        moved.map { number[$0] ?? 0 }
      )
    }
    let total = parts.reduce(0) { sum, part in
      cases.indices.reduce(sum) { $0 + deviceDays($1, batch($1, part).points.count, part) }
    }
    Terminal.note(
      "\(name): \(CountText.text(parts.reduce(0) { $0 + $1.points.count }, "point")) of "
        + "\(CountText.text(box.factors.count, "assumption")), \(total) device-days")
    let progress = ProgressReporter(total: total, style: search.style)
    defer { progress.finish() }
    var done = 0
    var isComplete = true
    var found = parts.map { $0.points.map { _ in [FitSample]() } }
    for (number, part) in parts.enumerated() {
      for place in cases.indices {
        let (runner, all, places) = batch(place, part)
        var own = runner.batch(all, replications: part.replications, journal: journal)
        if let shard, own.cellCount > 0 {
          isComplete = false
          let share = all.enumerated().filter { shard.contains(block: $0.offset) }.map(\.element)
          own = runner.batch(share, replications: part.replications, journal: journal)
        }
        let (start, known) = (done, deviceDays(place, all.count, part) - own.deviceDays)
        let results = try search.run(own) { progress.update(start + max(0, known) + $0) }
        done += deviceDays(place, all.count, part)
        failures += results.failures.map {
          "\(cases[place].point.study.name), \(box.text($0.point)): \($0.text)"
        }
        guard isComplete else { continue }
        let samples = results.runs.map(cases[place].samples)
        for (point, unique) in places.enumerated() { found[number][point] += samples[unique] }
      }
    }
    if let shard, !isComplete {
      Terminal.out(
        "shard \(shard): its runs of the \(name) are kept in `\(search.folder ?? "")`; once all shards have theirs, the same "
          + "command goes on, and without --shard shows all")
      return nil
    }
    return found
  }

  private func deviceDays(_ place: Int, _ points: Int, _ part: Part) -> Int {
    let study = cases[place].point.study
    let each = study.exactHorizonDays * Double(study.deviceCount * cases[place].policies.count)
    return Int((each * Double(points * part.replications.count)).rounded())
  }

  /// The points of a wave that fit into the time, by the time of one replication of all studies as they are.
  private func cut(_ screening: FitScreening) throws -> (points: Int, cuts: [String]) {
    let start = Host.processorSeconds
    for (place, own) in cases.enumerated() {
      let runner = own.runner(box.study(place), replications: 1, catalogue: arguments.policies)
      _ = try runner.batch([.base]).run(jobs: 1, shouldStop: { Interruption.isRequested })
    }
    let seconds = Host.processorSeconds - start
    var (points, cuts) = (points, [String]())
    let screened = screening.design.pointCount
    func time(_ points: Int) -> Double {
      let waves = Double(points * waves * replications)
      return seconds * (Double(screened) + waves) / Double(SensitivityAllowance.processors)
    }
    let limit = 60 * Double(budget)
    if budget > 0, time(points) > limit {
      let processors = "\(SensitivityAllowance.processors) processors"
      guard let fitting = SensitivityAllowance.roundNumbers.last(where: { $0 < points && time($0) <= limit }),
        fitting >= 10
      else {
        throw CommandFailure(
          "found no time for a wave of 10 points within \(budget) minutes on \(processors), expected fewer replications or "
            + "studies, or a larger --budget")
      }
      cuts.append(
        "Cut to keep \(budget) minutes on \(processors): \(fitting) of \(points) points in each wave.")
      points = fitting
    }
    Terminal.note(
      "\(CountText.text(rows.count, "observation")) in \(CountText.text(cases.count, "situation")), "
        + "\(CountText.text(box.factors.count, "assumption")): \(CountText.text(screened, "point")) of a screening "
        + "and \(CountText.text(waves, "wave")) of \(points), at most about \(TimeSpanText.text(time(points))) on "
        + "\(SensitivityAllowance.processors) processors")
    return (points, cuts)
  }

  private func show(_ report: FitReport, _ failures: [String]) throws -> ExitCode {
    for failure in failures.prefix(3) { Terminal.error("slumber: \(failure)") }
    let json = report.json
    try search.store(report.files, json, as: "fit.json")
    try Terminal.show(report.page, json: json, arguments)
    if let path = arguments.value("--svg") { try OutputFile.write(report.svg, to: path, as: "picture") }
    return failures.isEmpty ? .done : .someRunsFailed
  }
}
