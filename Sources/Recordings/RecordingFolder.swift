import Basics
import Workload

/// The files of an imported recording: a trace with a study that replays it, and tables of system activities.
package struct RecordingFolder {
  /// A stretch of the recording without a long silence; it is a device of the trace.
  package struct Span: Sendable {
    package var device: String
    package var start, end: Double
    /// Seconds east of UTC at its start and end.
    var offset, lastOffset: Int
    package var events: Int
    package var activities: Int

    var days: Int {
      let (first, last) = (start + Double(offset), end + Double(lastOffset))
      return Int((last / 86_400).rounded(.down) - (first / 86_400).rounded(.down)) + 1
    }
  }

  package let spans: [Span]
  /// Sentences on missing and ignored data of the recording.
  package let remarks: [String]
  package let json: JSONValue
  package let files: [(name: String, text: String)]

  /// Shorter stretches are left out: what a log writes at once when it is begun.
  private static let shortestSpan = 600.0

  package init(_ recording: Recording, of name: String, format: String, keepsNames: Bool)
    throws(RecordingError)
  {
    var recording = recording
    recording.sort()
    var spans: [Span] = []
    var remarks = recording.missing
    var short = 0
    for stretch in recording.stretches {
      let events = recording.events(in: stretch)
      guard stretch.upperBound - stretch.lowerBound >= Self.shortestSpan, let first = events.first,
        let last = events.last
      else {
        short += 1
        continue
      }
      spans.append(
        Span(
          device: "span-\(spans.count + 1)", start: stretch.lowerBound, end: stretch.upperBound,
          offset: first.offset, lastOffset: last.offset, events: events.count, activities: 0))
    }
    guard !spans.isEmpty else {
      throw .init(
        name, found: "no period of 10 minutes with events of device use",
        expected: "rows at most \(TimeSpanText.text(recording.longestSilence)) apart")
    }
    if short > 0 {
      remarks.append(
        "\(CountText.text(short, "period")) shorter than 10 min or without device events: ignored."
      )
    }
    var mask = NameMask(keepsNames: keepsNames)
    let trace = Self.trace(recording, &spans, &mask)
    var rows: [ActivityRow] = []
    var index = 0
    for activity in recording.activities {
      guard let time = activity.time else { continue }
      while index < spans.count, spans[index].end < time { index += 1 }
      guard index < spans.count, spans[index].start <= time else { continue }
      spans[index].activities += 1
      rows.append(ActivityRow(device: spans[index].device, activity.masked(&mask)))
    }
    let left = recording.activities.count - rows.count
    if left > 0 {
      remarks.append(
        "\(CountText.text(left, "activity", "activities")) without a time or outside the spans: ignored.")
    }
    self.spans = spans
    self.remarks = remarks
    json = Self.json(recording, spans, remarks, format: format)
    files = [
      ("recording.csv", trace), ("activities.csv", activityTable.text(rows)),
      ("power.csv", powerTable.text(recording.power)),
      ("study.yaml", Self.study(of: spans, isAndroid: format != "powerlog")),
      ("import.json", json.text()),
    ]
  }

  private static func trace(_ recording: Recording, _ spans: inout [Span], _ mask: inout NameMask) -> String {
    var text = "device_id,timestamp,utc_offset_s,event_type,app,value,value2\n"
    for index in spans.indices {
      let span = spans[index]
      var states: [TimelineEventType: String] = [:]
      var count = 0
      for event in recording.events(in: span.start...span.end) {
        // A state that is reported again is no change.
        if let (state, value) = event.state, states.updateValue(value, forKey: state) == value { continue }
        let fields = [
          span.device, ShortestNumber.text(event.time), "\(event.offset)", event.type.csvName,
          event.type == .plug ? event.app : mask.app(event.app), event.value,
          event.type == .setting ? "\(SettingName.lowPowerMode.rawValue)" : "",
        ]
        text += fields.map { CSVRecords.escaped($0.escapingControls) }.joined(separator: ",") + "\n"
        count += 1
      }
      spans[index].events = count
    }
    return text
  }

  private static func json(
    _ recording: Recording, _ spans: [Span], _ remarks: [String], format: String
  ) -> JSONValue {
    let record: Table<Recording> = [
      "format": { _ in format }, "longestSilenceHours": { $0.longestSilence / 3600 },
      "rowsRead": {
        JSONValue.object($0.rowsRead.sorted { $0.key < $1.key }.map { .init($0.key, .count($0.value)) })
      },
      "spans": { _ in
        spans.json([
          "device": \.device, "start": \.start, "end": \.end, "utcOffset": \.offset,
          "hours": { ($0.end - $0.start).hours }, "events": \.events, "activities": \.activities,
        ])
      },
      "gaps": { _ in
        zip(spans, spans.dropFirst()).json([
          "from": \.0.end, "to": \.1.start, "hours": { ($0.1.start - $0.0.end).hours },
        ])
      }, "powerSamples": \.power.count, "notFound": { _ in remarks },
    ]
    return record.json(recording)
  }
}

extension Double {
  /// Seconds in hours, to the hundredth.
  fileprivate var hours: Double { (self / 36).rounded() / 100 }
}

