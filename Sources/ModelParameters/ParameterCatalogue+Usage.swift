/// Parameters of the models of users, charging, networks and traces.
///
/// Vectors with one entry per charging habit are in the order night, top-up, docked, irregular.
extension ParameterCatalogue {
  static let usage: [ParameterDefinition] =
    usageOfScreen + usageOfApps + usageOfChargers + usageOfNetworks + usageOfTraces + usageOfModes

  private static let sheet = "usage sheet, section"
  private static let assumption = "model assumption, definitions, section"

  private static let usageOfScreen: [ParameterDefinition] = [
    .quantity(
      "user.sessionsPerDayMedian", "median over users of the mean screen-ons a day", .perDay, 50, 10...200,
      .b, rules: "sessions", source: "\(sheet) 9.1", domain: .interval(0.001...2000)),
    .quantity(
      "user.sessionsPerDaySigma", "their log standard deviation", .none, 0.55, 0...1,
      .b, rules: "sessions", source: "\(sheet) 9.1", domain: .interval(0...5)),
    .quantity(
      "user.sessionsPerDayMin", "least mean of a user", .perDay, 8, 1...20,
      .b, rules: "sessions", source: "\(sheet) 9.1", domain: .interval(0.001...2000)),
    .quantity(
      "user.sessionsPerDayMax", "largest mean of a user", .perDay, 250, 100...400,
      .b, rules: "sessions", source: "\(sheet) 9.1", domain: .interval(0.001...2000)),
    .quantity(
      "user.dayFactorShape", "gamma shape of the factor of a day, mean 1", .none, 8, 2...50,
      .c, rules: "sessions", source: "\(sheet) 9.2", domain: .interval(0.01...10_000)),
    .vector(
      "user.hourProfile", "share of a day's activity per local hour, from 00 to 23", .none,
      [
        0.0159, 0.01028, 0.00623, 0.00447, 0.00312, 0.0068, 0.01244, 0.03497, 0.04725, 0.05518, 0.0584,
        0.06205, 0.06424, 0.06415, 0.05987, 0.05818, 0.06109, 0.06481, 0.0719, 0.0656, 0.05692, 0.04797,
        0.03938, 0.02877,
      ],
      .a, rules: "activity clock", source: "\(sheet) 3, recommended column", domain: .interval(0...1000)),
    .quantity(
      "user.phaseDeviation", "spread of users' clocks about the mean", .hours, 2, 0...3,
      .d, rules: "activity clock", source: "\(sheet) 3 and 9.3", domain: .interval(0...12)),
    .vector(
      "user.nightFloor", "least and largest factor on a user's night activity", .none, [0, 1],
      .d, rules: "activity clock", source: "\(sheet) 9.3", domain: .interval(0...1)),
    .quantity(
      "user.nightFloorUntil", "hour until which that factor acts, from midnight", .hours, 5, 3...7,
      .d, rules: "activity clock", source: "\(sheet) 9.3", domain: .interval(0...24)),
    .quantity(
      "user.weekendShift", "weekend delay of the clock", .hours, 1, 0...3,
      .d, rules: "activity clock", source: "\(sheet) 3", domain: .interval(0...12)),
    .quantity(
      "user.weekendShiftUntil", "hour until which the weekend delay acts", .hours, 12, 9...14,
      .d, rules: "activity clock", source: "\(sheet) 3", domain: .interval(0...24)),
    .quantity(
      "user.gapShape", "Weibull shape of screen-off gaps in operational time", .none, 0.52, 0.4...1,
      .c, rules: "sessions", source: "\(sheet) 9.4", domain: .interval(0.1...10)),
    .quantity(
      "user.gapLeastShare", "least mean gap as a share of the mean cycle, for users who are busy all day",
      .none,
      0.2, 0.05...0.5,
      .d, rules: "sessions", source: "keeps the rate correction positive", domain: .interval(0.001...1)),
    .vector(
      "user.unlockedBeta", "Beta over users of the unlocked share of sessions", .none, [11, 10],
      .b, rules: "sessions", source: "\(sheet) 9.5", domain: .interval(0.01...10_000)),
    .vector(
      "user.glanceLength", "log-mean and log-deviation of glances in seconds", .none, [1.52, 1.04],
      .c, rules: "sessions", source: "\(sheet) 9.5", domain: .interval(-10...10)),
    .vector(
      "user.unlockedLength",
      "weight, log-mean, log-deviation of short and log-mean, log-deviation of long unlocked sessions in seconds",
      .none, [0.68, 3.40, 0.91, 5.01, 1.34],
      .c, rules: "sessions", source: "\(sheet) 9.5", domain: .interval(0...10)),
    .quantity(
      "user.lengthFactorSigma", "log-deviation over users of the length of unlocked sessions", .none, 0.4,
      0...1,
      .d, rules: "sessions", source: "\(sheet) 9.5", domain: .interval(0...5)),
    .quantity(
      "user.sessionLongest", "longest session", .seconds, 15_280, 3600...43_200,
      .b, rules: "sessions", source: "\(sheet) 4, longest of 76,247 sessions", domain: .interval(1...86_400)),
    .quantity(
      "user.notificationsPerDayMedian", "median over users of visible notifications a day", .perDay, 56,
      0...200,
      .b, rules: "notifications", source: "\(sheet) 9.11"),
    .quantity(
      "user.notificationsPerDaySigma", "their log standard deviation", .none, 0.7, 0...1.5,
      .d, rules: "notifications", source: "\(sheet) 9.11", domain: .interval(0...5)),
  ]

