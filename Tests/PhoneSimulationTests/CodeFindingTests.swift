import EventSimulation
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

@Suite("Findings in the order of events and requests of code")
struct CodeFindingTests {
  typealias Ask = (AppRequest) -> AppAnswer

  /// The findings of an app under `immediate`, in front at 1:00 for a minute, with how often each was seen.
  private func findings(
    hours: Double = 24, _ prepare: (inout PhoneBench) -> Void = { _ in },
    step: @escaping ScriptedBehavior.Step
  ) throws -> [String: Int] {
    let app = ScriptedBehavior(step)
    var specification = AppSpecification.code(app, permitted: ["task", "other"], modes: .all)
    specification.pushes = PushSpecification(
      trigger: .schedule([]), expiration: nil, work: try .constant(cpu: 1))
    specification.transfers = [try .files(1, "files", megabytes: 1, on: .script)]
    var bench = try PhoneBench([specification], hours: hours)
    bench.use(0, at: .hour)
    prepare(&bench)
    let result = try bench.run(records: [.findings, .log])
    holds(result.findings.allSatisfy { $0.first >= .zero + .hour && $0.first < bench.end })
    return Dictionary(
      result.findings.map { ("\($0.name) \($0.identifier)", $0.count) }, uniquingKeysWith: +)
  }

  /// A refresh after an hour, which `run` handles.
  private static func refreshing(
    _ now: Instant, _ event: AppEvent, _ ask: Ask, _ run: (Int) -> Void
  ) {
    switch event {
    case .enteredBackground: _ = ask(.submit(identifier: "task", .refresh, earliest: now + .hour))
    case .started(let number, _, _):
      _ = ask(.submit(identifier: "task", .refresh, earliest: now + .hours(30)))
      run(number)
    default: break
    }
  }

  @Test(
    "a transfer that is open at a successful completion; one that begins long after it; neither at a failure")
  func transfersAtCompletion() throws {
    for success in [true, false] {
      let found = try findings { event, now, ask in
        Self.refreshing(now, event, ask) { run in
          _ = ask(.transfer(id: 1, up: 0, down: 1000))
          _ = ask(.complete(run: run, success: success))
        }
        return nil
      }
      #expect(found == (success ? ["earlyCompletion task": 1] : [:]))
    }
    let chained = try findings { event, now, ask in
      Self.refreshing(now, event, ask) { run in
        _ = ask(.transfer(id: 1, up: 0, down: 1000))
        _ = ask(.complete(run: run, success: true))
      }
      if case .transferEnded(id: 1, _, _, _) = event { _ = ask(.transfer(id: 2, up: 0, down: 1000)) }
      return nil
    }
    #expect(chained == ["earlyCompletion task": 1, "transferAfterCompletion task": 1])
  }

  @Test("a timer that is open at the completion is a mistake where it does something, and a guard where not")
  func timersAtCompletion() throws {
    for works in [true, false] {
      let found = try findings { event, now, ask in
        Self.refreshing(now, event, ask) { _ = ask(.complete(run: $0, success: true)) }
        if event == .timer, works { _ = ask(.transfer(id: 1, up: 0, down: 1000)) }
        if case .started = event { return now + .milliseconds(100) }
        return nil
      }
      #expect(found == (works ? ["earlyCompletion task": 1] : [:]))
    }
  }

  @Test("success after the expiry, unless the work ended by itself")
  func successAfterExpiry() throws {
    for (seconds, words) in [(32.0, [:]), (60, ["successAfterExpiry task": 1])] {
      let found = try findings { event, now, ask in
        Self.refreshing(now, event, ask) { number in
          _ = ask(.handlesExpiry(run: number))
          _ = ask(.processor(id: number, .seconds(seconds)))
        }
        if case .expired(let number) = event, seconds > 40 {
          _ = ask(.stop(id: number))
          _ = ask(.complete(run: number, success: true))
        }
        if case .processorEnded(let number) = event { _ = ask(.complete(run: number, success: true)) }
        return nil
      }
      #expect(found == words, "\(seconds)")
    }
  }

