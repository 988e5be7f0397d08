import Foundation

/// Random numbers for property tests: the same ones for a seed on every machine and under every compiler.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
/// The draws are its own, because those of the standard library may change between versions.
public struct SeededGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A uniform number strictly between 0 and 1.
  public mutating func uniform() -> Double { (Double(next() >> 12) + 0.5) * 0x1p-52 }

  /// A uniform number between two bounds.
  public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// A uniform integer from 0 up to, and without, `bound`; the bias is below 2⁻⁵⁰ for the bounds of tests.
  public mutating func integer(below bound: Int) -> Int { Int(uniform() * Double(bound)) }

  /// An exponential number with mean 1.
  public mutating func exponential() -> Double { -log(uniform()) }

  /// A standard normal number (Box and Muller).
  public mutating func normal() -> Double {
    (2 * exponential()).squareRoot() * cos(2 * Double.pi * uniform())
  }
}
