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
      domain: .unitInterval,
      ranges: .each([0.8...1, 0.5...0.95, 0.5...0.95, 0.1...0.5, 0...0.2], "three phones only")),
    .vector(
      "charge.night.start", "mean start, from the midnight that ends the day", .hours,
      [0.5, -0.8, 1.7, -0.8, -0.8],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(-12...12),
      ranges: .each([-1...2, -2.3...0.7, 0.2...3.2, -2.3...0.7, -2.3...0.7], "1.5 h either way")),
    .vector(
      "charge.night.startDeviation", "its standard deviation", .hours, [1.3, 0.9, 0.8, 0.9, 1.5],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(0...12),
      ranges: .each([0.65...2.6, 0.45...1.8, 0.4...1.6, 0.45...1.8, 0.75...3], "half to twice")),
    .vector(
      "charge.night.durationLogMean", "log-mean of the duration in minutes", .none,
      [6.44, 6.20, 6.32, 6.20, 6.20],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(-5...10),
      ranges: .each([6.14...6.74, 5.9...6.5, 6.02...6.62, 5.9...6.5, 5.9...6.5], "a third either way")),
    .vector(
      "charge.night.durationLogDeviation", "its log standard deviation", .none,
      [0.28, 0.17, 0.29, 0.17, 0.28],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(0...5),
      ranges: .each([0.14...0.56, 0.085...0.34, 0.145...0.58, 0.085...0.34, 0.14...0.56], "half to twice")),
    .vector(
      "charge.day.chances", "chances to charge by day that yield that rate", .perDay,
      [38, 39, 5.3, 18, 7],
      .d, rules: "charging",
      source:
        "calibrated under the policy never with the everyday apps to 0.8, 1.35, 1, 1 and 1.1 day charges",
      domain: .nonNegative,
      ranges: .each([19...76, 19.5...78, 2.65...10.6, 9...36, 3.5...14], "half to twice")),
    .vector(
      "charge.day.chanceCeiling", "chances whose uniform number is above this are left out of the timeline",
      .none, [1, 1, 1, 1, 1],
      .d, rules: "charging",
      source:
        "saves events: where they would count, the others follow each other within half an hour; 1 keeps all",
      domain: .unitInterval,
      ranges: .each([0.8...1, 0.8...1, 0.8...1, 0.8...1, 0.8...1], "above, chances hardly count")),
    .vector(
      "charge.day.midLevel", "level at which a chance is taken with probability one half", .percent,
      [50, 30, 85, 30, 48],
      .d, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .unitInterval,
      ranges: .each([35...65, 15...45, 70...95, 15...45, 33...63], "15 points either way")),
    .quantity(
      "charge.day.levelWidth", "width of that logistic in points of charge", .percent, 8, 2...20,
      .d, rules: "charging", source: "model assumption", domain: .interval(0.01...100)),
    .vector(
      "charge.day.durationLogMean", "log-mean of the duration in minutes", .none,
      [3.80, 2.05, 5.07, 3.80, 4.4],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(-5...10),
      ranges: .each(
        [3.3...4.3, 1.55...2.55, 4.57...5.57, 3.3...4.3, 3.9...4.9], "a factor of 1.6 either way")),
    .vector(
      "charge.day.durationLogDeviation", "its log standard deviation", .none, [1.14, 0.86, 1.44, 1.14, 0.9],
      .c, rules: "charging", source: "fitted to three recorded phones [niimpy; Miller2026]",
      domain: .interval(0...5),
      ranges: .each([0.57...1.71, 0.43...1.29, 0.72...2.16, 0.57...1.71, 0.45...1.35], "half either way")),
    .vector(
      "charge.night.chargers", "shares of 20 W wired, MagSafe, Qi and 5 W wired at night", .none,
      [0.3, 0.15, 0.15, 0.4],
      .d, rules: "charging", source: "model assumption", domain: .unitInterval,
      ranges: .shares([0.1...0.6, 0...0.4, 0...0.4, 0.1...0.7], "a third to twice")),
    .vector(
      "charge.day.chargers", "the same by day", .none, [0.7, 0.1, 0.1, 0.1],
      .d, rules: "charging", source: "model assumption; the rest in equal parts", domain: .unitInterval,
      ranges: .shares([0.4...0.95, 0...0.3, 0...0.3, 0...0.3], "up to three times")),
    .vector(
      "charge.holdLength", "shortest and longest hold of optimised charging after plug-in", .hours,
      [4.5, 5.5],
      .c, rules: "charging", source: "19 nights of a recorded iPhone [Miller2026]", domain: .interval(0...24),
      ranges: .each([3...5.5, 4.5...8], "one phone")),
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
      .d, rules: "network", source: "model assumption", domain: .interval(0...24),
      ranges: .each([7...9.5, 0.5...2], "about an hour either way; deviation half to twice")),
    .vector(
      "network.return", "mean and deviation of coming home on weekdays", .hours, [18, 1.5],
      .d, rules: "network", source: "model assumption", domain: .interval(0...24),
      ranges: .each([16...20, 0.75...3], "two hours either way; deviation half to twice")),
    .quantity(
      "network.weekdayAway", "probability of leaving home on a weekday", .none, 0.8, 0...1,
      .d, rules: "network", source: "model assumption", domain: .unitInterval),
    .quantity(
      "network.weekendAway", "the same on a day of the weekend", .none, 0.5, 0...1,
      .d, rules: "network", source: "model assumption", domain: .unitInterval),
    .vector(
      "network.weekendLeave", "mean and deviation of leaving home at weekends", .hours, [13, 2],
      .d, rules: "network", source: "early afternoon: no data", domain: .interval(0...24),
      ranges: .each([10...16, 1...4], "three hours either way; deviation half to twice")),
    .quantity(
      "network.weekendAwayMedian", "median time away at weekends", .hours, 3, 0.5...10,
      .d, rules: "network", source: "model assumption", domain: .interval(0.01...24)),
    .quantity(
      "network.weekendAwaySigma", "its log standard deviation", .none, 0.6, 0...1.5,
      .d, rules: "network", source: "model assumption", domain: .interval(0...5)),
    .vector(
      "network.awayWifiBeta", "Beta over users of the Wi-Fi share away from home", .none, [2, 3],
      .d, rules: "network", source: "model assumption", domain: .interval(0.01...10_000),
      ranges: .each([1...4, 1.5...6], "half to twice")),
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
