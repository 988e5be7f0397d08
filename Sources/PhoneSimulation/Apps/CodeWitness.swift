import EventSimulation
import ModelParameters
import Workload

/// Finds mistakes of external apps in the order of their events, calls, and answers.
///
/// All calls between an event and the next rest happen at the same simulated time.
final class CodeWitness {
  private struct Key: Hashable {
    let app: Int32
    let kind: AppFindingKind
    let identifier: String
  }

  private struct Found {
    let first: Instant
    var count = 0
    var runs: Set<Int> = []
  }

  /// An earliest begin date that is moved on at exits, so often and for so long, keeps its request from running.
  private static let leastChain = 3
  private static let leastOverdue = TimeSpan.hours(4)

  private var rows: [AppIndex: Row] = [:]
  private var found: [Key: Found] = [:]
  /// Energy of runs by number, in nanojoules.
  private var energies: [Int: Int64] = [:]

  init?(_ permitted: [(app: AppIndex, identifiers: [String])]) {
    if permitted.isEmpty { return nil }
    for (app, identifiers) in permitted { rows[app] = Row(identifiers) }
  }

  var findings: [AppFinding] {
    found.map { key, found in
      AppFinding(
        kind: key.kind, app: key.app, identifier: key.identifier, first: found.first, count: found.count,
        joules: Double(found.runs.reduce(0) { $0 + (energies[$1] ?? 0) }) * 1e-9)
    }.sorted { one, other in
      (one.app, one.first, one.name, one.identifier) < (other.app, other.first, other.name, other.identifier)
    }
  }

  private func note(
    _ kind: AppFindingKind, _ app: AppIndex, _ identifier: String, run: Int? = nil, at time: Instant
  ) {
    let key = Key(app: app.rawValue, kind: kind, identifier: identifier)
    var sum = found[key] ?? Found(first: time)
    sum.count += 1
    if let run { sum.runs.insert(run) }
    found[key] = sum
  }

  // MARK: Turns

  func begin(_ app: AppIndex, _ event: AppEvent, at now: Instant) {
    guard let row = rows[app] else { return }
    (row.event, row.hasWorked, row.succeeded) = (event, false, nil)
    switch event {
    case .launched, .assertionsExpire, .timer: break
    case .opened: (row.isForeground, row.lastCompleted, row.openTimer) = (true, nil, nil)
    case .enteredBackground: (row.isForeground, row.lastCompleted) = (false, nil)
    case .started(let run, let identifier, let mechanism):
      row.begin(run, identifier, mechanism)
      // A request of this very instant is the next one.
      if row.pending[identifier]?.submitted != now { row.pending[identifier] = nil }
    case .pushed(let run): row.begin(run, "push", .push)
    case .sessionFinished(let run, let session): row.begin(run, session, .wake)
    case .expired(let run): row.runs[run]?.isExpired = true
    case .transferEnded(let id, let isLost, _, _): row.workEnds(id, byItself: !isLost)
    case .processorEnded(let id): row.workEnds(id, byItself: true)
    case .terminated(let reason): terminated(app, row, reason, at: now)
    }
  }

  func see(_ app: AppIndex, _ request: AppRequest, _ answer: AppAnswer, at now: Instant) {
    guard let row = rows[app] else { return }
    guard answer == .done else {
      if case .refused(let code) = answer { refused(request, code, app, row, at: now) }
      if case .submit(let identifier, _, _, _, _) = request { row.ended[identifier] = nil }
      return
    }
    switch request {
    case .submit(let identifier, _, let earliest, _, _):
      row.ended[identifier] = nil
      let next = row.next(identifier, earliestBegin: earliest ?? now, at: now)
      if next.chain >= Self.leastChain, now - next.firstEarliestBegin >= Self.leastOverdue {
        note(.rearmedOnBackground, app, identifier, at: now)
      }
      row.pending[identifier] = next
    case .cancel(let identifier):
      if let identifier { row.pending[identifier] = nil } else { row.pending = [:] }
    case .complete(let number, let success):
      guard let run = row.runs.removeValue(forKey: number) else { return }
      row.completed[number] = run.identifier
      row.lastCompleted = (number, run.identifier)
      if success { row.succeeded = (number, run.identifier) }
      if success, run.isExpired, run.hasStoppedWork || !run.hasEndedWork {
        note(.successAfterExpiry, app, run.identifier, run: number, at: now)
      }
      row.endTask(of: run, at: now)
    case .transfer(let id, _, _):
      row.hasWorked = true
      let isLate = row.isIdle && row.succeeded == nil && row.openTimer == nil
      row.activities[id] = Activity(isTransfer: true, belongsToRun: row.worksForRun)
      if isLate, let last = row.lastCompleted {
        note(.transferAfterCompletion, app, last.identifier, run: last.run, at: now)
        row.activities[id]?.isTold = true
      }
    case .processor(let id, _):
      row.hasWorked = true
      row.activities[id] = Activity(isTransfer: false, belongsToRun: row.worksForRun)
    case .stop(let id):
      if row.activities.removeValue(forKey: id) != nil {
        for run in row.runs.keys { row.runs[run]?.hasStoppedWork = true }
      }
    case .beginAssertion(let id, let name): row.assertions[id] = name
    case .endAssertion(let id): row.assertions[id] = nil
    case .missingServer(let url): note(.missingServer, app, url, at: now)
    case .end(let end):
      let run = row.runs.keys.min()
      let identifier = run.flatMap { row.runs[$0]?.identifier } ?? ""
      if let kind = AppFindingKind(rawValue: end.rawValue) { note(kind, app, identifier, run: run, at: now) }
    case .content, .download: row.hasWorked = true
    case .list, .handlesExpiry, .progress, .state: break
    }
  }