  private static let usageOfApps: [ParameterDefinition] = [
    .quantity(
      "user.appsPerSessionMean", "mean app visits of an unlocked session", .none, 2.2, 1...6,
      .b, rules: "app choice", source: "\(sheet) 9.6", domain: .interval(1...100)),
    .quantity(
      "user.appsPerSessionMax", "largest number of visits of a session", .none, 12, 1...50,
      .d, rules: "app choice", source: "\(sheet) 9.6", domain: .whole(1...1000)),
    .quantity(
      "user.visitShareSigma", "log-deviation of the shares of visits in a session", .none, 1.5, 0...3,
      .d, rules: "app choice", source: "\(sheet) 9.6", domain: .interval(0...5)),
    .quantity(
      "user.appsInUseMedian", "median over users of the number of apps in use", .none, 30, 5...80,
      .c, rules: "app choice", source: "\(sheet) 9.7", domain: .interval(1...1000)),
    .quantity(
      "user.appsInUseSigma", "its log standard deviation", .none, 0.6, 0...1.2,
      .c, rules: "app choice", source: "\(sheet) 9.7", domain: .interval(0...5)),
    .vector(
      "user.appsInUseLimits", "least and largest number of apps in use", .none, [5, 190],
      .d, rules: "app choice", source: "largest user of \(sheet) 5; least so that recency has a meaning",
      domain: .whole(1...1000)),
    .vector(
      "user.zipfExponent", "mean, deviation, least and largest exponent of a user's app weights", .none,
      [1.4, 0.3, 0.8, 2.2],
      .c, rules: "app choice", source: "\(sheet) 9.7", domain: .interval(0...10)),
    .quantity(
      "user.returnToSecond", "probability that the next app is the second most recent", .none, 0.40, 0...0.8,
      .c, rules: "app choice", source: "\(sheet) 9.7", domain: .unitInterval),
    .quantity(
      "user.returnToThirdToFifth", "probability that it is the third to fifth most recent", .none, 0.15,
      0...0.4,
      .c, rules: "app choice", source: "\(sheet) 9.7", domain: .unitInterval),
    .vector(
      "population.archetypeShares", "shares of the charging habits", .none, [0.40, 0.20, 0.10, 0.30],
      .d, rules: "population", source: "\(assumption) 4", domain: .unitInterval),
    .quantity(
      "settings.barOff", "share of users with Background App Refresh off", .none, 0.1, 0...0.5,
      .d, rules: "settings", source: "\(assumption) 4", domain: .unitInterval),
    .quantity(
      "settings.barWifiOnly", "share with Background App Refresh on Wi-Fi only", .none, 0.1, 0...0.5,
      .d, rules: "settings", source: "\(assumption) 4", domain: .unitInterval),
    .quantity(
      "settings.perAppOff", "share of apps whose own switch is off", .none, 0.15, 0...0.5,
      .d, rules: "settings", source: "\(assumption) 4", domain: .unitInterval),
    .quantity(
      "settings.manualLowPowerMode", "share of users who keep Low Power Mode on", .none, 0.05, 0...0.5,
      .d, rules: "settings", source: "\(assumption) 4", domain: .unitInterval),
    .vector(
      "initial.charge", "least and largest charge at the start, unplugged", .percent, [40, 100],
      .d, rules: "initial state", source: "\(assumption) 3", domain: .unitInterval),
  ]

