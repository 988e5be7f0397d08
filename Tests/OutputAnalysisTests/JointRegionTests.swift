import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

@Suite("Joint region of two means")
struct JointRegionTests {
  private func pairs(_ replication: Int, count: Int, shear: Double) -> ([Double], [Double]) {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 5, replication: replication, device: 0, purpose: .test))
    var sample: ([Double], [Double]) = ([], [])
    for _ in 0..<count {
      let (x, y) = (stream.normal(deviation: 1), stream.normal(deviation: 1))
      sample.0.append(3 + 2 * x)
      sample.1.append(7 + shear * x + y)
    }
    return sample
  }

  @Test("the closed form of the F quantile with two degrees of freedom agrees with printed tables")
  func quantile() {
    #expect(abs(JointRegion.quantile(0.95, denominator: 8) - 4.4590) < 1e-4)
    #expect(abs(JointRegion.quantile(0.99, denominator: 18) - 6.0129) < 1e-4)
    #expect(abs(JointRegion.quantile(0.95, denominator: 1) - 199.5) < 1e-6)
  }

  @Test("every point of the boundary is as far from the center as Hotelling's statistic allows")
  func boundary() throws {
    let (first, second) = pairs(0, count: 9, shear: 1.5)
    let region = try #require(try JointRegion(first, second, confidence: 0.9))
    let (a, b, c) = region.covariance
    var widest = (0.0, 0.0)
    for step in 0..<200 {
      // Rational points of the unit circle.
      let t = Double(step - 100) / 20
      let (x, y) = region.boundary((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
      let (dx, dy) = (x - region.center.first, y - region.center.second)
      let distance = (b * dx * dx - 2 * c * dx * dy + a * dy * dy) / (a * b - c * c)
      #expect(abs(distance / region.squaredRadius - 1) < 1e-9)
      widest = (max(widest.0, abs(dx)), max(widest.1, abs(dy)))
    }
    holds(widest.0 <= region.firstHalfWidth * (1 + 1e-12) && widest.0 > region.firstHalfWidth * 0.99)
    holds(widest.1 <= region.secondHalfWidth * (1 + 1e-12) && widest.1 > region.secondHalfWidth * 0.99)
  }

  @Test("the region holds the true means as often as it says")
  func coverage() throws {
    let trials = 4000
    var inside = 0
    for trial in 0..<trials {
      let (first, second) = pairs(trial, count: 6, shear: 2)
      let region = try #require(try JointRegion(first, second, confidence: 0.9))
      let (a, b, c) = region.covariance
      let (dx, dy) = (3 - region.center.first, 7 - region.center.second)
      if (b * dx * dx - 2 * c * dx * dy + a * dy * dy) / (a * b - c * c) <= region.squaredRadius {
        inside += 1
      }
    }
    // Six standard deviations of a share of 0.9 of 4000.
    #expect(abs(Double(inside) - 3600) < 6 * 360.0.squareRoot())
  }

  @Test("two pairs give no region; pairs that do not vary give a region without width")
  func degenerate() throws {
    #expect(try JointRegion([1, 2], [3, 5], confidence: 0.95) == nil)
    let still = try #require(try JointRegion([1, 1, 1], [2, 3, 4], confidence: 0.95))
    holds(still.firstHalfWidth == 0 && still.secondHalfWidth > 0)
    #expect(still.boundary(0.6, 0.8).first == 1)
    #expect(throws: AnalysisError.self) { try JointRegion([1, 2, 3], [1, 2, 3], confidence: 1) }
  }

  @Test("the p-value of dominance passes the joint level exactly where dominance is clear")
  func evidence() throws {
    for replication in 0..<20 {
      let points = (0..<4).map { index in
        let (first, second) = pairs(replication * 4 + index, count: 12, shear: 0)
        let lift = Double(index) * 1.5
        return EnergyStalenessFrontier.Point(
          "\(index)", energy: first.map { $0 + lift }, staleness: second.map { $0 + lift })
      }
      let front = try EnergyStalenessFrontier(points)
      #expect(front.statements == 24)
      for index in 0..<4 {
        for other in 0..<4 where other != index {
          let p = try #require(try front.dominancePValue(of: index, over: other))
          #expect((p * 24 <= 0.05) == (front.dominance(of: index, over: other) == .clear))
        }
      }
      #expect(
        front.isOnFront(resample: Array(0..<12))
          == front.points.indices.map { front.nonDominated.contains($0) })
    }
    let single = try EnergyStalenessFrontier([
      .init("a", energy: [1], staleness: [1]), .init("b", energy: [2], staleness: [2]),
    ])
    #expect(try single.dominancePValue(of: 0, over: 1) == nil)
  }

  @Test("a resample without the replications that speak for a point takes it off the front")
  func resample() throws {
    let front = try EnergyStalenessFrontier([
      .init("a", energy: [1, 5], staleness: [1, 5]), .init("b", energy: [3, 3], staleness: [3, 4]),
    ])
    #expect(front.isOnFront(resample: [0, 0]) == [true, false])
    #expect(front.isOnFront(resample: [1, 1]) == [false, true])
  }

  @Test("centring on a point leaves means and area, and takes out what replications have in common")
  func centered() throws {
    let (fleet, ages) = pairs(0, count: 10, shear: 0)
    let points = [(10.0, 30.0), (20.0, 20.0), (30.0, 12.0)].enumerated().map { index, place in
      EnergyStalenessFrontier.Point(
        "\(index)", energy: fleet.map { place.0 + $0 }, staleness: ages.map { place.1 + $0 })
    }
    let front = try EnergyStalenessFrontier(points)
    let centered = try front.centered(on: points[1])
    let (whole, paired) = (
      try front.hypervolume(energy: 60, staleness: 60), try centered.hypervolume(energy: 60, staleness: 60)
    )
    #expect(abs(whole.area / paired.area - 1) < 1e-12)
    #expect(try #require(whole.standardError) > 10)
    #expect(try #require(paired.standardError) < 1e-9)
  }
}
