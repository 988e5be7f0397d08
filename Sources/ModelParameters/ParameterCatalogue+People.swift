/// Parameters of the models of people: when they use their phones, for how long, and which apps.
extension ParameterCatalogue {
  static let people: [ParameterDefinition] = usageOfScreen + usageOfApps

  private static let usageOfScreen: [ParameterDefinition] = [
    .quantity(
      "user.sessionsPerDayMedian", "median over users of the mean screen-ons a day", .perDay, 51, 10...200,
      .b, rules: "sessions", source: "fitted to 56 to 61 sessions a powered day [Hintze2014; Hintze2017]",
      domain: .interval(0.001...2000)),
    .quantity(
      "user.sessionsPerDaySigma", "their log standard deviation", .none, 0.48, 0...1,
      .d, rules: "sessions",
      source: "2,000 users less the spread of days; 0.5 to 0.6 among 255 users [Falaki2010]",
      domain: .interval(0...5)),
    .quantity(
      "user.sessionsPerDayMin", "least mean of a user", .perDay, 8, 1...20,
      .b, rules: "sessions", source: "10 to 200 among 255 users [Falaki2010]", domain: .interval(0.001...2000)
    ),
    .quantity(
      "user.sessionsPerDayMax", "largest mean of a user", .perDay, 250, 100...400,
      .b, rules: "sessions", source: "10 to 200 among 255 users [Falaki2010]", domain: .interval(0.001...2000)
    ),
    .quantity(
      "user.dayFactorShape", "gamma shape of the factor of a day, mean 1", .none, 8, 2...50,
      .c, rules: "sessions", source: "spread of days of a recorded phone [niimpy]",
      domain: .interval(0.01...10_000)),
    .vector(
      "user.hourProfile", "share of a day's activity per local hour, from 00 to 23", .none,
      [
        0.0159, 0.01028, 0.00623, 0.00447, 0.00312, 0.0068, 0.01244, 0.03497, 0.04725, 0.05518, 0.0584,
        0.06205, 0.06424, 0.06415, 0.05987, 0.05818, 0.06109, 0.06481, 0.0719, 0.0656, 0.05692, 0.04797,
        0.03938, 0.02877,
      ],
      .a, rules: "activity clock",
      source: "requests of 2,000 users by hour, with 30 % of recorded phones [niimpy; Miller2026]",
      domain: .interval(0...1000)),
    .quantity(
      "user.phaseDeviation", "spread of users' clocks about the mean", .hours, 2, 0...3,
      .d, rules: "activity clock", source: "hours of activity of 1,393 users, less the spread of days",
      domain: .interval(0...12)),
    .vector(
      "user.nightFloor", "least and largest factor on a user's night activity", .none, [0, 1],
      .d, rules: "activity clock", source: "model assumption", domain: .interval(0...1),
      ranges: .each([0...0.5, 0.5...1], "half of the interval each")),
    .quantity(
      "user.nightFloorUntil", "hour until which that factor acts, from midnight", .hours, 5, 3...7,
      .d, rules: "activity clock", source: "model assumption", domain: .interval(0...24)),
    .quantity(
      "user.sleepStart", "start of sleep on the user's clock, from midnight", .hours, 0, -3...3,
      .c, rules: "activity clock",
      source:
        "fitted, with its length, to longest gaps of a day of 8 to 10 h in the median (8.8 h on android-A)",
      domain: .interval(-12...12)),
    .vector(
      "user.sleepLength", "mean, deviation, least and largest length of sleep over users", .hours,
      [7.25, 0.8, 5, 11],
      .c, rules: "activity clock", source: "as the start of sleep", domain: .interval(0...20),
      ranges: .each([6...8.5, 0.4...1.6, 4...6, 9...12], "about an hour either way; deviation half to twice")),
    .quantity(
      "user.sleepActivity", "factor on activity during sleep", .none, 0.03, 0...1,
      .d, rules: "activity clock", source: "leaves a session about every tenth night",
      domain: .unitInterval),
    .quantity(
      "user.weekendShift", "weekend delay of the clock", .hours, 1, 0...3,
      .d, rules: "activity clock", source: "model assumption", domain: .interval(0...12)),
    .quantity(
      "user.weekendShiftUntil", "hour until which the weekend delay acts", .hours, 12, 9...14,
      .d, rules: "activity clock", source: "model assumption", domain: .interval(0...24)),
    .quantity(
      "user.gapShape", "Weibull shape of screen-off gaps in operational time", .none, 0.52, 0.4...1,
      .c, rules: "sessions", source: "gaps of a recorded phone [niimpy]", domain: .interval(0.1...10)),
    .quantity(
      "user.gapLeastShare", "least mean gap as a share of the mean cycle, for users who are busy all day",
      .none,
      0.2, 0.05...0.5,
      .d, rules: "sessions", source: "keeps the rate correction positive", domain: .interval(0.001...1)),
    .vector(
      "user.unlockedBeta", "Beta over users of the unlocked share of sessions", .none, [10, 11],
      .b, rules: "sessions",
      source: "0.46 of 52 million sessions [Hintze2017], 0.61 and 0.68 on two phones [niimpy; UsageLogger]",
      domain: .interval(0.01...10_000)),
    .vector(
      "user.glanceLength",
      "weight, log-mean, log-deviation of short and log-mean, log-deviation of long glances in seconds",
      .none,
      [0.955, 1.2, 0.9, 4.9, 1.2],
      .c, rules: "sessions",
      source: "fitted to 404 glances of a recorded phone [niimpy]: 1 % are longer than five minutes",
      domain: .interval(-10...10),
      ranges: .each(
        [0.9...0.99, 0.7...1.7, 0.6...1.2, 4.2...5.6, 0.6...1.6], "one phone: medians by a factor of 1.6 to 2"
      )),
    .vector(
      "user.unlockedLength",
      "weight, log-mean, log-deviation of short and log-mean, log-deviation of long unlocked sessions in seconds",
      .none, [0.68, 3.40, 0.91, 5.01, 1.34],
      .c, rules: "sessions", source: "sessions of a recorded phone [niimpy]", domain: .interval(0...10),
      ranges: .each(
        [0.5...0.85, 2.9...3.9, 0.6...1.3, 4.5...5.5, 0.9...1.8], "one phone: medians by a factor of 1.6")),
    .quantity(
      "user.lengthScale", "factor on the lengths of all sessions of the phone that they were fitted to",
      .none,
      1.85, 0.7...2.5,
      .c, rules: "sessions",
      source: "fitted to 110 to 150 screen-on minutes a day [Hintze2014]",
      domain: .interval(0.01...100)),
    .quantity(
      "user.lengthFactorSigma", "log-deviation over users of the length of unlocked sessions", .none, 0.25,
      0...1,
      .d, rules: "sessions", source: "model assumption", domain: .interval(0...5)),
    .quantity(
      "user.sessionLongest", "longest session", .seconds, 15_280, 3600...43_200,
      .b, rules: "sessions", source: "longest of 76,247 sessions [LSApp]", domain: .interval(1...86_400)),
    .vector(
      "user.screenIntensity",
      "0, 10, 50, 90 and 100 % quantiles over a user's sessions of the power of display and front app relative to "
        + "the usual one", .none, [0.1, 0.22, 0.75, 2.5, 3.2],
      .c, rules: "screen power",
      source:
        "telemetry of an iPhone [Miller2026]: 0.53, 1.26 and 3.63 W (10, 50, 90 %) and 1.59 W in the mean with the screen on, "
        + "less 0.23 W of the awake platform; ends: assumption", domain: .interval(0...20),
      ranges: .each([0.05...0.2, 0.15...0.4, 0.5...1, 1.8...3, 2.6...5], "one phone")),
    .quantity(
      "user.intensitySigma", "log-deviation over users of that power", .none, 0.3, 0...0.6,
      .d, rules: "screen power", source: "no data of several users", domain: .interval(0...2)),
    .quantity(
      "user.notificationsPerDayMedian", "median over users of visible notifications a day", .perDay, 56,
      0...200,
      .b, rules: "notifications", source: "278 users [Pielot2018]"),
    .quantity(
      "user.notificationsPerDaySigma", "their log standard deviation", .none, 0.7, 0...1.5,
      .d, rules: "notifications", source: "model assumption", domain: .interval(0...5)),
  ]

