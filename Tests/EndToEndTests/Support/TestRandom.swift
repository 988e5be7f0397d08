import Foundation

/// Numbers that are the same in every run of a test (SplitMix64).
struct TestRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}

/// How often a test does something at random.
enum TestCount {
  /// The number in an environment variable, for long tests, or `count`.
  static func from(_ variable: String, or count: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? count
  }
}
