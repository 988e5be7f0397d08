/// The states of an app's process: section 1 of the specification.
public enum ProcessState: UInt8, Sendable, Hashable, CaseIterable {
  case notRunning, foregroundInactive, foregroundActive, background, suspended

  /// Both foreground states count as foreground.
  @inlinable @inline(__always) public var isForeground: Bool {
    self == .foregroundActive || self == .foregroundInactive
  }
  @inlinable @inline(__always) public var isExecuting: Bool { self != .notRunning && self != .suspended }
  public var name: String { Self.names[Int(rawValue)] }
  /// Made once; describing a case takes its time.
  private static let names = allCases.map { "\($0)" }

  /// LIFE-1: every state leads to every other, but only a process in the background is suspended.
  public func canBecome(_ next: ProcessState) -> Bool {
    next != self && (next != .suspended || self == .background)
  }
}

/// The processes in memory, least recently used first; at most ``limit`` of them stay.
public struct ResidentProcesses: Sendable {
  public let limit: Int
  /// Apps with a process in memory, by their index on the device; the one used last comes last.
  public private(set) var leastRecentFirst: [Int32] = []

  public init(limit: Int = 30) { self.limit = limit }

  public mutating func touch(_ app: Int32) {
    if leastRecentFirst.last == app { return }
    remove(app)
    leastRecentFirst.append(app)
  }

  public mutating func remove(_ app: Int32) {
    if let index = leastRecentFirst.lastIndex(of: app) { leastRecentFirst.remove(at: index) }
  }

  /// The process to remove next where more than the limit are resident: the least recently used one that
  /// `isSuspended` lets go.
  public func victim(where isSuspended: (Int32) -> Bool) -> Int32? {
    leastRecentFirst.count > limit ? leastRecentFirst.first(where: isSuspended) : nil
  }
}
