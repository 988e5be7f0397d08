import EventSimulation
import OutputAnalysis
import PhoneSimulation
import StudyFormat
import Workload

extension RunSummary {
  /// Sums over the devices for one series.
  struct Sums {
    var devices = 0
    var first: [KaplanMeier.Observation] = []
    var next: [KaplanMeier.Observation] = []
    var runs = 0
    var observed = TimeSpan.zero
    var days = 0
    var emptyDays = 0
    var waits = WaitTotals([])
  }

  /// The runs and waits of one device by series.
  struct DeviceRuns: Sendable {
    struct Series: Sendable {
      var app: Int
      var name: String
      var mechanism: Mechanism
      var histories: [ItemHistory]
    }
    var series: [Series] = []
    var opens: [Int: (fresh: Int, all: Int)] = [:]
    var waits: [Waits.Key: Waits] = [:]
    var end: Instant
    /// Nil on a device without any of the apps.
    var segmentRuns: SegmentRuns?

    init(_ replay: DeviceReplay, bundleID: String?) throws(SimulationFailure) {
      let explainer = try Explainer(replay)
      end = replay.plan.end
      for (index, app) in replay.plan.apps.enumerated() {
        guard let specification = app.specification, bundleID == nil || app.bundleID == bundleID else {
          continue
        }
        let own = explainer.histories(app: Int32(index), series: nil)
        series += Dictionary(grouping: own, by: DeclaredSeries.of).map {
          Series(app: specification, name: $0.key.name, mechanism: $0.key.mechanism, histories: $0.value)
        }
      }
      for app in explainer.result.apps {
        for mechanism in Mechanism.allCases {
          let delays = app.mechanisms[Int(mechanism.rawValue)].delays
          guard !delays.isEmpty else { continue }
          waits[Waits.Key(app: app.specification, mechanism: mechanism)] = Waits(delays)
        }
      }
      segmentRuns = SegmentRuns(
        explainer,
        apps: replay.plan.apps.indices.filter { index in
          let app = replay.plan.apps[index]
          return app.specification != nil && (bundleID == nil || app.bundleID == bundleID)
        })
      for app in explainer.result.apps where app.hasContent {
        opens[app.specification] = (app.opens.count { $0.isFresh }, app.opens.count)
      }
    }
  }
}

extension RunSummary {
  /// The waits of one app and mechanism, over devices.
  struct Waits: Sendable {
    struct Key: Hashable, Sendable {
      var app: Int
      var mechanism: Mechanism
    }

    private var delays = DelaySketch()
    private var competing = QuantileSketch()

    init() {}

    init(_ observations: [DelayObservation]) {
      for delay in observations {
        delays.add(delay.length.seconds, isCensored: delay.isCensored)
        if delay.isCensored, delay.end != .horizon { competing.add(delay.length.seconds) }
      }
    }

    mutating func merge(_ other: Waits) {
      delays.merge(other.delays)
      competing.merge(other.competing)
    }

    /// The shares that ended with a start or delivery by 15 min, 1 h and 24 h; empty without waits.
    var deliveredBy: [Double?] {
      let incidence = CumulativeIncidence(delays, competing: competing)
      return [900, 3600, 86_400].map { incidence.share(by: $0) }
    }
  }
}

extension RunSummary.Sums {
  mutating func add(_ series: RunSummary.DeviceRuns.Series, end: Instant) {
    let launches = series.histories.compactMap(\.launched).sorted()
    devices += 1
    waits.merge(WaitTotals(series.histories))
    runs += launches.count
    let length = end - Instant.zero
    first.append(
      KaplanMeier.Observation(
        length: ((launches.first ?? end) - Instant.zero).seconds, isCensored: launches.isEmpty))
    for (a, b) in zip(launches, launches.dropFirst()) {
      next.append(KaplanMeier.Observation(length: (b - a).seconds, isCensored: false))
    }
    if let last = launches.last {
      next.append(KaplanMeier.Observation(length: (end - last).seconds, isCensored: true))
    }
    let wholeDays = Int(length.microseconds / TimeSpan.day.microseconds)
    let busy = Set(launches.map(\.day).filter { $0 < wholeDays }).count
    observed += length
    days += wholeDays
    emptyDays += wholeDays - busy
  }

  func row(
    app: String, _ series: String, _ mechanism: Mechanism, opens: (fresh: Int, all: Int)?,
    _ waits: RunSummary.Waits
  ) throws -> RunSummary.Row {
    let first = try KaplanMeier(first)
    let next = try KaplanMeier(next)
    let most = self.waits.mostBlocking
    return RunSummary.Row(
      app: app, series: series, mechanism: mechanism, devices: devices, firstRun: first.quantile(0.5),
      nextRunMedian: next.quantile(0.5), nextRun90: next.quantile(0.9), nextRun99: next.quantile(0.99),
      runsPerDay: observed > .zero ? Double(runs) / observed.days : 0,
      daysWithoutRun: days > 0 ? Double(emptyDays) / Double(days) : 0,
      freshOpens: opens.flatMap { $0.all > 0 ? Double($0.fresh) / Double($0.all) : nil },
      deliveredBy: waits.deliveredBy,
      blocksMost: most.map { "\($0.reason.name) (\(Int(($0.share * 100).rounded())) %)" } ?? "nothing")
  }
}
