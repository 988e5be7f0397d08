/// The area that points dominate within a reference point: the quality of a front in one number.
///
/// Both objectives are such that less is better. A point that does not lie below the reference in both adds
/// nothing. The area depends on the reference, so fronts are comparable under the same one only (Zitzler and
/// Thiele, "Multiobjective evolutionary algorithms", IEEE Transactions on Evolutionary Computation 3, 1999).
public enum Hypervolume {
  /// The exact area, by a sweep over the first objective.
  public static func area(_ points: [(Double, Double)], reference: (Double, Double)) -> Double {
    var area = 0.0
    var ceiling = reference.1
    for point in points.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
      guard point.0 < reference.0 else { break }
      guard point.1 < ceiling else { continue }
      area += (reference.0 - point.0) * (ceiling - point.1)
      ceiling = point.1
    }
    return area
  }
}
