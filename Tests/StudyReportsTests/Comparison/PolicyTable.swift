import Foundation
import ResultsStore
import TestSupport

/// Five policies over twelve common replications, from the golden data.
enum PolicyTable {
  static let policies = ["A", "B", "C", "D", "E"]

  /// Runs whose metrics follow from the value of the table.
  static func runs(
    _ metrics: (_ value: Double, _ policy: String, _ replication: Int) -> [String: Double?]
  ) throws -> [PolicyRun] {
    var runs: [PolicyRun] = []
    for (column, policy) in policies.enumerated() {
      for (replication, row) in try rows().enumerated() {
        let values = metrics(row[column], policy, replication).compactMapValues { $0 }
        runs.append(
          PolicyRun(
            designPoint: "base", arm: "base", policy: policy, replication: replication, values: values))
      }
    }
    return runs
  }

  static func rows() throws -> [[Double]] {
    try PackageRoot.text("Tests/StudyReportsTests/Fixtures/data_policies.csv").split(separator: "\n")
      .dropFirst()
      .map { line in line.split(separator: ",").compactMap { Double($0) } }
  }
}
