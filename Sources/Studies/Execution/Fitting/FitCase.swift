import ModelParameters
import OutputAnalysis
import ResultsStore
import SchedulingPolicies
import StudyReports
import UsageModels

/// A design point of a study whose predictions are compared with observations of real devices.
///
/// Parameters that the study states are facts of the scenario and do not vary.
package struct FitCase: Sendable {
  /// The most devices of a simulated data set. A row of more phones draws from them with replacement.
  private static let mostDevices = 20

  package let file: StudyFile
  package let point: DesignPoint
  package let rows: [ObservedRow]
  private let policies: [String]

  /// The design points of a study with predictions that count.
  ///
  /// - Parameter first: The number of the first observation of the study.
  package static func all(of file: StudyFile, from first: Int) -> [FitCase] {
    let rows = ObservedRow.all(of: file, from: first).filter { $0.seen.isCounted && $0.seen.rule == nil }
    return Dictionary(grouping: rows, by: \.point.order).sorted { $0.key < $1.key }.map { _, rows in
      FitCase(file, rows)
    }
  }

  private init(_ file: StudyFile, _ rows: [ObservedRow]) {
    self.file = file
    var point = rows[0].point
    let devices = min(Self.mostDevices, rows.map(\.phones).max() ?? 1)
    if let traced = point.study.trace?.devices {
      point.study.trace?.devices = Array(traced.prefix(devices))
    }
    point.study.population.devices = min(devices, point.study.deviceCount)
    point.study.expectations = []
    self.point = point
    self.rows = rows.map { $0.at(point) }
    policies = rows.map(\.policy).unique
  }

  /// The assumed parameters that the case depends on and does not set itself.
  package func box(
    grades: Set<EvidenceGrade>, patterns: [String], catalogue: PolicyCatalogue
  ) -> SensitivityBox {
    let box = SensitivityBox(
      point, policies: policies, grades: grades, patterns: patterns, catalogue: catalogue)
    let own = point.study.policies.filter { policies.contains($0.label) }
    return box.keeping(
      Set(
        box.factors.filter { factor in
          factor.range.map { $0.lowerBound < $0.upperBound } == true
            && !own.allSatisfy { $0.parameters.isStated(factor.definition.name) }
        }), reason: "set by the scenario, or categorical")
  }

  /// - Parameters:
  ///   - box: The box of the case among all that are joined.
  ///   - number: The place of the case among all, and of its study among the studies.
  package func situation(
    _ box: SensitivityBox, catalogue: PolicyCatalogue, number: Int, study: Int
  ) -> Situation {
    Situation(
      file, at: point, box: box, policies: policies, devices: point.study.deviceCount,
      numbers: .draws(rows), catalogue: catalogue, number: number, study: study)
  }

  /// One value for each row; nil for a value that was not observed.
  package func values(_ runs: [PolicyRun]) -> [Double?] {
    rows.map { row in runs.first { $0.policy == row.policy }?.values[row.drawKey] }
  }
}
