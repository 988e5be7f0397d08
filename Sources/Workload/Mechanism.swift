/// The kind of background work.
///
/// The order is the order of results; new cases are added at the end.
public enum Mechanism: UInt8, Sendable, Hashable, CaseIterable {
  /// Task requests of three kinds, and the handler run that a silent push brings.
  case refresh, processing, push, health
  /// Work that the user has started and sees.
  case continued
  /// Background URLSession tasks, discretionary or not, and the relaunch after a finished batch.
  case discretionaryTransfer, transfer, wake
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
    case .refresh, .processing, .push, .health, .discretionaryTransfer: true
    case .continued, .transfer, .wake, .assertion, .mode: false
    }
  }

  /// Whether it is submitted to the task scheduler.
  @inlinable @inline(__always) public var isRequest: Bool {
    switch self {
    case .refresh, .processing, .health, .continued: true
    case .push, .discretionaryTransfer, .transfer, .wake, .assertion, .mode: false
    }
  }

  /// Processing requests and their subclass: PROC-10.
  @inlinable @inline(__always) public var isProcessing: Bool { self == .processing || self == .health }

  /// Whether its runs are debited from the budgets (section 4: CONT-10, MODE-7).
  @inlinable @inline(__always) public var debitsBudgets: Bool {
    switch self {
    case .refresh, .processing, .push, .health, .discretionaryTransfer, .transfer, .wake: true
    case .continued, .assertion, .mode: false
    }
  }

  /// Whether it moves a file of a background session and launches no app.
  @inlinable @inline(__always) public var isTransfer: Bool {
    self == .discretionaryTransfer || self == .transfer
  }
}

/// Why an item does not start: the vocabulary of `deferred`, in order of precedence.
///
/// The hard reasons come first; a set of reasons is reported by its first member.
public enum BlockingReason: UInt8, CaseIterable, Sendable, Hashable {
  case forceQuit, barOff, barWifiOnly, firstUnlock, lowPowerMode, appForeground, alreadyRunning
  case earliestBeginDate, firstEvaluation, externalPower, deviceInUse, noNetwork, noPermittedPath
  case resumeDelay, concurrency, thermalCritical, quietDay
  case lowBattery, energyBudget, dataBudget, rateLimit, appUsage, bootHold, busy, cpuLoad, thermalSerious
  case herd, settling, transferStage, score, policyChoice

  /// The word of logs and tables.
  public var name: String { Self.names[Int(rawValue)] }
  /// Made once; describing a case takes its time.
  private static let names = allCases.map { "\($0)" }
}

/// A set of reasons, as one machine word.
public struct BlockingSet: OptionSet, Sendable, Hashable {
  public var rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The set with one member.
  @inlinable public init(_ reason: BlockingReason) { rawValue = 1 << UInt32(reason.rawValue) }

  /// The member that comes first in the order of precedence.
  @inlinable public var first: BlockingReason? {
    rawValue == 0 ? nil : BlockingReason(rawValue: UInt8(rawValue.trailingZeroBitCount))
  }

  /// The members in order of precedence.
  public var reasons: [BlockingReason] { BlockingReason.allCases.filter { contains(BlockingSet($0)) } }

  /// The members' words in order of precedence.
  public var names: String { names(separator: " ") }

  /// The same with a separator between them; empty for the empty set.
  public func names(separator: String) -> String { reasons.map(\.name).joined(separator: separator) }

  /// The set of the given reasons.
  @inlinable public static func of(_ reasons: BlockingReason...) -> BlockingSet {
    reasons.reduce(into: []) { $0.formUnion(BlockingSet($1)) }
  }

  /// The gates that the platform computes and hands to a policy as verdicts, with every factor at its default.
  public static let softGates = BlockingSet.of(
    .lowBattery, .energyBudget, .dataBudget, .rateLimit, .appUsage, .bootHold, .busy, .cpuLoad,
    .thermalSerious, .herd, .settling, .transferStage)
  /// Every gate that could be soft, also the factors that are hard unless a study says otherwise.
  public static let everyFactorAndCondition = softGates.union(
    .of(.forceQuit, .barOff, .barWifiOnly, .lowPowerMode))
}
