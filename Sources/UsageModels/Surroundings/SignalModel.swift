import ElementaryFunctions
import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// How well a phone receives its cellular network while it is on it.
///
/// **Idea** Each stay on the cellular network is a place with a usual signal. It has spells of lognormal length; most
/// have the usual signal, the others one that is drawn as that of places is. On Wi-Fi the signal does not matter and
/// stays what it was.
///
/// **Parameters** `signal.shares`, `signal.usualShare`, `signal.spellMedian`, `signal.spellSigma`.
///
/// **Known weakness** Assumed: no public trace of signal strength by place was found. Neither home nor work is the same
/// place from day to day, and all networks have the same signals.
struct SignalModel {
  private let shares: [Double]
  private let usualShare: Double
  private let zeta: Double
  private let sigma: Double

  init(_ parameters: ParameterSet) {
    shares = parameters.numbers("signal.shares")
    usualShare = parameters.number("signal.usualShare")
    zeta = Elementary.log(parameters.base("signal.spellMedian"))
    sigma = parameters.number("signal.spellSigma")
  }

  /// The signal at the start and its changes.
  ///
  /// - Parameters:
  ///   - path: The path at the start.
  ///   - changes: The changes of the path, in order of time; other events are passed over.
  func signals(
    _ context: DrawContext, path: NetworkPath, changes: [TimelineEvent]
  ) -> (initial: SignalLevel, events: [TimelineEvent]) {
    var initial = SignalLevel.good
    var level = initial
    var events: [TimelineEvent] = []
    var stays: [(start: Instant, path: NetworkPath)] = [(.zero, path)]
    for change in changes {
      if case .network(let path) = change.kind { stays.append((change.time, path)) }
    }
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
