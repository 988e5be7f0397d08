/// The facts, in the order of the table.
extension PopulationFact {
  /// All facts that are judged.
  ///
  /// - Parameter recorded: The recorded phones with which sessions are compared.
  static func judged(recorded: [PopulationUse]) -> [PopulationFact] {
    sessionFacts + shapeFacts(recorded) + batteryFacts + opportunityFacts + appFacts + energyFacts
  }

  /// Facts about which nothing is published.
  static let unpublished: [PopulationFact] = [
    .init(
      key: "dischargePerDay", name: "discharge a day, of the full battery", source: "not published",
      unit: .percent,
      measure: { ratio($0.batteryOut, $0.capacityDays) }),
    .init(
      key: "deadHoursPerDay", name: "time without power a day", source: "not published", unit: .hours,
      measure: { use in ratio(use.dead, use.dead + use.powered).map { $0 * 24 } }),
  ]

  private static let sessionFacts: [PopulationFact] = [
    .init(
      key: "sessionsPerPoweredDay", name: "sessions a powered day",
      source: "57 to 60 (1,960 and 29,279 phones)", fit: "fitted",
      unit: .none, band: .within(56...61),
      measure: { use in
        use.sessions > 0 ? ratio(use.sessions, use.powered).map { $0 * microsecondsPerDay } : nil
      }),
    .init(
      key: "screenOnMinutesPerDay", name: "screen-on time a day", source: "117 min (1,960 phones)",
      fit: "fitted",
      unit: .minutes, band: .within(110...150),
      measure: { use in use.screenOn > 0 ? ratio(use.screenOn, use.powered).map { $0 * 1440 } : nil }),
    .init(
      key: "screenOnPower", name: "power with the screen on, unplugged",
      source: "1.3 W (mixed use of four iPhones), 1.59 W (telemetry)", fit: "fitted", unit: .watts,
      band: .within(1.3...1.7),
      measure: { use in
        use.batteryOutScreenOn > 0 ? ratio(use.batteryOutScreenOn, use.screenOnUnplugged) : nil
      }),
    .init(
      key: "longestGap", name: "longest gap between sessions of a day, median",
      source: "a night without the phone", fit: "fitted", unit: .hours, band: .within(8...10),
      measure: { use in use.longestGaps.quantile(0.5).map { Double($0) / 60 } }),
  ]

  private static func shapeFacts(_ recorded: [PopulationUse]) -> [PopulationFact] {
    func farthest(
      _ shape: @escaping @Sendable (PopulationUse) -> ShapeHistogram
    ) -> @Sendable (PopulationUse) -> Double? {
      { use in recorded.compactMap { shape(use).distance(to: shape($0)) }.max() }
    }
    return [
      .init(
        key: "sessionLengthDistance",
        name: "session lengths: largest Kolmogorov–Smirnov distance to a recorded phone, medians scaled",
        source: "recorded phones", fit: "android-A fitted, android-C held out", unit: .share,
        band: .atMost(0.10), measure: farthest(\.lengths)),
      .init(
        key: "gapDistance", name: "gaps between sessions: the same distance", source: "recorded phones",
        fit: "android-A fitted, android-C held out",
        unit: .share, band: .atMost(0.10), measure: farthest(\.gaps)),
    ]
  }

  private static let batteryFacts: [PopulationFact] = [
    .init(
      key: "levelLoss", name: "level loss unplugged, 08 to 23 h, median over phones",
      source: "recorded phones", fit: "fitted",
      unit: .percentPerHour, band: .within(2.8...4.5),
      measure: { use in use.losses.quantile(0.5).map { Double($0) / 100 } }),
    .init(
      key: "lowDays", name: "days that reach 20 %", source: "assumption", fit: "none", unit: .percent,
      band: .within(0.05...0.40),
      measure: { use in use.batteryOut > 0 || use.losses.total > 0 ? ratio(use.lowDays, use.days) : nil }),
    .init(
      key: "plugInLevel", name: "level at which phones are plugged in, median over phones",
      source: "26, 54 and 81 % (three phones)", fit: "fitted", unit: .percent, band: .within(0.40...0.65),
      measure: { use in use.plugInLevels.quantile(0.5).map { Double($0) / 100 } }),
  ]