  private static let usageOfChargers: [ParameterDefinition] = [
    .vector(
      "charge.night.probability", "share of nights on the charger", .none, [0.94, 0.77, 0.79, 0.25],
      .c, rules: "charging", source: "\(sheet) 9.9; irregular: definitions, section 4", domain: .unitInterval),
    .vector(
      "charge.night.start", "mean start, from the midnight that ends the day", .hours,
      [0.5, -0.8, 1.7, -0.8],
      .c, rules: "charging", source: "\(sheet) 9.9", domain: .interval(-12...12)),
    .vector(
      "charge.night.startDeviation", "its standard deviation", .hours, [1.3, 0.9, 0.8, 0.9],
      .c, rules: "charging", source: "\(sheet) 9.9", domain: .interval(0...12)),
    .vector(
      "charge.night.durationLogMean", "log-mean of the duration in minutes", .none, [6.44, 6.20, 6.32, 6.20],
      .c, rules: "charging", source: "\(sheet) 9.9", domain: .interval(-5...10)),
    .vector(
      "charge.night.durationLogDeviation", "its log standard deviation", .none, [0.28, 0.17, 0.29, 0.17],
      .c, rules: "charging", source: "\(sheet) 9.9", domain: .interval(0...5)),
    .vector(
      "charge.day.chances", "chances to charge by day that yield that rate", .perDay, [208, 950, 9.2, 52],
      .d, rules: "charging",
      source: "calibrated under the policy never with the everyday apps to 0.8, 1.35, 1 and 1.35 day charges",
      domain: .nonNegative),
    .vector(
      "charge.day.chanceCeiling", "chances whose uniform number is above this are left out of the timeline",
      .none, [0.25, 0.05, 1, 0.25],
      .d, rules: "charging",
      source:
        "saves events: where they would count, the others follow each other within half an hour; 1 keeps all",
      domain: .unitInterval),
    .vector(
      "charge.day.midLevel", "level at which a chance is taken with probability one half", .percent,
      [50, 30, 85, 30],
      .d, rules: "charging", source: "\(sheet) 9.9", domain: .unitInterval),
    .quantity(
      "charge.day.levelWidth", "width of that logistic in points of charge", .percent, 8, 2...20,
      .d, rules: "charging", source: "\(sheet) 9.9", domain: .interval(0.01...100)),
    .vector(
      "charge.day.durationLogMean", "log-mean of the duration in minutes", .none, [3.80, 2.05, 5.07, 2.05],
      .c, rules: "charging", source: "\(sheet) 9.9", domain: .interval(-5...10)),
    .vector(
      "charge.day.durationLogDeviation", "its log standard deviation", .none, [1.14, 0.86, 1.44, 0.86],
      .c, rules: "charging", source: "\(sheet) 9.9", domain: .interval(0...5)),
    .vector(
      "charge.night.chargers", "shares of 20 W wired, MagSafe, Qi and 5 W wired at night", .none,
      [0.3, 0.15, 0.15, 0.4],
      .d, rules: "charging", source: "\(assumption) 6", domain: .unitInterval),
    .vector(
      "charge.day.chargers", "the same by day", .none, [0.7, 0.1, 0.1, 0.1],
      .d, rules: "charging", source: "\(assumption) 6; the rest in equal parts", domain: .unitInterval),
    .vector(
      "charge.holdLength", "shortest and longest hold of optimised charging after plug-in", .hours,
      [4.5, 5.5],
      .c, rules: "charging", source: "\(sheet) 9.10; definitions, section 6", domain: .interval(0...24)),
    .quantity(
      "charge.holdLead", "time before the unplugging at which a hold ends at the latest", .minutes, 30,
      0...120,
      .d, rules: "charging", source: "\(assumption) 6"),
  ]

