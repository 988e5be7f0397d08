import EventSimulation
import JSON
import PlainText
import StudyFormat
import Workload

/// The devices of one replication with what tells them apart, so that one can be chosen.
public struct DeviceList: Sendable {
  /// One device.
  public struct Row: Sendable, Hashable {
    /// Number of the device in the replication, from 0 on.
    public var device: Int
    /// Name of the archetype of its user.
    public var archetype: String
    /// Name of the phone, such as `standard`.
    public var profile: String
    /// Switches that are not at their defaults at the start, in words; empty where all are.
    public var switches: [String]
    /// Bundle ids of the study's apps that are installed, with opens a day by the timeline.
    public var apps: [App]
  }

  /// An installed app of the study.
  public struct App: Sendable, Hashable {
    /// Bundle id as in the study.
    public var bundleID: String
    /// Opens a day by the timeline, over the whole horizon.
    public var opensPerDay: Double
  }

  /// The devices in the order of their numbers.
  public let rows: [Row]
  let heading: String

  /// Plans the devices; nothing is simulated.
  ///
  /// - Parameter bundleID: Only devices with this app; nil for all.
  public init(_ study: Study, replication: Int, bundleID: String? = nil) {
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

  /// The table at the width of a pipe.
  public var text: String { page.text() }

  /// The table for people.
  public var page: TextPage {
    var table = TextTable([
      ("device", .right), ("archetype", .left), ("phone", .left), ("switches at the start", .left),
      ("apps of the study (opens a day)", .left),
    ])
    for row in rows {
      table.add([
        "\(row.device)", row.archetype, row.profile,
        row.switches.isEmpty ? "defaults" : row.switches.joined(separator: ", "),
        row.apps.map { "\($0.bundleID) (\((($0.opensPerDay) * 10).rounded() / 10))" }.joined(separator: " "),
      ])
    }
    return TextPage(heading, table)
  }

  /// All devices, for programs.
  public var json: JSONValue {
    .members([
      "heading": .string(heading),
      "devices": .array(
        rows.map { row in
          .members([
            "device": .integer(Int64(row.device)), "archetype": .string(row.archetype),
            "profile": .string(row.profile), "switches": .strings(row.switches),
            "apps": .array(
              row.apps.map {
                .members(["id": .string($0.bundleID), "opens_per_day": .number($0.opensPerDay)])
              }),
          ])
        }),
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
        DeviceList.App(
          bundleID: app.bundleID, opensPerDay: days > 0 ? Double(opens[index] ?? 0) / days : 0)
      })
  }

  private static func switches(_ plan: DevicePlan) -> [String] {
    var found: [String] = []
    switch plan.initial.backgroundRefresh {
    case 0: found.append("refresh off")
    case 1: found.append("refresh on Wi-Fi only")
    default: break
    }
    for app in plan.initial.appsRefreshOff where plan.apps.indices.contains(app) {
      found.append("refresh off for \(plan.apps[app].bundleID)")
    }
    if plan.initial.lowPowerMode { found.append("Low Power Mode") }
    return found
  }
}
