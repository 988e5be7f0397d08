import EventSimulation
import PhoneSimulation
import Workload

struct DeclaredSeries: Hashable {
  var name: String
  var mechanism: Mechanism
  /// Delay of the earliest begin that the app asks for; nil for none and for a time of day.
  var floor: TimeSpan?

  /// The series of an item, without what only the declaration says; pushes have no identifier of their own.
  static func of(_ history: History.Item) -> Self {
    let isPush = history.mechanism == .push
    return Self(name: isPush ? "push" : history.identifier, mechanism: history.mechanism)
  }

  func holds(_ history: History.Item) -> Bool { isSame(as: .of(history)) }

  private func isSame(as other: Self) -> Bool { name == other.name && mechanism == other.mechanism }

  /// A misspelled identifier belongs to the series that it was meant for.
  func holds(_ refusal: History.Refusal) -> Bool {
    guard refusal.mechanism != .push else { return mechanism == .push }
    return (refusal.mechanism ?? mechanism) == mechanism
      && refusal.identifier.lowercased() == name.lowercased()
  }

  /// In the order of the study, then those that only items and refusals show; `chosen` is an identifier or a mechanism.
  static func all(
    _ app: AppSpecification, chosen: String?, histories: [History.Item], refusals: [History.Refusal] = []
  ) -> [DeclaredSeries] {
    var found = app.tasks.map { Self(name: $0.identifier, mechanism: $0.mechanism, floor: $0.floor?.delay) }
    if app.pushes != nil { found.append(Self(name: "push", mechanism: .push)) }
    // A transfer created in the background is discretionary, whatever is declared.
    for session in app.transfers where !histories.contains(where: { $0.identifier == session.session }) {
      found.append(Self(name: session.session, mechanism: session.isDiscretionary ? .transferD : .transferN))
    }
    for work in app.exitWork where work.usesAssertion {
      found.append(Self(name: work.name, mechanism: .assertion))
    }
    let unknown = refusals.filter { refusal in !found.contains { $0.holds(refusal) } }
    for series in histories.map(Self.of)
      + unknown.compactMap({ other in other.mechanism.map { Self(name: other.identifier, mechanism: $0) } })
    where !found.contains(where: series.isSame) {
      found.append(series)
    }
    return found.filter { chosen == nil || $0.name == chosen || $0.mechanism.name == chosen }
  }
}

/// How well one series of an app's background work runs on a device after warm-up.
struct SeriesHealth: Sendable, Hashable {
  /// Identifier of the requests or session, or name of the extra time; `push` for pushes.
  var series: String
  var mechanism: Mechanism
  /// Items that were asked for after warm-up or were waiting at its end.
  var asked = 0
  /// Submissions, pushes or calls that were refused, over the whole horizon.
  var refused = 0
  /// Items asked for that a run could have served: without those that a newer one took the place of, that found the app
  /// running, or that came too late in the horizon; with visits that the user broke off before the app asked.
  var possible = 0
  var runs = 0
  /// Runs that a debugger started; they are not among ``runs``.
  var debuggerRuns = 0
  var observed: TimeSpan
  /// The longest time without a run, the ends of the observed time included.
  var longestGap: TimeSpan = .zero
  var longestGapStart: Instant
  var lateRuns = 0
  var ended = 0
  var successes = 0
  /// The time in which one run is expected; nil where runs are asked for one by one.
  var expectedInterval: TimeSpan?
  /// The most important first.
  var findings: [Finding] = []

  init(_ diagnosis: Diagnosis, end: Instant) {
    let (histories, warmUpEnd) = (diagnosis.histories, diagnosis.warmUpEnd)
    (series, mechanism) = (diagnosis.series?.name ?? "", diagnosis.mechanism)
    refused = diagnosis.refusals.reduce(0) { $0 + $1.count }
    observed = end > warmUpEnd ? end - warmUpEnd : .zero
    longestGapStart = warmUpEnd
    possible = diagnosis.missed
    if mechanism == .refresh || mechanism.isProcessing {
      expectedInterval = max(.day, diagnosis.series?.floor ?? .zero)
    } else {
      possible += refused
    }
    for history in histories where (history.launched ?? history.ended ?? end) >= warmUpEnd {
      asked += 1
      switch history.outcome {
      case .replaced, .coalesced: break
      case .delivered where history.delay == .zero: break
      case .pending where history.delay <= HealthVerdict.lateAfter: break
      default: possible += 1
      }
    }
    let launched = histories.filter { history in history.launched.map { $0 >= warmUpEnd } ?? false }
    let own = launched.filter { !$0.isSynthetic }
    (runs, debuggerRuns) = (own.count, launched.count - own.count)
    lateRuns = own.count { $0.delay > HealthVerdict.lateAfter }
    ended = own.count { $0.ended != nil }
    successes = own.count(where: \.isSuccess)
    let times = own.compactMap(\.launched).sorted()
    for (from, to) in zip([warmUpEnd] + times, times + [max(end, warmUpEnd)]) where to - from > longestGap {
      longestGap = to - from
      longestGapStart = from
    }
  }

  var runsPerDay: Double { observed > .zero ? Double(runs) / observed.days : 0 }

  /// The share of the expected runs that took place; nil where none was expected.
  var runShare: Double? {
    guard let expectedInterval else { return possible > 0 ? Double(runs) / Double(possible) : nil }
    return observed > .zero ? Double(runs) / max(1, observed / expectedInterval) : nil
  }

  /// The verdict without freshness; nil where no run was expected, such as without a push.
  var verdict: HealthVerdict? {
    if asked == 0, refused > 0 { return .refused }
    guard let runShare else { return nil }
    if runs == 0 { return .never }
    if Double(successes) < HealthVerdict.successShare * Double(ended) { return .failing }
    if runShare < HealthVerdict.runShare { return .rare }
    if let expectedInterval {
      return longestGap > expectedInterval * HealthVerdict.longestGap ? .late : .healthy
    }
    return lateRuns * 2 > runs ? .late : .healthy
  }

  /// Least share of a second finding that is named with the first one.
  static let secondShare = 0.25

  /// The first finding, and the second where that explains much, too.
  static func told(_ findings: [Finding]) -> ArraySlice<Finding> {
    let hasSecond = findings.count > 1 && findings[0].share < 0.9 && findings[1].share >= secondShare
    return findings.prefix(hasSecond ? 2 : 1)
  }

  static func sentence(_ findings: [Finding], of series: String = "") -> String {
    let told = told(findings)
    if told.isEmpty { return "No single condition stands out: see the changes below and what they would do." }
    let text = told.map(\.cause).joined(separator: "; ")
    if series.isEmpty || text.hasPrefix("`") { return text.prefix(1).uppercased() + text.dropFirst() + "." }
    return "`\(series)`: \(text)."
  }
}