  private static let usageOfNetworks: [ParameterDefinition] = [
    .vector(
      "network.leave", "mean and deviation of leaving home on weekdays", .hours, [8.25, 1],
      .d, rules: "network", source: "\(assumption) 5", domain: .interval(0...24)),
    .vector(
      "network.return", "mean and deviation of coming home on weekdays", .hours, [18, 1.5],
      .d, rules: "network", source: "\(assumption) 5", domain: .interval(0...24)),
    .quantity(
      "network.weekdayAway", "probability of leaving home on a weekday", .none, 0.8, 0...1,
      .d, rules: "network", source: "\(assumption) 5", domain: .unitInterval),
    .quantity(
      "network.weekendAway", "the same on a day of the weekend", .none, 0.5, 0...1,
      .d, rules: "network", source: "\(assumption) 5", domain: .unitInterval),
    .vector(
      "network.weekendLeave", "mean and deviation of leaving home at weekends", .hours, [13, 2],
      .d, rules: "network", source: "early afternoon: no data", domain: .interval(0...24)),
    .quantity(
      "network.weekendAwayMedian", "median time away at weekends", .hours, 3, 0.5...10,
      .d, rules: "network", source: "\(assumption) 5", domain: .interval(0.01...24)),
    .quantity(
      "network.weekendAwaySigma", "its log standard deviation", .none, 0.6, 0...1.5,
      .d, rules: "network", source: "\(assumption) 5", domain: .interval(0...5)),
    .vector(
      "network.awayWifiBeta", "Beta over users of the Wi-Fi share away from home", .none, [2, 3],
      .d, rules: "network", source: "\(assumption) 5", domain: .interval(0.01...10_000)),
    .quantity(
      "network.spellMedian", "median length of a stay on one path away from home", .hours, 1, 0.1...5,
      .d, rules: "network", source: "\(assumption) 5", domain: .interval(0.01...240)),
    .quantity(
      "network.spellSigma", "its log standard deviation", .none, 0.6, 0...1.5,
      .d, rules: "network", source: "as for weekends: no data", domain: .interval(0...5)),
    .quantity(
      "network.noPathShare", "share of stays away from home without any path", .none, 0.01, 0...0.2,
      .d, rules: "network", source: "\(assumption) 5", domain: .unitInterval),
  ]

  private static let usageOfTraces: [ParameterDefinition] = [
    .quantity(
      "trace.plugMergeGap", "shorter interruptions of charging are none", .minutes, 2, 0...10,
      .c, rules: "traces", source: "\(sheet) 6 and the data's reading rules", domain: .interval(0...1440)),
    .quantity(
      "trace.notificationBurst", "posts of an app closer than this are one notification", .seconds, 10,
      0...60,
      .c, rules: "traces", source: "\(sheet) 2: 68 % of posts follow within 10 s",
      domain: .interval(0...86_400)),
    .quantity(
      "trace.lockDelay", "time from screen off to a lock that was not recorded", .seconds, 30, 0...300,
      .d, rules: "traces", source: "\(assumption) 8", domain: .interval(0...86_400)),
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
