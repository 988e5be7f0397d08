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

  /// - Parameter region: Where to draw, by the places of ``factors(_:in:)``; nil for the whole box.
  package func points(
    _ factors: [Int], in box: SensitivityBox, within region: PlausibleRegion? = nil
  ) -> [SensitivityPoint] {
    let chosen = Self.factors(factors, in: box)
    guard count > 0, !chosen.isEmpty else { return [] }
    let stream = stream
    let cube = LatinHypercube(
      dimension: chosen.count, count: count, uniform: { stream.uniform() },
      choose: { stream.integer(below: $0) })
    return cube.points.map { allowed($0, chosen, in: box, within: region, stream) }
  }

  func independentPoints(_ factors: [Int], in box: SensitivityBox) -> [SensitivityPoint] {
    let chosen = Self.factors(factors, in: box)
    let stream = stream
    return (0..<count).map { _ in
      allowed(chosen.map { _ in stream.uniform() }, chosen, in: box, within: nil, stream)
    }
  }

  /// Points that take some assumptions together from given points, in a drawn order and again and again, and spread the
  /// others, of which those that break a condition at a given point stay as in the study.
  package func points(_ factors: [Int], in box: SensitivityBox, through given: [SensitivityPoint])
    -> [SensitivityPoint]
  {
    let taken = given.flatMap { $0.moves.map(\.factor) }.unique
    let others = box.firstOfWholes(taken + factors).filter { !taken.contains($0) }
    let stream = SpreadDesign(count: count, seed: seed, name: "plausible").stream
    var order = Array(given.indices)
    for place in order.indices.reversed().dropLast() {
      order.swapAt(place, stream.integer(below: place + 1))
    }
    let spread = points(others, in: box)
    return (0..<count).map { number in
      let point = given[order[number % order.count]]
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
    _ coordinates: [Double], _ chosen: [Int], in box: SensitivityBox, within region: PlausibleRegion?,
    _ stream: RandomStream
  ) -> SensitivityPoint {
    func move(_ place: Int, _ coordinate: Double) -> SensitivityPoint.Move {
      let span = region?.ranges[place] ?? 0...1
      let share = span.lowerBound + coordinate * (span.upperBound - span.lowerBound)
      return .init(factor: chosen[place], level: box.factors[chosen[place]].level(share: share))
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

/// The region in which the next wave of a fit draws: the span of some points, in each assumption by itself.
///
/// The span of n points of even density is shorter than their range by 2 / (n − 1) of the span, so each side is widened by
/// 1 / (n − 1). A single point does not determine a range.
package struct PlausibleRegion: Hashable, Sendable {
  /// The ranges by parameter, as shares of the whole range.
  package let ranges: [ClosedRange<Double>]

  /// - Parameter points: At least one, by their places between the ends of the ranges of all assumptions.
  package init(spanning points: [[Double]]) {
    ranges = (points.first ?? []).indices.map { axis in
      let places = points.map { $0[axis] }
      guard let low = places.min(), let high = places.max(), places.count > 1 else { return 0...1 }
      let room = (high - low) / Double(places.count - 1)
      return max(0, low - room)...min(1, high + room)
    }
  }

  package func contains(_ point: [Double]) -> Bool { zip(ranges, point).allSatisfy { $0.contains($1) } }
}
