import BackgroundExecution
import Basics
import EventSimulation
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import Workload

/// The forecasts of one device's opens at each quarter hour, repeated from the device's history, and what happened.
///
/// A case is an app and a quarter hour after a warm-up, with the device on. The app was opened on one of the
/// 14 ended days before it. The event is an open within `usage.lookahead` of the start of the quarter hour.
struct OpenForecasts {
  /// How the device, or its policy, forecasts an open.
  enum Predictor: String, CaseIterable, Sendable {
    case histogram, share
  }

  typealias Cases = [ForecastQuality.Case]

  private static let quarter = TimeSpan.minutes(15)

  /// All cases, by predictor.
  private(set) var cases: [Predictor: Cases] = [.histogram: [], .share: []]
  /// The cases in which the policy reported a score for a refresh of the app within the quarter hour before.
  private(set) var scores: Cases = []
  /// The same cases, by predictor.
  private(set) var casesWithScore: [Predictor: Cases] = [.histogram: [], .share: []]

  /// - Parameter warmUp: No case begins before it; a shorter recording has no cases.
  init(_ history: History, of plan: DevicePlan, _ parameters: ParameterSet, warmUp: TimeSpan) {
    let opens = history.apps.map { $0.opens.map(\.time) }
    let power = history[.power]
    let scoreTimes = ScoreTimes(history)
    let lookahead = parameters.span("usage.lookahead")
    let deadDayLimit = parameters.span("usage.deadDayLimit")
    var histogram = UsagePredictor(parameters, firstWeekday: plan.firstWeekday, appCount: opens.count)
    var window = histogram.lookaheadWindow
    var shares = OpenShares(parameters, appCount: opens.count)
    var day = 0
    while .day(day) + lookahead <= plan.end {
      let (midnight, next) = (Instant.day(day), Instant.day(day + 1))
      var time = midnight
      while time < next, time + lookahead <= plan.end {
        if time >= .zero + warmUp, power.state(at: time).name == nil {
          window.move(to: time)
          for app in opens.indices where shares.count(app) > 0 {
            let place = opens[app].partitionPoint { $0 >= time }
            let isEvent = place < opens[app].count && opens[app][place] < time + lookahead
            let score = scoreTimes.score(ofApp: app, at: time, within: Self.quarter)
            if let score { scores.append(.init(score, isEvent)) }
            func add(_ predictor: Predictor, _ likelihood: Double) {
              let one = ForecastQuality.Case(likelihood, isEvent)
              cases[predictor, default: []].append(one)
              if score != nil { casesWithScore[predictor, default: []].append(one) }
            }
            add(.histogram, histogram.likelihood(app, in: window))
            add(.share, shares.likelihood(app, at: time))
          }
        }
        time = time + Self.quarter
      }
      for app in opens.indices {
        for open in opens[app] where open >= midnight && open < next {
          histogram.noteLaunch(app, at: open)
          shares.noteOpen(app, at: open)
        }
      }
      let counts = power.length(from: midnight, to: next) <= deadDayLimit
      histogram.endDay(isWeekend: plan.isWeekend(day), counts: counts)
      shares.endDay(counts: counts)
      day += 1
    }
  }
}

/// The scores that a policy reported for the refresh requests of each app, in the order of time.
private struct ScoreTimes {
  private var byApp: [Int: [(time: Instant, score: Double)]] = [:]

  init(_ history: History) {
    let refreshes = history.items.filter { $0.mechanism == .refresh }
    let apps = Dictionary(refreshes.map { ($0.item, Int($0.app)) }) { first, _ in first }
    for (time, item, score) in history.scores {
      guard let app = apps[item] else { continue }
      byApp[app, default: []].append((time, score))
    }
  }

  /// The largest score of the last decision up to an instant that reported one; nil if it is too old.
  func score(ofApp app: Int, at now: Instant, within limit: TimeSpan) -> Double? {
    guard let own = byApp[app] else { return nil }
    let end = own.partitionPoint { $0.time > now }
    guard end > 0, now - own[end - 1].time < limit else { return nil }
    let last = own[end - 1].time
    return own[..<end].reversed().prefix { $0.time == last }.map(\.score).max()
  }
}