  private func refused(_ request: AppRequest, _ code: Int, _ app: AppIndex, _ row: Row, at now: Instant) {
    switch request {
    case .submit(let identifier, let mechanism, _, _, _) where code == 2 || code == 3:
      note(code == 2 ? .code2 : .code3, app, identifier, at: now)
      guard code == 3, mechanism != .continued, !row.permitted.contains(identifier) else { return }
      note(.unpermittedIdentifier, app, identifier, at: now)
      if row.permitted.contains(where: { $0.lowercased() == identifier.lowercased() }) {
        note(.misspelledIdentifier, app, identifier, at: now)
      }
    case .complete(let run, _):
      if let identifier = row.completed[run] { note(.completedTwice, app, identifier, run: run, at: now) }
    default: break
    }
  }

  func end(_ app: AppIndex, wake: Instant?, at now: Instant) {
    guard let row = rows[app] else { return }
    row.wake = wake
    if row.event == .timer, let timer = row.openTimer {
      if row.hasWorked { note(.earlyCompletion, app, timer.identifier, run: timer.run, at: timer.time) }
      row.openTimer = nil
    }
    if row.isIdle, row.activities.isEmpty, wake == nil { row.isShared = false }
    guard let done = row.succeeded, row.isIdle else { return }
    if row.activities.values.contains(where: { $0.belongsToRun }) {
      note(.earlyCompletion, app, done.identifier, run: done.run, at: now)
    } else if wake != nil {
      row.openTimer = (done.run, done.identifier, now)
    }
  }

  // MARK: What no event tells

  func expiredUnhandled(_ app: AppIndex, _ number: Int, at now: Instant) {
    guard let row = rows[app], let run = row.runs.removeValue(forKey: number) else { return }
    note(.noExpirationHandler, app, run.identifier, run: number, at: now)
    // Its work goes on and is no other run's.
    row.activities = row.activities.mapValues {
      .init(isTransfer: $0.isTransfer, belongsToRun: false, isTold: true)
    }
    row.endTask(of: run, at: now)
  }

  func suspended(_ app: AppIndex, at now: Instant) {
    guard let row = rows[app] else { return }
    for (id, activity) in row.activities where !activity.belongsToRun && !activity.isTold {
      row.activities[id]?.isTold = true
      note(.busyAtSuspension, app, "", at: now)
    }
    row.isShared = false
    endTask(app, row)
  }

  private func terminated(_ app: AppIndex, _ row: Row, _ reason: String, at now: Instant) {
    func note(_ kind: AppFindingKind, ofRunsBy mechanism: Mechanism) {
      for (number, run) in row.runs where run.mechanism == mechanism {
        self.note(kind, app, run.identifier, run: number, at: now)
      }
    }
    switch reason {
    case "completionTimeout":
      let expired = row.runs.filter { $0.value.isExpired }
      let isWorking = !row.activities.isEmpty || row.wake != nil
      for (number, run) in expired {
        self.note(isWorking ? .expiryIgnored : .missingCompletion, app, run.identifier, run: number, at: now)
        row.endTask(of: run, at: now)
      }
      if expired.isEmpty { note(.pushHandlerMissed, ofRunsBy: .push) }
    case "transferCompletionLate": note(.sessionHandlerMissed, ofRunsBy: .wake)
    case "assertionExpired":
      for name in row.assertions.values.sorted() { self.note(.assertionOpen, app, name, at: now) }
    default: break
    }
    endTask(app, row)
    let next = Row(row.permitted)
    next.pending = row.pending
    rows[app] = next
  }

