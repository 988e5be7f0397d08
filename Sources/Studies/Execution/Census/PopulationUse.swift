import Basics
import DeviceModel
import EventSimulation
import PhoneSimulation
import ResultsStore
import Workload

/// Sums of the use of a fleet: times in microseconds, energies in microjoules.
enum UseCounter: UInt8, CounterKey {
  case sessions, powered, dead, screenOn, screenOnUnplugged
  /// The total time and the time on a charger, the number of nights (03:00) and of nights on a charger, and
  /// the number of charger connections.
  case watched, plugged, watchedNights, pluggedNights, charges
  /// The number of whole days, and of whole days with a level of 20 % or less.
  case days, lowDays
  /// The battery energy, its part with the screen on and without a charger, and the capacity of the batteries
  /// times the number of days.
  case batteryOut, batteryOutScreenOn, capacityDays
  case nights, nightsWithOpportunity
  /// The number of devices observed for opportunities, of devices without an opportunity in the first days,
  /// and of devices without one in their nights.
  case observedPhones, phonesWithout, phonesWithoutAtNight
  /// The number of visits with a full history of recent visits, of visits to an app outside this history, and
  /// of visits to the second most recent app.
  case visits, newVisits, returns
  /// Billed to apps: for all causes, for background causes, and of these for modes.
  case appEnergy, backgroundEnergy, modeEnergy
  /// The number of processing runs, and of processing runs that start from 22:00 to 03:00.
  case processingRuns, processingRunsAtNight
}

typealias UseCounters = Counters<UseCounter, 28, Int64>

/// The use of a fleet in whole numbers, so that the order of phones does not matter and memory does not grow with them.
struct PopulationUse: Sendable, Equatable {
  private static let processingHours = HoursOfDay(from: 22, to: 3)

  private(set) var counts = UseCounters()
  private(set) var lengths = ShapeHistogram()
  private(set) var gaps = ShapeHistogram()
  private(set) var longestGaps = WholeNumberHistogram()
  /// Level losses of phones in hundredths of a point an hour.
  private(set) var losses = WholeNumberHistogram()
  private(set) var plugInLevels = WholeNumberHistogram()
  /// Shares of the top apps of phones in thousandths.
  private(set) var topShares = WholeNumberHistogram()
  private(set) var samples: [Int64] = Array(repeating: 0, count: 24)
  private(set) var opportunities: [Int64] = Array(repeating: 0, count: 24)

  init() {}

  mutating func add(_ use: PhoneUse) {
    counts += use.counts
    counts[.batteryOut] += use.batteryOut / 1000
    counts[.batteryOutScreenOn] += use.batteryOutScreenOn / 1000
    lengths.add(phone: use.lengths)
    gaps.add(phone: use.gaps)
    for gap in use.longestGaps { longestGaps.add(Int(gap.microseconds / TimeSpan.minutes(1).microseconds)) }
    if use.hoursUnplugged > 0 { losses.add(Int((use.pointsLost / use.hoursUnplugged * 100).rounded())) }
    if !use.plugInLevels.isEmpty {
      plugInLevels.add(use.plugInLevels.sorted()[(use.plugInLevels.count - 1) / 2])
    }
    if let share = use.topShare { topShares.add(Int((share * 1000).rounded())) }
    add(samples: use.samples, opportunities: use.opportunities)
    if let had = use.hadOpportunity {
      counts[.observedPhones] += 1
      if !had { counts[.phonesWithout] += 1 }
      if use.hadNightOpportunity != true { counts[.phonesWithoutAtNight] += 1 }
    }
  }

  /// Adds the work of the apps of a simulated phone, its discharge and its time without power.
  mutating func add(_ result: DeviceResult, capacity: Double, from start: Instant) {
    for entry in result.ledgerObserved where entry.payer.app >= 0 {
      let energy = entry.energyNanojoules / 1000
      counts[.appEnergy] += energy
      if entry.payer.cause.isBackground { counts[.backgroundEnergy] += energy }
      if entry.payer.cause == .mode { counts[.modeEnergy] += energy }
    }
    for run in result.attempts where run.mechanism == .processing {
      guard let launched = run.launched, launched >= start else { continue }
      counts[.processingRuns] += 1
      if Self.processingHours.contains(launched.timeOfDay) { counts[.processingRunsAtNight] += 1 }
    }
    counts[.capacityDays] += Int64((capacity * result.observed.hours / 24_000).rounded())
    counts[.dead] += result.counts[.dead]
  }

