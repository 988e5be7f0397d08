import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// The path to the network.
///
/// **Idea** Wi-Fi at home, for users who have it (`network.wifiWhereCharging`); the others are on cellular throughout.
/// On most weekdays the user is away for the working day, on some days of the weekend for a few hours; away, stays of
/// about an hour are on Wi-Fi with the user's own probability, else cellular, and seldom without any path.
/// **Parameters** `network.…`.
/// **Known weakness** All assumed: no usable trace of networks is public. Nights are always at home.
/// **Source** Definitions, section 5.
struct NetworkModel {
  let parameters: ParameterSet

  func paths(
    _ context: DrawContext, _ habit: NetworkHabit, without noNetwork: [DailyInterval] = [],
    home: NetworkPath, awayWifiShare: Double
  ) -> (initial: NetworkPath, events: [TimelineEvent]) {
    var changes: [(time: Instant, path: NetworkPath?)]
    switch habit {
    case .always(let path): changes = [(Instant(microseconds: .min), path)]
    case .scripted(let intervals):
      changes = [(Instant(microseconds: .min), .cellular)]
      for span in Self.spans(context, intervals) { changes += [(span.start, .wifi), (span.end, .cellular)] }
    case .commuting:
      changes = [(Instant(microseconds: .min), home)]
      for day in 0..<context.days { changes += away(context, day, home, awayWifiShare) }
    }
    // A change without a path switches the network off, or on again.
    for span in Self.spans(context, noNetwork) { changes += [(span.start, nil), (span.end, nil)] }
    changes.sort { $0.time < $1.time }
    var (path, usual, initial) = (NetworkPath.wifi, NetworkPath.wifi, NetworkPath.wifi)
    var isOff = false
    var events: [TimelineEvent] = []
    for (index, change) in changes.enumerated() {
      if let next = change.path { usual = next } else { isOff.toggle() }
      let isLast = index + 1 == changes.count || changes[index + 1].time > change.time
      guard isLast, path != (isOff ? .none : usual) else { continue }
      path = isOff ? .none : usual
      if change.time <= .zero {
        initial = path
      } else if change.time < context.end {
        events.append(TimelineEvent(time: change.time, kind: .network(path)))
      }
    }
    return (initial, events)
  }

  private func away(
    _ context: DrawContext, _ day: Int, _ homePath: NetworkPath, _ wifiShare: Double
  ) -> [(time: Instant, path: NetworkPath?)] {
    let stream = context.event(.network, day)
    let isWeekend = context.isWeekend(day)
    let share = parameters.number(isWeekend ? "network.weekendAway" : "network.weekdayAway")
    guard stream.bernoulli(share) else { return [] }
    let leave = hour(stream, isWeekend ? "network.weekendLeave" : "network.leave")
    let back =
      isWeekend
      ? leave + spell(stream, "network.weekendAwayMedian", "network.weekendAwaySigma")
      : hour(stream, "network.return")
    let home = min(back, 24)
    var changes: [(time: Instant, path: NetworkPath?)] = []
    var position = max(0, leave)
    while position < home {
      let length = spell(stream, "network.spellMedian", "network.spellSigma")
      let branch = stream.uniform()
      let noPath = parameters.number("network.noPathShare")
      let path: NetworkPath =
        branch < noPath ? .none : branch < noPath + (1 - noPath) * wifiShare ? .wifi : .cellular
      changes.append((.exogenous(Double(day) * 86_400 + position * 3600), path))
      position += length
    }
    if !changes.isEmpty { changes.append((.exogenous(Double(day) * 86_400 + home * 3600), homePath)) }
    return changes
  }

  private func hour(_ stream: RandomStream, _ name: String) -> Double {
    let law = parameters.numbers(name)
    return stream.normal(mean: law[0], deviation: law[1])
  }

  private func spell(_ stream: RandomStream, _ median: String, _ sigma: String) -> Double {
    stream.lognormal(zeta: Elementary.log(parameters.number(median)), sigma: parameters.number(sigma))
  }

  /// The spans of all days, in order; those that touch or overlap are one.
  private static func spans(
    _ context: DrawContext, _ intervals: [DailyInterval]
  ) -> [(start: Instant, end: Instant)] {
    let all = (-1..<context.days).flatMap { day in intervals.compactMap { $0.occurrence(on: day, context) } }
    var result: [(start: Instant, end: Instant)] = []
    for span in all.sorted(by: { $0.start < $1.start }) {
      if let last = result.last, span.start <= last.end {
        result[result.count - 1].end = max(last.end, span.end)
      } else {
        result.append(span)
      }
    }
    return result
  }
}

/// How well a phone receives its cellular network while it is on it.
///
/// **Idea** Each stay on the cellular network is a place with a usual signal. It has spells of lognormal length; most
/// have the usual signal, the others one that is drawn as that of places is. On Wi-Fi the signal stays what it was.
/// **Parameters** `signal.shares`, `signal.usualShare`, `signal.spellMedian`, `signal.spellSigma`.
/// **Known weakness** Assumed: no public trace of signal strength by place was found. Neither home nor work is the same
/// place from day to day, and all networks have the same signals.
struct SignalModel {
  private let shares: [Double]
  private let usualShare, zeta, sigma: Double

  init(_ parameters: ParameterSet) {
    shares = parameters.numbers("signal.shares")
    usualShare = parameters.number("signal.usualShare")
    zeta = Elementary.log(parameters.base("signal.spellMedian"))
    sigma = parameters.number("signal.spellSigma")
  }

  func signals(
    _ context: DrawContext, path: NetworkPath, changes: [TimelineEvent]
  ) -> (initial: SignalLevel, events: [TimelineEvent]) {
    var (initial, level) = (SignalLevel.good, SignalLevel.good)
    var events: [TimelineEvent] = []
    var stays: [(start: Instant, path: NetworkPath)] = [(.zero, path)]
    for change in changes { if case .network(let path) = change.kind { stays.append((change.time, path)) } }
    for (index, stay) in stays.enumerated() where stay.path == .cellular {
      let end = index + 1 < stays.count ? stays[index + 1].start : context.end
      let stream = context.event(.signal, index)
      let usual = drawn(stream)
      var start = stay.start
      while start < end {
        // Drawn whatever the shares are, so that a study that varies one of them moves no other.
        let isUsual = stream.uniform() < usualShare
        let other = drawn(stream)
        let next = isUsual ? usual : other
        if start == .zero {
          (initial, level) = (next, next)
        } else if next != level {
          events.append(TimelineEvent(time: start, kind: .signal(next)))
          level = next
        }
        start += max(.second, .exogenous(stream.lognormal(zeta: zeta, sigma: sigma)))
      }
    }
    return (initial, events)
  }

  private func drawn(_ stream: RandomStream) -> SignalLevel {
    SignalLevel(rawValue: UInt8(stream.pick(shares))) ?? .good
  }
}
