import Basics
import EventSimulation
import ModelParameters
import Workload

public struct TraceRow: Sendable, Hashable {
  public var line: Int
  /// Microseconds since 1970 in local time.
  public var localMicroseconds: Int64
  var type: TraceEventType
  public var app: String
  public var value: Double?
  public var value2: Double?
  var text: String

  /// The instant in local time since 1970 to the whole millisecond, as those of timelines are.
  var time: Instant { Instant(microseconds: localMicroseconds).roundedToMillisecond }
}

public enum TraceEventType: Sendable, Hashable {
  case timeline(TimelineEventType)
  case notificationRemoved
  case notificationSeen
  /// A fact about the state at the start, in an exported timeline.
  case initial

  public var name: String {
    switch self {
    case .timeline(let kind): kind.csvName
    case .notificationRemoved: "notif_remove"
    case .notificationSeen: "notif_seen"
    case .initial: "initial"
    }
  }

  public static let all: [TraceEventType] =
    TimelineEventType.allCases.map(TraceEventType.timeline) + [
      .notificationRemoved, .notificationSeen, .initial,
    ]

  static let byName: [String: TraceEventType] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

public struct TraceDevice: Sendable, Hashable {
  public var id: String
  public var rows: [TraceRow]
  /// Seconds east of UTC, each from a Unix time in microseconds on.
  var offsets: [Offset] = []

  struct Offset: Sendable, Hashable {
    let start: Int64
    let seconds: Int
  }

  init(id: String, rows: [TraceRow]) { (self.id, self.rows) = (id, rows) }

  public var isExportedTimeline: Bool { rows.contains { $0.type == .initial } }
  public func count(_ kind: TimelineEventType) -> Int { rows.count { $0.type == .timeline(kind) } }

  /// Local day of the first row, in days since 1970-01-01.
  var firstDay: Int {
    Int(((rows.first?.localMicroseconds ?? 0)).dividedDown(by: TimeSpan.day.microseconds))
  }

  public var length: TimeSpan {
    guard let first = rows.first, let last = rows.last else { return .zero }
    return TimeSpan(microseconds: last.localMicroseconds - first.localMicroseconds)
  }
}

extension Int64 {
  /// The quotient rounded towards minus infinity.
  func dividedDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

/// The columns app, value and value2 of a row, as the type of the row demands them.
extension TraceRow {
  /// Longest duration in seconds that a row may have: that of the longest study.
  private static let longestSeconds = 3.2e9
  /// Highest power of a whole phone in watts.
  private static let highestPower = 40.0
  /// Longest way in meters between two rows.
  private static let longestWay = 1e9
  /// Longest wake of the system in seconds, and its most bytes.
  private static let longestWake = 86_400.0
  private static let mostBytes = 1e12

  /// Reads the columns value and value2; the error if they do not fit.
  mutating func readValues(_ text: String, _ text2: String) -> RowError? {
    if !text2.isEmpty {
      value2 = Quantity.number(text2)
      if value2 == nil { return error("value2", text2, "a number or nothing") }
    }
    guard case .timeline(let kind) = type else { return nil }
    if kind == .network {
      let word = text.isEmpty ? app : text
      guard let path = NetworkPath.allCases.first(where: { $0.name == word }) else {
        return error("value", word, "wifi, cellular or none")
      }
      value = Double(path.rawValue)
      return nil
    }
    if kind == .signal {
      guard let level = SignalLevel.allCases.first(where: { $0.name == text }) else {
        return error("value", text, "good, fair or poor")
      }
      value = Double(level.rawValue)
      return nil
    }
    if !text.isEmpty {
      value = Quantity.number(text)
      if value == nil { return error("value", text, "a number or nothing") }
    }
    return problem(kind, text, text2)
  }

  private func error(_ place: String, _ found: String, _ expected: String) -> RowError {
    RowError(line: line, place: place, found: TraceRowReader.described(found), expected: expected)
  }

