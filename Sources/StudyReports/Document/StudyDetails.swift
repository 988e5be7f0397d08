import OutputAnalysis
import ResultsStore

/// The distributions behind a study's estimates, by design point and policy in the order of the study.
struct StudyDetails {
  /// A policy in a design point.
  struct Place: Hashable {
    let point: String
    let policy: String
  }

  /// Waits held back by a reason at the hours of the day, in hours of waiting.
  struct HeldHours {
    /// By reason, an entry for each hour of the day.
    var hours: [String: [Double]] = [:]

    mutating func add(_ amounts: [Double], for reason: String) {
      for (hour, amount) in amounts.enumerated() {
        hours[reason, default: Array(repeating: 0, count: 24)][hour] += amount
      }
    }
  }

  private(set) var places: [Place] = []
  /// Days after warm-up, over all devices and replications.
  private(set) var days: [Place: Double] = [:]
  /// Mean staleness at opens of each device that has opens, ascending.
  private(set) var staleness: [Place: [Double]] = [:]
  /// Devices without opens, over all replications.
  private(set) var withoutOpens: [Place: Int] = [:]
  /// Joules by component and cause, after warm-up; empty where they were not recorded.
  private(set) var energy: [Place: [EnergyKey: Double]] = [:]
  /// Joules by component alone, which every run keeps.
  private(set) var components: [Place: [String: Double]] = [:]
  /// Waits by mechanism; empty where they were not recorded.
  private(set) var waits: [Place: [String: DelaySketch]] = [:]
  private(set) var held: [Place: HeldHours] = [:]

  struct EnergyKey: Hashable {
    let component: String
    let cause: String
  }

  /// The reason in whose name several reasons together hold an item back.
  static let jointReason = "several together"

  init(_ file: ResultsFile) throws {
    var byRun: [String: [Place]] = [:]
    for run in try file.policyRuns() {
      let place = Place(point: run.designPoint, policy: run.policy)
      if days[place] == nil {
        places.append(place)
        days[place] = 0
      }
      byRun[run.runID, default: []].append(place)
    }
    // In the order of the study: sums of floating-point numbers depend on their order.
    for run in try file.runs() {
      guard let places = byRun[run.runID] else { continue }
      let devices = try file.deviceFacts(of: run.runID)
      let components = try file.metrics(of: run.runID, scope: .component)
      for place in places {
        days[place, default: 0] += devices.reduce(0) { $0 + $1.days }
        staleness[place, default: []] += devices.compactMap(\.stalenessSeconds)
        withoutOpens[place, default: 0] += devices.count { $0.stalenessSeconds == nil }
        for row in components where row.metric == "energy_j_per_day" {
          self.components[place, default: [:]][row.entity, default: 0] += row.fraction?.numerator ?? 0
        }
      }
    }
    for place in places { staleness[place]?.sort() }
    for row in try file.energyTotals() {
      let key = EnergyKey(component: row.component, cause: row.cause)
      for place in byRun[row.runID] ?? [] {
        energy[place, default: [:]][key, default: 0] += Double(row.microjoules) / 1e6
      }
    }
    try readWaits(file, byRun)
  }

  private mutating func readWaits(_ file: ResultsFile, _ byRun: [String: [Place]]) throws {
    var waits: [Place: [String: DelaySketch]] = [:]
    var held: [Place: HeldHours] = [:]
    try file.eachWait { wait in
      for place in byRun[wait.runID] ?? [] {
        if let length = wait.microseconds {
          waits[place, default: [:]][wait.mechanism, default: DelaySketch()].add(
            Double(length) / 1e6, isCensored: wait.isCensored)
        }
        let total = wait.held.reduce(Double(wait.heldJointlyMicroseconds)) { $0 + Double($1.microseconds) }
        guard total > 0 else { continue }
        let hours = Self.hours(from: Double(wait.heldFromMicroseconds), lasting: total)
        for share in wait.held where share.microseconds > 0 {
          held[place, default: HeldHours()].add(
            hours.map { $0 * Double(share.microseconds) / total }, for: share.reason)
        }
        if wait.heldJointlyMicroseconds > 0 {
          held[place, default: HeldHours()].add(
            hours.map { $0 * Double(wait.heldJointlyMicroseconds) / total }, for: Self.jointReason)
        }
      }
    }
    self.waits = waits
    self.held = held
  }

  /// The hours of a stretch of time that fall into each hour of the day.
  ///
  /// - Parameters:
  ///   - start: Microseconds since a local midnight.
  ///   - length: Microseconds, above 0.
  static func hours(from start: Double, lasting length: Double) -> [Double] {
    let hour = 3.6e9
    // Whole days hold every hour once.
    let wholeDays = (length / (24 * hour)).rounded(.down)
    var hours = Array(repeating: wholeDays, count: 24)
    var rest = length - wholeDays * 24 * hour
    var place = start.truncatingRemainder(dividingBy: 24 * hour)
    if place < 0 { place += 24 * hour }
    while rest > 0 {
      let index = min(23, Int(place / hour))
      let piece = min(rest, Double(index + 1) * hour - place)
      guard piece > 0 else { break }
      hours[index] += piece / hour
      rest -= piece
      place = index == 23 ? 0 : Double(index + 1) * hour
    }
    return hours
  }

  /// Design points in their order.
  var points: [String] {
    var seen: Set<String> = []
    return places.map(\.point).filter { seen.insert($0).inserted }
  }

  /// Policies of a design point in their order.
  func places(in point: String) -> [Place] { places.filter { $0.point == point } }
}
