import Basics
import ModelParameters
import UsageModels
import Workload

/// A fact about how people use their phones, as it was measured, and the band in which a population must lie.
struct PopulationFact: Sendable {
  let key: Key
  let name: String
  let source: String
  /// Relation of the published data to the parameters: fitted to this fact, to other facts of the same
  /// phones, known when values were chosen, or held out.
  let fit: String
  let population: NamedPopulation?
  let unit: Unit
  /// nil where nothing is published: the fact is shown and not judged.
  let band: Band?

  enum Key: String {
    case sessionsPerPoweredDay, screenOnMinutesPerDay, screenOnPower, longestGap
    case sessionLengthDistance, gapDistance, levelLoss, lowDays, plugInLevel
    case opportunity, opportunityByHour, neverOpportunity, noNightOpportunity, nightOpportunity
    case nightPlugged, chargesPerDay, pluggedShare, recordedLowDays, processingAtNight
    case newVisits, topApp, returns, screenOffShare, backgroundShare, backgroundShareWithoutModes
    case dischargePerDay, deadHoursPerDay
  }

  /// Key, name, source, fit, population, unit, least and greatest value of the band.
  private static let table = """
    sessionsPerPoweredDay | sessions per powered day | 57 to 60 (1,960 and 29,279 devices) | fitted | all | none | 56 | 61
    screenOnMinutesPerDay | screen-on time per day | 117 min (1,960 devices) | fitted | all | minutes | 110 | 150
    screenOnPower | power with the screen on, unplugged | 1.3 W (mixed use of four iPhones), 1.59 W (telemetry) | fitted | all | watts | 1.3 | 1.7
    longestGap | longest daily gap between sessions, median | a night without use | fitted | all | hours | 8 | 10
    sessionLengthDistance | session lengths: largest Kolmogorov–Smirnov distance to a recorded device, medians scaled | recorded devices | android-A fitted, android-C held out | all | share | | 0.10
    gapDistance | gaps between sessions: largest Kolmogorov–Smirnov distance, medians scaled | recorded devices | android-A fitted, android-C held out | all | share | | 0.10
    levelLoss | level loss unplugged, 08:00 to 23:00, median over devices | recorded devices | fitted | all | percentPerHour | 2.8 | 4.5
    lowDays | days that reach 20 % | assumption | none | survey-2020 | percent | 0.05 | 0.40
    plugInLevel | level when plugged in, median over devices | 26, 54, and 81 % (three devices) | fitted | all | percent | 0.40 | 0.65
    opportunity | idle, plugged in, on Wi-Fi: share of time | 723 devices | fitted | survey-2020 | percent | 0.051 | 0.111
    opportunityByHour | idle, plugged in, on Wi-Fi, by hour: largest distance to the published curve | 723 devices | fitted | survey-2020 | points | | 0.04
    neverOpportunity | never idle, plugged in, and on Wi-Fi within five days | 723 devices | fitted | survey-2020 | percent | 0.20 | 0.38
    noNightOpportunity | never at night (00:00 to 06:00) | 723 devices | same devices | survey-2020 | percent | 0.49 | 0.69
    nightOpportunity | nights with time idle, plugged in, and on Wi-Fi | 723 devices | same devices | survey-2020 | share | 0.12 | 0.28
    nightPlugged | nights on the charger at 03:00 | 0.77, 0.79, and 0.94 (three devices), 0.64 (survey of 1,000 owners) | fitted | everyday | share | 0.64 | 0.94
    chargesPerDay | charges per day | 1.74, 1.79, and 2.13 (three devices) | fitted | everyday | share | 1.74 | 2.13
    pluggedShare | share of time on the charger | 28, 47, and 53 % (three devices) | fitted | everyday | percent | 0.28 | 0.53
    recordedLowDays | days that reach 20 %, recorded devices | 0, 0, and 50 % (three devices) | same devices | everyday | percent | | 0.50
    processingAtNight | processing runs that start from 22:00 to 03:00 | 22:00 to 03:00 (a statement on millions of devices), read as most | known | everyday | percent | 0.50 |
    newVisits | visits to an app not visited in the last 15 visits | 0.08 and 0.22 (two logs) | same logs | all | share | 0.15 | 0.30
    topApp | share of visits to the top app, median over devices | 0.33 (957 users) | fitted | all | share | 0.28 | 0.40
    returns | visits to the second most recent app | 0.36 to 0.80 (three logs) | fitted | all | share | 0.36 |
    screenOffShare | share of battery energy with the screen off | telemetry and hourly app energies of an iPhone | same device | all | percent | 0.35 | 0.55
    backgroundShare | background share of app energy | 17 % (an iPhone) | same device | all | percent | 0.10 | 0.30
    backgroundShareWithoutModes | background share of app energy, without modes | assumption | none | all | percent | 0.04 | 0.15
    dischargePerDay | discharge per day, of the full battery | not published | | all | percent | |
    deadHoursPerDay | time without power per day | not published | | all | hours | |
    """

  static let all = CatalogueText.rows(table, columns: 8).map { PopulationFact($0) }
  static let judged = all.filter { $0.band != nil }
  static let unpublished = all.filter { $0.band == nil }

  private init(_ cells: [String]) {
    guard let key = Key(rawValue: cells[0]), let unit = Unit(rawValue: cells[5]) else {
      preconditionFailure("\(cells): not a fact")
    }
    (self.key, name, source, fit, self.unit) = (key, cells[1], cells[2], cells[3], unit)
    population = NamedPopulation(rawValue: cells[4])
    let (least, greatest) = (Double(cells[6]), Double(cells[7]))
    band = least == nil && greatest == nil ? nil : Band(least: least, greatest: greatest)
  }

