import Basics
import Studies

enum TrainCommand {
  static let specification = CommandSpecification(
    name: "train", arguments: "STUDY", argumentCount: 1...1,
    summary: "Trains a policy program on the outcomes of its decisions and stores its state.",
    example:
      "slumber train scenarios/trained-policy.yaml --policy trained --seeds 11..30 --state trained.json --allow-commands",
    options: """
      --policy LABEL | train this policy of the study, which must be a program
      --seeds A..B | train with one replication per seed; avoid the study's own seed
      --state FILE | read the learned state from this file if it exists; write it after each seed
      --days N | set the horizon in days, warm-up included
      --devices N | set the number of devices per seed
      --set
      \(DeviceSelection.pointOptions)
      --allow-commands --progress --json --csv --markdown
      """,
    run: run)

  private typealias Row = (seed: Int, outcome: TrainingSeed.Outcome)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.install()
    let style = try ProgressReporter.style(arguments)
    let label = try arguments.value("--policy", or: "`train` needs `--policy`")
    let seeds = try seeds(arguments.value("--seeds", or: "`train` needs `--seeds`"))
    let path = try arguments.value("--state", or: "`train` needs `--state`")
    let isThere = StudyFiles.isFile(path) || TextFile.kindOfSpecialFile(path) != nil
    var state = isThere ? try readState(path) : nil
    let progress = ProgressReporter(total: seeds.count, unit: "seeds", style: style)
    var rows: [Row] = []
    var failure: (any Error)?
    do {
      for seed in seeds {
        if Interruption.isRequested { throw StudyRunner.Stop.interrupted }
        let file = try StudyOptions.study(
          arguments, policies: [label], changes: [("seed", "\(seed)")], hasStates: false)
        if rows.isEmpty {
          for warning in file.warnings { Terminal.note("warning: \(warning)") }
          // Phones that were trained on tell nothing of others.
          let study = try StudyOptions.study(arguments, policies: [label], hasStates: false).study
          if let own = Int(exactly: study.seed), seeds.contains(own) {
            Terminal.note(
              "warning: results of the study are biased, because the training includes its seed \(own). Remove it from --seeds"
            )
          }
        }
        let outcome = try train(arguments, file, label, seed, from: state)
        try Interruption.protected { try OutputFile.write(outcome.state + "\n", to: path) }
        state = try readState(path)
        rows.append((seed, outcome))
        progress.update(rows.count)
      }
    } catch { failure = error }
    progress.finish()
    if !rows.isEmpty || failure == nil {
      let digest = state?.digest
      let json = JSONValue.record(
        rows,
        [
          "policy": { _ in label }, "state": { _ in path }, "state_digest": { _ in digest },
          "seeds": { $0.json(columns) },
        ])
      let page = TextPage(
        "\(label): \(CountText.text(rows.count, "seed")), after warm-up",
        TextTable(rows, columns, indentation: 2))
      try Terminal.show(page, json: json, arguments)
    }
    if let last = rows.last, let state {
      Terminal.note("state after seed \(last.seed): \(path), SHA-256 \(state.digest)")
    }
    guard let failure else { return .done }
    guard failure is StudyRunner.Stop else { throw failure }
    let stored = rows.last.map { "the state after seed \($0.seed) is stored. Continue with the next seed" }
    Terminal.error("interrupted; \(stored ?? "the state did not change, because the first seed is not done")")
    return .interrupted
  }

  private static var columns: Table<Row> {
    func tenths(_ value: Double) -> String { ShortestNumber.text((value * 10).rounded() / 10) }
    return [
      Column("seed", .right) { Int64($0.seed) }, Column("launches", .right, \.outcome.launches),
      Column("opens", .right, \.outcome.opens),
      .page("staleness at open (s)", .right) { $0.outcome.meanStaleness.map(tenths) ?? "" },
      .json("staleness_at_open_s", \.outcome.meanStaleness),
      .page("battery energy (J)", .right) { tenths($0.outcome.joules) },
      .json("discretionary_battery_j", \.outcome.joules),
    ]
  }

  private static func train(
    _ arguments: ParsedArguments, _ file: StudyFile, _ label: String, _ seed: Int, from state: PolicyState?
  ) throws -> TrainingSeed.Outcome {
    let point = try DeviceSelection.designPoint(arguments, file)
    guard point.study.seed == UInt64(seed) else {
      throw CommandFailure(
        "the design point `\(point.name)` sets the seed itself; choose a design point without a seed")
    }
    let policies = point.study.policies
    guard let index = policies.firstIndex(where: { $0.label == label }), let command = policies[index].process
    else {
      let found = policies.first.map { "`\($0.name)`" } ?? "none"
      throw CommandFailure(
        "the policy `\(label)` is \(found), expected a `\(ProcessPolicy.name)`, "
          + "because slumber can train programs only")
    }
    do {
      return try TrainingSeed(file, point: point, policy: index).train(
        command, from: state, shouldStop: { Interruption.isRequested })
    } catch let stop as StudyRunner.Stop {
      throw stop
    } catch {
      throw CommandFailure("seed \(seed): \(error)")
    }
  }

  private static func seeds(_ text: String) throws -> ClosedRange<Int> {
    let ends = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isRange = ends.count == 3 && ends[1].isEmpty
    guard ends.count == 1 || isRange, let first = number(ends[0]), let last = number(ends[ends.count - 1]),
      first <= last
    else {
      throw UsageError(
        "`--seeds` was given `\(text)`, expected A..B, whole numbers from 0 to \(greatestSeed) with A ≤ B"
      )
    }
    return first...last
  }

  private static let greatestSeed = 1_000_000_000_000

  private static func number(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else { return nil }
    return number <= greatestSeed ? number : nil
  }

  private static func readState(_ path: String) throws -> PolicyState {
    do throws(PolicyStateError) { return try PolicyState(path: path) } catch {
      throw CommandFailure("`--state`: `\(path)` is \(error.found), expected \(PolicyStateError.expected)")
    }
  }
}
