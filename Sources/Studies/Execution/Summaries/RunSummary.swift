import Basics
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import StudyReports
import Workload

/// The figures that developers ask for most, for each app and task over the devices of one replication.
package struct RunSummary: Sendable, Record {
  private(set) var rows: [Row]
  /// Least share of fresh opens on a device that is not stale.
  static let staleShare = 0.7
  let segments: [SegmentRow]
  private let heading: String

  struct Key: Hashable, Sendable {
    var app: Int
    var mechanism: Mechanism
    /// Empty for all tasks of the mechanism.
    var task = ""
  }

  package init(
    _ study: Study, policy: Int, replication: Int, devices: [Int], jobs: Int, bundleID: String? = nil,
    point: String = "base"
  ) throws {
    let found = try PhoneSample.concurrently(devices.count, jobs: jobs) {
      index throws(SimulationFailure) -> DeviceRuns in
      let replay = DeviceReplay(study, policy: policy, replication: replication, device: devices[index])
      return try DeviceRuns(replay, bundleID: bundleID)
    }
    var opens: [Int: [OpenObservation]] = [:]
    var waits: [Key: MechanismTotals] = [:]
    for app in found.flatMap(\.apps) {
      if app.hasContent { opens[app.specification, default: []] += app.opens }
      for (mechanism, found) in zip(Mechanism.allCases, app.mechanisms) {
        waits[Key(app: app.specification, mechanism: mechanism), default: MechanismTotals()].add(found)
      }
    }
    var rows: [Key: Row] = [:]
    for device in found {
      for (key, histories) in device.tasks {
        rows[
          key,
          default: Row(
            app: study.apps[key.app].bundleID, key: key, freshOpens: opens[key.app]?.freshShare,
            stalest: (opens[key.app] ?? []).stalestHour,
            deliveries: waits[Key(app: key.app, mechanism: key.mechanism)] ?? MechanismTotals())
        ].add(histories, end: device.end)
      }
    }
    func order(_ key: Key) -> (Int, UInt8, String) { (key.app, key.mechanism.rawValue, key.task) }
    self.rows = rows.values.sorted { order($0.key) < order($1.key) }
    segments = SegmentRow.rows(found)
    heading =
      "\(CountText.text(devices.count, "device")), \(study.horizonText), "
      + "\(study.policies[policy].label), replication \(replication), design point \(point)"
  }

  package var page: TextPage {
    func share(_ name: String, _ value: @escaping (Row) -> Double?) -> Column<Row> {
      .init(name, .right) { row in value(row).map { "\(($0 * 1000).rounded() / 10) %" } ?? "" }
    }
    func span(_ name: String, _ value: @escaping (Row) -> Double?) -> Column<Row> {
      .init(name, .right) { row in value(row).map { TimeWords.span(.seconds($0)) } ?? "not reached" }
    }
    let name = Column<Row>.page("task", name)
    let kind = Column<Row>.page("mechanism", \.key.mechanism.name)
    let often = TextTable(
      rows,
      [
        name, kind, .init("devices", .right) { "\($0.devices)" },
        .init("runs/day", .right) { DigitsText.hundredths($0.runsPerDay) },
        span("next: median") { $0.next(0.5) }, span("p90") { $0.next(0.9) },
        span("p99") { $0.next(0.99) }, share("days without", \.daysWithoutRun),
      ])
    let soon = TextTable(
      rows,
      [
        name, kind, span("first run", \.firstRun), share("by 15 min") { $0.delivered(by: 900) },
        share("1 h") { $0.delivered(by: 3600) }, share("24 h") { $0.delivered(by: 86_400) },
        share("fresh opens", \.freshOpens),
        .init("stalest hour", .right) { row in
          row.stalest.map { "\($0.hour) h: \(DigitsText.percent($0.share))" } ?? ""
        }, .init("blocks most", \.blocksMost),
      ])
    var page = TextPage(heading)
    for section in [SegmentRow.page(segments), TextPage("How often", often), TextPage("How soon", soon)] {
      page.addGap()
      page.add(section)
    }
    page.addGap()
    page.add(Self.legend)
    page.add(
      "The columns next, first run, runs/day, days without, and blocks most include the warm-up. The other columns exclude it."
    )
    return page
  }

  private static let legend: Legend = [
    "next: median, p90, p99": "time from one run to the next",
    "days without": "share of device-days without a run",
    "first run": "median time from the installation to the first run",
    "by 15 min, 1 h, 24 h": "share of waits that ended by then; a transfer ends with its last byte",
    "fresh opens": "share of opens with fresh content",
    "stalest hour": "local hour with the smallest share of fresh opens",
    "blocks most": "reason with the longest total wait",
    "task": "identifier, or app and mechanism, without the common prefix of all apps",
  ]

  /// The identifier where it begins with the app's, or else both; without what the ids of all apps begin with.
  private func name(of row: Row) -> String {
    let name = row.key.task.hasPrefix(row.app) ? row.key.task : "\(row.app) \(row.key.task)"
    return String(name.dropFirst(commonPrefix.count))
  }

  private var commonPrefix: String { Self.commonPrefix(rows.map(\.app)) }

  /// Whole words with their dots that the ids of all apps begin with, such as `org.example.`.
  package static func commonPrefix(_ ids: [String]) -> String {
    var words = ids.first.map { $0.split(separator: ".").dropLast().map(String.init) } ?? []
    while !words.isEmpty, !ids.allSatisfy({ $0.hasPrefix(words.joined(separator: ".") + ".") }) {
      words.removeLast()
    }
    return words.isEmpty ? "" : words.joined(separator: ".") + "."
  }

  package static let record: Table<Self> = ["heading": \.heading, "segments": \.segments, "rows": \.rows]

  struct Row: Sendable, Record {
    let app: String
    let key: Key
    /// The share of fresh opens of the app after warm-up; nil without content or opens.
    let freshOpens: Double?
    /// The local hour with the least share of fresh opens.
    let stalest: (hour: Int, share: Double)?
    /// The deliveries of its app and mechanism after warm-up.
    let deliveries: MechanismTotals
    private(set) var devices = 0
    /// Times from the installation to the first run, and from run to run; the last wait of each device is cut off.
    private var first: [KaplanMeier.Observation] = []
    private var next: [KaplanMeier.Observation] = []
    private var runs = 0
    private var observed = TimeSpan.zero
    private var (days, emptyDays) = (0, 0)
    private var waits = WaitTotals([])

    init(
      app: String, key: Key, freshOpens: Double?, stalest: (Int, Double)?, deliveries: MechanismTotals
    ) {
      (self.app, self.key, self.freshOpens, self.deliveries) = (app, key, freshOpens, deliveries)
      self.stalest = stalest
    }

    mutating func add(_ histories: [History.Item], end: Instant) {
      let launches = histories.compactMap(\.launched).sorted()
      devices += 1
      waits.merge(WaitTotals(histories))
      runs += launches.count
      let length = end - Instant.zero
      first.append(
        .init(length: ((launches.first ?? end) - Instant.zero).seconds, isCensored: launches.isEmpty))
      next += zip(launches, launches.dropFirst()).map { .init(length: ($1 - $0).seconds, isCensored: false) }
      if let last = launches.last { next.append(.init(length: (end - last).seconds, isCensored: true)) }
      let wholeDays = Int(length.microseconds / TimeSpan.day.microseconds)
      observed += length
      days += wholeDays
      emptyDays += wholeDays - Set(launches.map(\.day).filter { $0 < wholeDays }).count
    }

    /// Seconds to the first run: median; nil where it is not reached by half of the devices.
    var firstRun: Double? { (try? KaplanMeier(first))?.quantile(0.5) }

    /// A quantile of the seconds from one run to the next; nil where it is not reached.
    func next(_ share: Double) -> Double? { (try? KaplanMeier(next))?.quantile(share) }

    func delivered(by seconds: Double) -> Double? {
      deliveries.deliveredShare(by: seconds, of: key.mechanism)
    }

    var runsPerDay: Double { observed > .zero ? Double(runs) / observed.days : 0 }

    /// Share of whole device-days without a run.
    var daysWithoutRun: Double { days > 0 ? Double(emptyDays) / Double(days) : 0 }

    var blocksMost: String {
      waits.mostBlocking.map { "\($0.reason.name) (\(Int(($0.share * 100).rounded())) %)" } ?? "nothing"
    }

    package static let record: Table<Self> = [
      "app": \.app, "task": \.key.task, "mechanism": \.key.mechanism.name, "devices": \.devices,
      "first_run_median_s": \.firstRun, "next_run_median_s": { $0.next(0.5) },
      "next_run_p90_s": { $0.next(0.9) }, "next_run_p99_s": { $0.next(0.99) },
      "runs_per_day": \.runsPerDay, "days_without_run_share": \.daysWithoutRun,
      "fresh_open_share": \.freshOpens, "stalest_hour": \.stalest?.hour,
      "stalest_hour_fresh_share": \.stalest?.share,
      "delivered_by_15min": { $0.delivered(by: 900) },
      "delivered_by_1h": { $0.delivered(by: 3600) }, "delivered_by_24h": { $0.delivered(by: 86_400) },
      "blocks_most": \.blocksMost,
    ]
  }
}

