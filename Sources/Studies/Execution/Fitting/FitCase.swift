import ModelParameters
import OutputAnalysis
import ResultsStore
import SchedulingPolicies
import StudyReports

/// A design point of a study whose quantities are compared with observations of real devices.
///
/// Parameters that the study states are facts of the scenario and do not vary.
package struct FitCase: Sendable {
  package let file: StudyFile
  package let point: DesignPoint
  package let rows: [FitRow]
  package let policies: [String]
  private let expectations: [Expectation]
  private let firstPolicy: String

  /// The design points of a study with comparable observations.
  package static func all(of file: StudyFile) -> [FitCase] {
    file.points.compactMap { point in
      let expectations = file.study.expectations.filter { expectation in
        guard case .observed(let seen) = expectation.side, seen.isCounted,
          !expectation.countsPart(of: point.study, in: seen.window)
        else { return false }
        return (expectation.arm ?? file.points[0].arm) == point.arm
      }
      return expectations.isEmpty ? nil : FitCase(file, point, expectations)
    }
  }

  private init?(_ file: StudyFile, _ point: DesignPoint, _ expectations: [Expectation]) {
    self.file = file
    firstPolicy = file.study.policies[0].label
    let place = point.name == "base" ? nil : point.name
    var kept: [(Expectation, FitRow)] = []
    for expectation in expectations {
      guard case .observed(let seen) = expectation.side,
        let measure = Implausibility(seen, devices: point.study.deviceCount)
      else { continue }
      let name = [expectation.quantityKey] + [place, expectation.policy].compactMap(\.self)
      let row = FitRow(
        id: seen.id, study: point.study.name, quantity: name.joined(separator: " "),
        unit: expectation.quantity.unit, source: seen.source, grade: seen.grade.rawValue,
        seen: seen.valuesText, band: seen.bandText, measure: measure)
      kept.append((expectation, row))
    }
    guard !kept.isEmpty else { return nil }
    self.expectations = kept.map(\.0)
    rows = kept.map(\.1)
    policies = self.expectations.map { [firstPolicy] in $0.policy ?? firstPolicy }.unique
    var own = point
    own.study.expectations = self.expectations
    self.point = own
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
      numbers: .quantities(expectations, of: point.study), catalogue: catalogue, number: number, study: study)
  }

  package func samples(_ runs: [PolicyRun]) -> [FitSample] {
    expectations.map { expectation in
      let own = runs.filter { $0.policy == expectation.policy ?? firstPolicy }
        .sorted { $0.replication < $1.replication }
      return FitSample(
        own.compactMap { $0.values[expectation.quantityKey] },
        isLowerBound: own.contains { $0.values[expectation.boundKey] != nil })
    }
  }
}

extension Implausibility {
  /// - Returns: nil where the band has no width, so that nothing could be inside of it.
  fileprivate init?(_ seen: PublicObservation, devices: Int) {
    let scale: Scale =
      switch (seen.scale, seen.tolerance) {
      case (.hourOfDay, _): .hourOfDay
      case (.share, _): .logit
      case (.amount, .plus): .linear
      case (.amount, .times): .logarithmic
      }
    self.init(seen.band, scale, phones: seen.phones, devices: devices)
  }
}

extension Expectation {
  /// Whether it counts the events of a part of the run, which a fit of whole runs cannot compare.
  fileprivate func countsPart(of study: Study, in window: ObservationWindow) -> Bool {
    guard case .event = quantity else { return false }
    let days = study.exactHorizonDays - (window.beginning == .start ? Double(study.warmUpDays) : 0)
    return window.hours != nil || window.days < days
  }
}