  @Test(
    "work that continues in the background without an assertion is cut off; work with an assertion is not")
  func busyAtSuspension() throws {
    for takesAssertion in [false, true] {
      let found = try findings { event, now, ask in
        if event == .enteredBackground {
          if takesAssertion { _ = ask(.beginAssertion(id: 1, name: "upload")) }
          _ = ask(.transfer(id: 1, up: 20_000_000, down: 0))
        }
        if case .transferEnded = event { _ = ask(.endAssertion(id: 1)) }
        return nil
      }
      #expect(found == (takesAssertion ? [:] : ["busyAtSuspension ": 1]))
    }
    let open = try findings { event, _, ask in
      if event == .enteredBackground { _ = ask(.beginAssertion(id: 1, name: "upload")) }
      return nil
    }
    #expect(open == ["assertionOpen upload": 1])
  }

  @Test("the handlers of a push and of a background session that are never called")
  func missedHandlers() throws {
    for calls in [true, false] {
      let found = try findings({ $0.at(.hours(3), .pushSent, app: 0, value: -1) }) { event, _, ask in
        if case .pushed(let run?) = event, calls { _ = ask(.complete(run: run, success: true)) }
        return nil
      }
      #expect(found == (calls ? [:] : ["pushHandlerMissed push": 1]))
      let session = try findings({ $0.at(.hours(1.05), .kill(app: 0, isCrash: false)) }) { event, now, ask in
        if event == .opened { _ = ask(.download(session: "files", up: 0, down: 20_000_000_000)) }
        if case .sessionFinished(let run?, _) = event, calls { _ = ask(.complete(run: run, success: true)) }
        return nil
      }
      #expect(session == (calls ? [:] : ["sessionHandlerMissed files": 1]))
    }
  }

  @Test(
    "an earliest begin date that each exit moves on, where it starves the request; not at two exits in turn")
  func rearmedOnBackground() throws {
    for (visits, count) in [(12, 4), (4, 0)] {
      let found = try findings({ bench in
        for visit in 1..<visits { bench.use(0, at: .hours(1 + visit)) }
      }) { event, now, ask in
        if event == .enteredBackground {
          _ = ask(.submit(identifier: "task", .refresh, earliest: now + .hours(4)))
        }
        if case .started(let run, _, _) = event {
          _ = ask(.complete(run: run, success: true))
          _ = ask(.submit(identifier: "task", .refresh, earliest: now + .hours(30)))
        }
        return nil
      }
      #expect((found["rearmedOnBackground task"] ?? 0) == count, "\(found)")
      #expect(found.count == (count > 0 ? 1 : 0), "\(found)")
    }
  }

  @Test("refusals with codes, and ends by the app's own doing")
  func codesAndEnds() throws {
    let codes = try findings { event, now, ask in
      guard event == .opened else { return nil }
      _ = ask(.submit(identifier: "other", .refresh))
      _ = ask(.submit(identifier: "task", .refresh))
      _ = ask(.submit(identifier: "Task", .refresh))
      _ = ask(.submit(identifier: "else", .processing))
      return nil
    }
    #expect(
      codes == [
        "code2 task": 1, "code3 Task": 1, "unpermittedIdentifier Task": 1, "misspelledIdentifier Task": 1,
        "code3 else": 1, "unpermittedIdentifier else": 1, "noExpirationHandler other": 1,
        "taskEnded other": 1,
      ])
    for (end, kind) in [(AppEnd.crash, "crash "), (.duplicateRegistration, "duplicateRegistration ")] {
      let ended = try findings { event, _, ask in
        if event == .opened { _ = ask(.end(end)) }
        return nil
      }
      #expect(ended == [kind: 1])
    }
  }

  @Test("a task does not end where the app asks again before it is suspended")
  func seriesEnds() throws {
    for delay in [0.0, 0.1, 60] {
      let found = try findings { event, now, ask in
        if event == .enteredBackground {
          _ = ask(.submit(identifier: "task", .refresh, earliest: now + .hour))
        }
        if case .started(let run, _, _) = event {
          _ = ask(.complete(run: run, success: true))
          return now + .seconds(delay)
        }
        if event == .timer { _ = ask(.submit(identifier: "task", .refresh, earliest: now + .hours(30))) }
        return nil
      }
      #expect(found["taskEnded task"] == (delay < 5 ? nil : 1), "\(delay): \(found)")
    }
  }
}
