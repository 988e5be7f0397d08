import EventSimulation
import JSON
import OutputAnalysis
import PlainText
import StudyFormat

/// The runs on the devices of one segment of users, after warm-up.
public struct SegmentRow: Sendable, Hashable {
  /// The condition that the devices share.
  public var segment: UserSegment
  /// Devices of the segment with one of the apps.
  public var devices: Int
  /// Share of all devices with one of the apps.
  public var share: Double
  /// Runs a day of an app on a device.
  public var runsPerDay: Double
  /// Median of the seconds from one run of an app to the next; nil with no such pair.
  public var gapMedian: Double?
  /// 90th percentile of the same times; nil with no such pair.
  public var gap90: Double?
  /// Devices without a single run.
  public var devicesWithoutRun: Int

  /// One row for each segment with a device, in the order of the segments.
  static func rows(_ devices: [SegmentRuns]) -> [SegmentRow] {
    UserSegment.allCases.compactMap { segment in
      let own = devices.filter { $0.segment == segment }
      guard !own.isEmpty else { return nil }
      let appDays = own.reduce(0) { $0 + $1.appDays }
      let gaps = own.flatMap(\.gaps)
      return SegmentRow(
        segment: segment, devices: own.count, share: Double(own.count) / Double(devices.count),
        runsPerDay: appDays > 0 ? Double(own.reduce(0) { $0 + $1.runs }) / appDays : 0,
        gapMedian: try? SampleQuantile.linear(0.5, of: gaps),
        gap90: try? SampleQuantile.linear(0.9, of: gaps), devicesWithoutRun: own.count { $0.runs == 0 })
    }
  }

  var json: JSONValue {
    .members([
      "segment": .string(segment.rawValue), "title": .string(segment.title),
      "devices": .integer(Int64(devices)), "device_share": .number(share),
      "runs_per_app_day": .number(runsPerDay), "gap_median_s": .optional(gapMedian),
      "gap_p90_s": .optional(gap90), "devices_without_run": .integer(Int64(devicesWithoutRun)),
    ])
  }

  /// The table of segments with the rule of each.
  static func page(_ rows: [SegmentRow]) -> TextPage {
    var table = TextTable([
      ("users", .left), ("devices", .right), ("share", .right), ("runs/app/day", .right),
      ("gap: median", .right), ("p90", .right), ("without a run", .right),
    ])
    func span(_ seconds: Double?) -> String { seconds.map { TimeWords.span(.seconds($0)) } ?? "-" }
    for row in rows {
      table.add([
        row.segment.title, "\(row.devices)", Finding.percent(row.share),
        ExplanationText.number(row.runsPerDay), span(row.gapMedian), span(row.gap90),
        "\(row.devicesWithoutRun)",
      ])
    }
    var page = TextPage("Users by what decides, after warm-up; the first that holds", table)
    for row in rows { page.add("  \(row.segment.title): \(row.segment.rule)") }
    return page
  }
}
