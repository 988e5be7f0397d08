import OutputAnalysis
import ResultsStore
import Workload

extension MetricCatalogue {
  /// Metrics of phones and their users.
  static let device: [MetricDefinition] = [
    MetricDefinition(
      "hours_dead_per_day", unit: "h/d", .smallerIsBetter, "Time off with an empty battery per device-day."
    ) { $0.hoursPerDay($0.devices?.counts[.dead]) },
    MetricDefinition(
      "sessions_lost_per_day", unit: "1/d", .smallerIsBetter,
      "User sessions per device-day that met a phone with an empty battery."
    ) { totals in totals.devices.flatMap { totals.perDay($0.counts[.sessionsLost]) } },
    MetricDefinition(
      "sessions_lost_share", unit: "1", .smallerIsBetter,
      "Share of user sessions that met a phone with an empty battery."
    ) { share($0.devices?.counts[.sessionsLost], of: $0.devices?.counts[.sessions]) },
    MetricDefinition(
      "critical_level_day_share", unit: "1", .smallerIsBetter,
      "Share of device-days on which the level was at or below 20 %."
    ) { share($0.devices?.counts[.criticalDays], of: $0.devices?.counts[.days]) },
    MetricDefinition(
      "wake_ups_per_day", unit: "1/d", .smallerIsBetter,
      "Transitions from deep idle to awake per device-day, whatever the cause."
    ) { totals in totals.devices.flatMap { totals.perDay($0.counts[.wakeUps]) } },
    MetricDefinition(
      "sessions_per_day", unit: "1/d", nil, "User sessions per device-day, lost ones included."
    ) { totals in totals.devices.flatMap { totals.perDay($0.counts[.sessions]) } },
    MetricDefinition("screen_hours_per_day", unit: "h/d", nil, "Time with the screen on per device-day.") {
      $0.hoursPerDay($0.devices?.counts[.screenOn])
    },
    MetricDefinition(
      "opportunity_hours_per_day", unit: "h/d", nil,
      "Time idle, plugged in and on Wi-Fi per device-day."
    ) { $0.hoursPerDay($0.devices?.counts[.opportunity]) },
  ]

  /// Metrics of the content that users find on opening apps. Opens within ten minutes after the last stay do not count.
  static let freshness: [MetricDefinition] = [
    MetricDefinition(
      "staleness_at_open_s", unit: "s", .smallerIsBetter,
      "Mean over opens of the time since the oldest change of content that had not been fetched; 0 if none.",
      of: [.population, .app]
    ) { $0.freshness?.stalenessPerOpen },
    MetricDefinition(
      "staleness_at_open_p90_s", unit: "s", .smallerIsBetter,
      "90th percentile over opens of the staleness, within 0.5 %.", of: [.population, .app],
      value: { $0.freshness?.staleness.quantile(0.9) }),
    MetricDefinition(
      "content_age_at_open_s", unit: "s", .smallerIsBetter,
      "Mean over opens of the age of information: time since the last fetch.", of: [.population, .app]
    ) { $0.freshness?.agePerOpen },
    MetricDefinition(
      "content_age_at_open_p90_s", unit: "s", .smallerIsBetter,
      "90th percentile over opens of the time since the last fetch, within 0.5 %.",
      of: [.population, .app], value: { $0.freshness?.ages.quantile(0.9) }),
    MetricDefinition(
      "fresh_open_share", unit: "1", .largerIsBetter,
      "Share of opens whose staleness is at most the app's `freshWithin`.", of: [.population, .app]
    ) { share($0.freshness?.counts[.fresh], of: $0.freshness?.counts[.opens]) },
    MetricDefinition(
      "opens_per_day", unit: "1/d", nil, "Opens that count for freshness per device-day.",
      of: [.population, .app]
    ) { totals in totals.freshness.flatMap { totals.perDay($0.counts[.opens]) } },
    MetricDefinition(
      "useless_refresh_share", unit: "1", .smallerIsBetter,
      "Share of successful background fetches that no open came to use before the next fetch.",
      censoring: "A fetch that no open has used by the end of the horizon counts as useless.",
      of: [.population, .app]
    ) { totals in
      totals.freshness.flatMap {
        share($0.counts[.fetches] - $0.counts[.usefulFetches], of: $0.counts[.fetches])
      }
    },
    MetricDefinition(
      "background_fetches_per_day", unit: "1/d", nil, "Successful background fetches per device-day.",
      of: [.population, .app]
    ) { totals in totals.freshness.flatMap { totals.perDay($0.counts[.fetches]) } },
    MetricDefinition(
      "staleness_at_open_s_per_device", unit: "s", .smallerIsBetter,
      "Mean over devices of each device's own mean staleness; devices without opens are left out."
    ) { $0.devices?.staleness.fraction },
    MetricDefinition(
      "fresh_open_share_per_device", unit: "1", .largerIsBetter,
      "Mean over devices of each device's own share of fresh opens; devices without opens are left out."
    ) { $0.devices?.freshShare.fraction },
  ]
}
