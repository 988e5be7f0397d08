import BackgroundExecution
import EventSimulation
import SchedulingPolicies

struct AppUsage: ~Copyable {
  /// Visits so far, which is the ordinal of the next one's draws, and when the last began.
  private var visits: AppColumn<(count: Int, start: Instant)>
  /// The last notification of each app that its user could see.
  private var notices: AppColumn<OptionalInstant>
  let learned: LearnedUsage

  init(count: Int, _ learned: LearnedUsage) {
    visits = AppColumn(repeating: (0, .zero), count: count)
    notices = AppColumn(repeating: OptionalInstant(), count: count)
    self.learned = learned
  }

  mutating func beginVisit(_ app: AppIndex, at now: Instant) { visits[app].start = now }

  /// The app has survived its open, which counts as a visit.
  mutating func countVisit(_ app: AppIndex) { visits[app].count += 1 }

  mutating func notice(_ app: AppIndex, at now: Instant) { notices[app] = OptionalInstant(now) }
  func hasNotice(_ app: AppIndex, since start: Instant) -> Bool { notices[app] >= OptionalInstant(start) }

  func ordinal(_ app: AppIndex) -> Int { visits[app].count }
  func visitStart(_ app: AppIndex) -> Instant { visits[app].start }
}

/// The uses of the study's apps as a phone has learned to expect them: a class, since it writes what its policy reads.
final class LearnedUsage: OpenForecast {
  // Phone and policy take turns, and neither calls the other while it reads or writes.
  @exclusivity(unchecked) private var predictor: UsagePredictor
  @exclusivity(unchecked) private var window: LookaheadWindow
  @exclusivity(unchecked) private var windowStart = Instant.distantFuture
  @exclusivity(unchecked) private var recent: RecentOpens
  /// The predictor in place of the histogram of USE-1; nil by default.
  @exclusivity(unchecked) private var shares: OpenShares?
  private let usesShares: Bool
  /// By app: its opens a day as a share of much use, at most 1 (USE-5).
  @exclusivity(unchecked) private var intensities: AppColumn<Float>
  /// Opens on seven days that are much use.
  private let intensiveOpens: Double
  /// Number of likelihoods computed; no part of the model reads it.
  @exclusivity(unchecked) private(set) var likelihoodsComputed: Int64 = 0
  /// By app: its number in the predictor; -1 for one that is not of the study, of which nothing is learned.
  private let numbers: AppColumn<Int32>

  /// The app that a counterfactual run counts as used at every moment.
  private let alwaysUsed: Int32

  /// - Parameter intensiveOpens: Opens a day that are much use.
  init(
    count: Int, studied: [AppIndex], _ predictor: UsagePredictor, shares: OpenShares? = nil,
    intensiveOpens: Double, alwaysUsed: Int32? = nil
  ) {
    (self.shares, usesShares) = (shares, shares != nil)
    self.alwaysUsed = alwaysUsed ?? -1
    var numbers = AppColumn(repeating: Int32(-1), count: count)
    for (number, app) in studied.enumerated() { numbers[app] = Int32(number) }
    self.numbers = numbers
    self.predictor = predictor
    window = predictor.lookaheadWindow
    recent = RecentOpens(appCount: count)
    intensities = AppColumn(repeating: 0, count: count)
    self.intensiveOpens = 7 * intensiveOpens
  }

  func opened(_ app: AppIndex, at now: Instant) {
    recent.noteOpen(Int(app.rawValue))
    shares?.noteOpen(Int(app.rawValue), at: now)
    if numbers[app] >= 0 { predictor.noteLaunch(Int(numbers[app]), at: now) }
  }

  func endDay(isWeekend: Bool, counts: Bool) {
    predictor.endDay(isWeekend: isWeekend, counts: counts)
    recent.endDay()
    shares?.endDay(counts: counts)
    for app in intensities.indices {
      intensities[app] = Float(min(1, Double(recent.counts[Int(app.rawValue)]) / intensiveOpens))
    }
  }

  @inline(__always) func intensity(ofApp app: Int32) -> Float {
    app == alwaysUsed ? 1 : intensities[AppIndex(app)]
  }

  /// The share of an app in all opens of the last seven ended days.
  func share(_ app: AppIndex) -> Double { recent.share(Int(app.rawValue)) }

  @inline(__always) func likelihood(ofApp app: Int32, at now: Instant) -> Double {
    guard app >= 0, app < numbers.count, numbers[AppIndex(app)] >= 0 else { return 0 }
    if windowStart != now {
      windowStart = now
      window.move(to: now)
    }
    if app == alwaysUsed { return 1 }
    likelihoodsComputed += 1
    if usesShares { return shares?.likelihood(Int(app), at: now) ?? 0 }
    return predictor.likelihood(Int(numbers[AppIndex(app)]), in: window)
  }

  func expectedOpens(_ app: AppIndex, from: TimeSpan, to: TimeSpan, isWeekend: Bool) -> Double {
    guard numbers[app] >= 0 else { return 0 }
    return predictor.expectedOpens(Int(numbers[app]), from: from, to: to, isWeekend: isWeekend)
  }
}
