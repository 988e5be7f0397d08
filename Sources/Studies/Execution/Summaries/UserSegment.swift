import Basics
import EventSimulation
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import Workload

/// The condition of a user that decides how often background work runs; the first one that applies.
enum UserSegment: String, Sendable, Hashable, CaseIterable {
  case refreshOff, lowPowerAlways, swipesAppsAway, rarelyOpens, noQuietNights, rest

  var title: String { Self.texts[rawValue]?[1] ?? "" }
  var rule: String { Self.texts[rawValue]?[2] ?? "" }

  private static let texts = CatalogueText.byName(
    """
    refreshOff | refresh off | Background App Refresh is off at least half of the time, for the device or all apps
    lowPowerAlways | Low Power Mode always | Low Power Mode is on at least 90 % of the time
    swipesAppsAway | swipes apps away | the apps are force-quit and not reopened at least 25 % of the time
    rarelyOpens | rarely opens | the user opens at least half of the apps less than every second day
    noQuietNights | no quiet nights | the device is idle, charging, and on Wi-Fi for less than one hour per day
    rest | other users | users in no other group
    """, columns: 3)

  /// The condition of the user of one app.
  init(_ replay: Replay, of scene: AppScene) {
    self.init(
      conditions: [DeviceConditions(replay.history, app: Int32(scene.app), plan: scene.plan)],
      opportunity: replay.result.opportunityByHour.reduce(.zero, +))
  }

  /// - Parameter opportunity: Time idle, plugged in and on Wi-Fi after warm-up.
  init(conditions: [DeviceConditions], opportunity: TimeSpan) {
    let observed = max(conditions.first?.observed ?? .zero, .tick)
    func share(_ time: (DeviceConditions) -> TimeSpan) -> Double {
      conditions.reduce(0) { $0 + time($1) / observed } / Double(max(1, conditions.count))
    }
    let rules: [(segment: Self, holds: Bool)] = [
      (.refreshOff, share { $0.refreshOff + $0.appRefreshOff } >= 0.5),
      (.lowPowerAlways, share(\.lowPowerMode) >= 0.9), (.swipesAppsAway, share(\.forceQuit) >= 0.25),
      (.rarelyOpens, conditions.count { $0.opensPerDay < 0.5 } * 2 >= max(1, conditions.count)),
      (.noQuietNights, opportunity / observed * 24 < 1),
    ]
    self = rules.first(where: \.holds)?.segment ?? .rest
  }
}

/// The runs on the devices of one segment after warm-up.
struct SegmentRow: Sendable, Record {
  let segment: UserSegment
  let runs: [DeviceRuns]
  /// Share of all devices with one of the apps.
  let share: Double

  /// One row for each segment with a device, in the order of the segments.
  static func rows(_ devices: [DeviceRuns]) -> [SegmentRow] {
    let all = Double(devices.count { $0.segment != nil })
    return UserSegment.allCases.compactMap { segment in
      let own = devices.filter { $0.segment == segment }
      return own.isEmpty ? nil : SegmentRow(segment: segment, runs: own, share: Double(own.count) / all)
    }
  }

  var devices: Int { runs.count }
  var devicesWithoutRun: Int { runs.count { $0.runs == 0 } }

  var runsPerDay: Double {
    let days = runs.reduce(0) { $0 + $1.appDays }
    return days > 0 ? Double(runs.reduce(0) { $0 + $1.runs }) / days : 0
  }

  /// Seconds from one run of an app to the next; nil with no such pair.
  func gap(_ share: Double) -> Double? {
    try? SampleQuantile.linear(share, of: runs.flatMap(\.gaps))
  }

  /// Seconds of staleness at opens; nil without any.
  func staleness(_ share: Double) -> Double? {
    try? SampleQuantile.linear(share, of: runs.flatMap { $0.opens.map(\.staleness.seconds) })
  }

  var freshOpens: Double? { runs.flatMap(\.opens).freshShare }

  /// Devices on which less than ``RunSummary/staleShare`` of the opens were fresh, of those with opens.
  var staleDevices: Int {
    runs.count { Double($0.opens.fresh) < RunSummary.staleShare * Double($0.opens.count) }
  }

  package static let record: Table<Self> = [
    "segment": \.segment.rawValue, "title": \.segment.title, "devices": \.devices, "device_share": \.share,
    "runs_per_app_day": \.runsPerDay, "gap_median_s": { $0.gap(0.5) }, "gap_p90_s": { $0.gap(0.9) },
    "devices_without_run": \.devicesWithoutRun, "fresh_open_share": \.freshOpens,
    "staleness_median_s": { $0.staleness(0.5) }, "staleness_p90_s": { $0.staleness(0.9) },
    "mostly_stale_devices": \.staleDevices,
  ]

  static func page(_ rows: [SegmentRow]) -> TextPage {
    func span(_ seconds: Double?) -> String { seconds.map { TimeWords.span(.seconds($0)) } ?? "-" }
    let table = TextTable(
      rows,
      [
        .init("users") { $0.segment.title }, .init("devices", .right) { "\($0.devices)" },
        .init("share", .right) { DigitsText.percent($0.share) },
        .init("fresh", .right) { $0.freshOpens.map(DigitsText.percent) ?? "-" },
        .init("stale: median", .right) { span($0.staleness(0.5)) },
        .init("p90", .right) { span($0.staleness(0.9)) },
        .init("mostly stale", .right) { "\($0.staleDevices)" },
        .init("runs/day", .right) { DigitsText.significant($0.runsPerDay) },
        .init("no run", .right) { "\($0.devicesWithoutRun)" },
      ])
    var page = TextPage("User groups after warm-up (each user counts in the first group that matches)", table)
    for row in rows { page.add("  \(row.segment.title): \(row.segment.rule)") }
    page.add(
      "  fresh: share of opens with fresh content; stale: age of the oldest unfetched change at an open; mostly stale: devices "
        + "with less than \(DigitsText.percent(RunSummary.staleShare)) fresh opens; runs/day: runs of one app per day, without "
        + "transfers and wakes; no run: devices without runs")
    page.add(
      "  An open can be fresh without background runs: apps usually also fetch when the user opens them, and the content may not "
        + "have changed since.")
    return page
  }
}

/// How long each choice of the user of one app held on a device after warm-up.
struct DeviceConditions: Sendable, Hashable {
  var observed: TimeSpan = .zero
  var refreshOff: TimeSpan = .zero
  /// While it was on for the device.
  var appRefreshOff: TimeSpan = .zero
  var lowPowerMode: TimeSpan = .zero
  /// Between a force quit of the app and its next open.
  var forceQuit: TimeSpan = .zero
  var opens = 0

  var opensPerDay: Double { observed > .zero ? Double(opens) / observed.days : 0 }
}

extension DeviceConditions {
  init(_ history: History, app: Int32, plan: DevicePlan) {
    let (own, phone) = (history.apps[Int(app)], history[.refreshOff])
    let isAppOff = StateTrack.condition(on: [own.refreshOff, phone]) {
      own.refreshOff.state(at: $0).name != nil && phone.state(at: $0).name == nil
    }
    func length(_ track: StateTrack) -> TimeSpan { track.length(from: plan.warmUpEnd, to: plan.end) }
    self.init(
      observed: max(plan.end - plan.warmUpEnd, .zero), refreshOff: length(phone),
      appRefreshOff: length(isAppOff), lowPowerMode: length(history[.lowPowerMode]),
      forceQuit: length(own.forceQuit), opens: own.opens.count { $0.time >= plan.warmUpEnd })
  }
}