  /// Whether the fact judges a population: a fact about one population judges that one alone.
  func judges(_ name: NamedPopulation?) -> Bool { band != nil && (population == nil || population == name) }

  /// The value of a fleet, or of one phone; nil where it cannot be measured.
  func measure(_ use: PopulationUse, beside recorded: [PopulationUse] = []) -> Double? {
    let counts = use.counts
    func share(_ part: Int64, _ whole: Int64) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }
    func ratio(_ part: UseCounter, _ whole: UseCounter) -> Double? { share(counts[part], counts[whole]) }
    func median(_ histogram: WholeNumberHistogram, per unit: Double) -> Double? {
      histogram.quantile(0.5).map { Double($0) / unit }
    }
    switch key {
    case .sessionsPerPoweredDay:
      return counts[.sessions] > 0 ? ratio(.sessions, .powered).map { $0 * 86_400e6 } : nil
    case .screenOnMinutesPerDay:
      return counts[.screenOn] > 0 ? ratio(.screenOn, .powered).map { $0 * 1440 } : nil
    case .screenOnPower:
      return counts[.batteryOutScreenOn] > 0 ? ratio(.batteryOutScreenOn, .screenOnUnplugged) : nil
    case .longestGap: return median(use.longestGaps, per: 60)
    case .sessionLengthDistance: return recorded.compactMap { use.lengths.distance(to: $0.lengths) }.max()
    case .gapDistance: return recorded.compactMap { use.gaps.distance(to: $0.gaps) }.max()
    case .levelLoss: return median(use.losses, per: 100)
    case .lowDays, .recordedLowDays:
      return counts[.batteryOut] > 0 || use.losses.total > 0 ? ratio(.lowDays, .days) : nil
    case .plugInLevel: return median(use.plugInLevels, per: 100)
    case .opportunity: return use.opportunityByHour.map { $0.reduce(0, +) / 24 }
    case .opportunityByHour:
      return use.opportunityByHour.map {
        zip($0, Self.publishedOpportunity).map { abs($0 - $1) }.reduce(0, max)
      }
    case .neverOpportunity: return ratio(.phonesWithout, .observedPhones)
    case .noNightOpportunity: return ratio(.phonesWithoutAtNight, .observedPhones)
    case .nightOpportunity: return ratio(.nightsWithOpportunity, .nights)
    case .nightPlugged: return counts[.charges] > 0 ? ratio(.pluggedNights, .watchedNights) : nil
    case .chargesPerDay: return counts[.charges] > 0 ? ratio(.charges, .watched).map { $0 * 86_400e6 } : nil
    case .pluggedShare: return counts[.charges] > 0 ? ratio(.plugged, .watched) : nil
    case .processingAtNight: return ratio(.processingRunsAtNight, .processingRuns)
    case .newVisits: return ratio(.newVisits, .visits)
    case .topApp: return median(use.topShares, per: 1000)
    case .returns: return ratio(.returns, .visits)
    case .screenOffShare:
      return share(counts[.batteryOut] - counts[.batteryOutScreenOn], counts[.batteryOut])
    case .backgroundShare: return ratio(.backgroundEnergy, .appEnergy)
    case .backgroundShareWithoutModes:
      return share(counts[.backgroundEnergy] - counts[.modeEnergy], counts[.appEnergy] - counts[.modeEnergy])
    case .dischargePerDay: return ratio(.batteryOut, .capacityDays)
    case .deadHoursPerDay: return share(counts[.dead], counts[.dead] + counts[.powered]).map { $0 * 24 }
    }
  }

  /// Share of time that 723 phones were idle, plugged and on Wi-Fi in five days of a holiday (FLASH), by hour.
  static let publishedOpportunity: [Double] = [
    0.0896, 0.0982, 0.1077, 0.1158, 0.1197, 0.1187, 0.1139, 0.1012,
    0.0880, 0.0807, 0.0730, 0.0648, 0.0633, 0.0568, 0.0575, 0.0592,
    0.0651, 0.0696, 0.0774, 0.0655, 0.0586, 0.0612, 0.0706, 0.0841,
  ]

  enum Unit: String {
    case none, share, percent, percentPerHour, points, minutes, hours, watts

    /// The value in the unit of tables: shares of a fact in percent are numbers from 0 to 1 elsewhere.
    func text(_ value: Double) -> String {
      let (factor, steps, name): (Double, Double, String) =
        switch self {
        case .none: (1, 10, "")
        case .share: (1, 1000, "")
        case .percent: (100, 10, " %")
        case .percentPerHour: (1, 100, " %/h")
        case .points: (100, 10, " points")
        case .minutes: (1, 10, " min")
        case .hours: (1, 10, " h")
        case .watts: (1, 100, " W")
        }
      return ShortestNumber.text((value * factor * steps).rounded() / steps) + name
    }
  }

  struct Band: Sendable {
    var least: Double?
    var greatest: Double?

    func contains(_ value: Double) -> Bool { value >= least ?? -.infinity && value <= greatest ?? .infinity }

    func text(_ unit: Unit) -> String {
      guard let least else { return "at most \(greatest.map(unit.text) ?? "")" }
      return greatest.map { "\(unit.text(least)) to \(unit.text($0))" } ?? "at least \(unit.text(least))"
    }
  }
}
