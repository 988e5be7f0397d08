import ModelParameters
import ResultsStore
import SchedulingPolicies
import SensitivityDesign
import StudyFormat
import StudyMetrics
import UsageModels

/// Runs some policies of a study at points of the box, all on the same devices, replications and streams.
///
/// Points whose assumptions do not enter the exogenous timeline are run side by side on timelines that are drawn once; the
/// others have timelines of their own, from the same streams. Nothing is stored but the metrics asked for.
public struct SensitivityRunner: Sendable {
  public let box: SensitivityBox
  public let replications: Int
  public let devices: Int
  /// Labels of the policies that are run, the baseline first.
  public let policies: [String]
  private let file: StudyFile
  private let point: DesignPoint
  private let catalogue: PolicyCatalogue
  private let metrics: [String]

  /// A replication of a device that is under way holds some 100 kB for each run.
  private static let runsSideBySide = 400

  /// - Parameters:
  ///   - file: The study.
  ///   - point: The design point of it whose devices are run.
  ///   - policies: Labels of policies of the study.
  ///   - devices: Number of devices, at most those of the study.
  ///   - metrics: Names of population metrics of the catalogue.
  ///   - catalogue: The policies that the study can name.
  public init(
    _ file: StudyFile, point: DesignPoint, box: SensitivityBox, policies: [String], replications: Int,
    devices: Int, metrics: [String], catalogue: PolicyCatalogue
  ) {
    self.file = file
    self.point = point
    self.box = box
    self.policies = policies
    self.replications = replications
    self.devices = min(devices, point.study.deviceCount)
    self.metrics = metrics.flatMap { [$0, MetricCatalogue.metric($0)?.substitute].compactMap(\.self) }
    self.catalogue = catalogue
  }

  /// The study reduced to what is run at its own values: for samples of the cost.
  public var base: StudyFile { StudyFile(file, points: [reduced(point, order: 0)]) }

  /// The design point with the devices and policies that are run.
  private func reduced(_ point: DesignPoint, order: Int) -> DesignPoint {
    var point = point
    point.order = order
    point.study.records = []
    point.study.replications = replications
    if let traced = point.study.trace?.devices {
      point.study.trace?.devices = Array(traced.prefix(devices))
    }
    point.study.population.devices = devices
    point.study.policies = policies.compactMap { label in
      point.study.policies.first { $0.label == label }
    }
    return point
  }

  /// The runs at some points, ready to start.
  public func batch(_ points: [SensitivityPoint]) -> SensitivityBatch {
    var failures: [SensitivityResults.Failure] = []
    let plan = plan(points, &failures)
    return SensitivityBatch(
      points: points, policies: policies, replications: replications, metrics: metrics, refused: failures,
      places: plan.places, runner: StudyRunner(StudyFile(file, points: plan.points), runs: plan.entries))
  }

  /// Design points with the runs of each, and the points of the box that stand side by side in each.
  private struct Plan {
    var points: [DesignPoint] = []
    var entries: [RunPlan.Entry] = []
    /// By design point: places among the points of the box.
    var places: [[Int]] = []
  }

  private func plan(
    _ points: [SensitivityPoint], _ failures: inout [SensitivityResults.Failure]
  ) -> Plan {
    var plan = Plan()
    // The design point on whose timelines further points of the box can stand.
    var shared: Int?
    for (place, moved) in points.enumerated() {
      let changed: DesignPoint
      do throws(StudyErrors) {
        guard let values = box.values(at: moved) else { continue }
        changed = values.isEmpty ? point : try point.setting(values, of: file, catalogue: catalogue)
      } catch {
        failures.append(.init(point: moved, text: "\(error)"))
        continue
      }
      let next = reduced(changed, order: plan.points.count)
      if box.entersTimeline(moved) {
        plan.points.append(next)
        plan.places.append([place])
        continue
      }
      if let group = shared, plan.places[group].count * policies.count < Self.runsSideBySide {
        plan.points[group].study.policies += next.study.policies
        plan.places[group].append(place)
      } else {
        shared = plan.points.count
        plan.points.append(reduced(point, order: plan.points.count))
        plan.points[plan.points.count - 1].study.policies = next.study.policies
        plan.places.append([place])
      }
    }
    for (index, point) in plan.points.enumerated() {
      for replication in 0..<replications {
        for (policy, own) in point.study.policies.enumerated() {
          plan.entries.append(entry(point, index, policy, own, replication))
        }
      }
    }
    return plan
  }

  private func entry(
    _ point: DesignPoint, _ index: Int, _ place: Int, _ policy: StudyPolicy, _ replication: Int
  ) -> RunPlan.Entry {
    RunPlan.Entry(
      point: index, policy: place,
      planned: PlannedRun(
        runID: "\(index)-\(place)-\(replication)", designPoint: point.name, designPointOrder: index,
        arm: point.arm, policy: policy.label, policyName: policy.name, enforces: policy.obeyedGates,
        policyOrder: place, replication: replication, seed: point.study.seed, devicesExpected: devices,
        replay: ""))
  }
}