  private static let opportunityFacts: [PopulationFact] = [
    .init(
      key: "opportunity", name: "idle, plugged and on Wi-Fi: share of time", source: "723 phones",
      fit: "fitted",
      unit: .percent,
      band: .within(0.051...0.111),
      measure: { use in opportunityByHour(use).map { $0.reduce(0, +) / 24 } }),
    .init(
      key: "opportunityByHour", name: "the same by hour: largest distance to the published curve",
      source: "723 phones", fit: "fitted", unit: .points, band: .atMost(0.04),
      measure: { use in
        opportunityByHour(use).map { hours in
          zip(hours, publishedOpportunity).map { abs($0 - $1) }.reduce(0, max)
        }
      }),
    .init(
      key: "neverOpportunity", name: "phones never so in five days", source: "723 phones", fit: "fitted",
      unit: .percent,
      band: .within(0.20...0.38), measure: { ratio($0.phonesWithout, $0.observedPhones) }),
    .init(
      key: "noNightOpportunity", name: "phones so in none of their nights, 00 to 06 h", source: "723 phones",
      fit: "same phones",
      unit: .percent, band: .within(0.49...0.69),
      measure: { ratio($0.phonesWithoutAtNight, $0.observedPhones) }),
    .init(
      key: "nightOpportunity", name: "nights with any such time", source: "723 phones", fit: "same phones",
      unit: .share,
      band: .within(0.12...0.28), measure: { ratio($0.nightsWithOpportunity, $0.nights) }),
  ]

  private static let appFacts: [PopulationFact] = [
    .init(
      key: "newVisits", name: "visits to an app not among the last 15 visits",
      source: "0.08 and 0.22 (two logs)", fit: "same logs",
      unit: .share, band: .within(0.15...0.30), measure: { ratio($0.newVisits, $0.visits) }),
    .init(
      key: "topApp", name: "share of visits of the top app, median over phones", source: "0.33 (957 users)",
      fit: "fitted",
      unit: .share, band: .within(0.28...0.40),
      measure: { use in use.topShares.quantile(0.5).map { Double($0) / 1000 } }),
    .init(
      key: "returns", name: "visits to the second most recent app", source: "0.36 to 0.80 (three logs)",
      fit: "fitted",
      unit: .share, band: .atLeast(0.36), measure: { ratio($0.returns, $0.visits) }),
  ]

  private static let energyFacts: [PopulationFact] = [
    .init(
      key: "screenOffShare", name: "share of the energy from the cell with the screen off",
      source: "telemetry and hourly app energies of an iPhone", fit: "same phone", unit: .percent,
      band: .within(0.35...0.55),
      measure: { use in ratio(use.batteryOut - use.batteryOutScreenOn, use.batteryOut) }),
    .init(
      key: "backgroundShare", name: "background share of what apps are billed", source: "17 % (an iPhone)",
      fit: "same phone",
      unit: .percent, band: .within(0.10...0.30), measure: { ratio($0.backgroundEnergy, $0.appEnergy) }),
    .init(
      key: "backgroundShareWithoutModes", name: "the same without modes", source: "assumption", fit: "none",
      unit: .percent,
      band: .within(0.04...0.15),
      measure: { ratio($0.backgroundEnergy - $0.modeEnergy, $0.appEnergy - $0.modeEnergy) }),
  ]

  private static let microsecondsPerDay = 86_400e6

  private static func ratio(_ part: Int64, _ whole: Int64) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  /// Share of samples that are idle, plugged and on Wi-Fi, by local hour; nil where an hour was not looked at.
  static func opportunityByHour(_ use: PopulationUse) -> [Double]? {
    let hours = zip(use.opportunities, use.samples).compactMap { ratio($0, $1) }
    return hours.count == 24 ? hours : nil
  }

  /// The same of 723 phones over five days of a holiday (FLASH), at the begin of each hour.
  static let publishedOpportunity: [Double] = [
    0.0896, 0.0982, 0.1077, 0.1158, 0.1197, 0.1187, 0.1139, 0.1012,
    0.0880, 0.0807, 0.0730, 0.0648, 0.0633, 0.0568, 0.0575, 0.0592,
    0.0651, 0.0696, 0.0774, 0.0655, 0.0586, 0.0612, 0.0706, 0.0841,
  ]
}
