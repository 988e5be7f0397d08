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
  public var value, value2: Double?
  var text: String

  /// The instant in local time since 1970 to the whole millisecond, as those of timelines are.
  var time: Instant { Instant(microseconds: localMicroseconds).roundedToMillisecond }

  /// Nil for what timelines do not have.
  var kind: TimelineEventType? { if case .timeline(let kind) = type { kind } else { nil } }
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
    TimelineEventType.allCases.map(Self.timeline) + [.notificationRemoved, .notificationSeen, .initial]

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

  public var isExportedTimeline: Bool { rows.contains { $0.type == .initial } }
  public func count(_ kind: TimelineEventType) -> Int { rows.count { $0.kind == kind } }

  /// Local day of the first row, in days since 1970-01-01.
  var firstDay: Int { Int(((rows.first?.localMicroseconds ?? 0)).dividedDown(by: TimeSpan.day.microseconds)) }

  public var length: TimeSpan {
    TimeSpan(microseconds: (rows.last?.localMicroseconds ?? 0) - (rows.first?.localMicroseconds ?? 0))
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

  /// Reads the columns value and value2; the error if they do not fit.
  mutating func readValues(_ text: String, _ text2: String) -> RowError? {
    if !text2.isEmpty {
      value2 = Quantity.number(text2)
      if value2 == nil { return error("value2", text2, "a number or an empty cell") }
    }
    guard let kind else { return nil }
    switch kind {
    case .network:
      let word = text.isEmpty ? app : text
      value = NetworkPath.allCases.first { $0.name == word }.map { Double($0.rawValue) }
      return value == nil ? error("value", word, "`wifi`, `cellular` or `none`") : nil
    case .signal:
      value = SignalLevel.allCases.first { $0.name == text }.map { Double($0.rawValue) }
      return value == nil ? error("value", text, "good, fair or poor") : nil
    default:
      value = text.isEmpty ? nil : Quantity.number(text)
      return text.isEmpty || value != nil
        ? problem(kind, text, text2) : error("value", text, "a number or an empty cell")
    }
  }

  private func error(_ place: String, _ found: String, _ expected: String) -> RowError {
    RowError(line: line, place: place, found: TraceRowReader.described(found), expected: expected)
  }

  private func problem(_ kind: TimelineEventType, _ text: String, _ text2: String) -> RowError? {
    func first(_ isFine: Bool, _ expected: @autoclosure () -> String) -> RowError? {
      isFine ? nil : error("value", text, expected())
    }
    func second(_ isFine: Bool, _ expected: @autoclosure () -> String) -> RowError? {
      isFine ? nil : error("value2", text2, expected())
    }
    func isGiven(_ number: Double?, _ range: ClosedRange<Double>) -> Bool {
      number.map(range.contains) ?? false
    }
    func isWhole(_ range: ClosedRange<Double>) -> Bool { isGiven(value, range) && value == value?.rounded() }
    let needsApp = app.isEmpty ? error("app", app, "the name of an app") : nil
    var isCharger: Bool { ChargerKind.allCases.contains { $0.name == app } }
    switch kind {
    case .batteryLevel: return first(isGiven(value, 0...100), "a battery level from 0 to 100")
    case .screenOn:
      return first(
        value == nil || isGiven(value, 0...TimelineEvent.Kind.greatestIntensity),
        "an intensity from 0 to 20 or an empty cell")
    case .plug where !app.isEmpty && !isCharger:
      return error(
        "app", app, "a charger (\(ChargerKind.allCases.map(\.name).joined(separator: ", "))) or an empty cell"
      )
    case .plug, .unplug:
      return first(value == nil || isGiven(value, 0...100), "a battery level from 0 to 100 or an empty cell")
        ?? second(
          value2 == nil || isGiven(value2, 0...Self.longestSeconds),
          "a duration from 0 to 3200000000 s or an empty cell")
    case .plugChance:
      return first(isGiven(value, 0...1), "a number from 0 to 1")
        ?? second(isGiven(value2, 0...Self.longestSeconds), "a duration from 0 to 3200000000 s")
        ?? (isCharger ? nil : error("app", app, "a charger"))
    case .pushSent, .visiblePushSent, .voipPushSent:
      // A silent push may have its priority in front of the point.
      let largest = kind == .pushSent ? 11.0 : 1
      return needsApp ?? first(
        value == nil || value == -1 || isGiven(value, 0...Self.longestSeconds),
        "an age from 0 to 3200000000 s, -1 or an empty cell")
        ?? second(
          value2 == nil || isGiven(value2, 0...largest), "a number from 0 to \(Int(largest)) or an empty cell"
        )
    case .appForeground, .appBackground, .contentChange, .audioStart, .audioStop, .locationStart,
      .locationStop:
      return needsApp
    case .setting:
      guard let setting = SettingName.allCases.first(where: { Double($0.rawValue) == value2 }) else {
        return error("value2", text2, "the number of a setting")
      }
      return first(value.map(setting.isValue) ?? false, setting.timelineDomain)
        ?? (setting == .appRefresh ? needsApp : nil)
    case .moved: return first(isGiven(value, 0...1e9), "a distance from 0 to 1000000000 m")
    case .notificationOpen:
      return needsApp ?? first(isWhole(0...65_534), "the number of an installed app, from 0")
    case .regionCrossed: return needsApp ?? first(isWhole(0...255), "the number of a region from 0 to 255")
    case .appEvent:
      return needsApp ?? first(isWhole(0...255), "the number of a source of events from 0 to 255")
    case .systemWake:
      return first(isGiven(value, 0...86_400), "a duration from 0 to 86400 s")
        ?? second(
          value2 == nil || isGiven(value2, 0...1e12), "bytes from 0 to 1000000000000 or an empty cell")
    case .baselinePower: return first(isGiven(value, 0...40), "a power from 0 to 40 W")
    case .script: return first(isWhole(0...1e9), "the number of a step of the script, from 0")
    default: return nil
    }
  }
}
