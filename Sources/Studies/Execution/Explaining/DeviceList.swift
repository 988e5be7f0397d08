import Basics
import EventSimulation
import Workload

package struct DeviceList: Sendable, Record {
  struct Row: Sendable {
    let device: Int
    let archetype, profile: String
    let switches: [String]
    /// Opens by the timeline, over the whole horizon.
    let apps: [(bundleID: String, opensPerDay: Double)]

    init(_ plan: DevicePlan) {
      (device, archetype, profile) = (plan.device, plan.archetype, plan.deviceProfile)
      var opens: [Int: Int] = [:]
      for case .appForeground(let app) in plan.timeline.events.map(\.kind) { opens[app, default: 0] += 1 }
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

  let rows: [Row]
  let heading: String

  package init(_ study: Study, replication: Int, bundleID: String? = nil) {
    rows = (0..<study.deviceCount).lazy.map { device in
      Row(DeviceReplay(study, policy: 0, replication: replication, device: device).plan)
    }.filter { row in bundleID == nil || row.apps.contains { $0.bundleID == bundleID } }
    let part = bundleID.map { " with \($0)" } ?? ""
    heading = "\(rows.count) of \(study.deviceCount) devices\(part), replication \(replication)"
  }

  private static let table: Table<Row> = [
    Column("device", .right, \.device), Column("archetype", \.archetype),
    Column("phone", key: "profile", \.profile),
    Column("switches at the start", .left, key: "switches", \.switches) {
      $0.switches.isEmpty ? "defaults" : $0.switches.joined(separator: ", ")
    },
    Column("apps of the study (opens a day)", .left, key: "apps") {
      $0.apps.json(["id": \.bundleID, "opens_per_day": \.opensPerDay])
    } text: { row in
      row.apps.map { "\($0.bundleID) (\(($0.opensPerDay * 10).rounded() / 10))" }.joined(separator: " ")
    },
  ]

  package var page: TextPage { TextPage(heading, TextTable(rows, Self.table)) }

  package static let record: Table<Self> = ["heading": \.heading, "devices": { $0.rows.json(table) }]
}