/// The runs of some apps on one device.
struct DeviceRuns: Sendable {
  private(set) var tasks: [RunSummary.Key: [History.Item]] = [:]
  let apps: [AppResult]
  /// The runs of the chosen apps, after warm-up.
  let outcomes: [AppRuns]
  /// Nil on a device without any of the apps.
  let segment: UserSegment?
  let end: Instant

  init(_ replay: DeviceReplay, bundleID: String?) throws(SimulationFailure) {
    let result = try replay.run(records: [.log, .blocking])
    let plan = replay.plan
    let history = History(result, of: plan)
    (apps, end) = (result.apps, plan.end)
    let chosen = plan.apps.indices.filter { bundleID == nil || plan.apps[$0].bundleID == bundleID }
      .compactMap { index in plan.apps[index].specification.map { (index: Int32(index), specification: $0) } }
    outcomes = chosen.map { AppRuns(history, result, plan, app: $0.index) }
    let conditions = chosen.map { DeviceConditions(history, app: $0.index, plan: plan) }
    let opportunity = result.opportunityByHour.reduce(TimeSpan.zero) { $0 + $1 }
    segment = chosen.isEmpty ? nil : UserSegment(conditions: conditions, opportunity: opportunity)
    for (app, specification) in chosen {
      let own = history.items.filter { $0.app == app }
      for (name, histories) in Dictionary(grouping: own, by: DeclaredTask.of) {
        tasks[.init(app: specification, mechanism: name.mechanism, task: name.name)] = histories
      }
    }
  }