  private static let usageOfApps: [ParameterDefinition] = [
    .quantity(
      "user.appsPerSessionMean", "mean app visits of an unlocked session", .none, 2.2, 1...6,
      .b, rules: "app choice", source: "2.18 in 292 users [LSApp]", domain: .interval(1...100)),
    .quantity(
      "user.appsPerSessionMax", "largest number of visits of a session", .none, 12, 1...50,
      .d, rules: "app choice", source: "model assumption", domain: .whole(1...1000)),
    .quantity(
      "user.visitShareSigma", "log-deviation of the shares of visits in a session", .none, 1.5, 0...3,
      .d, rules: "app choice", source: "model assumption", domain: .interval(0...5)),
    .quantity(
      "user.appsInUseMedian", "median over users of the number of apps in use", .none, 30, 5...80,
      .c, rules: "app choice", source: "957 users [Frappe], 292 users [LSApp]", domain: .interval(1...1000)),
    .quantity(
      "user.appsInUseSigma", "its log standard deviation", .none, 0.6, 0...1.2,
      .c, rules: "app choice", source: "957 users [Frappe]", domain: .interval(0...5)),
    .vector(
      "user.appsInUseLimits", "least and largest number of apps in use", .none, [5, 190],
      .d, rules: "app choice", source: "largest user of several logs; least so that recency has a meaning",
      domain: .whole(1...1000),
      ranges: .each([2...10, 100...300], "about half to twice")),
    .vector(
      "user.zipfExponent", "mean, deviation, least and largest exponent of a user's app weights", .none,
      [1.4, 0.3, 0.8, 2.2],
      .c, rules: "app choice", source: "957 users [Frappe]", domain: .interval(0...10),
      ranges: .each(
        [1.1...1.7, 0.15...0.6, 0.4...1, 1.8...3], "a deviation of users; deviation half to twice")),
    .quantity(
      "user.favoriteFactor", "factor on the weight of the user's most popular app", .none, 2.7, 1...10,
      .c, rules: "app choice",
      source: "fitted to a share of 0.28 to 0.40 of all visits; median 0.33 in [Frappe]",
      domain: .interval(1...1000)),
    .quantity(
      "user.returnToSecond", "probability that the next app is the second most recent", .none, 0.40, 0...0.8,
      .c, rules: "app choice", source: "0.36 to 0.80 in three logs [UsageLogger; LSApp]",
      domain: .unitInterval),
    .quantity(
      "user.returnToThirdToFifth", "probability that it is the third to fifth most recent", .none, 0.15,
      0...0.4,
      .c, rules: "app choice", source: "recency of the next app in 300 windows of a log",
      domain: .unitInterval),
    .vector(
      "population.archetypeShares", "shares of the charging habits", .none, [0.06, 0.03, 0.03, 0.13, 0.75],
      .c, rules: "population",
      source: "fitted to the curve of idle, plugged and on Wi-Fi of 723 phones [Yang2021]",
      domain: .unitInterval,
      ranges: .shares([0...0.4, 0...0.2, 0...0.1, 0.05...0.3, 0.3...0.9], "from the shares before the fit")),
    .vector(
      "battery.health", "mean, deviation, least and largest state of health over the phones of drawn users",
      .none, [0.87, 0.06, 0.7, 1],
      .d, rules: "population",
      source: "iPhones in use are two to three years old; 80 % after 500 to 1,000 cycles",
      domain: .unitInterval,
      ranges: .each([0.8...0.95, 0.03...0.12, 0.6...0.78, 0.96...1], "a year younger or older")),
    .quantity(
      "settings.barOff", "share of users with Background App Refresh off", .none, 0.1, 0...0.5,
      .d, rules: "settings", source: "model assumption", domain: .unitInterval),
    .quantity(
      "settings.barWifiOnly", "share with Background App Refresh on Wi-Fi only", .none, 0.1, 0...0.5,
      .d, rules: "settings", source: "model assumption", domain: .unitInterval),
    .quantity(
      "settings.perAppOff", "share of apps whose own switch is off", .none, 0.15, 0...0.5,
      .d, rules: "settings", source: "model assumption", domain: .unitInterval),
    .quantity(
      "settings.manualLowPowerMode", "share of users who keep Low Power Mode on", .none, 0.05, 0...0.5,
      .d, rules: "settings", source: "model assumption", domain: .unitInterval),
    .vector(
      "initial.charge", "least and largest charge at the start, unplugged", .percent, [40, 100],
      .d, rules: "initial state", source: "model assumption", domain: .unitInterval,
      ranges: .each([20...80, 80...100], "round numbers")),
  ]
}
