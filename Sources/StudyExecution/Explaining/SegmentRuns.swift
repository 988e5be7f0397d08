import EventSimulation
import PhoneSimulation
import StudyFormat
import Workload

/// The runs of some apps on one device after warm-up, and the segment that its user belongs to.
struct SegmentRuns: Sendable {
  var segment: UserSegment
  var runs = 0
  /// Days after warm-up, summed over the apps.
  var appDays = 0.0
  /// Seconds from one run of an app to the next.
  var gaps: [Double] = []

  /// - Parameter apps: Indices of apps on the device; nil is returned without any.
  init?(_ explainer: Explainer, apps: [Int]) {
    guard !apps.isEmpty else { return nil }
    let plan = explainer.replay.plan
    let conditions = apps.map { DeviceConditions(explainer.result, app: Int32($0), plan: plan) }
    let opportunity = explainer.result.opportunityByHour.reduce(TimeSpan.zero) { $0 + $1 }
    segment = UserSegment(conditions: conditions, opportunity: opportunity)
    for (app, condition) in zip(apps, conditions) {
      let launches = explainer.histories(app: Int32(app), series: nil).filter { !$0.isSynthetic }
        .compactMap(\.launched).filter { $0 >= plan.warmUpEnd }.sorted()
      runs += launches.count
      appDays += condition.observed.days
      gaps += zip(launches, launches.dropFirst()).map { ($1 - $0).seconds }
    }
  }
}
