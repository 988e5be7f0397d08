import Basics
import ModelParameters
import PhoneSimulation
import ResultsStore
import StudyReports
import Workload

/// All runs that a study asks for, in the order of design points, replications, policies.
public struct RunPlan: Sendable {
  /// A run with what it is made from.
  public struct Entry: Sendable {
    /// Index of the design point.
    public var point: Int
    /// Index of the policy in the design point.
    public var policy: Int
    /// Identity and labels of the run, as results files store them.
    public var planned: PlannedRun
  }
  /// The runs in their order; a run's place here is its place in the study.
  public var entries: [Entry]

  /// - Parameter command: The words before the study in replay commands, options included.
  public init(_ file: StudyFile, command: String, replications: Int? = nil) {
    // Two labels of one policy have the same outcomes, but runs of their own: those of the first label are the
    // policy's, whatever its label is, and all others belong to their label.
    var owners: [String: String] = [:]
    let texts = file.points.map { $0.study.policies.map(\.canonicalText) }
    for (point, texts) in zip(file.points, texts) {
      for (policy, text) in zip(point.study.policies, texts) where owners[text] == nil {
        owners[text] = policy.label
      }
    }
    entries = []
    for (point, texts) in zip(file.points, texts) {
      let factors = point.levels.map { level in
        FactorLevel(
          name: level.name, value: level.text, number: level.quantity?.baseValue,
          unit: level.quantity?.unit.baseName ?? "")
      }
      let pointDigest = point.digest
      let policyTexts = zip(point.study.policies, texts).map { policy, text in
        owners[text] == policy.label ? text : "\(text)|label=\(policy.label)"
      }
      let policyDigests = policyTexts.map { SHA256.hexadecimal($0) }
      let identities = policyTexts.map { point.runIdentities(policyText: $0) }
      for replication in 0..<(replications ?? point.study.replications) {
        for (index, policy) in point.study.policies.enumerated() {
          var entry = Entry(
            point, index, policy, replication: replication, runID: identities[index][replication])
          entry.planned.factors = factors
          entry.planned.pointDigest = pointDigest
          entry.planned.policyDigest = policyDigests[index]
          entry.planned.setReplay(by: command)
          entries.append(entry)
        }
      }
    }
  }
}

extension RunPlan.Entry {
  /// A run of a policy at a design point, with all its devices.
  init(_ point: DesignPoint, _ index: Int, _ policy: StudyPolicy, replication: Int, runID: String) {
    var run = PlannedRun()
    run.runID = runID
    run.designPoint = point.name
    run.designPointOrder = point.order
    run.arm = point.arm
    run.policy = policy.label
    run.policyName = policy.name
    run.enforces = policy.obeyedGates
    run.policyOrder = index
    run.replication = replication
    run.seed = point.study.seed
    run.devicesExpected = point.study.deviceCount
    self.init(point: point.order, policy: index, planned: run)
  }
}

extension Study {
  /// The detail that a run of this study keeps.
  public var recordOptions: RecordOptions {
    var options: RecordOptions = []
    if records.contains(.attempts) { options.insert(.attempts) }
    if records.contains(.energy) { options.insert(.energy) }
    if records.contains(.timeseries) { options.insert(.timeseries) }
    if records.contains(.regret) { options.insert(.freshness) }
    return options
  }
}

extension StudyFile {
  /// Returns the description of the study that a results file keeps.
  public func description(versions: [StudyDescription.Version], commit: String) -> StudyDescription {
    StudyDescription(
      name: study.name, baseDigest: baseDigest, question: study.question, seed: study.seed,
      effectiveStudy: effectiveText, versions: versions, commit: commit,
      metrics: MetricCatalogue.descriptions, blockedReasons: BlockingReason.allCases.map(\.name))
  }
}
