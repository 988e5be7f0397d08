import EventSimulation

/// Something that is observed of an app rather than of one of its items.
enum AppObservation {
  /// The freshness that the user found on opening it.
  case open(OpenObservation)
  /// A background fetch has brought content.
  case backgroundFetch
  /// An open has come to use what the last background fetch brought; the fetch counts.
  case usefulFetch
  /// A time without a run ends, since the last one if there was one.
  case gap(since: Instant?)
  case freshness(FreshnessRecord)
}

/// Observations of apps rather than of their items.
struct AppObservations: ~Copyable {
  private var results: AppColumn<AppResult>
  /// The end of warm-up: metrics count from here on.
  private let start: Instant

  init(_ results: consuming AppColumn<AppResult>, start: Instant) {
    self.results = results
    self.start = start
  }

  subscript(app: AppIndex) -> AppResult { results[app] }

  mutating func add(_ what: AppObservation, _ app: AppIndex, at now: Instant) {
    switch what {
    case .open(let open): results[app].opens.append(open)
    case .backgroundFetch: if now >= start { results[app].backgroundFetches += 1 }
    case .usefulFetch: results[app].usefulFetches += 1
    case .gap(let last):
      if now >= start {
        results[app].longestGap = max(results[app].longestGap, now - max(last ?? .zero, start))
      }
    case .freshness(let record): results[app].freshness = record
    }
  }
}
