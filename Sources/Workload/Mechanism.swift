/// The kind of background work.
///
/// The order is that of results; new kinds are added at the end.
public enum Mechanism: UInt8, Sendable, Hashable, CaseIterable {
  /// Task requests of three kinds, and the handler run that a silent push brings.
  case refresh, processing, push, health
  /// Work that the user has started and sees.
  case continued
  /// Background URLSession tasks, discretionary or not, and the relaunch after a finished batch.
  case transferD, transferN, wake
  /// Extra time after the app has been left.
  case assertion
  /// Audio, location, calls and extensions.
  case mode

  /// The word of logs, studies and CSV files.
  public var name: String { Self.names[Int(rawValue)] }
  /// Made once; describing a case takes its time.
  private static let names = allCases.map { "\($0)" }

  /// Whether the system may postpone its start: only such work is offered to a policy.
  @inlinable @inline(__always) public var isOpportunistic: Bool {
    switch self {
    case .refresh, .processing, .push, .health, .transferD: true
    case .continued, .transferN, .wake, .assertion, .mode: false
    }
  }

  /// Whether it is submitted to the task scheduler.
  @inlinable @inline(__always) public var isRequest: Bool {
    switch self {
    case .refresh, .processing, .health, .continued: true
    case .push, .transferD, .transferN, .wake, .assertion, .mode: false
    }
  }

  /// Processing requests and their subclass: PROC-10.
  @inlinable @inline(__always) public var isProcessing: Bool { self == .processing || self == .health }

  /// Whether its runs are debited from the budgets (section 4: CONT-10, MODE-7).
  @inlinable @inline(__always) public var debitsBudgets: Bool {
    switch self {
    case .refresh, .processing, .push, .health, .transferD, .transferN, .wake: true
    case .continued, .assertion, .mode: false
    }
  }

  /// Whether it moves a file of a background session and launches no app.
  @inlinable @inline(__always) public var isTransfer: Bool { self == .transferD || self == .transferN }
}
