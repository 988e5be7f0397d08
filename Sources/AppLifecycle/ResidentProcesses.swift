/// The processes in memory, least recently used first; at most ``limit`` of them stay.
public struct ResidentProcesses: Sendable {
  /// Most processes that are kept (30 in the definitions).
  public let limit: Int
  /// Apps with a process in memory, by their index on the device; the one used last comes last.
  public private(set) var leastRecentFirst: [Int32] = []

  public init(limit: Int = 30) { self.limit = limit }

  /// Notes that the app's process started or was used.
  public mutating func touch(_ app: Int32) {
    if leastRecentFirst.last == app { return }
    remove(app)
    leastRecentFirst.append(app)
  }

  /// Notes that the app's process ended.
  public mutating func remove(_ app: Int32) {
    if let index = leastRecentFirst.lastIndex(of: app) { leastRecentFirst.remove(at: index) }
  }

  /// The process to remove next where more than the limit are resident: the least recently used one that
  /// `isSuspended` lets go.
  public func victim(where isSuspended: (Int32) -> Bool) -> Int32? {
    leastRecentFirst.count > limit ? leastRecentFirst.first(where: isSuspended) : nil
  }
}
