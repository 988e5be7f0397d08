import EventSimulation

/// A step in the life of an item, from its acceptance to its end.
enum ItemTransition {
  case submitted
  case replaced
  case canceled(LogWord)
  /// The item has never started.
  case failed(LogEvent, LogWord)
  case launched(LogWord)
  case expired(LogWord)
  case completed(success: Bool)
  /// Its run ends without a report: with its process, under pressure, or because the user takes its app away.
  case killed(LogEvent, LogWord)
  case aborted(LogEvent, LogWord)

  var event: LogEvent {
    switch self {
    case .submitted: .submitted
    case .replaced: .replaced
    case .canceled: .canceled
    case .launched: .launched
    case .expired: .expired
    case .completed: .completed
    case .failed(let event, _), .killed(let event, _), .aborted(let event, _): event
    }
  }

  var word: LogWord {
    switch self {
    case .submitted, .replaced: .none
    case .canceled(let word), .launched(let word), .expired(let word): word
    case .completed(let success): success ? .success : .failure
    case .failed(_, let word), .killed(_, let word), .aborted(_, let word): word
    }
  }
}

public enum ItemOutcome: UInt8, Sendable, Hashable, CaseIterable {
  case completed, failed, killed, replaced, canceled, coalesced, dropped, delivered, pending, running

  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)" }
}

/// A wait that ended or was cut off, in 8 bytes.
public struct DelayObservation: Sendable, Hashable {
  private let bits: Int64

  /// - Parameter length: Less than 36,000 years.
  public init(length: TimeSpan, end: WaitEnd) { bits = length.microseconds * 8 + Int64(end.rawValue) }

  /// Length of the wait; where it is censored, the part that was observed.
  public var length: TimeSpan { TimeSpan(microseconds: bits >> 3) }
  public var end: WaitEnd { WaitEnd(rawValue: UInt8(bits & 7)) ?? .horizon }
  public var isCensored: Bool { end.isCensored }
}

/// The end of an item's wait. A replaced request does not end the wait: its successor continues it.
public enum WaitEnd: UInt8, Sendable, Hashable, CaseIterable {
  /// Its run, or the transfer, starts; or the push reaches an app that executes.
  case launched, delivered
  case horizon
  /// The user took the app away, the app or the system withdrew the item, or it was lost (dropped, given up for a newer
  /// push, or out of time).
  case forceQuit, canceled, lost

  public var name: String { Self.names[Int(rawValue)] }
  private static let names = allCases.map { "\($0)" }

  public var isCensored: Bool { self != .launched && self != .delivered }
}
