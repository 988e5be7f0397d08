/// Parameters of the models of users, charging, networks and traces.
///
/// Vectors with one entry per charging habit are in the order night, top-up, docked, irregular, scattered.
extension ParameterCatalogue {
  static let usage: [ParameterDefinition] =
    people + usageOfChargers + usageOfNetworks + usageOfTraces + usageOfModes

  private static let usageOfChargers: [ParameterDefinition] = [
    .vector(
      "charge.night.probability", "share of nights on the charger", .none, [0.94, 0.77, 0.79, 0.25, 0.05],
      .c, rules: "charging",
      source: "fitted to three recorded phones [niimpy; Miller2026]; irregular, scattered: assumption",
      domain: .unitInterval),
    .vector(
      "charge.night.start", "mean start, from the midnight that ends the day", .hours,
      [0.5, -0.8, 1.7, -0.8, -0.8],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(-12...12)),
    .vector(
      "charge.night.startDeviation", "its standard deviation", .hours, [1.3, 0.9, 0.8, 0.9, 1.5],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(0...12)),
    .vector(
      "charge.night.durationLogMean", "log-mean of the duration in minutes", .none,
      [6.44, 6.20, 6.32, 6.20, 6.20],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(-5...10)),
    .vector(
      "charge.night.durationLogDeviation", "its log standard deviation", .none,
      [0.28, 0.17, 0.29, 0.17, 0.28],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(0...5)),
    .vector(
      "charge.day.chances", "chances to charge by day that yield that rate", .perDay,
      [38, 39, 5.3, 18, 7],
      .d, rules: "charging",
      source:
        "calibrated under the policy never with the everyday apps to 0.8, 1.35, 1, 1 and 1.1 day charges",
      domain: .nonNegative),
    .vector(
      "charge.day.chanceCeiling", "chances whose uniform number is above this are left out of the timeline",
      .none, [1, 1, 1, 1, 1],
      .d, rules: "charging",
      source:
        "saves events: where they would count, the others follow each other within half an hour; 1 keeps all",
      domain: .unitInterval),
    .vector(
      "charge.day.midLevel", "level at which a chance is taken with probability one half", .percent,
      [50, 30, 85, 30, 48],
      .d, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .unitInterval),
    .quantity(
      "charge.day.levelWidth", "width of that logistic in points of charge", .percent, 8, 2...20,
      .d, rules: "charging", source: "model assumption", domain: .interval(0.01...100)),
    .vector(
      "charge.day.durationLogMean", "log-mean of the duration in minutes", .none,
      [3.80, 2.05, 5.07, 3.80, 4.4],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(-5...10)),
    .vector(
      "charge.day.durationLogDeviation", "its log standard deviation", .none, [1.14, 0.86, 1.44, 1.14, 0.9],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(0...5)),
    .vector(
      "charge.night.chargers", "shares of 20 W wired, MagSafe, Qi and 5 W wired at night", .none,
      [0.3, 0.15, 0.15, 0.4],
      .d, rules: "charging", source: "model assumption", domain: .unitInterval),
    .vector(
      "charge.day.chargers", "the same by day", .none, [0.7, 0.1, 0.1, 0.1],
      .d, rules: "charging", source: "model assumption; the rest in equal parts", domain: .unitInterval),
    .vector(
      "charge.holdLength", "shortest and longest hold of optimised charging after plug-in", .hours,
      [4.5, 5.5],
      .c, rules: "charging", source: "19 nights of a recorded iPhone [Miller2026]", domain: .interval(0...24)),
    .quantity(
      "charge.holdLead", "time before the unplugging at which a hold ends at the latest", .minutes, 30,
      0...120,
      .d, rules: "charging", source: "model assumption"),
  ]

  private static let usageOfNetworks: [ParameterDefinition] = [
    .quantity(
      "network.wifiWhereCharging", "share of users with Wi-Fi where they charge; the others have none", .none,
      0.7, 0.55...0.75,
      .c, rules: "network",
      source: "fitted to the 29 % of 723 phones that never were idle, plugged and on Wi-Fi [Yang2021]",
      domain: .unitInterval),
    .vector(
      "network.leave", "mean and deviation of leaving home on weekdays", .hours, [8.25, 1],
      .d, rules: "network", source: "model assumption", domain: .interval(0...24)),
    .vector(
      "network.return", "mean and deviation of coming home on weekdays", .hours, [18, 1.5],
      .d, rules: "network", source: "model assumption", domain: .interval(0...24)),
    .quantity(
      "network.weekdayAway", "probability of leaving home on a weekday", .none, 0.8, 0...1,
      .d, rules: "network", source: "model assumption", domain: .unitInterval),
    .quantity(
      "network.weekendAway", "the same on a day of the weekend", .none, 0.5, 0...1,
      .d, rules: "network", source: "model assumption", domain: .unitInterval),
    .vector(
      "network.weekendLeave", "mean and deviation of leaving home at weekends", .hours, [13, 2],
      .d, rules: "network", source: "early afternoon: no data", domain: .interval(0...24)),
    .quantity(
      "network.weekendAwayMedian", "median time away at weekends", .hours, 3, 0.5...10,
      .d, rules: "network", source: "model assumption", domain: .interval(0.01...24)),
    .quantity(
      "network.weekendAwaySigma", "its log standard deviation", .none, 0.6, 0...1.5,
      .d, rules: "network", source: "model assumption", domain: .interval(0...5)),
    .vector(
      "network.awayWifiBeta", "Beta over users of the Wi-Fi share away from home", .none, [2, 3],
      .d, rules: "network", source: "model assumption", domain: .interval(0.01...10_000)),
    .quantity(
      "network.spellMedian", "median length of a stay on one path away from home", .hours, 1, 0.1...5,
      .d, rules: "network", source: "model assumption", domain: .interval(0.01...240)),
    .quantity(
      "network.spellSigma", "its log standard deviation", .none, 0.6, 0...1.5,
      .d, rules: "network", source: "as for weekends: no data", domain: .interval(0...5)),
    .quantity(
      "network.noPathShare", "share of stays away from home without any path", .none, 0.01, 0...0.2,
      .d, rules: "network", source: "model assumption", domain: .unitInterval),
  ]

  private static let usageOfTraces: [ParameterDefinition] = [
    .quantity(
      "trace.plugMergeGap", "shorter interruptions of charging are none", .minutes, 2, 0...10,
      .c, rules: "traces", source: "rules by which the recordings are read", domain: .interval(0...1440)),
    .quantity(
      "trace.notificationBurst", "posts of an app closer than this are one notification", .seconds, 10,
      0...60,
      .c, rules: "traces", source: "68 % of posts follow within 10 s [UsageLogger]",
      domain: .interval(0...86_400)),
    .quantity(
      "trace.lockDelay", "time from screen off to a lock that was not recorded", .seconds, 30, 0...300,
      .d, rules: "traces", source: "model assumption", domain: .interval(0...86_400)),
    .quantity(
      "trace.powerMax", "power above which a fall of the level is spread over a longer time", .watts, 12,
      5...30,
      .d, rules: "traces", source: "above a phone's sustained power; late readings look like jumps",
      domain: .interval(0.1...40)),
    .quantity(
      "trace.unlockSlack", "an unlock so shortly before the screen goes on belongs to it", .seconds, 5,
      0...30,
      .d, rules: "traces", source: "order of events in logs varies by seconds", domain: .interval(0...86_400)),
  ]
}
