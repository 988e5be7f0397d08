import RandomStreams
import ResultsStore
import StudyFormat
import StudyMetrics
import Workload

extension StudyFile {
  /// Returns the description of the study that a results file keeps.
  public func description(versions: [StudyDescription.Version], commit: String) -> StudyDescription {
    StudyDescription(
      name: study.name, baseDigest: baseDigest, question: study.question, seed: study.seed,
      effectiveStudy: effectiveText, versions: versions, commit: commit,
      metrics: MetricCatalogue.descriptions, blockedReasons: BlockingReason.allCases.map(\.name))
  }

  /// The plan of one device of the first design point.
  public func plan(replication: Int, device: Int, stream: RandomStream) -> DevicePlan {
    DevicePlanner(study).plan(replication: replication, device: device, stream: stream)
  }
}
