import JSON
import PlainText
import ProcessPolicies
import StudyExecution
import StudyFormat

/// `slumber train`: a program learns from the phones of one seed after the other.
enum TrainCommand {
  static let specification = CommandSpecification(
    name: "train", arguments: "STUDY", argumentCount: 1...1,
    summary: "Lets a program learn from the outcomes of its decisions and stores its state.",
    example:
      "slumber train scenarios/trained-policy.yaml --policy trained --seeds 11..30 --state trained.json --allow-commands",
    options: [
      .value("--policy", "LABEL", "the policy of the study that learns, by its name in tables; a program"),
      .value("--seeds", "A..B", "seeds of the phones, one replication each; others than the study's own"),
      .value("--state", "FILE", "file of what was learned: read if it is there, written after each seed"),
      .value("--days", "N", "horizon in days, warm-up included"),
      .value("--devices", "N", "number of phones of each seed"),
      .value(
        "--set", "PATH=VALUE", "any value of the study, by key path or parameter name", repeatable: true),
    ] + DeviceSelection.pointOptions + [
      StudyOptions.allowCommands,
      .value("--progress", "auto|plain|none", "how progress is shown on standard error"),
      .flag("--json", "as JSON"),
    ] + OutputForm.tableOptions, run: run)

  /// A seed that is done.
  private struct Row {
    var seed: Int
    var outcome: TrainingSeed.Outcome
  }

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Interruption.install()
    let style = try ProgressReporter.style(arguments)
    let label = try value("--policy", arguments)
    let seeds = try seeds(value("--seeds", arguments))
    let path = try value("--state", arguments)
    var state = try storedState(path)
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
          try warnOfOwnSeed(arguments, label, seeds)
        }
        let outcome = try train(arguments, file, label, seed, from: state)
        try Interruption.protected { try OutputFile.write(outcome.state + "\n", to: path) }
        state = try readState(path)
        rows.append(Row(seed: seed, outcome: outcome))
        progress.update(rows.count)
      }
    } catch {
      failure = error
    }
    progress.finish()
    if !rows.isEmpty || failure == nil {
      try Terminal.show(page(rows, label), json: json(rows, label, path, state), arguments)
    }
    return try end(rows, path, state, failure)
  }

  private static func train(
    _ arguments: ParsedArguments, _ file: StudyFile, _ label: String, _ seed: Int, from state: PolicyState?
  ) throws -> TrainingSeed.Outcome {
    let point = try DeviceSelection.designPoint(arguments, file)
    guard point.study.seed == UInt64(seed) else {
      throw CommandFailure(
        "the design point `\(point.name)` sets the seed itself, expected one that leaves it to `--seeds`")
    }
    let policies = point.study.policies
    guard let index = policies.firstIndex(where: { $0.label == label }), let command = policies[index].process
    else {
      let found = policies.first.map { "`\($0.name)`" } ?? "none"
      throw CommandFailure(
        "the policy `\(label)` is \(found), expected a `\(ProcessPolicy.name)`: programs learn, "
          + "policies in Swift have no state that could be stored")
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

  // MARK: Options

  private static func value(_ option: String, _ arguments: ParsedArguments) throws -> String {
    guard let value = arguments.value(option) else { throw UsageError("`train` needs `\(option)`") }
    return value
  }

  private static func seeds(_ text: String) throws -> ClosedRange<Int> {
    let ends = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isRange = ends.count == 3 && ends[1].isEmpty
    guard ends.count == 1 || isRange, let first = number(ends[0]), let last = number(ends[ends.count - 1]),
      first <= last
    else {
      throw UsageError(
        "`--seeds` was given `\(text)`, expected A..B, whole numbers from 0 to \(greatestSeed) with A at most B"
      )
    }
    return first...last
  }

  private static let greatestSeed = 1_000_000_000_000

  private static func number(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      number <= greatestSeed
    else { return nil }
    return number
  }

  /// Phones that were trained on tell nothing of others.
  private static func warnOfOwnSeed(
    _ arguments: ParsedArguments, _ label: String, _ seeds: ClosedRange<Int>
  ) throws {
    let study = try StudyOptions.study(arguments, policies: [label], hasStates: false).study
    guard let own = Int(exactly: study.seed), seeds.contains(own) else { return }
    Terminal.note(
      "warning: the study's own seed \(own) is among those of the training: its phones are not unseen")
  }

  // MARK: The state

  /// The state that a file holds; nil where there is none yet.
  private static func storedState(_ path: String) throws -> PolicyState? {
    guard StudyFiles.isFile(path) || TextFile.kindOfSpecialFile(path) != nil else { return nil }
    return try readState(path)
  }

  private static func readState(_ path: String) throws -> PolicyState {
    do throws(PolicyStateError) {
      return try PolicyState(path: path)
    } catch {
      throw CommandFailure("`--state`: `\(path)` is \(error.found), expected \(PolicyStateError.expected)")
    }
  }

  // MARK: The report

  private static func page(_ rows: [Row], _ label: String) -> TextPage {
    var table = TextTable(
      [
        ("seed", .right), ("launches", .right), ("opens", .right), ("staleness at open (s)", .right),
        ("battery energy (J)", .right),
      ], indentation: 2)
    for row in rows {
      table.add([
        "\(row.seed)", "\(row.outcome.launches)", "\(row.outcome.opens)",
        row.outcome.meanStaleness.map { tenths($0) } ?? "",
        tenths(row.outcome.joules),
      ])
    }
    return TextPage("\(label): \(CountText.text(rows.count, "seed")), after warm-up", table)
  }

  private static func tenths(_ value: Double) -> String { ShortestNumber.text((value * 10).rounded() / 10) }

  private static func json(
    _ rows: [Row], _ label: String, _ path: String, _ state: PolicyState?
  ) -> JSONValue {
    .members([
      "policy": .string(label), "state": .string(path), "state_digest": .optional(state?.digest),
      "seeds": .array(
        rows.map { row in
          .members([
            "seed": .count(row.seed), "launches": .integer(row.outcome.launches),
            "opens": .integer(row.outcome.opens),
            "staleness_at_open_s": .optional(row.outcome.meanStaleness),
            "discretionary_battery_j": .number(row.outcome.joules),
          ])
        }),
    ])
  }

  /// Says what the state's file holds; the exit code of the command.
  private static func end(
    _ rows: [Row], _ path: String, _ state: PolicyState?, _ failure: (any Error)?
  ) throws -> ExitCode {
    if let last = rows.last, let state {
      Terminal.note("state after seed \(last.seed): \(path), SHA-256 \(state.digest)")
    }
    guard let failure else { return .done }
    guard failure is StudyRunner.Stop else { throw failure }
    let stored = rows.last.map { "the state after seed \($0.seed) is stored; go on with the next seed" }
    Terminal.error("interrupted; \(stored ?? "no seed is done, and the state is as it was")")
    return .interrupted
  }
}
