import Foundation
import RandomStreams

/// Random numbers for property tests: the same ones for a seed on every machine and under every compiler.
///
/// The draws are its own, because those of the standard library may change between versions.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var words: SplitMix64

  public init(seed: UInt64) { words = SplitMix64(seed: seed) }

  public mutating func next() -> UInt64 { words.next() }

  /// A byte, each as likely as any other.
  public mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

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
