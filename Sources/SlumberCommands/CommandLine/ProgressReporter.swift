import PlainText
import ResultsStore
import StudyExecution
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Shows how far a run is: one line on a terminal, a line every ten seconds elsewhere.
final class ProgressReporter: Sendable {
  enum Style { case line, plain, none }

  private struct State {
    var last = 0.0
    var isShown = false
  }
  private let style: Style
  private let total: Int
  /// The word for what is counted, in the plural.
  private let unit: String
  private let started = ProgressReporter.clock()
  private let state = Mutex(State())

  init(total: Int, unit: String = "device-days", style: Style) {
    self.total = total
    self.unit = unit
    self.style = style
  }

  /// The style that `--progress` asks for.
  static func style(_ arguments: ParsedArguments) throws -> Style {
    if Terminal.verbosity == .quiet { return .none }
    let word = arguments.value("--progress") ?? "auto"
    switch word {
    case "auto": return Terminal.hasStatusLine ? .line : .plain
    case "plain": return .plain
    case "none": return .none
    default:
      throw UsageError(
        description: "`--progress` was given `\(word)`, expected auto, plain or none",
        command: arguments.command.name)
    }
  }

  static func clock() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Shows the state, unless the last line is too fresh.
  ///
  /// - Parameters:
  ///   - done: How much of the total is done.
  ///   - runs: Number of runs that ended; nil where runs are not what the command does.
  ///   - failed: How many of them failed.
  func update(_ done: Int, runs: Int? = nil, failed: Int = 0) {
    guard style != .none else { return }
    let now = Self.clock()
    state.withLock { state in
      let interval = style == .line ? 0.2 : 10
      guard now - max(state.last, started) >= interval, done < total else { return }
      state.last = now
      state.isShown = true
      let rate = Double(done) / max(0.001, now - started)
      let left = rate > 0 ? TimeSpanText.text(Double(total - done) / rate) : "unknown time"
      let text =
        "\(done)/\(total) \(unit), \(RateText.text(rate)) a second, \(left) left"
        + (runs.map { ", " + CountText.text($0, "run") + " done" } ?? "")
        + (failed > 0 ? ", \(failed) failed" : "")
      Terminal.status(style == .line ? "\r\u{1B}[2K\(text)" : text + "\n")
    }
  }

  func finish() {
    state.withLock { if $0.isShown, style == .line { Terminal.status("\r\u{1B}[2K") } }
  }
}

extension StudyRun {
  /// Does the blocks on several workers, with progress on standard error.
  ///
  /// - Parameter checkpoint: Called now and then while blocks are simulated and stored, by one worker at a time.
  func run(
    jobs: Int, style: ProgressReporter.Style, checkpoint: @escaping @Sendable () -> Void = {}
  ) throws -> Outcome {
    guard blockCount > 0 else { return Outcome() }
    let progress = ProgressReporter(total: deviceDays, style: style)
    defer { progress.finish() }
    let started = Host.time
    return try run(
      jobs: jobs, shouldStop: { Interruption.isRequested },
      provenance: { Host.provenance(started: started) },
      progress: { done, outcome in
        progress.update(done, runs: outcome.completed, failed: outcome.failed.count)
        checkpoint()
      },
      firstFailure: { run, failure in
        Terminal.error("slumber: a run of `\(run.policy)` failed: \(failure.message)")
      }, protecting: { store in try Interruption.protected(store) })
  }
}
