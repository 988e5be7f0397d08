import Basics
import OutputAnalysis
import RandomStreams

/// A recorded phone compared with simulations of the same phone and requests under policies.
package struct LogComparison: Sendable {
  package struct Run: Sendable {
    package let policy: String
    package var classes: [RequestClass: ClassOutcome] = [:]
    package var pushesDelivered = 0
    /// Energy of the phone in the screen-off time that the charge counter covers, in joules.
    package var screenOffJoules = 0.0

    package init(policy: String) { self.policy = policy }
  }

  /// The reading of the phone's charge counter for the time with the screen off and no charger.
  package struct Counter: Sendable, Hashable {
    package var seconds = 0.0
    package var milliampereHours = 0.0
    /// Nil where a reading has no voltage.
    package var joules: Double? = 0

    package init() {}
  }

  package var title: String
  package var observed: [RequestClass: ClassOutcome] = [:]
  package var pushes = (received: 0, delivered: 0)
  package var counter = Counter()
  package var runs: [Run] = []
  package var notes: [String] = []

  package init(title: String) { self.title = title }

  private func row(_ kind: RequestClass, _ run: Run) -> ClassComparison {
    ClassComparison(kind, observed[kind] ?? ClassOutcome(), run.classes[kind] ?? ClassOutcome())
  }

  package var page: TextPage {
    var page: TextPage = "\(title): the phone's log, and the same requests under each policy"
    for note in notes { page.add("- \(note)") }
    for kind in observed.keys.sorted() {
      page.addGap()
      page.add("\(kind.name): \(CountText.text(observed[kind]?.requests ?? 0, "request"))")
      page.add(table(kind))
    }
    page.addGap()
    page.add(deviceTable)
    page.addGap()
    page.add(Self.legend)
    return page
  }

  private func table(_ kind: RequestClass) -> TextTable {
    let phone = observed[kind] ?? ClassOutcome()
    var sides = [(name: "the phone", outcome: phone, comparison: ClassComparison?.none)]
    sides += runs.map { ($0.policy, $0.classes[kind] ?? ClassOutcome(), row(kind, $0)) }
    func number(_ value: Double?) -> String { value.map { NumberText.fixed($0, decimals: 2) } ?? "–" }
    return TextTable(
      sides,
      [
        .page("on") { $0.name }, .page("ran", .right) { "\($0.outcome.positions.count)" },
        .page("share", .right) { $0.outcome.share.map { "\(NumberText.percent($0)) %" } ?? "–" },
        .page(kind.band == .unknown ? "hours" : "wait", .right) { number($0.outcome.quantile(0.5)) },
        .page("90 %", .right) { number($0.outcome.quantile(0.9)) },
        .page("most at") { $0.outcome.busiestHours },
        .page("distance", .right) { side in
          guard let row = side.comparison else { return "" }
          return row.distance.map { "\(number($0.distance)) (\(number($0.lower))–\(number($0.upper)))" }
            ?? "–"
        },
        .page("verdict") { $0.comparison?.verdict.rawValue ?? "" },
        .page("held by") { $0.comparison?.reasons ?? "" },
      ], indentation: 2, subject: kind.name)
  }

  private var deviceTable: TextTable {
    var sides: [(name: String, pushes: Int, joules: Double?, charge: Double?)] = [
      ("the phone's log", pushes.delivered, counter.joules, counter.milliampereHours)
    ]
    // As charge, at the mean voltage of the counter's readings.
    let voltage = (counter.joules ?? 0) / max(counter.milliampereHours, 1e-9)
    sides += runs.map {
      ($0.policy, $0.pushesDelivered, $0.screenOffJoules, voltage > 0 ? $0.screenOffJoules / voltage : nil)
    }
    let hours = NumberText.fixed(counter.seconds / 3600, decimals: 1)
    func number(_ value: Double?) -> String {
      value.flatMap { counter.seconds > 0 ? NumberText.fixed($0, decimals: 0) : nil } ?? "–"
    }
    return TextTable(
      sides,
      [
        .page("whole phone") { $0.name },
        .page("pushes delivered of \(pushes.received)", .right) { "\($0.pushes)" },
        .page("screen off, unplugged (\(hours) h): J", .right) { number($0.joules) },
        .page("mAh", .right) { number($0.charge) },
      ])
  }

  private static let legend: Legend = [
    "wait": "median of (start − opening) / length of the window",
    "hours": "median wait in hours from the first logged time, because the log has no windows",
    "90 %": "90th percentile of the wait",
    "most at": "the hours of the day with the most starts",
    "distance":
      "Kolmogorov–Smirnov distance of the waits that ended with a start, with its 95 % bootstrap interval",
    "inside": "the interval of the distance ends at or below 0.2",
    "outside": "the interval of the distance begins above 0.2",
    "not decided": "the interval of the distance contains 0.2",
    "too few to tell": "fewer than 20 starts in the log or in the simulation",
    "starts only": "the log has only start times, so compare the share that ran",
    "held by": "shares of the simulated waits by reason; slumber rules explains the reasons",
  ]

  /// Two step functions a class and policy: the share that has run by a part of the window.
  package var svg: String {
    let kinds = observed.keys.sorted()
    let shares = [0, 0.5, 1].map { (value: $0, text: "\(NumberText.percent($0)) %") }
    let panels = runs.flatMap { run in
      kinds.map { kind in
        PanelChart.Panel(
          title: "\(run.policy): \(kind.name)", axis: PlotAxis(shares, from: 0, to: 1),
          lines: [observed[kind], run.classes[kind]].map { Self.steps($0?.positions ?? []) })
      }
    }
    return PanelChart(
      title: title, panels: panels, columns: 2, panelHeight: 130,
      axis: PlotAxis([0, 0.5, 1, 1.5, 2].map { ($0, NumberText.fixed($0, decimals: 1)) }, from: 0, to: 2),
      axisTitles: ("wait / window (hours where the window is not known)", "share of the starts"),
      categories: ["phone", "simulated"]
    ).svg
  }

  private static func steps(_ values: [Double]) -> [PlotPoint] {
    guard !values.isEmpty else { return [] }
    var corners: [PlotPoint] = [(0, 0)]
    for (place, value) in values.sorted().enumerated() {
      let x = min(max(value, 0), 2)
      corners += [(x, corners[corners.count - 1].y), (x, Double(place + 1) / Double(values.count))]
    }
    return corners + [(2, 1)]
  }
}

