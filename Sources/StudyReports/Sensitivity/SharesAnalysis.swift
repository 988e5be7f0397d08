import Basics
import ModelParameters
import OutputAnalysis
import RandomStreams

package struct SharesAnalysis: Sendable {
  package struct Index: Sendable, Hashable, JSONConvertible {
    package var value, lower, upper: Double

    package var json: JSONValue { JSONValue(["value": value, "lower": lower, "upper": upper]) }
  }

  package struct Row: Sendable, Hashable {
    package var factor: Int
    /// Share that vanishes once the assumption is known.
    package var first: Index
    /// Share that stays while all others are known.
    package var total: Index
  }

  package struct Result: Sendable, Hashable {
    package var rows: [Row]
    package var deviation: Double
    var rowsUsed: Int
  }

  package let design: SharesDesign
  package let contrasts: [SensitivityContrast]
  package let results: [Result]
  package let failures: [SensitivityResults.Failure]

  private static let resamples = 1000

  package init(
    _ design: SharesDesign, contrasts: [SensitivityContrast], results found: SensitivityResults, seed: UInt64
  ) throws {
    self.design = design
    self.contrasts = contrasts
    failures = found.failures
    let responses = try found.runs.map { try SensitivityContrast.responses(contrasts, moved: $0, base: $0) }
    let width = design.factors.count + 2
    results = contrasts.indices.map { contrast in
      let rows = design.rows.indices.compactMap { row -> [Double]? in
        let values = (0..<width).compactMap { responses[row * width + $0][contrast]?.difference.estimate }
        return values.count == width ? values : nil
      }
      return Self.result(design.factors, rows, seed)
    }
  }

  static func result(_ factors: [Int], _ rows: [[Double]], _ seed: UInt64) -> Result {
    // Around the mean, because a large mean adds noise to the first-order index and no information.
    let mean = rows.isEmpty ? 0 : rows.reduce(0) { $0 + $1[0] + $1[1] } / Double(2 * rows.count)
    let a = rows.map { $0[0] - mean }
    let b = rows.map { $0[1] - mean }
    let mixed = factors.indices.map { factor in rows.map { $0[factor + 2] - mean } }
    guard let indices = SobolIndices(a: a, b: b, mixed: mixed) else {
      return Result(rows: [], deviation: 0, rowsUsed: rows.count)
    }
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: seed, replication: 0, device: 0, purpose: .bootstrap))
    var firsts = [[Double]](repeating: [], count: factors.count)
    var totals = firsts
    for _ in 0..<resamples {
      let picks = rows.map { _ in stream.integer(below: rows.count) }
      guard let drawn = SobolIndices(a: a, b: b, mixed: mixed, picks: picks) else { continue }
      for place in factors.indices {
        firsts[place].append(drawn.first[place])
        totals[place].append(drawn.total[place])
      }
    }
    let found = factors.indices.map { place in
      Row(
        factor: factors[place], first: index(indices.first[place], firsts[place]),
        total: index(indices.total[place], totals[place]))
    }
    return Result(
      rows: found.enumerated().sorted {
        ($0.element.total.value, -$0.offset) > ($1.element.total.value, -$1.offset)
      }.map(\.element), deviation: indices.variance.squareRoot(), rowsUsed: rows.count)
  }

  private static func index(_ value: Double, _ drawn: [Double]) -> Index {
    let sorted = drawn.sorted()
    guard let first = sorted.first, let last = sorted.last else {
      return Index(value: value, lower: value, upper: value)
    }
    let tail = Int(Double(sorted.count) * (1 - SensitivityContrast.confidence) / 2)
    guard sorted.count > 2 * tail else { return Index(value: value, lower: first, upper: last) }
    return Index(value: value, lower: sorted[tail], upper: sorted[sorted.count - 1 - tail])
  }
}

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
    let chosen = box.firstOfWholes(factors).prefix(Self.mostFactors)
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
