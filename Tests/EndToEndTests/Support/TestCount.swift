import Foundation

/// How often a test does something at random.
enum TestCount {
  /// The number in an environment variable, for long tests, or `count`.
  static func from(_ variable: String, or count: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? count
  }
}
