import CGSL

/// Points that fill the unit cube more evenly than random ones, from the GNU Scientific Library.
///
/// The first point of the Sobol' sequence is 0.5 in every coordinate, for the library leaves out the one at 0. Its
/// direction numbers are those of Bratley and Fox ("Algorithm 659", ACM Transactions on Mathematical Software 14, 1988),
/// so that other programs give other points from the third coordinate on. Take 2ᵐ − 1 points from the start; leave
/// none out.
public final class QuasiRandomSequence {
  /// The rule that makes the points.
  public enum Kind: Sendable {
    case sobol, halton

    /// Largest number of coordinates.
    public var dimensionLimit: Int { self == .sobol ? 40 : 1229 }
  }

  /// Coordinates of a point.
  public let dimension: Int
  private let generator: UnsafeMutablePointer<gsl_qrng>

  /// Begins a sequence; nil where the number of coordinates is not from 1 to ``Kind/dimensionLimit``.
  public init?(_ kind: Kind, dimension: Int) {
    guard (1...kind.dimensionLimit).contains(dimension),
      let generator = gsl_qrng_alloc(
        kind == .sobol ? slumber_gsl_qrng_sobol() : slumber_gsl_qrng_halton(), UInt32(dimension))
    else { return nil }
    self.dimension = dimension
    self.generator = generator
  }

  deinit { gsl_qrng_free(generator) }

  /// The next point, each coordinate strictly between 0 and 1.
  public func next() -> [Double] {
    var point = [Double](repeating: 0, count: dimension)
    gsl_qrng_get(generator, &point)
    return point
  }
}
