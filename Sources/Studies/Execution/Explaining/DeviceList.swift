import Basics
import EventSimulation
import Workload

package struct DeviceList: Sendable {
  struct Row: Sendable, Hashable {
    var device: Int
    var archetype, profile: String
    var switches: [String]
    var apps: [App]
  }

  struct App: Sendable, Hashable {
    var bundleID: String
    /// Opens a day by the timeline, over the whole horizon.
    var opensPerDay: Double
  }

  let rows: [Row]
  let heading: String

  package init(_ study: Study, replication: Int, bundleID: String? = nil) {
    rows = (0..<study.deviceCount).compactMap { device in
      let plan = DeviceReplay(study, policy: 0, replication: replication, device: device).plan
      guard
        bundleID == nil || plan.apps.contains(where: { $0.specification != nil && $0.bundleID == bundleID })
      else { return nil }
      return Row(plan)
    }
    let part = bundleID.map { " with \($0)" } ?? ""
    heading = "\(rows.count) of \(study.deviceCount) devices\(part), replication \(replication)"
  }

  package var page: TextPage {
    func words(_ app: App) -> String { "\(app.bundleID) (\((app.opensPerDay * 10).rounded() / 10))" }
    let table = TextTable(
      rows,
      [
        .init("device", .right) { "\($0.device)" }, .init("archetype", \.archetype),
        .init("phone", \.profile),
        .init("switches at the start") {
          $0.switches.isEmpty ? "defaults" : $0.switches.joined(separator: ", ")
        }, .init("apps of the study (opens a day)") { $0.apps.map(words).joined(separator: " ") },
      ])
    return TextPage(heading, table)
  }

  package var json: JSONValue {
    JSONValue([
      "heading": heading,
      "devices": rows.map { row in
        JSONValue([
          "device": row.device, "archetype": row.archetype, "profile": row.profile, "switches": row.switches,
          "apps": row.apps.map { JSONValue(["id": $0.bundleID, "opens_per_day": $0.opensPerDay]) },
        ])
      },
    ])
  }
}

extension DeviceList.Row {
  init(_ plan: DevicePlan) {
    var opens: [Int: Int] = [:]
    for event in plan.timeline.events {
      if case .appForeground(let app) = event.kind { opens[app, default: 0] += 1 }
    }
    let days = (plan.end - Instant.zero).days
    self.init(
      device: plan.device, archetype: plan.archetype, profile: plan.deviceProfile,
      switches: Self.switches(plan),
      apps: plan.apps.enumerated().filter { $0.element.specification != nil }.map { index, app in
        DeviceList.App(bundleID: app.bundleID, opensPerDay: days > 0 ? Double(opens[index] ?? 0) / days : 0)
      })
  }

  private static func switches(_ plan: DevicePlan) -> [String] {
    let initial = plan.initial
    let apps = initial.appsRefreshOff.filter(plan.apps.indices.contains).map { plan.apps[$0].bundleID }
    let refresh = [0: ["refresh off"], 1: ["refresh on Wi-Fi only"]][Int(initial.backgroundRefresh)] ?? []
    return refresh + apps.map { "refresh off for \($0)" } + (initial.lowPowerMode ? ["Low Power Mode"] : [])
  }
}
