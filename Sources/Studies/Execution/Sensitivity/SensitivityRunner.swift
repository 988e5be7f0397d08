import ModelParameters
import ResultsStore
import SchedulingPolicies
import StudyReports
import Synchronization
import UsageModels

/// Runs some policies of a study at points of the box, all on the same devices, replications and streams.
///
/// Points that have the same assumptions about people and surroundings are run side by side on timelines that are drawn once; all
/// timelines are from the same streams. Nothing is kept but the numbers asked for.
package struct SensitivityRunner: Sendable {
  package let box: SensitivityBox
  package let replications: Int
  package let devices: Int
  /// Labels of the policies that are run, the baseline first.
  package let policies: [String]
  private let file: StudyFile
  private let point: DesignPoint
  private let catalogue: PolicyCatalogue
  fileprivate let numbers: KeptNumbers

  /// A replication of a device that is under way holds some 100 kB for each run.
  private static let runsSideBySide = 400

  package init(
    _ file: StudyFile, point: DesignPoint, box: SensitivityBox, policies: [String], replications: Int,
    devices: Int, numbers: KeptNumbers, catalogue: PolicyCatalogue
  ) {
    (self.file, self.point, self.box, self.policies) = (file, point, box, policies)
    (self.replications, self.devices) = (replications, min(devices, point.study.deviceCount))
    (self.numbers, self.catalogue) = (numbers, catalogue)
  }

  /// The study reduced to what is run at its own values: for samples of the cost.
  package var base: StudyFile { StudyFile(file, points: [reduced(point, order: 0)]) }

  private func reduced(_ point: DesignPoint, order: Int) -> DesignPoint {
    var point = point
    point.order = order
    point.study.records = []
    point.study.replications = replications
    if let traced = point.study.trace?.devices { point.study.trace?.devices = Array(traced.prefix(devices)) }
    point.study.population.devices = devices
    point.study.policies = policies.compactMap { label in point.study.policies.first { $0.label == label } }
    return point
  }

  package func batch(
    _ points: [SensitivityPoint], replications chosen: Range<Int>? = nil, journal: SensitivityJournal? = nil
  ) -> SensitivityBatch {
    let chosen = chosen ?? 0..<replications
    let plan = plan(points, chosen, journal)
    let file = StudyFile(file, points: plan.points)
    return SensitivityBatch(
      search: self, points: points, replications: chosen,
      runner: StudyRunner(file, runs: plan.entries, observes: numbers.areObserved), plan: plan,
      journal: journal)
  }

  /// Design points with the runs of each, and the points of the box that stand side by side in each.
  fileprivate struct Plan {
    var points: [DesignPoint] = []
    var entries: [RunPlan.Entry] = []
    /// By design point of the runner: places of the points that stand side by side in it.
    var places: [[Int]] = []
    /// Runs of an earlier search by point of the box, then policy and replication.
    var known: [[PolicyRun?]]
    /// In the order of ``known``; empty without a journal.
    var keys: [[String]]
    var refused: [SensitivityResults.Failure] = []
  }

  private func plan(
    _ points: [SensitivityPoint], _ chosen: Range<Int>, _ journal: SensitivityJournal?
  ) -> Plan {
    let empty = [PolicyRun?](repeating: nil, count: policies.count * chosen.count)
    var plan = Plan(
      known: Array(repeating: empty, count: points.count), keys: Array(repeating: [], count: points.count))
    // The design points on whose timelines further points of the box can stand, by what is moved in them.
    var shared: [SensitivityPoint: Int] = [:]
    for (place, moved) in points.enumerated() {
      let changed: DesignPoint
      let timeline = box.timelinePart(of: moved)
      do throws(StudyErrors) {
        guard let values = box.values(at: moved) else { continue }
        changed = values.isEmpty ? point : try point.setting(values, of: file, catalogue: catalogue)
      } catch {
        plan.refused.append(.init(point: moved, text: "\(error)"))
        continue
      }
      let next = reduced(changed, order: plan.points.count)
      if let journal { recall(next, place, chosen, journal, &plan) }
      if let group = shared[timeline], plan.places[group].count * policies.count < Self.runsSideBySide {
        plan.points[group].study.policies += next.study.policies
        plan.places[group].append(place)
        continue
      }
      shared[timeline] = plan.points.count
      // All that points of a group do not have in common stands in their policies.
      var group = timeline == .base ? reduced(point, order: plan.points.count) : next
      group.study.policies = next.study.policies
      plan.points.append(group)
      plan.places.append([place])
    }
    for (index, point) in plan.points.enumerated() {
      for replication in chosen {
        for (policy, own) in point.study.policies.enumerated() {
          let place = plan.places[index][policy / policies.count]
          let number = policy % policies.count * chosen.count + replication - chosen.lowerBound
          guard plan.known[place][number] == nil else { continue }
          let runID = "\(index)-\(policy)-\(replication)"
          plan.entries.append(RunPlan.Entry(point, policy, own, replication: replication, runID: runID))
        }
      }
    }
    return plan
  }

  /// Takes the runs of a point that a journal holds, and the keys under which it keeps them.
  private func recall(
    _ point: DesignPoint, _ place: Int, _ chosen: Range<Int>, _ journal: SensitivityJournal,
    _ plan: inout Plan
  ) {
    for (policy, own) in point.study.policies.enumerated() {
      let identities = point.runIdentities(policyText: own.canonicalText)
      for replication in chosen {
        let key = SensitivityJournal.key(identities[replication], devices: devices, numbers: numbers.names)
        plan.keys[place].append(key)
        guard var found = journal.run(key) else { continue }
        (found.designPoint, found.arm) = (point.name, point.arm)
        (found.policy, found.replication) = (policies[policy], replication)
        plan.known[place][policy * chosen.count + replication - chosen.lowerBound] = found
      }
    }
  }
}

package struct SensitivityBatch: Sendable {
  let search: SensitivityRunner
  let points: [SensitivityPoint]
  let replications: Range<Int>
  let runner: StudyRunner
  fileprivate let plan: SensitivityRunner.Plan
  /// Takes finished runs, by the key of each; nil where they are not kept.
  let journal: SensitivityJournal?

  package var cellCount: Int { runner.cellCount }
  package var deviceDays: Int { runner.deviceDays }

  /// Runs everything; any number of workers finds the same.
  package func run(
    jobs: Int, shouldStop: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> SensitivityResults {
    let policies = search.policies
    let found = Mutex<[[PolicyRun?]]>(plan.known)
    let failed = Mutex<[(place: Int, replication: Int, text: String)]>([])
    try runner.run(jobs: jobs, shouldStop: shouldStop, progress: progress) { finished in
      let planned = finished.entry.planned
      let place = plan.places[finished.entry.point][finished.entry.policy / policies.count]
      let policy = finished.entry.policy % policies.count
      if let failure = finished.failure {
        failed.withLock { $0.append((place, planned.replication, "\(failure)")) }
        return
      }
      var run = PolicyRun(StoredRun(planned), search.numbers.rows(of: finished))
      (run.policy, run.devices) = (policies[policy], finished.devicesDone)
      let index = policy * replications.count + planned.replication - replications.lowerBound
      found.withLock { $0[place][index] = run }
      try journal?.add(plan.keys[place][index], run)
    }
    let late = failed.withLock { $0 }.sorted {
      ($0.place, $0.replication, $0.text) < ($1.place, $1.replication, $1.text)
    }
    return SensitivityResults(
      runs: found.withLock { $0 }.map { $0.compactMap(\.self) },
      failures: plan.refused + late.map { .init(point: points[$0.place], text: $0.text) })
  }
}