/// Requests that a scheduler should treat alike: by their flags and the length of their window.
package struct RequestClass: Hashable, Sendable, Comparable {
  package enum Band: Int, Sendable, CaseIterable {
    case upTo1Hour, upTo6Hours, upTo1Day, longer, unknown

    package init(hours: Double?) {
      self =
        hours.map { $0 <= 1 ? .upTo1Hour : $0 <= 6 ? .upTo6Hours : $0 <= 24 ? .upTo1Day : .longer }
        ?? .unknown
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
  /// The wait by request, nil if it did not run: (start − opening) / length of the window, or hours for a log without windows.
  package private(set) var waits: [Double?] = []
  /// Starts by local hour.
  package private(set) var hours = [Int](repeating: 0, count: 24)
  /// The seconds of waiting by reason; empty for the phone.
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

extension LogComparison: Record {
  package static let record: Table<Self> = [
    "title": \.title, "notes": \.notes, "pushes_received": \.pushes.received,
    "pushes_delivered": \.pushes.delivered, "screen_off_s": \.counter.seconds,
    "screen_off_mah": \.counter.milliampereHours, "screen_off_j": \.counter.joules,
    "policies": { log in
      log.runs.json([
        "policy": \.policy, "pushes_delivered": \.pushesDelivered,
        "screen_off_j": { log.counter.seconds > 0 ? $0.screenOffJoules : nil },
        "classes": { run in log.observed.keys.sorted().map { log.row($0, run) }.json(ClassComparison.table)
        },
      ])
    },
  ]
}

extension ClassComparison {
  fileprivate static let table: Table<Self> = [
    "class": \.kind.name, "requires_power": \.kind.power, "requires_network": \.kind.network,
    "requires_idle": \.kind.idle, "observed": \.observed, "simulated": \.simulated,
    "distance": \.distance?.distance, "distance_lower": \.distance?.lower,
    "distance_upper": \.distance?.upper, "verdict": \.verdict.rawValue,
    "held_s": {
      JSONValue.object($0.simulated.held.sorted { $0.key < $1.key }.map { .init($0.key, .number($0.value)) })
    },
  ]
}

extension ClassOutcome: Record {
  package static let record: Table<Self> = [
    "requests": \.requests, "ran": \.positions.count, "share_run": \.share, "waits_per_window": \.waits,
    "starts_by_hour": \.hours,
  ]
}
