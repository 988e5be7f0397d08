import OutputAnalysis
import TestSupport
import Testing

@Suite("Front of ratios of sums")
struct RatioFrontierTests {
  private typealias Point = EnergyStalenessFrontier.Point

  /// Energy over device-days and staleness over opens, which vary with a fleet that all points share.
  private func point(
    _ label: String, energy: Double, staleness: Double, count: Int = 20, noise: Double = 0.02, seed: UInt64
  ) -> Point {
    var (fleet, own) = (SeededGenerator(seed: 99), SeededGenerator(seed: seed))
    var samples: ([ReplicationSample.Fraction?], [ReplicationSample.Fraction?]) = ([], [])
    for _ in 0..<count {
      let (days, opens) = (fleet.uniform(50...150), fleet.uniform(200...900))
      samples.0.append(.init(days * (energy + noise * own.normal()), over: days))
      samples.1.append(.init(opens * (staleness + noise * own.normal()), over: opens))
    }
    return Point(label, energy: .fractions(samples.0), staleness: .fractions(samples.1))
  }

  @Test("estimates are ratios of sums, and relations come from the pseudo-values")
  func relations() throws {
    let points = [
      point("good", energy: 10, staleness: 10, seed: 1), point("bad", energy: 11, staleness: 11, seed: 2),
      point("trade", energy: 8, staleness: 12, seed: 3),
    ]
    let front = try EnergyStalenessFrontier(points)
    let plain = try EnergyStalenessFrontier(
      points.map {
        Point(
          $0.label, energy: try #require($0.energySample.pseudoValues().values),
          staleness: try #require($0.stalenessSample.pseudoValues().values))
      })
    for index in points.indices {
      #expect(front.means[index].energy == points[index].energySample.estimate(over: Array(0..<20)))
      for other in points.indices {
        #expect(front.dominance(of: index, over: other) == plain.dominance(of: index, over: other))
      }
    }
    #expect(front.dominance(of: 0, over: 1) == .clear)
    #expect(front.nonDominated == [0, 2])
    let p = try #require(try front.dominancePValue(of: 0, over: 1))
    #expect(abs(p - (try #require(try plain.dominancePValue(of: 0, over: 1)))) <= 1e-9 * p)
  }

  @Test("a resample compares ratios of the resampled sums")
  func resample() throws {
    let front = try EnergyStalenessFrontier([
      // Mean of ratios 1, ratio of sums 1.8 over both.
      Point(
        "a", energy: .fractions([.init(0, over: 1), .init(18, over: 9)]), staleness: .values([1, 1])),
      Point(
        "b", energy: .fractions([.init(1.5, over: 1), .init(13.5, over: 9)]), staleness: .values([1, 1])),
    ])
    #expect(front.isOnFront(resample: [0, 1]) == [false, true])
    #expect(front.isOnFront(resample: [0, 0]) == [true, false])
    let hollow = try EnergyStalenessFrontier([
      Point("a", energy: .fractions([.init(1, over: 0), .init(2, over: 1)]), staleness: .values([1, 1])),
      Point("b", energy: .values([9, 9]), staleness: .values([9, 9])),
    ])
    #expect(hollow.isOnFront(resample: [0, 0]) == [false, true])
    #expect(hollow.isOnFront(resample: [0, 1]) == [true, false])
    #expect(hollow.dominance(of: 0, over: 1) == .probable)
    #expect(try hollow.hypervolume(energy: 10, staleness: 10).halfWidth == nil)
    #expect(try hollow.centered(on: hollow.points[1]).hypervolume(energy: 10, staleness: 10).area == 63)
  }

  @Test("the area under ratios has the error of leaving one replication out of every sum")
  func hypervolume() throws {
    let points = [
      point("a", energy: 10, staleness: 30, noise: 1, seed: 4),
      point("b", energy: 25, staleness: 12, noise: 1, seed: 5),
    ]
    let volume = try EnergyStalenessFrontier(points).hypervolume(energy: 50, staleness: 50)
    let all = Array(0..<20)
    func area(_ replications: [Int]) -> Double {
      Hypervolume.area(
        points.map {
          (
            $0.energySample.estimate(over: replications)!, $0.stalenessSample.estimate(over: replications)!
          )
        }, reference: (50, 50))
    }
    let areas = try Moments(all.map { place in area(all.filter { $0 != place }) })
    let error = (19.0 / 20 * areas.sumOfSquaredDeviations).squareRoot()
    #expect(volume.area == area(all))
    // Centring moves every area with one replication left out alike, by the bias of the ratios.
    #expect(abs(try #require(volume.standardError) / error - 1) < 0.01)
  }

  @Test(
    "replications that a point lacks are excluded for all points, and a ratio without denominators is refused"
  )
  func common() throws {
    let front = try EnergyStalenessFrontier([
      Point("a", energy: .values([1, nil, 3, 4]), staleness: .values([1, 1, 1, 1])),
      Point("b", energy: .values([2, 2, 2, 2]), staleness: .values([2, 2, 2, nil])),
    ])
    #expect(front.replications == [0, 2])
    #expect(front.means.map(\.energy) == [2, 2])
    #expect(front.isOnFront(resample: [0, 0]) == [true, false])
    #expect(throws: AnalysisError.zeroDenominator) {
      try EnergyStalenessFrontier([
        Point("a", energy: .fractions([.init(1, over: 0)]), staleness: .values([1]))
      ])
    }
    #expect(throws: AnalysisError.emptySample) {
      try EnergyStalenessFrontier([Point("a", energy: .values([nil]), staleness: .values([1]))])
    }
  }
}
