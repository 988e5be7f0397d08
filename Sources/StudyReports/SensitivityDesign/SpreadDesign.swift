import OutputAnalysis
import RandomStreams

/// Points that fill the box evenly over some of its assumptions: of 100 Latin hypercubes the one whose closest points are
/// farthest apart.
///
/// Words stay as in the study, and of shares that add up to a whole, only the first that is named moves. Assumptions that a
/// condition on several parameters ties together are drawn again, by themselves and evenly, until it holds.
package struct SpreadDesign {
  var count: Int
  /// The study's seed. The draw belongs to it, so that the same study has the same points.
  var seed: UInt64
  /// Designs of other names and numbers have other points.
  var name: String
  var number: Int

  /// Draws of what a condition ties together, before it stays as in the study.
  private static let attempts = 1000

  package init(count: Int, seed: UInt64, name: String = "sensitivity", number: Int = 0) {
    (self.count, self.seed, self.name, self.number) = (count, seed, name, number)
  }

  package func points(_ factors: [Int], in box: SensitivityBox) -> [SensitivityPoint] {
    let chosen = Self.factors(factors, in: box)
    guard count > 0, !chosen.isEmpty else { return [] }
    let stream = stream
    let cube = LatinHypercube(
      dimension: chosen.count, count: count, uniform: { stream.uniform() },
      choose: { stream.integer(below: $0) })
    return cube.points.map { allowed($0, chosen, in: box, stream) }
  }

  /// Points that take some assumptions together from given points in order, and spread the others, of which those that
  /// break a condition at a given point stay as in the study.
  ///
  /// - Parameter given: At least as many points as the design has.
  package func points(_ factors: [Int], in box: SensitivityBox, through given: [SensitivityPoint])
    -> [SensitivityPoint]
  {
    let taken = given.flatMap { $0.moves.map(\.factor) }.unique
    let others = box.firstOfWholes(taken + factors).filter { !taken.contains($0) }
    let spread = points(others, in: box)
    return given.prefix(count).enumerated().map { number, point in
      guard !spread.isEmpty else { return point }
      let both = SensitivityPoint(point.moves + spread[number].moves)
      guard box.values(at: both) == nil else { return both }
      return SensitivityPoint(
        box.linkedFactors.flatMap { group in
          let own = both.moves.filter { group.contains($0.factor) }
          return box.values(at: SensitivityPoint(own)) == nil ? own.filter { taken.contains($0.factor) } : own
        })
    }
  }

  /// The assumptions that change, in the order of the parameter space.
  static func factors(_ factors: [Int], in box: SensitivityBox) -> [Int] {
    box.firstOfWholes(factors.filter { box.factors[$0].range != nil }).sorted()
  }

  private var stream: RandomStream { RandomStream(.design, seed: seed, group: name, replication: number) }

  private func allowed(
    _ coordinates: [Double], _ chosen: [Int], in box: SensitivityBox, _ stream: RandomStream
  ) -> SensitivityPoint {
    func move(_ place: Int, _ coordinate: Double) -> SensitivityPoint.Move {
      .init(factor: chosen[place], level: box.factors[chosen[place]].level(share: coordinate))
    }
    let whole = SensitivityPoint(chosen.indices.map { move($0, coordinates[$0]) })
    guard box.values(at: whole) == nil else { return whole }
    return SensitivityPoint(
      box.linkedFactors.flatMap { group -> [SensitivityPoint.Move] in
        let places = chosen.indices.filter { group.contains(chosen[$0]) }
        var moves = places.map { move($0, coordinates[$0]) }
        var left = Self.attempts
        while box.values(at: SensitivityPoint(moves)) == nil {
          guard left > 0 else { return [] }
          moves = places.map { move($0, stream.uniform()) }
          left -= 1
        }
        return moves
      })
  }
}
