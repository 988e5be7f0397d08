import EventSimulation
import Workload

/// One row of a trace, checked.
public struct TraceRow: Sendable, Hashable {
  /// Line of the file.
  public var line: Int
  /// Microseconds since 1970 in local time.
  public var localMicroseconds: Int64
  /// The type of the event, which says what the other columns mean.
  public var type: TraceEventType
  /// Name of an app or key, or empty.
  public var app: String
  /// The number of the value column; percent, path, setting or whatever the type says.
  public var value: Double?
  /// The number of the second value column; nil where it is empty.
  public var value2: Double?
  /// The value column as written.
  public var text: String
}

/// The types of events in traces: those of timelines and a few more.
public enum TraceEventType: Sendable, Hashable {
  case timeline(TimelineEventType)
  case notificationRemoved
  case notificationSeen
  /// A fact about the state at the start, in an exported timeline.
  case initial

  /// The word in the file.
  public var name: String {
    switch self {
    case .timeline(let kind): kind.csvName
    case .notificationRemoved: "notif_remove"
    case .notificationSeen: "notif_seen"
    case .initial: "initial"
    }
  }

  /// All types, in the order of the timeline's kinds.
  public static let all: [TraceEventType] =
    TimelineEventType.allCases.map(TraceEventType.timeline) + [
      .notificationRemoved, .notificationSeen, .initial,
    ]

  static let byName: [String: TraceEventType] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// All rows of one phone, in order of time.
public struct TraceDevice: Sendable, Hashable {
  /// Name of the phone in the device column of the file.
  public var id: String
  /// The rows in order of time.
  public var rows: [TraceRow]

  /// Whether the rows are an exported timeline, which is taken as it is.
  public var isExportedTimeline: Bool { rows.contains { $0.type == .initial } }

  /// Number of rows of a type.
  public func count(_ kind: TimelineEventType) -> Int { rows.count { $0.type == .timeline(kind) } }

  /// Local day of the first row, in days since 1970-01-01.
  public var firstDay: Int {
    Int(((rows.first?.localMicroseconds ?? 0)).dividedDown(by: TimeSpan.day.microseconds))
  }

  /// From the first to the last row.
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
