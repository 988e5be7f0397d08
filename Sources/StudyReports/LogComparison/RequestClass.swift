import Basics
import OutputAnalysis
import RandomStreams

/// Requests that a scheduler should treat alike: by their flags and the length of their window.
package struct RequestClass: Hashable, Sendable, Comparable {
  package enum Band: Int, Sendable, CaseIterable {
    case upTo1Hour, upTo6Hours, upTo1Day, longer, unknown

    package init(hours: Double?) {
      guard let hours else {
        self = .unknown
        return
      }
      self = hours <= 1 ? .upTo1Hour : hours <= 6 ? .upTo6Hours : hours <= 24 ? .upTo1Day : .longer
    }

    var words: String {
      switch self {
      case .upTo1Hour: "window to 1 h"
      case .upTo6Hours: "window 1–6 h"
      case .upTo1Day: "window 6–24 h"
      case .longer: "window over 1 d"
      case .unknown: "window not known"
      }
    }
  }

  package let power, network, idle: Bool
  package let band: Band
  /// Whether they are transfers that leave the time to the system.
  package let isTransfer: Bool

  package init(power: Bool, network: Bool, idle: Bool, band: Band) {
    (self.power, self.network, self.idle, self.band, isTransfer) = (power, network, idle, band, false)
  }

  package static let transfer = RequestClass()

  private init() { (power, network, idle, band, isTransfer) = (false, true, false, .unknown, true) }

  /// `power, network; window 6–24 h`.
  package var name: String {
    if isTransfer { return "discretionary transfer" }
    let flags = [power ? "power" : nil, network ? "network" : nil, idle ? "idle" : nil].compactMap(\.self)
    return (flags.isEmpty ? "no flag" : flags.joined(separator: ", ")) + "; " + band.words
  }

  private var order: (Int, Int) {
    (band.rawValue, (isTransfer ? 8 : 0) + (power ? 4 : 0) + (network ? 2 : 0) + (idle ? 1 : 0))
  }

  package static func < (a: RequestClass, b: RequestClass) -> Bool { a.order < b.order }
}

/// The starts and waits of the requests of a class, on the phone or under a policy, in the same order.
package struct ClassOutcome: Sendable, Hashable {
  /// By request, nil where it did not run: (start − opening) / length of the window, or hours where the log has no window.
  package private(set) var waits: [Double?] = []
  /// Starts by local hour.
  package private(set) var hours = [Int](repeating: 0, count: 24)
  /// Seconds by what held them while they waited; empty for the phone.
  package var held: [String: Double] = [:]

  package init() {}

  package mutating func add(_ start: (wait: Double, hour: Int)?) {
    waits.append(start?.wait)
    if let start { hours[start.hour] += 1 }
  }

  package var requests: Int { waits.count }
  package var positions: [Double] { waits.compactMap(\.self) }
  /// The waits to the hundredth. Logs cut times to the second, and many requests start at the same place of their windows: the
  /// cut alone would set all of these apart.
  var compared: [Double?] { waits.map { $0.map { ($0 * 100).rounded() / 100 } } }
  var share: Double? { requests > 0 ? Double(positions.count) / Double(requests) : nil }

  func quantile(_ probability: Double) -> Double? { try? SampleQuantile.linear(probability, of: positions) }

  /// The three hours with the most starts: `02, 03, 23`.
  var busiestHours: String {
    let busiest = hours.indices.filter { hours[$0] > 0 }.sorted { (hours[$1], $0) < (hours[$0], $1) }
    return busiest.prefix(3).sorted().map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ", ")
  }
}

struct ClassComparison {
  let kind: RequestClass
  let observed, simulated: ClassOutcome
  let distance: KolmogorovSmirnov?
  let verdict: KolmogorovSmirnov.Verdict

  init(_ kind: RequestClass, _ observed: ClassOutcome, _ simulated: ClassOutcome) {
    (self.kind, self.observed, self.simulated) = (kind, observed, simulated)
    let stream = RandomStream(.bootstrap)
    distance = KolmogorovSmirnov(Array(zip(observed.compared, simulated.compared))) {
      stream.integer(below: $0)
    }
    // Made where the phone has started them, they have no wait there that a policy could share.
    let isByStarts =
      kind.band == .unknown && !observed.positions.isEmpty && observed.positions.allSatisfy { $0 == 0 }
    verdict =
      isByStarts
      ? .startsOnly
      : KolmogorovSmirnov.verdict(distance, of: (observed.positions.count, simulated.positions.count))
  }

  /// `score 61 %, energyBudget 20 %`: what held the requests most of their time.
  var reasons: String {
    let whole = simulated.held.values.reduce(0, +)
    guard whole > 0 else { return "" }
    return simulated.held.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map { name, time in
      "\(name) \(NumberText.fixed(100 * time / whole, decimals: 0)) %"
    }.joined(separator: ", ")
  }
}
