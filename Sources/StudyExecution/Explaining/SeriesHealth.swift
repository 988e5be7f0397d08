import EventSimulation
import PhoneSimulation
import Workload

/// How well one series of an app's background work runs on a device after warm-up.
public struct SeriesHealth: Sendable, Hashable {
  /// Identifier of the requests or session; `push` for pushes.
  public var series: String
  /// Mechanism by which the series starts.
  public var mechanism: Mechanism
  /// Items that were asked for after warm-up or were waiting at its end.
  public var asked = 0
  /// Runs that started after warm-up.
  public var runs = 0
  /// Items that were delivered to the running app after warm-up, without a run of their own.
  public var delivered = 0
  /// Runs that a debugger started; they are not among ``runs``.
  public var debuggerRuns = 0
  /// Length of the time after warm-up.
  public var observed: TimeSpan
  /// The longest time without a run, the ends of the observed time included.
  public var longestGap: TimeSpan = .zero
  /// Start of the longest time without a run.
  public var longestGapStart: Instant
  /// Times between one run and the next.
  public var gaps: [TimeSpan] = []
  /// Runs that waited for over an hour.
  public var lateRuns = 0
  /// Runs that have ended.
  public var ended = 0
  /// Ended runs with success, and pushes brought to the running app.
  public var successes = 0
  /// The time in which one run is expected; nil where runs are asked for one by one.
  public var expectedInterval: TimeSpan?

  /// - Parameters:
  ///   - histories: The items of the series, of the whole horizon.
  ///   - floor: Delay of the earliest begin that the app asks for.
  public init(
    series: String, mechanism: Mechanism, histories: [ItemHistory], floor: TimeSpan?, warmUpEnd: Instant,
    end: Instant
  ) {
    self.series = series
    self.mechanism = mechanism
    observed = end > warmUpEnd ? end - warmUpEnd : .zero
    longestGapStart = warmUpEnd
    if mechanism == .refresh || mechanism.isProcessing { expectedInterval = max(.day, floor ?? .zero) }
    var times: [Instant] = []
    for history in histories {
      if (history.launched ?? history.ended ?? end) >= warmUpEnd { asked += 1 }
      var served = history.launched
      if case .delivered = history.outcome { served = history.ended }
      guard let time = served, time >= warmUpEnd else { continue }
      if history.isSynthetic {
        debuggerRuns += 1
        continue
      }
      if history.launched == nil { delivered += 1 } else { runs += 1 }
      if history.launched != nil, history.delay > .hour { lateRuns += 1 }
      times.append(time)
      if history.ended != nil { ended += 1 }
      if history.isSuccess { successes += 1 }
    }
    times.sort()
    gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    for (from, to) in zip([warmUpEnd] + times, times + [max(end, warmUpEnd)]) where to - from > longestGap {
      longestGap = to - from
      longestGapStart = from
    }
  }

  /// Runs a day; 0 without observed time.
  public var runsPerDay: Double { observed > .zero ? Double(runs) / observed.days : 0 }

  /// The share of the expected runs that took place; nil where none was expected.
  public var runShare: Double? {
    guard let expectedInterval else { return asked > 0 ? Double(runs + delivered) / Double(asked) : nil }
    return observed > .zero ? Double(runs) / max(1, observed / expectedInterval) : nil
  }

  /// The verdict without freshness; nil where no run was expected, such as without a push.
  public var verdict: HealthVerdict? {
    guard let runShare else { return nil }
    if runs + delivered == 0 { return .never }
    if runShare < HealthVerdict.leastRunShare { return .rare }
    if ended >= HealthVerdict.fewestRuns, successes == 0 { return .late }
    if let expectedInterval {
      return longestGap > expectedInterval * HealthVerdict.longestGap ? .late : .healthy
    }
    return lateRuns * 2 > runs ? .late : .healthy
  }
}
