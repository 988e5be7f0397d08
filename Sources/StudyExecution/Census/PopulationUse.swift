import DeviceModel
import EventSimulation
import PhoneSimulation
import Workload

/// The use of a fleet: sums and histograms of whole numbers, so that the order of phones does not matter
/// and memory does not grow with their number.
struct PopulationUse: Sendable, Hashable {
  private(set) var phones: Int64 = 0
  private(set) var sessions: Int64 = 0
  /// Microseconds.
  private(set) var powered: Int64 = 0
  private(set) var screenOn: Int64 = 0
  private(set) var screenOnUnplugged: Int64 = 0
  private(set) var lengths = ShapeHistogram()
  private(set) var gaps = ShapeHistogram()
  /// Longest gaps of days in minutes.
  private(set) var longestGaps = WholeNumberHistogram()
  /// Level losses of phones in hundredths of a point an hour.
  private(set) var losses = WholeNumberHistogram()
  private(set) var days: Int64 = 0
  private(set) var lowDays: Int64 = 0
  /// Median plug-in levels of phones.
  private(set) var plugInLevels = WholeNumberHistogram()
  /// Microjoules.
  private(set) var batteryOut: Int64 = 0
  private(set) var batteryOutScreenOn: Int64 = 0
  private(set) var samples: [Int64] = Array(repeating: 0, count: 24)
  private(set) var opportunities: [Int64] = Array(repeating: 0, count: 24)
  private(set) var nights: Int64 = 0
  private(set) var nightsWithOpportunity: Int64 = 0
  /// Phones that were looked at for opportunities, and those without one in the first days, and in their nights.
  private(set) var observedPhones: Int64 = 0
  private(set) var phonesWithout: Int64 = 0
  private(set) var phonesWithoutAtNight: Int64 = 0
  private(set) var visits: Int64 = 0
  private(set) var newVisits: Int64 = 0
  private(set) var returns: Int64 = 0
  /// Shares of the top apps of phones in thousandths.
  private(set) var topShares = WholeNumberHistogram()
  /// Microjoules billed to apps: for all causes, for background causes, and of these for modes.
  private(set) var appEnergy: Int64 = 0
  private(set) var backgroundEnergy: Int64 = 0
  private(set) var modeEnergy: Int64 = 0
  /// Microjoules that full batteries of the phones hold, a day, and microseconds without power.
  private(set) var capacityDays: Int64 = 0
  private(set) var dead: Int64 = 0

  /// Adds a phone.
  mutating func add(_ use: PhoneUse) {
    phones += 1
    sessions += use.sessions
    powered += use.powered
    screenOn += use.screenOn
    screenOnUnplugged += use.screenOnUnplugged
    lengths.add(phone: use.lengths)
    gaps.add(phone: use.gaps)
    for gap in use.longestGaps { longestGaps.add(Int(gap.microseconds / TimeSpan.minutes(1).microseconds)) }
    if use.hoursUnplugged > 0 { losses.add(Int((use.pointsLost / use.hoursUnplugged * 100).rounded())) }
    days += use.days
    lowDays += use.lowDays
    if !use.plugInLevels.isEmpty {
      plugInLevels.add(use.plugInLevels.sorted()[(use.plugInLevels.count - 1) / 2])
    }
    batteryOut += use.batteryOut / 1000
    batteryOutScreenOn += use.batteryOutScreenOn / 1000
    for hour in 0..<24 {
      samples[hour] += use.samples[hour]
      opportunities[hour] += use.opportunities[hour]
    }
    nights += use.nights
    nightsWithOpportunity += use.nightsWithOpportunity
    if let had = use.hadOpportunity {
      observedPhones += 1
      if !had { phonesWithout += 1 }
      if use.hadNightOpportunity != true { phonesWithoutAtNight += 1 }
    }
    visits += use.visits
    newVisits += use.newVisits
    returns += use.returns
    if let share = use.topShare { topShares.add(Int((share * 1000).rounded())) }
  }

  /// Adds what the ledger of a simulated phone says of its apps, its discharge and its time without power.
  ///
  /// - Parameters:
  ///   - result: A run with ``RecordOptions/use``.
  ///   - capacity: Energy of the full battery at its present health, in nanojoules.
  mutating func addLedger(of result: DeviceResult, capacity: Double) {
    for entry in result.ledgerObserved where entry.payer.app >= 0 {
      let energy = entry.energyNanojoules / 1000
      appEnergy += energy
      if entry.payer.cause.isBackground { backgroundEnergy += energy }
      if entry.payer.cause == .mode { modeEnergy += energy }
    }
    capacityDays += Int64((capacity * result.observed.hours / 24_000).rounded())
    dead += result.counts[.dead]
  }

  mutating func merge(_ other: PopulationUse) {
    phones += other.phones
    sessions += other.sessions
    powered += other.powered
    screenOn += other.screenOn
    screenOnUnplugged += other.screenOnUnplugged
    lengths.merge(other.lengths)
    gaps.merge(other.gaps)
    longestGaps.merge(other.longestGaps)
    losses.merge(other.losses)
    days += other.days
    lowDays += other.lowDays
    plugInLevels.merge(other.plugInLevels)
    batteryOut += other.batteryOut
    batteryOutScreenOn += other.batteryOutScreenOn
    for hour in 0..<24 {
      samples[hour] += other.samples[hour]
      opportunities[hour] += other.opportunities[hour]
    }
    nights += other.nights
    nightsWithOpportunity += other.nightsWithOpportunity
    observedPhones += other.observedPhones
    phonesWithout += other.phonesWithout
    phonesWithoutAtNight += other.phonesWithoutAtNight
    visits += other.visits
    newVisits += other.newVisits
    returns += other.returns
    topShares.merge(other.topShares)
    appEnergy += other.appEnergy
    backgroundEnergy += other.backgroundEnergy
    modeEnergy += other.modeEnergy
    capacityDays += other.capacityDays
    dead += other.dead
  }

  /// No use of any phone.
  init() {}

  /// The use that the metrics of stored runs tell of.
  ///
  /// Idle, plugged and on Wi-Fi is known without its hours; it stands at every hour alike.
  init(_ sums: StoredUse) {
    phones = sums.devices
    sessions = sums.sessions
    powered = Int64((sums.hours - sums.hoursDead) * 3.6e9)
    dead = Int64(sums.hoursDead * 3.6e9)
    screenOn = Int64(sums.screenHours * 3.6e9)
    batteryOut = Int64(sums.batteryJoules * 1e6)
    days = sums.days
    lowDays = sums.lowDays
    for hour in 0..<24 {
      samples[hour] = Int64(sums.hours * 1e6)
      opportunities[hour] = Int64(sums.opportunityHours * 1e6)
    }
  }
}
