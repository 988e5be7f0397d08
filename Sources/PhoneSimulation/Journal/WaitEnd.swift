/// How the wait of an item ends. A replaced request ends no wait: its successor goes on with it.
public enum WaitEnd: UInt8, Sendable, Hashable, CaseIterable {
  /// Its run, or the transfer, starts; or the push reaches an app that executes.
  case launched, delivered
  /// Nothing has ended it by the end of the simulation.
  case horizon
  /// The user took the app away, the app or the system withdrew the item, or it was lost (dropped, given up for a newer
  /// push, or out of time).
  case forceQuit, cancelled, lost

  /// The word of tables.
  public var name: String { Self.names[Int(rawValue)] }
  /// Made once; describing a case takes its time.
  private static let names = allCases.map { "\($0)" }

  /// Whether the wait lasted at least as long as it was seen.
  public var isCensored: Bool { self != .launched && self != .delivered }
}
