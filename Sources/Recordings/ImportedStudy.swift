import Basics

struct ImportedStudy {
  let spans: [RecordingFolder.Span]
  let isAndroid: Bool

  var text: String {
    let days = min(3660, spans.map(\.days).max() ?? 1)
    let policies = [
      "seven-factor", "immediate", "never", "charging-only", isAndroid ? "android-buckets" : "fixed-interval",
    ]
    return """
      # The recording of a phone, written by `slumber import`; the phones are the spans of `recording.csv`:
      \(spans.map { "#   \($0.text)" }.joined(separator: "\n"))
      #
      # A span begins at its first row and ends at its last. What was before it is unknown: budgets are full, nothing is pending
      # and no use of an app is remembered. The hours of its first day before the first row are left out of all metrics.
      # What the recording lacks is generated anew in every replication, and the comparison says so.
      formatVersion: 1
      name: imported-recording
      question: What would each policy have done while this phone was recorded?
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
        # Recordings do not tell these settings of the user.
        settings: {barOff: 0 %, barWifiOnly: 0 %, perAppOff: 0 %, manualLowPowerMode: 0 %}
      policies: [\(policies.joined(separator: ", "))]
      # What is asked of the policies; put your own app in the place of this one.
      apps:
        - id: com.example.news
          popularity: {installShare: 100 %, weight: 0.5, spread: 0.5}
          content: {process: poisson, perDay: 24, freshWithin: 1 h}
          pushes: {on: contentChange}
          tasks:
            - {id: refresh, kind: refresh, floor: 15 min}
            - {id: cleanup, kind: processing, floor: 12 h, requiresExternalPower: true, work: {cpu: 20 s}}

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
