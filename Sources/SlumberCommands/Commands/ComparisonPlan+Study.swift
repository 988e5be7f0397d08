import StudyFormat
import StudyReports

extension FrontierPlan {
  /// The front of a study's section `compare`.
  init(_ section: ComparisonSection) {
    self.init()
    if let names = section.front, names.count == 2 { metrics = [(names[0], names[1])] }
  }
}

extension ComparisonPlan {
  /// The plan of a study's section `compare`.
  init(_ section: ComparisonSection) {
    self.init(
      baseline: section.baseline, metrics: section.metrics.map { ($0.name, $0.margin) },
      confidence: section.confidence, family: section.isOneFamily ? .study : .designPoint)
  }
}
