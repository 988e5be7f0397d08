import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// Apps that are code run: they are told what has happened in an event, at its end, and ask their phone meanwhile.
extension Phone {
  /// The consequences of the requests of one app, for itself and for other apps, are sent after it, in the order in which they
  /// happen.
  @inline(never) mutating func runCode(at now: Instant, _ c: inout Calendar) {
    while !hasFailed, let (app, event) = code.takeNews() { tell(app, event, at: now, &c) }
  }

  private mutating func tell(_ app: AppIndex, _ event: AppEvent, at now: Instant, _ c: inout Calendar) {
    guard let behavior = code.behavior(app) else { return }
    guard code.countEvent(app, at: now) else {
      let limit = "more than \(CodeTable.mostEventsPerHour) times in the hour of \(now) s"
      return fail(.app("\(name(app)) has run \(limit) without a pause"))
    }
    var mayAsk = true
    if case .terminated = event { mayAsk = false }
    code.witness?.begin(app, event, at: now)
    let next = behavior.handle(event, at: now) { request in
      let answer = mayAsk && isReceptive(app) ? answer(app, request, at: now, &c) : .refused(0)
      code.witness?.see(app, request, answer, at: now)
      return answer
    }
    code.witness?.end(app, wake: next, at: now)
    if let failure = behavior.failure { return fail(.app("\(name(app)): \(failure)")) }
    guard mayAsk, isReceptive(app) else { return }
    code.setTimer(app, at: next.map { max(now, $0) }, &c)
    if case .started(let run, _, _) = event, let slot = slot(of: app, run: run) {
      expireUnlessFit(slot, at: now, &c)
    }
  }

  private func name(_ app: AppIndex) -> String { "app `\(specification(app)?.bundleID ?? "")`" }

  private func slot(of app: AppIndex, run: Int) -> RunSlot? {
    runs.openSlots(of: app).first { Int(runs[$0].item.number.rawValue) == run }
  }

  private mutating func answer(
    _ app: AppIndex, _ request: AppRequest, at now: Instant, _ c: inout Calendar
  ) -> AppAnswer {
    switch request {
    case .submit(let name, let mechanism, let earliest, let power, let network):
      guard mechanism.isRequest else { return .refused(0) }
      let earliestBegin = earliest.map { EarliestBegin.after(max(.zero, $0 - now)) }
      let refusal = submit(
        app, identifier: intern(name), task: nil, mechanism, earliestBegin: earliestBegin,
        needs: (power, network), at: now,
        &c)
      return refusal.map { .refused(platform.code(of: $0)) } ?? .done
    case .cancel(let name): cancel(app, identifier: name.map { intern($0) }, at: now)
    case .list:
      listPending(app, at: now)
      return .pending(pendingRequests(of: app))
    case .complete(let run, let success):
      guard let slot = slot(of: app, run: run) else { return .refused(0) }
      complete(slot, success: success, at: now, &c)
    case .handlesExpiry(let run):
      guard slot(of: app, run: run) != nil else { return .refused(0) }
      code.handleExpiry(app, run: run)
    case .transfer(let id, let up, let down):
      // An answer has a byte at least. Without a network: NSURLErrorNotConnectedToInternet.
      let bytes = (up: max(0, up), down: max(up > 0 ? 0 : 1, down))
      if !beginCodeTransfer(app, id, up: bytes.up, down: bytes.down, at: now, &c) { return .refused(-1009) }
    case .processor(let id, let time):
      beginCodeProcessor(app, id, placedWork(app, max(.zero, time)), at: now, &c)
    case .stop(let id): stopCode(app, id, at: now, &c)
    case .progress(let run, let share):
      guard let slot = slot(of: app, run: run) else { return .refused(0) }
      if runs[slot].phase == .working, runs[slot].item.mechanism == .continued {
        report(share, of: slot, at: now, &c)
      }
    case .content(let asOf):
      contentArrives(app, asOf: min(now, asOf), isBackground: !processes[app].isForeground, at: now)
    case .beginAssertion(let id, let name): beginCodeAssertion(app, id, name, at: now, &c)
    case .endAssertion(let id): endCodeAssertion(app, id, at: now, &c)
    case .download(let session, let up, let down):
      let identifier = intern(session)
      guard let index = context.sessionIdentifiers[app].firstIndex(of: identifier) else { return .refused(0) }
      createFile(app, session: index, size: (max(0, up), max(0, down)), at: now, &c)
    case .state: return .state(state(of: app, at: now))
    case .missingServer: break
    case .end(let end): terminate(app, LogWord(named: end.rawValue), at: now, &c)
    }
    return .done
  }

  private func pendingRequests(of app: AppIndex) -> [PendingRequest] {
    requests.slots(of: app).filter { requests[$0].mechanism.isRequest }.map {
      PendingRequest(
        identifier: journal.identifiers[requests[$0].identifier], mechanism: requests[$0].mechanism,
        earliest: requests[$0].earliestBegin.value)
    }
  }

  private func state(of app: AppIndex, at now: Instant) -> AppState {
    AppState(
      isForeground: processes[app].isForeground, isLowPowerMode: conditions.isLowPowerMode,
      isOnline: radioPath != nil, refreshStatus: refreshStatus(app).rawValue,
      remaining: processes[app].isForeground ? nil : remainingAllowance(app, at: now),
      isPlugged: charging.isPlugged, stateOfCharge: power.stateOfCharge(at: now), network: network.path)
  }

  private mutating func beginCodeAssertion(
    _ app: AppIndex, _ id: Int, _ name: String, at now: Instant, _ c: inout Calendar
  ) {
    code.nameAssertion(app, id, name)
    let open = TimeSpan.days(100_000)
    beginExtraWork(app, .code(id), Work(wait: open, length: open), takesAssertion: true, at: now)
    cancelSuspension(app, at: now, &c)
    resumeUnfinishedWork(app, at: now, &c)
    updateAllowance(app, at: now, &c)
  }

  private mutating func endCodeAssertion(_ app: AppIndex, _ id: Int, at now: Instant, _ c: inout Calendar) {
    for i in backgroundTime.indices(app) {
      guard case .code(id) = backgroundTime[app, i].kind else { continue }
      pause(i, of: app, at: now)
      if backgroundTime[app, i].finish() { reportBackgroundEntryWork(i, of: app, success: true, at: now) }
      endAssertion(i, of: app, at: now, &c)
    }
    forgetGoneWork(app, at: now)
    backgroundTime.moveStepTimer(app, &c)
  }
}
