import EventSimulation
import RandomStreams
import TestSupport
import Testing

/// Apps that are opened at Poisson instants and stay warm as long as they are among the last few used, or for a time.
private struct WarmApps: SimulationModel {
  enum Event: Equatable {
    case open
    case expire(app: Int)
  }
  enum Keeping {
    /// The most recently used ones stay.
    case newest(Int)
    /// Each stays for a time after it was loaded, or after its last use.
    case time(TimeSpan, renewed: Bool)
  }
  let keeping: Keeping
  let popularity: AliasTable
  let stream: RandomStream
  /// Warm apps, the last used first.
  var warm: [Int] = []
  var expiry: [EventHandle?]
  var opens = 0.0
  var warmOpens = 0.0

  func code(of event: Event) -> UInt64 {
    switch event {
    case .open: 0
    case .expire(let app): UInt64(app + 1)
    }
  }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    switch event {
    case .expire(let app):
      warm.removeAll { $0 == app }
      expiry[app] = nil
    case .open:
      calendar.schedule(.open, at: now + .seconds(stream.exponential(mean: 1)), .userAction)
      let app = stream.index(popularity)
      let position = warm.firstIndex(of: app)
      opens += 1
      if let position {
        warmOpens += 1
        warm.remove(at: position)
      }
      warm.insert(app, at: 0)
      switch keeping {
      case .newest(let count): if warm.count > count { warm.removeLast() }
      case .time(let time, let isRenewed):
        if let handle = expiry[app] {
          if isRenewed { calendar.reschedule(handle, at: now + time) }
        } else {
          expiry[app] = calendar.schedule(.expire(app: app), at: now + time, .expiry)
        }
      }
    }
  }

  static func warmShare(_ keeping: Keeping, weights: [Double], _ index: Int) throws -> BatchEstimate {
    var model = WarmApps(
      keeping: keeping, popularity: try AliasTable(weights: weights),
      stream: BatchEstimate.stream(700 + index), expiry: weights.map { _ in nil })
    var calendar = EventCalendar<Event>()
    calendar.schedule(.open, at: .zero, .userAction)
    return BatchEstimate.run(&model, &calendar, length: 10_000) { model, _ in
      [(model.warmOpens, model.opens)]
    }[0]
  }
}

@Suite("Oracle 19: warm launches")
struct CacheOracleTests {
  @Test(
    "the last C of 10 apps with Zipf(1) popularity stay warm: King's exact shares",
    arguments: [(1, 0.18065), (2, 0.33690), (3, 0.47066), (4, 0.58451)])
  func leastRecentlyUsed(count: Int, share: Double) throws {
    let found = try WarmApps.warmShare(
      .newest(count), weights: (1...10).map { 1 / Double($0) }, count)
    holds(found.agrees(with: share, rounding: 5e-6, sharpness: 0.02))
  }

  @Test(
    "an app that stays warm for T after loading: λT / (1 + λT); after its last use: 1 − e^(−λT)",
    arguments: [(0.5, 1.0 / 3, 0.393469), (2, 2.0 / 3, 0.864665)])
  func timeToLive(time: Double, loaded: Double, renewed: Double) throws {
    let fixed = try WarmApps.warmShare(.time(.seconds(time), renewed: false), weights: [1], 10)
    holds(fixed.agrees(with: loaded))
    let sliding = try WarmApps.warmShare(.time(.seconds(time), renewed: true), weights: [1], 11)
    holds(sliding.agrees(with: renewed))
  }
}
