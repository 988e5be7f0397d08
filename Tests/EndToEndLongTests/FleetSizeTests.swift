import EndToEndTestSupport
import Foundation
import OutputAnalysis
import TestSupport
import Testing

@Suite("Fleets of two sizes") struct FleetSizeTests {
  private func judged(devices: Int, replications: Int) throws -> [String: (difference: Double, error: Double)]
  {
    let folder = try TestFolder(
      run:
        Studies.small(
          devices: devices, days: 4, replications: replications, policies: "seven-factor, immediate"))
    let rows = try folder.export("small.results.sqlite").rows("comparison.csv").filter {
      $0["verdict"] != "" && $0["policy"] == "immediate"
    }
    let factor = StudentT(degreesOfFreedom: Double(replications - 1)).twoSidedFactor(
      confidence: 1 - 0.05 / Double(rows.count))
    var found: [String: (difference: Double, error: Double)] = [:]
    for row in rows {
      let metric = try #require(row["metric"])
      found[metric] = (
        try #require(row["difference"].flatMap(Double.init)),
        try #require(row["difference_half_width"].flatMap(Double.init)) / factor
      )
    }
    return found
  }

  @Test("200 replications of 2 phones and 20 of 20 estimate the same differences")
  func sameQuantity() throws {
    let small = try judged(devices: 2, replications: 200)
    let large = try judged(devices: 20, replications: 20)
    holds(small.keys.sorted() == large.keys.sorted() && small.count >= 4)
    for (metric, one) in small {
      let other = try #require(large[metric])
      let error = (one.error * one.error + other.error * other.error).squareRoot()
      #expect(
        abs(one.difference - other.difference) < 3 * error,
        "\(metric): \(one.difference) and \(other.difference), standard error \(error)")
    }
  }
}
