import OutputAnalysis
import ResultsStore

struct StudyDetails {
  struct Place: Hashable {
    let point, policy: String
  }

  private(set) var places: [Place] = []
  /// Days after warm-up, over all devices and replications.
  private(set) var days: [Place: Double] = [:]
  /// Mean staleness at opens of each device that has opens, ascending.
  private(set) var staleness: [Place: [Double]] = [:]
  private(set) var withoutOpens: [Place: Int] = [:]
  /// The energy by component and cause, in joules after warm-up; empty for a study without `energy` in `record`.
  private(set) var energy: [Place: [EnergyKey: Double]] = [:]
  private(set) var components: [Place: [String: Double]] = [:]
  private(set) var waits: [Place: [String: DelaySketch]] = [:]
  /// The hours of waiting by reason, with an entry for each hour of the day; empty for a study without `attempts` in `record`.
  private(set) var held: [Place: [String: [Double]]] = [:]

  struct EnergyKey: Hashable {
    let component, cause: String
  }

  private struct BlockedHour: Hashable {
    let reason: String
    let hour: Int
  }

  init(_ file: ResultsFile) throws {
    let all = try file.policyRuns(metrics: []).map { run in
      (id: run.runID, place: Place(point: run.designPoint, policy: run.policy))
    }
    places = all.map(\.place).unique
    let byRun = Dictionary(grouping: all, by: \.id).mapValues { $0.map(\.place) }
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
    // Whole microjoules, of which sums are exact.
    let energies = try file.sums(of: { Double($0.observedNanojoules / 1000) }, in: EnergyRow.table) {
      EnergyKey(component: $0.component, cause: $0.cause)
    }
    for (runID, sums) in energies {
      for place in byRun[runID] ?? [] {
        energy[place, default: [:]].merge(sums.mapValues { $0 / 1e6 }, uniquingKeysWith: +)
      }
    }
    var waits: [Place: [String: DelaySketch]] = [:]
    try file.eachDoneRow(of: AttemptRow.table) { run, row in
      guard let length = row.waitLength else { return }
      let isCensored = row.waitEnd != "launched" && row.waitEnd != "delivered"
      for place in byRun[run.runID] ?? [] {
        waits[place, default: [:]][row.mechanism, default: DelaySketch()].add(
          Double(length) / 1e6, isCensored: isCensored)
      }
    }
    self.waits = waits
    let hours = try file.sums(of: { Double($0.microseconds) }, in: BlockedRow.table) {
      BlockedHour(reason: $0.reason, hour: $0.hour)
    }
    for (runID, sums) in hours {
      for (key, sum) in sums where (0..<24).contains(key.hour) {
        let reason = key.reason == "joint" ? "several together" : key.reason
        for place in byRun[runID] ?? [] {
          held[place, default: [:]][reason, default: Array(repeating: 0, count: 24)][key.hour] += sum / 3.6e9
        }
      }
    }
  }

  /// The places that share a figure and its axes: all places, or the places of one policy if too many lines share the colors.
  var figures: [(title: String, places: [Place])] {
    let hasPoints = Set(places.map(\.point)).count > 1
    guard hasPoints, places.count > PlotColor.distinct else { return [("", places)] }
    return places.map(\.policy).unique.map { policy in
      (" under \(policy)", places.filter { $0.policy == policy })
    }
  }

  func name(_ place: Place, in others: [Place]) -> String {
    let points = places.map(\.point).unique
    let hasPolicies = Set(others.map(\.policy)).count > 1
    guard points.count > 1 else { return place.policy }
    return (hasPolicies ? "\(place.policy), " : "") + PointWords(points)(place.point)
  }
}

/// Short names of the design points and the factors of a study: the last steps of a key path that identify it.
struct PointWords: Sendable {
  private let factors: [String: String]
  private let hasArms: Bool

  init(_ points: [String]) {
    let paths = points.flatMap { Self.levels($0).map(\.path) }.unique
    factors = Dictionary(uniqueKeysWithValues: paths.map { ($0, Self.short($0, among: paths)) })
    hasArms = Set(points.map(Self.arm)).count > 1
  }

  /// `earliestBegin 30 min, discretionary true`, with the arm if there are several.
  func callAsFunction(_ point: String) -> String {
    let levels = Self.levels(point).map { "\(factor($0.path)) \($0.value)" }
    return ((hasArms || levels.isEmpty ? [Self.arm(point)] : []) + levels).joined(separator: ", ")
  }

  func factor(_ path: String) -> String { factors[path] ?? path }

  func level(_ level: FactorLevel) -> String {
    level.name == FactorDesign.Factor.arms ? level.value : "\(factor(level.name)) \(level.value)"
  }

  private static func arm(_ point: String) -> String { String(point.prefix { $0 != ";" }) }

  private static func levels(_ point: String) -> [(path: String, value: String)] {
    point.split(separator: ";").dropFirst().map { level in
      let path = level.prefix { $0 != "=" }
      return (String(path), String(level.dropFirst(path.count + 1)))
    }
  }

  private static func short(_ path: String, among paths: [String]) -> String {
    let steps = path.split(separator: ".")
    for count in 1..<max(2, steps.count) {
      let words = steps.suffix(count).joined(separator: ".")
      if !paths.contains(where: { $0 != path && $0.hasSuffix(".\(words)") }) { return words }
    }
    return path
  }
}
