import EventSimulation
import RandomStreams
import Workload

/// The apps on the phones of the conformance check.
enum ConformanceApps {
  /// Apps that people use, with every kind of work that is offered to a policy.
  static let everyday: [AppSpecification] = everyday(down: lognormal(median: 150_000, sigma: 1))

  /// The same apps with other downloads per run.
  static func everyday(down: any Distribution) -> [AppSpecification] {
    let work = WorkSpecification(
      cpu: lognormal(median: 1.5, sigma: 0.6), wait: lognormal(median: 2, sigma: 0.7), up: constant(10_000),
      down: down)
    return (0..<6).map { index in
      let name = "app.\(index)"
      return AppSpecification(
        bundleID: name, usage: .popularity(installShare: 1, weight: 0.1, spread: 0.5),
        content: ContentSpecification(process: .poisson, changesPerDay: 8),
        tasks: [
          TaskSpecification(
            identifier: "\(name).refresh", mechanism: .refresh, earliestBegin: .after(.minutes(15)),
            work: work,
            fetches: true),
          TaskSpecification(
            identifier: "\(name).db", mechanism: index == 0 ? .health : .processing,
            earliestBegin: .after(.hours(2)),
            work: work, fetches: false),
        ],
        pushes: PushSpecification(trigger: .contentChange, expiration: .hours(24), work: work),
        transfers: index > 1
          ? []
          : [
            TransferSpecification(
              session: "\(name).upload", files: 2, up: constant(500_000), down: constant(1000),
              isDiscretionary: index == 0, work: work, trigger: .background)
          ])
    }
  }

  /// An app that nobody opens.
  static func quiet(_ bundleID: String, _ tasks: [TaskSpecification], pushed: Bool = false)
    -> AppSpecification
  {
    AppSpecification(
      bundleID: bundleID, tasks: tasks,
      pushes: pushed ? PushSpecification(trigger: .schedule([]), expiration: nil, work: small) : nil)
  }

  static func task(_ mechanism: Mechanism, _ identifier: String, earliestBegin: TimeSpan) -> TaskSpecification
  {
    TaskSpecification(
      identifier: identifier, mechanism: mechanism, earliestBegin: .after(earliestBegin), work: small,
      fetches: mechanism == .refresh)
  }

  private static let small = WorkSpecification(
    cpu: constant(1), wait: constant(1), up: constant(1000), down: constant(10_000))

  /// Laws with numbers that stand here, which cannot be out of range.
  static func constant(_ value: Double) -> any Distribution {
    do { return try Constant(value) } catch { preconditionFailure("\(error)") }
  }

  private static func lognormal(median: Double, sigma: Double) -> any Distribution {
    do { return try Lognormal(median: median, sigma: sigma) } catch { preconditionFailure("\(error)") }
  }
}