extension Recording {
  package static func + (one: Recording, other: Recording) -> Recording {
    var both = one
    both.events += other.events
    both.activities += other.activities
    both.power += other.power
    both.missing += other.missing.filter { !one.missing.contains($0) }
    both.rowsRead.merge(other.rowsRead, uniquingKeysWith: +)
    both.longestSilence = max(one.longestSilence, other.longestSilence)
    return both
  }

  /// Brings rows into the order of time, to the millisecond, and leaves out those that are there twice.
  fileprivate mutating func sort() {
    func rounded(_ time: Double) -> Double { (time * 1000).rounded() / 1000 }
    for index in events.indices { events[index].time = rounded(events[index].time) }
    events = Self.unique(events).sorted { $0.time < $1.time }
    for index in power.indices { power[index].time = rounded(power[index].time) }
    power = Self.unique(power).sorted { $0.time < $1.time }
    // Rows of transfers have been paired: two that are alike are two.
    let transfers = activities.filter { $0.kind == .transfer }
    activities = (Self.unique(activities.filter { $0.kind != .transfer }) + transfers).sorted {
      ($0.time ?? 0) < ($1.time ?? 0)
    }
  }

  private static func unique<Row: Hashable>(_ rows: [Row]) -> [Row] {
    var seen = Set<Row>()
    return rows.filter { seen.insert($0).inserted }
  }

  /// Stretches in which rows of any kind follow each other without a long silence.
  fileprivate var stretches: [ClosedRange<Double>] {
    let times = (events.map(\.time) + activities.compactMap(\.time) + power.map(\.time)).sorted()
    var stretches: [ClosedRange<Double>] = []
    for time in times {
      if let last = stretches.last, time - last.upperBound <= longestSilence {
        stretches[stretches.count - 1] = last.lowerBound...time
      } else {
        stretches.append(time...time)
      }
    }
    return stretches
  }

  fileprivate func events(in times: ClosedRange<Double>) -> ArraySlice<Event> {
    let first = events.partitionPoint { $0.time >= times.lowerBound }
    return events[first..<events.partitionPoint { $0.time > times.upperBound }]
  }
}

extension Recording.Event {
  fileprivate var state: (TimelineEventType, String)? {
    switch type {
    case .plug, .unplug: (.plug, type.csvName)
    case .network, .setting: (type, value)
    default: nil
    }
  }
}

extension Recording.Activity {
  fileprivate var time: Double? { started ?? submitted }

  fileprivate func masked(_ mask: inout NameMask) -> Self {
    var masked = self
    masked.app = mask.app(app)
    // Names of budgets and steps are those of their reader.
    if kind != .budget, kind != .idleMode { masked.name = mask.name(name) }
    return masked
  }
}

extension RecordingFolder {
  /// A study that replays the spans.
  private static func study(of spans: [Span], isAndroid: Bool) -> String {
    let days = min(3660, spans.map(\.days).max() ?? 1)
    let policies = [
      "seven-factor", "immediate", "never", "charging-only", isAndroid ? "android-buckets" : "fixed-interval",
    ]
    return """
      # A device recording, written by `slumber import`. Each span of `recording.csv` is a device:
      \(spans.map { "#   \($0.text)" }.joined(separator: "\n"))
      #
      # A span begins at its first row and ends at its last row. Earlier events are unknown: budgets are full, no request is
      # pending, and app use is not learned. Metrics exclude the hours of the first day before the first row.
      # slumber generates data that the recording lacks in every replication, and the comparison reports this.
      formatVersion: 1
      name: imported-recording
      question: How would each policy have performed on the recorded days?
      seed: 1
      horizonDays: \(days)
      warmUpDays: 0
      replications: 5
      trace:
        file: recording.csv
        wholeDays: false
      population:
        devices: \(spans.count)
        archetypes: everyday
        # Recordings do not contain these user settings.
        settings: {barOff: 0 %, barWifiOnly: 0 %, perAppOff: 0 %, manualLowPowerMode: 0 %}
      policies: [\(policies.joined(separator: ", "))]
      # The app that the policies schedule; replace it with your own app.
      apps:
        - id: com.example.news
          popularity: {installShare: 100 %, weight: 0.5, spread: 0.5}
          content: {process: poisson, perDay: 24, freshWithin: 1 h}
          pushes: {on: contentChange}
          tasks:
            - {id: refresh, kind: refresh, earliestBegin: 15 min}
            - {id: cleanup, kind: processing, earliestBegin: 12 h, requiresExternalPower: true, work: {cpu: 20 s}}

      """
  }
}

extension RecordingFolder.Span {
  fileprivate var text: String {
    "\(device): \(Self.text(start + Double(offset))) to \(Self.text(end + Double(lastOffset))) local time, "
      + TimeSpanText.text(end - start)
  }

  /// `2021-11-02 06:17` of local seconds since 1970, by the calendar's cycle of 400 years from 1 March of year 0.
  static func text(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded(.down))
    let day = minutes / 1440 + 719_468
    let (era, dayOfEra) = (day / 146_097, day % 146_097)
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return "\(era * 400 + year + (month < 10 ? 0 : 1))-\(two(month < 10 ? month + 3 : month - 9))-"
      + "\(two(dayOfYear - (153 * month + 2) / 5 + 1)) \(two(minutes % 1440 / 60)):\(two(minutes % 60))"
  }
}