  mutating func merge(_ other: PopulationUse) {
    counts += other.counts
    lengths.merge(other.lengths)
    gaps.merge(other.gaps)
    longestGaps.merge(other.longestGaps)
    losses.merge(other.losses)
    plugInLevels.merge(other.plugInLevels)
    topShares.merge(other.topShares)
    add(samples: other.samples, opportunities: other.opportunities)
  }

  private mutating func add(samples others: [Int64], opportunities found: [Int64]) {
    for hour in 0..<24 {
      samples[hour] += others[hour]
      opportunities[hour] += found[hour]
    }
  }

  /// Share of samples that are idle, plugged and on Wi-Fi, by local hour; nil where an hour was not looked at.
  var opportunityByHour: [Double]? {
    samples.contains(0) ? nil : zip(opportunities, samples).map { Double($0) / Double($1) }
  }

  /// The use that stored runs tell of. Idle, plugged and on Wi-Fi is known without its hours: it is the same at each.
  init(_ runs: [PolicyRun]) {
    var (hours, dead, screen, opportunity, joules) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for run in runs {
      func sum(_ metric: String) -> Double { run.fractions[metric]?.numerator ?? 0 }
      hours += (run.fractions["sessions_per_day"]?.denominator ?? 0) * 24
      dead += sum("hours_dead_per_day")
      screen += sum("screen_hours_per_day")
      opportunity += sum("opportunity_hours_per_day")
      joules += sum("battery_energy_out_j_per_day")
      counts[.sessions] += Int64(sum("sessions_per_day") - sum("sessions_lost_per_day"))
      counts[.days] += Int64(run.fractions["critical_level_day_share"]?.denominator ?? 0)
      counts[.lowDays] += Int64(sum("critical_level_day_share"))
    }
    counts[.powered] = Int64((hours - dead) * 3.6e9)
    counts[.dead] = Int64(dead * 3.6e9)
    counts[.screenOn] = Int64(screen * 3.6e9)
    counts[.batteryOut] = Int64(joules * 1e6)
    samples = Array(repeating: Int64(hours * 1e6), count: 24)
    opportunities = Array(repeating: Int64(opportunity * 1e6), count: 24)
  }
}

/// How often each whole number occurred. Merging does not depend on the order, and the memory not on the count.
struct WholeNumberHistogram: Sendable, Hashable {
  private(set) var counts: [Int: Int64] = [:]
  private(set) var total: Int64 = 0

  mutating func add(_ value: Int, count: Int64 = 1) {
    counts[value, default: 0] += count
    total += count
  }

  mutating func merge(_ other: WholeNumberHistogram) {
    counts.merge(other.counts) { $0 + $1 }
    total += other.total
  }

  /// The value at the share `p` of the sorted values, between 0 and 1; nil where there is none.
  func quantile(_ p: Double) -> Int? {
    let position = Double(total) * p
    var sum: Int64 = 0
    for (value, count) in counts.sorted(by: { $0.key < $1.key }) {
      sum += count
      // With an even number of values the lower one of the middle two.
      if Double(sum) >= position { return value }
    }
    return nil
  }
}

/// The distribution of positive numbers relative to their phone's median, in steps of one percent: phones of different
/// pace are pooled by the shape of what they do.
struct ShapeHistogram: Sendable, Hashable {
  /// Steps of a factor e.
  private static let steps = 100.0
  /// Fewer numbers of a phone than this say nothing of its shape.
  static let fewestNumbers = 20

  private var bins = WholeNumberHistogram()

  var count: Int64 { bins.total }

  mutating func add(phone numbers: [Double]) {
    guard numbers.count >= Self.fewestNumbers else { return }
    let median = numbers.sorted()[(numbers.count - 1) / 2]
    guard median > 0 else { return }
    for number in numbers where number > 0 {
      bins.add(Int((Elementary.log(number / median) * Self.steps).rounded(.down)))
    }
  }

  mutating func merge(_ other: ShapeHistogram) { bins.merge(other.bins) }

  /// The distance of Kolmogorov and Smirnov between two shapes, exact to a step; nil where one is empty.
  func distance(to other: ShapeHistogram) -> Double? {
    guard count > 0, other.count > 0 else { return nil }
    var (own, others, largest) = (Int64(0), Int64(0), 0.0)
    for bin in Set(bins.counts.keys).union(other.bins.counts.keys).sorted() {
      own += bins.counts[bin] ?? 0
      others += other.bins.counts[bin] ?? 0
      largest = max(largest, abs(Double(own) / Double(count) - Double(others) / Double(other.count)))
    }
    return largest
  }
}