  private func problem(_ kind: TimelineEventType, _ text: String, _ text2: String) -> RowError? {
    let needsApp = app.isEmpty ? error("app", app, "the name of an app") : nil
    switch kind {
    case .batteryLevel where value.map { (0...100).contains($0) } != true:
      return error("value", text, "a battery level from 0 to 100")
    case .screenOn:
      return isWithin(value, 0...TimelineEvent.Kind.greatestIntensity)
        ? nil : error("value", text, "an intensity from 0 to 20 or nothing")
    case .plug where !app.isEmpty && !ChargerKind.allCases.contains { $0.name == app }:
      return error(
        "app", app, "a charger (\(ChargerKind.allCases.map(\.name).joined(separator: ", "))) or nothing")
    case .plug, .unplug:
      if value.map({ (0...100).contains($0) }) == false {
        return error("value", text, "a battery level from 0 to 100 or nothing")
      }
      return isWithin(value2, 0...Self.longestSeconds)
        ? nil : error("value2", text2, "a duration from 0 to 3200000000 s or nothing")
    case .plugChance:
      guard let value, (0...1).contains(value) else { return error("value", text, "a number from 0 to 1") }
      guard value2 != nil, isWithin(value2, 0...Self.longestSeconds) else {
        return error("value2", text2, "a duration from 0 to 3200000000 s")
      }
      return ChargerKind.allCases.contains { $0.name == app } ? nil : error("app", app, "a charger")
    case .pushSent, .visiblePushSent, .voipPushSent: return needsApp ?? pushProblem(kind, text, text2)
    case .appForeground, .appBackground, .contentChange, .audioStart, .audioStop, .locationStart,
      .locationStop:
      return needsApp
    case .setting: return settingProblem(text, text2)
    case .moved:
      return value != nil && isWithin(value, 0...Self.longestWay)
        ? nil : error("value", text, "a distance from 0 to 1000000000 m")
    case .regionCrossed:
      if let needsApp { return needsApp }
      return isWhole(value, 0...255) ? nil : error("value", text, "the number of a region from 0 to 255")
    case .systemWake:
      guard value != nil, isWithin(value, 0...Self.longestWake) else {
        return error("value", text, "a duration from 0 to 86400 s")
      }
      return isWithin(value2, 0...Self.mostBytes)
        ? nil : error("value2", text2, "bytes from 0 to 1000000000000 or nothing")
    case .baselinePower:
      return value != nil && isWithin(value, 0...Self.highestPower)
        ? nil : error("value", text, "a power from 0 to 40 W")
    case .script:
      return isWhole(value, 0...1e9)
        ? nil : error("value", text, "the number of a step of the script, from 0")
    default: return nil
    }
  }

  /// A silent push may have its priority in front of the point of value2.
  private func pushProblem(_ kind: TimelineEventType, _ text: String, _ text2: String) -> RowError? {
    guard value == -1 || isWithin(value, 0...Self.longestSeconds) else {
      return error("value", text, "an age from 0 to 3200000000 s, -1 or nothing")
    }
    let largest = kind == .pushSent ? 11.0 : 1
    return isWithin(value2, 0...largest)
      ? nil : error("value2", text2, "a number from 0 to \(Int(largest)) or nothing")
  }

  private func settingProblem(_ text: String, _ text2: String) -> RowError? {
    guard let setting = SettingName.allCases.first(where: { Double($0.rawValue) == value2 }) else {
      return error("value2", text2, "the number of a setting")
    }
    guard let value, setting.isValue(value) else { return error("value", text, setting.timelineDomain) }
    return setting == .appRefresh && app.isEmpty ? error("app", app, "the name of an app") : nil
  }

  private func isWithin(_ number: Double?, _ range: ClosedRange<Double>) -> Bool {
    number.map { range.contains($0) } ?? true
  }

  private func isWhole(_ number: Double?, _ range: ClosedRange<Double>) -> Bool {
    number.map { range.contains($0) && $0 == $0.rounded() } ?? false
  }
}
