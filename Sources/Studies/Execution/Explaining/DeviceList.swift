import Basics
import EventSimulation
import PhoneSimulation
import Workload

/// The devices of a replication, or those with an app by its outcome, the most affected first.
package struct DeviceList: Sendable, Record {
  struct Row: Sendable {
    let device: Int
    let archetype, profile: String
    let switches: [String]
    /// Opens by the timeline, over the whole horizon.
    let apps: [(bundleID: String, opensPerDay: Double)]
    /// The count of the chosen app; nil without one.
    var count: Explanation.Count?
    var freshShare: Double?
    var group, firstCause: String?

    var isAffected: Bool { count?.lost ?? 0 > 0 }

    init(_ plan: DevicePlan) {
      (device, archetype, profile) = (plan.device, plan.archetype, plan.deviceProfile)
      var opens: [Int: Int] = [:]
      for event in plan.timeline.events where event.type.isOpen { opens[Int(event.app), default: 0] += 1 }
      let days = (plan.end - Instant.zero).days
      apps = plan.apps.enumerated().filter { $0.element.specification != nil }.map { index, app in
        (app.bundleID, days > 0 ? Double(opens[index] ?? 0) / days : 0)
      }
      let initial = plan.initial
      let refresh = [0: ["refresh off"], 1: ["refresh on Wi-Fi only"]][Int(initial.backgroundRefresh)] ?? []
      let off = initial.appsRefreshOff.filter(plan.apps.indices.contains)
      switches =
        refresh + off.map { "refresh off for \(plan.apps[$0].bundleID)" }
        + (initial.lowPowerMode ? ["Low Power Mode"] : [])
    }
  }

  private(set) var rows: [Row]
  private let heading: String
  private let bundleID: String?

  /// - Parameters:
  ///   - most: The greatest number of devices.
  ///   - causes: The greatest number of devices of which the first cause is found.
  package init(
    _ study: Study, replication: Int, bundleID: String?, _ choice: Explanation.Choice, jobs: Int, most: Int,
    causes: Int
  ) throws(SimulationFailure) {
    self.bundleID = bundleID
    /// The replay of a device, and the place of the app on it.
    @Sendable func replay(_ device: Int) -> (DeviceReplay, app: Int32?) {
      let replay = DeviceReplay(study, policy: 0, replication: replication, device: device)
      return (replay, bundleID.flatMap { replay.plan.installed($0) })
    }
    rows = try PhoneSample.concurrently(min(most, study.deviceCount), jobs: jobs) {
      device throws(SimulationFailure) in
      let (replay, app) = replay(device)
      var row = Row(replay.plan)
      guard let app else { return row }
      let scene = AppScene(replay, app: Int(app))
      let base = try Replay(scene)
      row.count = Explanation.chosen(of: Explanation.outcomes(scene, base, choice))
      row.freshShare = base.opens(of: scene).freshShare
      row.group = UserSegment(base, of: scene).title
      return row
    }
    if bundleID != nil {
      let found = rows.filter { $0.group != nil }.sorted {
        ($1.count?.share ?? 0, $0.device) < ($0.count?.share ?? 0, $1.device)
      }
      rows = found
      let first = try PhoneSample.concurrently(min(causes, found.count), jobs: jobs) {
        place throws(SimulationFailure) -> String? in
        let (replay, app) = replay(found[place].device)
        guard let app, found[place].isAffected else { return nil }
        return try Explanation(replay, app: app, choice).lines.first?.cause.changes
          .map(\.clause).joined(separator: ", and ")
      }
      for (place, cause) in first.enumerated() { rows[place].firstCause = cause }
    }
    let part = bundleID.map { " with \($0)" } ?? ""
    heading = "\(rows.count) of \(study.deviceCount) devices\(part), replication \(replication)"
  }

  /// The device in the middle of the affected ones; the first with the app where no outcome of it loses a slot.
  package var medianDevice: Int? {
    let affected = rows.filter(\.isAffected)
    return affected.isEmpty ? rows.map(\.device).min() : affected[affected.count / 2].device
  }

  /// Whether an outcome of the app can be counted on any device.
  package var hasOutcome: Bool { rows.contains { $0.count != nil } }

  package var affectedCount: Int { rows.count(where: \.isAffected) }

  private static let table: Table<Row> = [
    Column("device", .right, \.device), Column("archetype", \.archetype),
    .data("profile", \.profile), .data("switches", \.switches),
  ]

  private static let allApps: Table<Row> = [
    .page("model", \.profile),
    .page("switches at the start") { $0.switches.isEmpty ? "defaults" : $0.switches.joined(separator: ", ") },
    Column("apps of the study (opens per day)", .left, key: "apps") {
      $0.apps.json(["id": \.bundleID, "opens_per_day": \.opensPerDay])
    } text: { row in
      row.apps.map { "\($0.bundleID) (\(($0.opensPerDay * 10).rounded() / 10))" }.joined(separator: " ")
    },
  ]

  private static let oneApp: Table<Row> = [
    .data("lost", \.count?.lost), .data("slots", \.count?.slots),
    Column("outcome", .left, key: "outcome", \.count?.outcome.name) { $0.count?.outcome.name ?? "-" },
    .page("lost", .right) { row in row.count.map { "\($0.lost) of \($0.slots)" } ?? "-" },
    Column("fresh", .right, key: "fresh_open_share", \.freshShare) {
      $0.freshShare.map(DigitsText.percent) ?? "-"
    },
    Column("group", .left, key: "group", \.group) { $0.group ?? "" },
    Column("first cause", .left, key: "first_cause", \.firstCause) { $0.firstCause ?? "-" },
  ]

  private var columns: Table<Row> { Self.table + (bundleID == nil ? Self.allApps : Self.oneApp) }

  package var page: TextPage { TextPage(heading, TextTable(rows, columns)) }

  package static let record: Table<Self> = [
    "heading": \.heading, "devices": { $0.rows.json($0.columns) },
  ]
}
