import Foundation

/// The two tiers of the tests: the quick one is complete in behavior, the long one in numbers.
///
/// The long tier sets `SLUMBER_LONG`. It also compiles the targets whose names end in `LongTests`.
public enum Tier {
  /// Whether the long tier runs.
  public static let isLong = ProcessInfo.processInfo.environment["SLUMBER_LONG"] != nil

  /// The number of repetitions: the number in an environment variable, or `count`.
  public static func count(_ variable: String, or count: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? count
  }
}
