import EventSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

@Suite("Apps that are code")
struct CodeRuleTests {
  /// Runs an app that is code under `immediate`, in front at 1:00 for a minute.
  private func run(
    _ app: ScriptedBehavior, permitted: [String] = ["task"], hours: Double = 24,
    changes: [String: String] = [:], _ prepare: (inout PhoneBench) -> Void = { _ in }
  ) throws -> DeviceResult {
    var bench = try PhoneBench([.code(app, permitted: permitted, modes: .all)], hours: hours, changes)
    bench.use(0, at: .hour)
    prepare(&bench)
    return try bench.run(records: [.log, .attempts, .energy])
  }

  private static func refresh(after time: TimeSpan, _ now: Instant) -> AppRequest {
    .submit(identifier: "task", .refresh, earliest: now + time)
  }

  @Test("an app is launched, opened and left; its runs begin and end as it says")
  func order() throws {
    let app = ScriptedBehavior { event, now, ask in
      switch event {
      case .enteredBackground: _ = ask(Self.refresh(after: .hour, now))
      case .started(let run, _, _): _ = ask(.complete(run: run, success: true))
      default: break
      }
      return nil
    }
    let result = try run(app)
    #expect(
      app.events == [
        .launched, .opened, .enteredBackground, .started(run: 1, identifier: "task", .refresh),
      ])
    #expect(app.answers == [.done, .done])
    #expect(result.mechanism(.refresh).counts[.completed] == 1)
    #expect(result.seconds(.launched) == [2 * 3600 + 60])
  }

  @Test(
    "a run without a completion is killed; its cause depends on the present work of the process",
    arguments: [true, false])
  func kill(works: Bool) throws {
    let app = ScriptedBehavior { event, now, ask in
      switch event {
      case .enteredBackground: _ = ask(Self.refresh(after: .hour, now))
      case .started(let run, _, _):
        _ = ask(.handlesExpiry(run: run))
        if works { _ = ask(.processor(id: 1, .hour)) }
      default: break
      }
      return nil
    }
    let result = try run(app)
    holds(app.events.contains(.expired(run: 1)))
    let end = try #require(app.events.last)
    holds(end == .terminated("completionTimeout") || works && end == .terminated("cpuMonitor"))
    #expect(result.mechanism(.refresh).counts[.killed] == 1)
    // Without a handler the system ends the run, and the process lives.
    let deaf = ScriptedBehavior { event, now, ask in
      if event == .enteredBackground { _ = ask(Self.refresh(after: .hour, now)) }
      return nil
    }
    #expect(try run(deaf).mechanism(.refresh).counts[.failed] == 1)
    #expect(deaf.events.count == 4)
  }

  @Test("a transfer without a network is refused with -1009; one whose path goes is lost")
  func network() throws {
    let app = ScriptedBehavior { event, now, ask in
      if event == .opened { _ = ask(.transfer(id: 7, up: 0, down: 1_000_000_000)) }
      return nil
    }
    _ = try run(app) { $0.at(.hour + .seconds(30), network: .none) }
    #expect(app.answers == [.done])
    guard case .transferEnded(id: 7, isLost: true, up: 0, let down)? = app.events.dropFirst(2).first else {
      Issue.record("\(app.events)")
      return
    }
    holds(down > 0 && down < 1_000_000_000)
    let offline = ScriptedBehavior { event, now, ask in
      if event == .opened { _ = ask(.transfer(id: 7, up: 0, down: 1000)) }
      return nil
    }
    _ = try run(offline) { $0.initial.network = .none }
    #expect(offline.answers == [.refused(-1009)])
  }

  @Test("suspension cuts off bytes, which the app learns at its resume, and lets CPU work wait")
  func suspension() throws {
    let app = ScriptedBehavior { event, now, ask in
      if event == .enteredBackground {
        _ = ask(.transfer(id: 1, up: 0, down: 10_000_000_000))
        _ = ask(.processor(id: 2, .minute))
      }
      return event == .enteredBackground ? now + .minutes(10) : nil
    }
    let result = try run(app) { $0.use(0, at: .hours(5), for: .minutes(5)) }
    let suspended = try #require(result.seconds(.suspended).first)
    #expect(suspended < 3700)
    // Nothing reaches it while it is suspended: not its own timer either.
    let later = app.told.filter { $0.time.seconds > suspended }
    #expect(later.first?.time == .zero + .hours(5))
    guard case .transferEnded(id: 1, isLost: true, _, _)? = later.first?.event else {
      Issue.record("\(app.events)")
      return
    }
    #expect(later[1].event == .opened)
    holds(later.contains { $0.event == .processorEnded(id: 2) })
  }

  @Test("an assertion keeps the process running until it ends, or the app is warned and killed")
  func assertions() throws {
    func app(ends: Bool) -> ScriptedBehavior {
      ScriptedBehavior { event, now, ask in
        switch event {
        case .enteredBackground:
          _ = ask(.beginAssertion(id: 3, name: "save"))
          return now + .seconds(12)
        case .timer where ends: _ = ask(.endAssertion(id: 3))
        default: break
        }
        return nil
      }
    }
    let careful = app(ends: true)
    let result = try run(careful)
    #expect(careful.events.last == .timer)
    #expect(result.seconds(.assertionEnded) == [3672])
    #expect(result.log(.suspended).count == 1)
    let careless = app(ends: false)
    _ = try run(careless)
    #expect(careless.events.suffix(2) == [.assertionsExpire, .terminated("assertionExpired")])
  }

  @Test("refusals have the published codes")
  func codes() throws {
    let app = ScriptedBehavior { event, now, ask in
      guard event == .opened else { return nil }
      _ = ask(.submit(identifier: "other", .refresh))
      _ = ask(Self.refresh(after: .hour, now))
      _ = ask(.submit(identifier: "second", .refresh))
      _ = ask(.complete(run: 99, success: true))
      _ = ask(.list)
      return nil
    }
    _ = try run(app, permitted: ["task", "second"])
    let pending = PendingRequest(identifier: "task", mechanism: .refresh, earliest: .zero + .hours(2))
    #expect(
      app.answers == [.refused(3), .done, .refused(2), .refused(0), .pending([pending])])
    let closed = ScriptedBehavior { event, now, ask in
      if event == .opened { _ = ask(Self.refresh(after: .hour, now)) }
      return nil
    }
    _ = try run(closed) { $0.at(.minute, set: .backgroundRefresh, to: 0) }
    #expect(closed.answers == [.refused(1)])
  }

  @Test("an app that ends itself is notified, makes no more requests, and is launched again")
  func crash() throws {
    let app = ScriptedBehavior { event, now, ask in
      if event == .opened {
        _ = ask(.end(.crash))
        _ = ask(.state)
      }
      if case .terminated = event { _ = ask(.list) }
      return now
    }
    _ = try run(app) { $0.use(0, at: .hours(3)) }
    #expect(
      app.events == [.launched, .opened, .terminated("crash"), .launched, .opened, .terminated("crash")])
    holds(app.answers.dropFirst().allSatisfy { $0 == .refused(0) || $0 == .done })
    #expect(app.answers.count(where: { $0 == .refused(0) }) == 4)
  }

  @Test("an app that never rests, or cannot go on, ends the run and is named")
  func restless() throws {
    let restless = ScriptedBehavior { _, now, _ in now }
    let failure = #expect(throws: SimulationFailure.self) { _ = try run(restless) }
    let text = failure?.description ?? ""
    holds(text.contains("app `org.example` has run more than 100000 times in the hour"))
    let broken = ScriptedBehavior { _, _, _ in nil }
    broken.failure = "has stopped"
    let other = #expect(throws: SimulationFailure.self) { _ = try run(broken) }
    #expect(other?.cause == .app("app `org.example`: has stopped"))
  }
}

