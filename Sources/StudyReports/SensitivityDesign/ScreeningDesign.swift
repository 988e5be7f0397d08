import OutputAnalysis
import RandomStreams

/// Random trajectories through the box along which one assumption changes at a step, each once: the design of Morris
/// ("Factorial sampling plans for preliminary computational experiments", Technometrics 33, 1991).
///
/// Every point keeps the conditions on several parameters: assumptions that a condition ties together are drawn until all points
/// of their own steps are allowed, and stay as in the study in a trajectory for which none are found. Of the shares of a whole
/// one moves in each trajectory, in turn, and the others keep their proportions.
package struct ScreeningDesign: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package var factor: Int
    /// Its change as a share of the range, negative downwards; for words 1 or −1, by their order.
    package var size: Double
  }

  package struct Trajectory: Hashable, Sendable {
    /// Step k leads from point k to point k + 1, so that there is one point more.
    package var points: [SensitivityPoint]
    package var steps: [Step]
  }

  package let trajectories: [Trajectory]

  /// Draws of the levels of assumptions that a condition ties together, before they stay as in the study.
  private static let attempts = 200

  /// - Parameter seed: The study's seed. The draw belongs to it, so that the same study has the same points.
  package init(_ box: SensitivityBox, trajectories count: Int, seed: UInt64) {
    let groups = box.linkedFactors
    trajectories = (0..<count).map { number in
      let stream = RandomStream(.design, seed: seed, group: "screening", replication: number)
      return Self.trajectory(box, groups, number) { stream.integer(below: $0) }
    }
  }

  /// Returns the points of a trajectory, after the point of the defaults.
  package func points(_ trajectory: Int) -> [SensitivityPoint] { [.base] + trajectories[trajectory].points }
  package var pointCount: Int { trajectories.reduce(0) { $0 + $1.points.count + 1 } }

  private static func trajectory(
    _ box: SensitivityBox, _ groups: [[Int]], _ number: Int, choose: (Int) -> Int
  ) -> Trajectory {
    var order = Array(box.factors.indices)
    for place in order.indices.reversed().dropLast() { order.swapAt(place, choose(place + 1)) }
    let moving = box.movingShares(inTurn: number)
    var walks: [Int: Walk] = [:]
    for group in groups {
      let members = order.filter { group.contains($0) && moving.contains($0) }
      for (factor, walk) in walk(box, members, choose: choose) { walks[factor] = walk }
    }
    order = order.filter { walks[$0] != nil }
    var point = SensitivityPoint(
      order.compactMap { factor in walks[factor].map { .init(factor: factor, level: $0.start) } })
    var trajectory = Trajectory(points: [point], steps: [])
    for factor in order {
      guard let walk = walks[factor] else { continue }
      point = point.moving(factor, to: walk.end)
      trajectory.points.append(point)
      trajectory.steps.append(Step(factor: factor, size: walk.size))
    }
    return trajectory
  }

  private struct Walk {
    var start, end: AssumedFactor.Level
    var size: Double
  }

  private static func walk(_ box: SensitivityBox, _ members: [Int], choose: (Int) -> Int) -> [Int: Walk] {
    for _ in 0..<attempts {
      var walks: [Int: Walk] = [:]
      for factor in members { walks[factor] = walk(box.factors[factor], choose: choose) }
      var point = SensitivityPoint(
        members.compactMap { factor in walks[factor].map { .init(factor: factor, level: $0.start) } })
      var isAllowed = box.values(at: point) != nil
      for factor in members where isAllowed {
        guard let walk = walks[factor] else { continue }
        point = point.moving(factor, to: walk.end)
        isAllowed = box.values(at: point) != nil
      }
      if isAllowed { return walks }
    }
    return [:]
  }

  /// Two levels that lie a step apart; nil where rounding makes them one.
  private static func walk(_ factor: AssumedFactor, choose: (Int) -> Int) -> Walk? {
    let lower = Double(choose(ElementaryEffects.levels / 2)) / Double(ElementaryEffects.levels - 1)
    let rises = choose(2) == 0
    var (from, to) = (lower, lower + ElementaryEffects.step)
    if !rises { swap(&from, &to) }
    let (start, end) = (factor.level(share: from), factor.level(share: to))
    guard start != end else { return nil }
    guard let range = factor.range, let first = factor.number(start), let last = factor.number(end) else {
      return Walk(start: start, end: end, size: rises ? 1 : -1)
    }
    return Walk(start: start, end: end, size: (last - first) / (range.upperBound - range.lowerBound))
  }
}