  private func endTask(_ app: AppIndex, _ row: Row) {
    for (identifier, time) in row.ended { note(.taskEnded, app, identifier, at: time) }
    row.ended = [:]
  }

  func settled(_ run: Int, nanojoules: Int64) { energies[run] = nanojoules }
}

/// A mistake of an app that is code, seen in the events and requests of the app.
public struct AppFinding: Sendable, Hashable {
  public var kind: AppFindingKind
  /// Index of the app on the device.
  public var app: Int32
  /// The identifier of the task or session, the name of the assertion, the address, or `push`; empty if it
  /// does not apply.
  public var identifier: String
  /// The instant of the first occurrence, warm-up included.
  public var first: Instant
  /// The number of times over the whole horizon.
  public var count: Int
  /// The energy billed to the runs with the mistake, over the whole horizon, in joules; 0 if it happened
  /// outside of runs.
  public var joules: Double

  public var name: String { kind.rawValue }
  /// The id of the broken rule in `slumber rules`; empty if there is no such rule.
  public var rule: String { kind.rule }
  public var sentence: String { kind.sentence }
}

public enum AppFindingKind: String, Sendable, Hashable, CaseIterable {
  case unpermittedIdentifier, misspelledIdentifier, code2, code3, lateRegistration, duplicateRegistration
  case noHandler, missingCompletion, noExpirationHandler, expiryIgnored, taskEnded, earlyCompletion
  case rearmedOnBackground, completedTwice, successAfterExpiry, transferAfterCompletion, busyAtSuspension
  case pushHandlerMissed, sessionHandlerMissed, assertionOpen, missingServer, crash

  public var rule: String { Self.texts[rawValue]?.rule ?? "" }
  public var sentence: String { Self.texts[rawValue]?.sentence ?? "" }

  private static let texts = Dictionary(
    uniqueKeysWithValues: CatalogueText.rows(
      """
      unpermittedIdentifier | API-1 | A request is refused because its identifier is not permitted: write the identifier in the property list exactly as in the code.
      misspelledIdentifier | BAD-1 | The identifier differs from a permitted identifier only in case, so the task never runs: use the same spelling in both places.
      code2 | SUB-4 | A request is refused with code 2 because too many requests are pending: submit fewer identifiers, or cancel some.
      code3 | SUB-1 | A request is refused with code 3: add its identifier and its background mode to the property list.
      lateRegistration | API-3 | The app registers a handler after the launch, which ends the process: register it in `didFinishLaunching`.
      duplicateRegistration | API-3 | The app registers a handler twice, which ends the process: register each identifier once.
      noHandler | BAD-2 | The app submits a request without a registered handler, and the launch ends the process: register the handler at launch.
      missingCompletion | BAD-3 | A code path never completes the task, so the system kills the process at the limit: complete the task on every path, including errors and expiry.
      noExpirationHandler | BAD-4 | The task reaches its limit without an expiration handler, and the system ends it as unsuccessful: set a handler that stops the work and completes the task.
      expiryIgnored | BAD-5 | The work continues after the call of the expiration handler, so the system kills the process: stop the work in the handler, and complete the task.
      taskEnded | BAD-6 | A refresh ends without a next request, so the task does not run until the user opens the app: submit the next request at the start of each run.
      earlyCompletion | BAD-7 | The app reports success while transfers, computing, or timers of the run are unfinished: complete the task when the last of them is done.
      rearmedOnBackground | BAD-8 | Each time the app enters the background, it replaces the pending request with a later earliest begin date, so the task never runs: keep a pending request unchanged.
      completedTwice | | The app completes a run a second time: complete it on one path only.
      successAfterExpiry | REF-3 | The app reports success after the expiry, although the work was interrupted: report the real result of the work.
      transferAfterCompletion | LIFE-3 | A transfer begins in the background after the completion, shortly before the process is suspended: begin it earlier, or in a background session.
      busyAtSuspension | LIFE-3 | The system suspends the process during its work, and its transfers are lost: take an assertion when the app enters the background, or use a background session.
      pushHandlerMissed | PUSH-8 | The app does not call the completion handler of a silent push in time, so the system kills the process: resume the task, and call the handler on every path.
      sessionHandlerMissed | URL-8 | The app does not call the completion handler of a background session, so the system kills the process: create the session again at each launch.
      assertionOpen | EXT-5 | An assertion is still open at the end of its background time, so the system kills the process: end each assertion in its expiration handler.
      missingServer | | A fetch ends with code -1003 because no server of the study has a rule for its address: add a rule to `server`.
      crash | | The app crashes.
      """, columns: 3
    ).map { ($0[0], (rule: $0[1], sentence: $0[2])) })
}