/// Two ideas that no specification says, each as the page about apps shows it.
@Suite("Examples of code")
struct CodeExampleTests {
  @Test("a back-off doubles the earliest begin date after each failure, and forgets it after a success")
  func backOff() throws {
    final class BackOff: AppBehavior {
      var failures = 0

      func handle(_ event: AppEvent, at now: Instant, ask: (AppRequest) -> AppAnswer) -> Instant? {
        switch event {
        case .opened: submit(now, ask)
        case .started(let run, _, _):
          let isOnline = ask(.transfer(id: 1, up: 600, down: 60_000)) == .done
          failures = isOnline ? 0 : failures + 1
          submit(now, ask)
          _ = ask(.complete(run: run, success: isOnline))
        default: break
        }
        return nil
      }

      private func submit(_ now: Instant, _ ask: (AppRequest) -> AppAnswer) {
        let earliestBegin = TimeSpan.minutes(15 * Double(1 << min(failures, 5)))
        _ = ask(.submit(identifier: "task", .refresh, earliest: now + earliestBegin))
      }
    }
    var bench = try PhoneBench([.code(BackOff())], hours: 20)
    bench.use(0, at: .hour)
    bench.at(.hours(2), network: .none)
    bench.at(.hours(10), network: .wifi)
    let starts = try bench.run().seconds(.launched, nil, .refresh)
    let gaps = zip(starts, starts.dropFirst()).map { ($1 - $0) / 60 }
    holds(gaps.contains { $0 > 100 }, "\(gaps)")
    #expect((gaps.last ?? 0) < 20, "\(gaps)")
  }

  @Test("an earliest begin date that follows use asks for a refresh shortly before the hour of the last open")
  func followsUse() throws {
    final class Habit: AppBehavior {
      var opened = Instant.zero

      func handle(_ event: AppEvent, at now: Instant, ask: (AppRequest) -> AppAnswer) -> Instant? {
        if event == .opened { opened = now }
        if event == .enteredBackground {
          _ = ask(.submit(identifier: "task", .refresh, earliest: opened + .day - .hour))
        }
        if case .started(let run, _, _) = event { _ = ask(.complete(run: run, success: true)) }
        return nil
      }
    }
    var bench = try PhoneBench([.code(Habit())], hours: 48)
    bench.use(0, at: .hours(9))
    #expect(try bench.run().seconds(.launched, nil, .refresh) == [32 * 3600])
  }
}
