import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

@Suite("Front of energy against staleness")
struct EnergyStalenessFrontierTests {
  private typealias Point = EnergyStalenessFrontier.Point

  /// A point whose replications scatter around means, with a common part that all points of a seed share.
  private func point(
    _ label: String, _ energy: Double, _ staleness: Double, index: Int, scatter: Double = 0.1,
    count: Int = 20, replication: Int = 0
  ) -> Point {
    let (own, common) = (RandomStream(), RandomStream())
    own.seek(
      sequential: StreamAddress(seed: 21, replication: replication, device: index + 1, purpose: .test))
    common.seek(sequential: StreamAddress(seed: 21, replication: replication, device: 0, purpose: .test))
    var samples: (energy: [Double], staleness: [Double]) = ([], [])
    for _ in 0..<count {
      let (x, y) = (common.normal(deviation: 2), common.normal(deviation: 2))
      samples.energy.append(energy + x + own.normal(deviation: scatter))
      samples.staleness.append(staleness + y + own.normal(deviation: scatter))
    }
    return Point(label, energy: samples.energy, staleness: samples.staleness)
  }

  @Test("a point dominates clearly by both objectives, or by one where the other never differs")
  func relations() throws {
    typealias Relation = (of: Int, over: Int, is: Dominance)
    let rows: [(points: [Point], front: [Int], relations: [Relation])] = [
      (
        [point("good", 10, 10, index: 0), point("bad", 11, 11, index: 1), point("trade", 8, 12, index: 2)],
        [0, 2], [(0, 1, .clear), (1, 0, .refuted), (0, 2, .refuted), (2, 0, .refuted)]
      ),
      // Better in the means only: both stay candidates.
      (
        [
          Point("a", energy: [1, 5, 3, 4], staleness: [2, 6, 4, 5]),
          Point("b", energy: [2, 4, 4, 4], staleness: [4, 5, 5, 4]),
        ], [0], [(0, 1, .probable), (1, 0, .unresolved)]
      ),
      // Clear in one objective and open in the other.
      (
        [
          Point("a", energy: [1, 1.1, 0.9, 1], staleness: [2, 6, 4, 5]),
          Point("b", energy: [9, 9, 9.1, 9], staleness: [4, 5, 5, 4]),
        ], [0], [(0, 1, .probable), (1, 0, .refuted)]
      ),
      // Equal points stay both.
      (
        [
          Point("a", energy: [1, 2, 3], staleness: [5, 6, 7]),
          Point("b", energy: [1, 2, 3], staleness: [6, 7, 8]),
          Point("c", energy: [1, 2, 3], staleness: [5, 6, 7]),
        ], [0, 2], [(0, 1, .clear), (0, 2, .unresolved)]
      ),
    ]
    for row in rows {
      let front = try EnergyStalenessFrontier(row.points)
      #expect(front.nonDominated == row.front)
      for relation in row.relations {
        #expect(front.dominance(of: relation.of, over: relation.over) == relation.is, "\(relation)")
      }
      #expect(front.dominated(1) == row.relations[0].is)
    }
  }

  @Test("the joint level is shared by 2 k (k − 1) tests, so more points make each statement harder")
  func family() throws {
    let (a, b) = (point("a", 10, 10, index: 0, count: 8), point("b", 10.3, 10.3, index: 1, count: 8))
    let others = (2..<8).map { point("\($0)", 20, 5 - Double($0) / 9, index: $0, count: 8) }
    let pair = try EnergyStalenessFrontier([a, b])
    #expect(abs(pair.singleConfidence - (1 - 0.05 / 4)) < 1e-12)
    #expect(pair.dominance(of: 0, over: 1) == .clear)
    let family = try EnergyStalenessFrontier([a, b] + others)
    #expect(abs(family.singleConfidence - (1 - 0.05 / 112)) < 1e-12)
    #expect(family.dominance(of: 0, over: 1) == .probable)
  }

  @Test("points that differ by chance only are called clear or refuted no oftener than the joint level")
  func errors() throws {
    var wrong = 0
    let families = 600
    for family in 0..<families {
      let front = try EnergyStalenessFrontier(
        (0..<4).map { point("\($0)", 10, 10, index: $0, scatter: 1, count: 10, replication: family) })
      let isWrong = front.points.indices.contains { index in
        front.points.indices.contains { other in
          guard index != other else { return false }
          let relation = front.dominance(of: index, over: other)
          return relation == .clear || relation == .refuted
        }
      }
      if isWrong { wrong += 1 }
    }
    // At most 5 %, and not zero either: six standard deviations of a share of 5 % of 600.
    holds(wrong > 0 && Double(wrong) < 30 + 6 * (30 * 0.95).squareRoot())
  }

  @Test("one replication shows no dominance; unequal samples and an empty front are refused")
  func small() throws {
    let single = try EnergyStalenessFrontier([
      Point("a", energy: [1], staleness: [1]), Point("b", energy: [2], staleness: [2]),
    ])
    #expect(single.dominance(of: 0, over: 1) == .probable)
    let volume = try single.hypervolume(energy: 3, staleness: 3)
    #expect(volume.area == 4)
    holds(volume.halfWidth == nil && volume.jackknifeArea == nil)
    #expect(throws: AnalysisError.emptySample) { try EnergyStalenessFrontier([]) }
    #expect(throws: AnalysisError.unequalCounts(first: 1, second: 2)) {
      try EnergyStalenessFrontier([Point("a", energy: [1], staleness: [1, 2])])
    }
  }

  @Test("the hypervolume of one point is the product of its gaps, with the jackknife error of a product")
  func product() throws {
    let point = point("a", 10, 10, index: 0, scatter: 0.5, count: 400)
    let front = try EnergyStalenessFrontier([point])
    let volume = try front.hypervolume(energy: 30, staleness: 40)
    let means = front.means[0]
    #expect(abs(volume.area - (30 - means.energy) * (40 - means.staleness)) < 1e-9)
    // Delta method: the area varies as the sample of (40 − s̄) e + (30 − ē) s.
    let linear = zip(
      try #require(point.energySample.pseudoValues().values),
      try #require(point.stalenessSample.pseudoValues().values)
    ).map {
      (40 - means.staleness) * $0 + (30 - means.energy) * $1
    }
    let error = try #require(try Moments(linear).standardError)
    #expect(abs(try #require(volume.standardError) / error - 1) < 0.01)
    #expect(try #require(volume.halfWidth) > 0)
  }

  @Test("a clearly dominated point and a point beyond the reference add no area")
  func unchanged() throws {
    let (a, b) = (point("a", 10, 20, index: 0), point("b", 20, 10, index: 1))
    let bare = try EnergyStalenessFrontier([a, b]).hypervolume(energy: 50, staleness: 50)
    let more = try EnergyStalenessFrontier([
      a, point("c", 30, 30, index: 2), b, point("d", 60, 1, index: 3),
    ]).hypervolume(energy: 50, staleness: 50)
    #expect(bare == more)
  }

  @Test("a deterministic front has an interval of width 0")
  func deterministic() throws {
    let volume = try EnergyStalenessFrontier([
      Point("a", energy: [1, 1, 1], staleness: [2, 2, 2]),
      Point("b", energy: [2, 2, 2], staleness: [1, 1, 1]),
    ]).hypervolume(energy: 3, staleness: 3)
    #expect(volume.area == 3)
    #expect(volume.halfWidth == 0)
    #expect(volume.jackknifeArea == 3)
  }
}
