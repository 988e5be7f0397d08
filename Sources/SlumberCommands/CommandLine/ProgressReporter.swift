import Basics
import Libc
import ResultsStore
import Studies
import Synchronization

/// A request to stop, from Ctrl-C or a batch system. SIGTERM, SIGUSR1, SIGXCPU and the first SIGINT ask for an
/// orderly end, however often they come. A second SIGINT ends the process at once, but not within a transaction.
enum Interruption {
  private enum Phase {
    static let interruptible = 0
    static let protected = 1
    static let endsAfterwards = 2
    static let ending = 3
  }
  private static let requested = Atomic<Bool>(false)
  private static let interrupts = Atomic<Int>(0)
  private static let phase = Atomic<Int>(Phase.interruptible)

  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  static func install() {
    for number in [SIGTERM, SIGUSR1, SIGXCPU] {
      signal(number) { _ in Interruption.requested.store(true, ordering: .relaxed) }
    }
    signal(SIGINT) { _ in
      Interruption.requested.store(true, ordering: .relaxed)
      if Interruption.interrupts.add(1, ordering: .relaxed).newValue > 1 { Interruption.endProcess() }
    }
  }

  /// Does `body`, which a second SIGINT does not cut short.
  static func protected<Result>(_ body: () throws -> Result) rethrows -> Result {
    while !change(from: Phase.interruptible, to: Phase.protected) { usleep(1000) }
    defer {
      if !change(from: Phase.protected, to: Phase.interruptible) { _exit(ExitCode.interrupted.rawValue) }
    }
    return try body()
  }

  private static func endProcess() {
    while true {
      if change(from: Phase.interruptible, to: Phase.ending) { _exit(ExitCode.interrupted.rawValue) }
      if change(from: Phase.protected, to: Phase.endsAfterwards) { return }
      if phase.load(ordering: .sequentiallyConsistent) >= Phase.endsAfterwards { return }
    }
  }

  private static func change(from old: Int, to new: Int) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
  }
}

/// Shows how far a run is: one line on a terminal, a line every ten seconds elsewhere.
final class ProgressReporter: Sendable {
  enum Style { case line, plain, none }

  private struct State {
    var last = 0.0
    var isShown = false
  }
  private let style: Style
  private let total: Int
  /// The noun of the counted work, in the plural.
  private let unit: String
  private let started = Host.clock()
  private let state = Mutex(State())

  init(total: Int, unit: String = "device-days", style: Style) {
    (self.total, self.unit, self.style) = (total, unit, style)
  }

  static func style(_ arguments: ParsedArguments) throws -> Style {
    if Terminal.verbosity == .quiet { return .none }
    let word = arguments.value("--progress") ?? "auto"
    switch word {
    case "auto": return Terminal.hasStatusLine ? .line : .plain
    case "plain": return .plain
    case "none": return .none
    default: throw UsageError("`--progress` was given `\(word)`, expected `auto`, `plain`, or `none`")
    }
  }

  /// Tells of units that all take equally long.
  func update(_ done: Int) { update(done, share: { Double(done) / Double(total) }) }

  /// - Parameter share: The share of the time that has passed, from 0 to 1.
  func update(_ done: Int, share: () -> Double, runs: Int? = nil, failed: Int = 0) {
    guard style != .none else { return }
    let now = Host.clock()
    state.withLock { state in
      let interval = style == .line ? 0.2 : 10
      guard now - max(state.last, started) >= interval, done < total else { return }
      state.last = now
      state.isShown = true
      let elapsed = max(0.001, now - started)
      let rate = Double(done) / elapsed
      let share = share()
      let left = share > 0 ? TimeSpanText.text(elapsed * (1 - share) / share) : "unknown time"
      let text =
        "\(done)/\(total) \(unit), \(RateText.text(rate)) per second, \(left) left"
        + (runs.map { ", " + CountText.text($0, "run") + " done" } ?? "")
        + (failed > 0 ? ", \(failed) failed" : "")
      Terminal.status(style == .line ? "\r\u{1B}[2K\(text)" : text + "\n")
    }
  }

  func finish() { state.withLock { if $0.isShown, style == .line { Terminal.status("\r\u{1B}[2K") } } }
}

extension Conduct {
  /// - Parameters:
  ///   - deadline: The time to stop, on the clock of the host; nil for no limit.
  ///   - tellsFailure: Whether the first failure of a device is printed immediately.
  ///   - checkpoint: A function that is called repeatedly while blocks are simulated and stored, by one
  ///     worker at a time.
  static func here(
    jobs: Int, style: ProgressReporter.Style, deadline: Double? = nil, tellsFailure: Bool = false,
    checkpoint: @escaping @Sendable () -> Void = {}
  ) -> Conduct {
    let started = Host.time
    return Conduct(
      jobs: jobs,
      shouldStop: { Interruption.isRequested || deadline.map { Host.clock() > $0 } ?? false },
      provenance: { Host.provenance(started: started) },
      protecting: { store in try Interruption.protected(store) },
      firstFailure: { run, failure in
        guard tellsFailure else { return }
        Terminal.error("slumber: a run of `\(run.policy)` failed: \(failure.message)")
      }, clock: { Host.clock() },
      progress: { total in
        let reporter = ProgressReporter(total: total, style: style)
        return Progress(
          update: { done, share, outcome in
            reporter.update(done, share: share, runs: outcome?.completed, failed: outcome?.failed.count ?? 0)
            checkpoint()
          }, finish: { reporter.finish() })
      })
  }
}
