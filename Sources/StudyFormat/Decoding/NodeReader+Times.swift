import UsageModels
import Workload

/// Times of day and days of the week in a mapping.
extension MapReader {
  /// A delay, or a time of day, which has a colon.
  func floor(_ key: String) -> Floor? {
    guard let value = node[key] else { return nil }
    if value.text?.contains(":") == true { return timeOfDay(value, join(key)).map { .at($0) } }
    return span(key).map { .after($0) }
  }

  /// Days of the week, 0 for Monday, in their order; nil where the key is absent.
  func weekdays(_ key: String) -> [Int]? {
    guard let elements = list(key) else { return nil }
    if let value = node[key], elements.isEmpty {
      log.add(value, join(key), found: "no day", expected: "at least one day of the week")
    }
    return Set(
      elements.compactMap { node, path in
        word(node, path, of: FieldTable.weekdays).flatMap { FieldTable.weekdays.firstIndex(of: $0) }
      }
    ).sorted()
  }

  /// The span of a day from `from` to `to`, on the days of `days`.
  func dailyInterval() -> DailyInterval? {
    let days = weekdays("days")
    let start = node["from"].flatMap { timeOfDay($0, join("from")) }
    let end = node["to"].flatMap { timeOfDay($0, join("to")) }
    return start.flatMap { start in end.map { DailyInterval(start, $0, on: days) } }
  }
}
