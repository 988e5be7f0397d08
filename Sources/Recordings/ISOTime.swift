import Basics

/// A date and time of ISO 8601 with its zone, such as `2026-02-02T10:00:00Z` or `2026-02-02 10:00:00.5+01:00`.
struct ISOTime {
  /// Seconds since 1 January 1970, 00:00 UTC.
  let unix: Double
  /// Seconds by which local time is ahead of UTC.
  let offset: Int

  init?(_ text: String) {
    let form = /(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?(Z|[+-]\d\d:?\d\d)/
    guard let match = text.wholeMatch(of: form)?.output, let year = Int(match.1), let month = Int(match.2),
      let day = Int(match.3), let hour = Int(match.4), let minute = Int(match.5),
      let second = Double(match.6 ?? "0"), (1...12).contains(month), (1...31).contains(day), hour < 24,
      minute < 60, second < 61
    else { return nil }
    let zone = match.7.filter(\.isNumber)
    guard zone.isEmpty || zone.count == 4, let number = zone.isEmpty ? 0 : Int(zone) else { return nil }
    offset = (number / 100 * 3600 + number % 100 * 60) * (match.7.hasPrefix("-") ? -1 : 1)
    // Years begin in March, so that the leap day is the last day of a year.
    let years = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468
    unix = Double(days * 86_400 + hour * 3600 + minute * 60 - offset) + second
  }
}
