import OutputAnalysis

/// The place along one assumption at which the sign of a difference changes.
package struct FlipBoundary: Hashable, Sendable {
  /// The comparison whose sign changes, by its place.
  package var contrast: Int
  /// The assumption along which it was sought.
  package var factor: Int
  /// Other assumptions that are not as in the study.
  package var others: SensitivityPoint
  /// The two places between which the sign changes: the value in the study, and the end of the range.
  package var from, to: Double
  /// The sign of the difference at `from`.
  package var isNegativeAtStart: Bool
  /// The place, in the unit of the assumption.
  package var place: Double
  /// Half-width of the 95 % interval of the place, approximately, in the same unit.
  package var halfWidth: Double
}

/// A search for such a place that is under way.
struct BoundarySearch: Hashable, Sendable {
  var boundary: FlipBoundary
  var search: SignChange

  /// The point to measure next; nil once the place is found.
  func next(in box: SensitivityBox) -> SensitivityPoint? {
    search.next.map {
      boundary.others.moving(boundary.factor, to: box.factors[boundary.factor].level(at: $0))
    }
  }

  mutating func add(_ response: SignChange.Response) {
    search.add(response)
    (boundary.place, boundary.halfWidth) = (search.place.x, search.place.halfWidth)
  }
}
