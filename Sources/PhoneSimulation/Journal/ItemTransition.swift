/// A step in the life of an item, from its acceptance to its end.
enum ItemTransition {
  case submitted
  /// A newer request of its identifier takes its place.
  case replaced
  /// It leaves the pending set without a launch, for the reason given.
  case cancelled(LogWord)
  /// Its time was over before it could start.
  case failed(LogWord)
  /// A launch, by its kind.
  case launched(LogWord)
  /// The system asks its run to stop.
  case expired(LogWord)
  /// Its run reports.
  case completed(success: Bool)
  /// Its run ends without a report: with its process, under pressure, or because the user takes its app away.
  case killed(LogEvent, LogWord)
  /// A transfer ends before its last byte.
  case aborted(LogEvent, LogWord)
}

extension ItemTransition {
  /// The event of the log, and the word that tells more of it.
  var event: LogEvent {
    switch self {
    case .submitted: .submitted
    case .replaced: .replaced
    case .cancelled: .cancelled
    case .failed: .failed
    case .launched: .launched
    case .expired: .expired
    case .completed: .completed
    case .killed(let event, _), .aborted(let event, _): event
    }
  }

  var word: LogWord {
    switch self {
    case .submitted, .replaced: .none
    case .cancelled(let word), .failed(let word), .launched(let word), .expired(let word): word
    case .completed(let success): success ? .success : .failure
    case .killed(_, let word), .aborted(_, let word): word
    }
  }
}

/// How the row of an item ends.
public enum ItemOutcome: UInt8, Sendable, Hashable, CaseIterable {
  case completed, failed, killed, replaced, cancelled, coalesced, dropped, delivered, pending, running

  /// The word of `attempts.csv`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)" }
}
