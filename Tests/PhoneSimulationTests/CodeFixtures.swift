import EventSimulation
import Workload

@testable import PhoneSimulation

/// An app with one task as code that does what a careful app with that task does, from its first open on.
final class MirrorBehavior: AppBehavior {
  private let task: TaskSpecification
  private let work: (cpu: TimeSpan, wait: TimeSpan, up: Int64, down: Int64)
  private var run: Int?
  private var left: Set<Int> = []
  private var isExpired = false
  private var fetched = Instant.zero
  private var wake: Instant?

  init(_ task: TaskSpecification, cpu: Double, wait: Double, up: Int64, down: Int64) {
    (self.task, work) = (task, (.seconds(cpu), .seconds(wait), up, down))
  }

  func handle(_ event: AppEvent, at now: Instant, ask: (AppRequest) -> AppAnswer) -> Instant? {
    switch event {
    case .launched, .terminated: (run, left, wake) = (nil, [], nil)
    case .opened:
      // Submits what has neither a request nor a run.
      guard run == nil, case .pending(let pending) = ask(.list), pending.isEmpty else { break }
      submit(now, ask)
    case .started(let run, _, _):
      (self.run, isExpired, fetched) = (run, false, now)
      submit(now, ask)
      _ = ask(.handlesExpiry(run: run))
      if work.cpu > .zero {
        left.insert(1)
        _ = ask(.processor(id: 1, work.cpu))
      }
      if work.up + work.down > 0 {
        left.insert(2)
        if ask(.transfer(id: 2, up: work.up, down: work.down)) != .done {
          finish(false, ask)
          return nil
        }
      }
      if left.isEmpty { workEnds(now, ask) }
    case .processorEnded(let id):
      left.remove(id)
      if left.isEmpty { workEnds(now, ask) }
    case .transferEnded(let id, let isLost, let up, let down):
      guard run != nil, !isExpired else { break }
      if isLost {
        _ = ask(.transfer(id: id, up: restUp - up, down: restDown - down))
        (restUp, restDown) = (restUp - up, restDown - down)
        return wake
      }
      left.remove(id)
      fetched = now
      if left.isEmpty { workEnds(now, ask) }
    case .expired:
      for id in left { _ = ask(.stop(id: id)) }
      (left, isExpired, wake) = ([], true, now + .milliseconds(500))
    case .timer:
      guard let due = wake, due <= now else { break }
      finish(!isExpired, ask)
    default: break
    }
    return wake
  }

  private lazy var restUp = work.up
  private lazy var restDown = work.down

  private func workEnds(_ now: Instant, _ ask: (AppRequest) -> AppAnswer) {
    (restUp, restDown) = (work.up, work.down)
    if work.wait > .zero { wake = now + work.wait } else { finish(true, ask) }
  }

  private func finish(_ success: Bool, _ ask: (AppRequest) -> AppAnswer) {
    guard let run else { return }
    if success, task.fetches { _ = ask(.content(asOf: fetched)) }
    (self.run, left, wake) = (nil, [], nil)
    (restUp, restDown) = (work.up, work.down)
    _ = ask(.complete(run: run, success: success))
  }

  private func submit(_ now: Instant, _ ask: (AppRequest) -> AppAnswer) {
    _ = ask(
      .submit(
        identifier: task.identifier, task.mechanism,
        earliest: task.earliestBegin.map { $0.instant(after: now) },
        power: task.requiresExternalPower, network: task.requiresNetworkConnectivity))
  }
}

/// An app that does at each event what a test says, and keeps what it was told and answered.
final class ScriptedBehavior: AppBehavior, @unchecked Sendable {
  typealias Step = (AppEvent, Instant, (AppRequest) -> AppAnswer) -> Instant?

  private(set) var told: [(time: Instant, event: AppEvent)] = []
  var answers: [AppAnswer] = []
  var failure: String?
  private let step: Step

  init(_ step: @escaping Step) { self.step = step }

  func handle(_ event: AppEvent, at now: Instant, ask: (AppRequest) -> AppAnswer) -> Instant? {
    told.append((now, event))
    return step(event, now) { request in
      let answer = ask(request)
      answers.append(answer)
      return answer
    }
  }

  var events: [AppEvent] { told.map(\.event) }
}

extension AppSpecification {
  /// An app that is code, on one phone.
  static func code(
    _ behavior: any AppBehavior, permitted: [String] = ["task"],
    modes: BackgroundModes = [.fetch, .processing],
    bundleID: String = "org.example"
  ) -> AppSpecification {
    var app = AppSpecification(
      bundleID: bundleID, declarations: Declarations(permittedIdentifiers: permitted, modes: modes),
      content: ContentSpecification(process: .fixed, changesPerDay: 0, fetchOnOpen: false))
    nonisolated(unsafe) let behavior = behavior
    app.code = AppCode(name: "test") { _ in behavior }
    return app
  }
}