  /// A phone that only moves files has none.
  var runs: Int { outcomes.reduce(0) { $0 + $1.runs } }
  var appDays: Double { outcomes.reduce(0) { $0 + $1.days } }
  var gaps: [Double] { outcomes.flatMap(\.gaps) }
  /// The opens of apps with content.
  var opens: [OpenObservation] { outcomes.flatMap { $0.opens ?? [] } }
}

/// The runs of one app on one device after warm-up. Transfers, and the launches at their ends, are no runs.
struct AppRuns: Sendable {
  let days: Double
  let runs: Int
  /// Seconds between one run and the next.
  let gaps: [Double]
  /// The opens that count for freshness; nil without content.
  let opens: [OpenObservation]?

  init(_ history: History, _ result: DeviceResult, _ plan: DevicePlan, app: Int32) {
    days = max(0, (plan.end - plan.warmUpEnd).days)
    let launches = history.items.filter { item in
      item.app == app && !item.isSynthetic && !item.mechanism.isTransfer && item.mechanism != .wake
        && item.launched.map { $0 >= plan.warmUpEnd } ?? false
    }.compactMap(\.launched).sorted()
    runs = launches.count
    gaps = zip(launches, launches.dropFirst()).map { ($1 - $0).seconds }
    let specification = plan.apps[Int(app)].specification
    opens = result.apps.first { $0.specification == specification && $0.hasContent }?.opens
  }
}

extension [OpenObservation] {
  var fresh: Int { count(where: \.isFresh) }
  /// Nil without opens.
  var freshShare: Double? { isEmpty ? nil : Double(fresh) / Double(count) }
}
