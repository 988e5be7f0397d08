import Basics
import ModelParameters
import PhoneSimulation
import ResultsStore
import SchedulingPolicies
import StudyReports
import Workload

/// All runs that a study asks for, in the order of design points, replications, policies.
public struct RunPlan: Sendable {
  public struct Entry: Sendable {
    public var point: Int
    public var policy: Int
    public var planned: PlannedRun
  }
  /// The runs in their order; a run's place here is its place in the study.
  public var entries: [Entry]

  /// - Parameter isForEachPoint: Whether the plan repeats a run that several design points share for each of
  ///   them, and not only for the first. For example, a factor over a policy's parameter does not affect
  ///   other policies.
  public init(
    _ file: StudyFile, command: String, replications: Int? = nil, isForEachPoint: Bool = false
  ) {
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
    var known: Set<String> = []
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
        for (index, policy) in point.study.policies.enumerated()
        where known.insert(identities[index][replication]).inserted || isForEachPoint {
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
  public var recordOptions: RecordOptions {
    var options: RecordOptions = []
    if records.contains(.attempts) { options.insert(.attempts) }
    if records.contains(.energy) { options.insert(.energy) }
    if records.contains(.timeseries) { options.insert(.timeseries) }
    if records.contains(.regret) { options.insert(.freshness) }
    if records.contains(.availability) { options.insert(.availability) }
    return options
  }
}

extension StudyFile {
  public func description(versions: [StudyDescription.Version], commit: String) -> StudyDescription {
    StudyDescription(
      name: study.name, baseDigest: baseDigest, question: study.question, seed: study.seed,
      effectiveStudy: effectiveText, files: inputFiles, versions: versions, commit: commit,
      metrics: MetricCatalogue.descriptions, blockedReasons: BlockingReason.allCases.map(\.name))
  }
}

/// A sample of stored runs that are computed again, each with the detail tables that it stored.
public struct RunRepetition: Sendable {
  public let finished: Int
  /// Finished runs that are of design points and policies of the study.
  public let known: Int
  public let sample: [StoredRun]
  private let file: StudyFile

  /// Chooses runs that are spread evenly over the study.
  public init(_ runs: [StoredRun], of file: StudyFile, size: Int) {
    self.file = file
    let done = runs.filter { $0.status == .ok }
    let labels = Dictionary(
      file.points.map { ($0.name, Set($0.study.policies.map(\.label))) }, uniquingKeysWith: { $0.union($1) })
    let candidates = done.filter { labels[$0.designPoint]?.contains($0.policy) ?? false }
    let count = min(max(0, size), candidates.count)
    finished = done.count
    known = candidates.count
    sample = (0..<count).map { candidates[$0 * candidates.count / count] }
  }

  /// The identity that the study gives a run of the sample; another one than it has if the study means another run.
  public func runID(of run: StoredRun) -> String? { entry(of: run)?.entry.planned.runID }

  public func repeated(_ run: StoredRun, tables: Set<String>, jobs: Int) throws -> StudyRunner.Finished? {
    guard var (point, entry) = entry(of: run) else { return nil }
    point.order = 0
    point.study.records = Set(RecordedTable.allCases.filter { tables.contains($0.rawValue) })
    entry.point = 0
    return try Experiment.replayed([entry], of: StudyFile(file, points: [point]), jobs: jobs).first
  }

  private func entry(of run: StoredRun) -> (point: DesignPoint, entry: RunPlan.Entry)? {
    guard let point = file.points.first(where: { $0.name == run.designPoint }),
      let index = point.study.policies.firstIndex(where: { $0.label == run.policy })
    else { return nil }
    let policy = point.study.policies[index]
    let runID = point.runID(policy: policy, replication: run.replication)
    return (point, RunPlan.Entry(point, index, policy, replication: run.replication, runID: runID))
  }
}

extension StudyPolicy {
  /// The names of the soft gates that the policy obeys: it enforces them, and the study leaves them to
  /// policies.
  package var obeyedGates: [String] {
    var gates = enforces
    for factor in LiftableFactor.all {
      if let parameter = factor.parameter, parameters.choice(parameter) != "soft" {
        gates.subtract(factor.reasons)
      }
    }
    return gates.reasons.map(\.name)
  }

  public func makePolicy(for plan: DevicePlan, seed: UInt64) -> any SchedulingPolicy {
    makePolicy(
      in: PolicyContext(
        descriptor, parameters: plan.ownParameters(of: parameters, seed: seed), enforces: enforces,
        seed: seed,
        plan: plan,
        deviceKey: plan.key(seed: seed)))
  }

  private func makePolicy(in context: PolicyContext) -> any SchedulingPolicy {
    var policy = descriptor.make(context)
    if let joulesPerDay {
      policy = DailyEnergyAllowance(policy, joulesPerDay: joulesPerDay, costs: RunCosts(parameters))
    }
    return onlyWhileCharging ? OnlyWhileCharging(policy) : policy
  }

  /// The policy with the gates and limits of the study, as an entry of a catalog under its label. With limits
  /// on its starts, the policy makes no promises.
  public var entry: PolicyDescriptor {
    var entry = descriptor
    entry.name = label
    entry.enforces = enforces
    if onlyWhileCharging || joulesPerDay != nil { entry.declares = [] }
    entry.make = { makePolicy(in: $0) }
    return entry
  }
}
