import ModelParameters
import OutputAnalysis

/// Points from which the variance of a difference over the box is shared out among some of its assumptions.
///
/// Two sets of Sobol' points, and for each assumption the first set with that assumption from the second (Saltelli et al.,
/// Computer Physics Communications 181, 2010). A row, which is one point of each, is left out where one of its points breaks a
/// condition on several parameters: the indices are then those of the part of the box that is allowed.
package struct SharesDesign: Hashable, Sendable {
  package static let mostFactors = 8

  package let factors: [Int]
  package let count: Int
  /// By row: the point of the first set, of the second, and the mixtures in the order of ``factors``.
  package let rows: [[SensitivityPoint]]

  package var points: [SensitivityPoint] { rows.flatMap(\.self) }

  /// Whether a number of points is one that the sequence fills evenly: 2ᵐ − 1, at least 3.
  package static func isEven(_ count: Int) -> Bool { count >= 3 && count & (count + 1) == 0 }

  /// - Parameters:
  ///   - factors: Places of assumptions, the most important first; of shares of one whole the first counts, and of the others
  ///     as many as ``mostFactors``.
  ///   - count: Points in each of the two sets, as of ``isEven(_:)``.
  package init(_ box: SensitivityBox, factors: [Int], count: Int) {
    var wholes: Set<String> = []
    let chosen = factors.filter { place in
      let definition = box.factors[place].definition
      return definition.listRanges?.areShares != true || wholes.insert(definition.name).inserted
    }.prefix(Self.mostFactors)
    self.factors = Array(chosen)
    self.count = count
    guard let sets = SobolIndices.points(factors: chosen.count, count: count) else {
      rows = []
      return
    }
    func point(_ coordinates: [Double]) -> SensitivityPoint {
      SensitivityPoint(
        zip(chosen, coordinates).map { .init(factor: $0, level: box.factors[$0].level(share: $1)) })
    }
    let mixed = chosen.indices.map { SobolIndices.mixed(sets.a, sets.b, factor: $0) }
    rows = (0..<count).map { row in
      ([sets.a[row], sets.b[row]] + mixed.map { $0[row] }).map(point)
    }.filter { $0.allSatisfy { box.values(at: $0) != nil } }
  }
}
