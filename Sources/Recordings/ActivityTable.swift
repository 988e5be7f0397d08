import ModelParameters

/// A row of `activities.csv`: an activity, and the span of the recording in which it falls.
package struct ActivityRow: Sendable, Hashable {
  /// Name of the device in the trace `recording.csv` beside it.
  package var device: String
  package var activity: Recording.Activity

  package init(device: String, _ activity: Recording.Activity) {
    (self.device, self.activity) = (device, activity)
  }

  fileprivate var kind: Recording.Activity.Kind? {
    get { activity.kind }
    set { activity.kind = newValue ?? activity.kind }
  }

  fileprivate var priority: Double? {
    get { activity.priority.map(Double.init) }
    set { activity.priority = newValue.map { Int($0) } }
  }

  fileprivate var scores: String {
    activity.scores.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }
}

package let activityTable = RecordingTable<ActivityRow>(
  columns: [
    .name("device_id", \.device, isRequired: true), .word("kind", \.kind, isRequired: true),
    .name("app", \.activity.app), .name("name", \.activity.name), .time("submitted", \.activity.submitted),
    .time("window_start", \.activity.windowStart), .time("window_end", \.activity.windowEnd),
    .time("started", \.activity.started),
    .number(
      "duration_s", \.activity.duration, expecting: "seconds from 0, or nothing", 0...1e11, isTime: true),
    .word("outcome", \.activity.outcome), .name("reason", \.activity.reason),
    .flag("requires_power", \.activity.requiresPower), .flag("requires_network", \.activity.requiresNetwork),
    .flag("requires_idle", \.activity.requiresIdle), .flag("discretionary", \.activity.discretionary),
    .number("priority", \.priority, expecting: "a whole number or nothing", isWhole: true),
    .number("bytes_sent", \.activity.bytesSent, expecting: "bytes from 0, or nothing", 0...1e15),
    .number("bytes_received", \.activity.bytesReceived, expecting: "bytes from 0, or nothing", 0...1e15),
    .number("amount", \.activity.amount),
    RecordingTable.Column(
      name: "scores", expected: "`name=number` with blanks between, or nothing", text: { $0.scores },
      read: { row, text in
        for word in text.split(separator: " ") {
          guard let sign = word.lastIndex(of: "="), sign > word.startIndex,
            let value = Quantity.number(word[word.index(after: sign)...]),
            row.activity.scores.updateValue(value, forKey: String(word[..<sign])) == nil
          else { return false }
        }
        return true
      }),
  ], empty: ActivityRow(device: "", Recording.Activity(.activity)))

/// The columns of `power.csv`, readings of a battery in order of time.
package let powerTable = RecordingTable<Recording.PowerSample>(
  columns: [
    .number("timestamp_s", \.when, expecting: "Unix seconds", 0...1e11, isTime: true, isRequired: true),
    .number("current_ma", \.current), .number("voltage_mv", \.voltage),
    .number("temperature_c", \.temperature), .number("raw_level_pct", \.level),
    .number("remaining_mah", \.charge),
  ], empty: Recording.PowerSample(time: 0))
