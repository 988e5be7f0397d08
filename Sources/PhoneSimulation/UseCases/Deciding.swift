import BackgroundExecution
import Basics
import EventSimulation
import SchedulingPolicies
import Workload

extension Phone {
  mutating func decisionIsDue(at now: Instant, _ c: inout Calendar) {
    guard decisionClock.arrive(at: now), c.nextTime != now else { return }
    // Each single wish of the policy is legal, but too many together would keep time from going on: they fail the run.
    let limit = configuration.platform.wakesPerHour
    if let hour = decisionClock.countWake(at: now, limit: limit) { fail(.wakes(limit: limit, hour: hour)) }
  }

  mutating func decide(at now: Instant, _ c: inout Calendar) {
    decisionClock.begin(at: now)
    while let launch = decisionClock.takeOver() { invalidateGates(of: launch.app, launch.identifier) }
    defer { decisionClock.setPeriodic(false) }
    guard !powerState.isOff, !isSimulator, !requests.isEmpty else { return }
    readGates(at: now)
    if hasOpenPlatformItems, startWithoutPolicy(at: now, &c) { readGatesAgain(at: now) }
    let allWait =
      decisions.answer.isForAll && !gates.recordsReasons
      && decisions.hasStandingAnswer(for: circumstances, at: now)
    gates.collectTouched(isSorted: !allWait)
    if allWait {
      if !gates.touched.keys.isEmpty { letChangedWait(at: now) }
    } else if decisions.listIsBehind {
      listCandidates(at: now)
    } else if !gates.touched.keys.isEmpty {
      updateCandidates(at: now)
    }
    if records.contains(.gateCheck) { checkGates(at: now) }
    guard gates.candidateCount > 0 else {
      // Without a candidate only hard denials are recorded; one that may start and has not is blocked by nothing.
      if hasOpenPlatformItems {
        for slot in requests.slots { block(slot, by: gates.verdict(of: slot).hard, .hard, at: now) }
      } else if gates.recordsReasons {
        var none = Instant.distantFuture
        _ = recordDenials(between: 0..<0, &none, at: now)
      }
      return
    }
    if isObserved(now) {
      journal.counts[.decisions] += 1
      journal.counts[.candidates] += Int64(gates.candidateCount)
    }
    if allWait { return noteDecision(at: now) }
    let isAsked = !decisions.hasStandingAnswer(for: circumstances, at: now)
    if isAsked { ask(policy.traits.readsDevice ? observation(at: now) : .plain(at: now)) }
    noteDecision(at: now)
    recordWaits(isAsked: isAsked, at: now, &c)
    var hasLaunched = false
    for number in 0..<decisions.startCount { start(number, &hasLaunched, at: now, &c) }
    if hasLaunched { decisions.removeStarted() }
  }

  @inline(never) private mutating func readGatesAgain(at now: Instant) { readGates(at: now) }

  @inline(__always)
  private var hasOpenPlatformItems: Bool { requests.platformCount > 0 && gates.hasOpenPlatformItems }

  // MARK: Candidates

  /// Puts in and takes out the items whose verdict or app has changed. Where nobody sees the order of records, the hard
  /// denials among them are recorded too.
  private mutating func updateCandidates(at now: Instant) {
    let recordsDenials = !gates.recordsReasons
    for index in gates.touched.keys.indices {
      let key = gates.touched.keys[index]
      guard gates.isCurrent(key) else {
        decisions.leave(key)
        continue
      }
      let isOpen = gates.isOpen(key.slot)
      let isCandidate = isOpen && requests[key.slot].mechanism.isOpportunistic
      let wasCandidate = gates.setCandidate(key.slot, isCandidate)
      if isCandidate, wasCandidate {
        decisions.renew(
          key, denials: gates.verdict(of: key.slot).soft,
          lastLaunch: appGates.lastLaunch(requests[key.slot].app, requests[key.slot].mechanism))
      } else if isCandidate {
        decisions.enter(key, candidate(key.slot, gates.verdict(of: key.slot)))
      } else if wasCandidate {
        decisions.leave(key)
      }
      if !isOpen, recordsDenials { noteFirstReason(key.slot, of: gates.verdict(of: key.slot).hard, at: now) }
    }
    decisions.settleCandidates()
  }

  /// While an answer lets all candidates wait, whatever they are, nobody looks at their list: notes which of the changed
  /// items are candidates, and records why they wait.
  private mutating func letChangedWait(at now: Instant) {
    decisions.leaveListBehind()
    for index in gates.touched.keys.indices {
      let key = gates.touched.keys[index]
      guard gates.isCurrent(key) else { continue }
      let isCandidate = noteCandidate(key.slot)
      let verdict = gates.verdict(of: key.slot)
      if isCandidate {
        noteFirstReason(key.slot, of: decisions.reasonsWithoutDecision(deniedBy: verdict.soft), at: now)
      } else if !gates.isOpen(key.slot) {
        noteFirstReason(key.slot, of: verdict.hard, at: now)
      }
    }
  }

  private mutating func listCandidates(at now: Instant) {
    for index in gates.touched.keys.indices {
      let key = gates.touched.keys[index]
      guard gates.isCurrent(key), !noteCandidate(key.slot), !gates.isOpen(key.slot) else { continue }
      if !gates.recordsReasons { noteFirstReason(key.slot, of: gates.verdict(of: key.slot).hard, at: now) }
    }
    decisions.beginList()
    for key in gates.candidates { decisions.enter(key, candidate(key.slot, gates.verdict(of: key.slot))) }
  }

  private mutating func noteCandidate(_ slot: ItemSlot) -> Bool {
    let isCandidate = gates.isOpen(slot) && requests[slot].mechanism.isOpportunistic
    _ = gates.setCandidate(slot, isCandidate)
    return isCandidate
  }

  private mutating func ask(_ observation: Observation) {
    if let gates = policy.traits.ignoresLikelihoodWhenDenied {
      let usage = usage.learned
      decisions.predict(unlessDeniedBy: gates) {
        (usage.likelihood(ofApp: $0.rawValue, at: observation.now), usage.intensity(ofApp: $0.rawValue))
      }
    }
    Self.ask(&policy, &decisions, observation, under: circumstances, whatIf)
    // A policy that has failed fails the run, at its end: until then it starts nothing.
    if policy.refusal == .replayDiverged { journal.record(.replayDiverged, nil, at: observation.now) }
  }

  /// A function of its own, so that one owner can ask the other.
  @inline(__always) private static func ask(
    _ policy: inout PhonePolicy, _ decisions: inout DecisionLoop, _ observation: Observation,
    under circumstances: DecisionLoop.Circumstances, _ whatIf: WhatIf?
  ) {
    decisions.ask(at: observation.now, under: circumstances, whatIf) { candidates, answer in
      policy.decide(observation, candidates, into: &answer)
    }
  }

  // MARK: Records

  @inline(__always) private mutating func noteDecision(at now: Instant) {
    note(.decision, value: Double(gates.candidateCount), at: now)
    if journal.log.keepsDecisions { journal.log.attach(decisions.logFields) }
  }

  private mutating func recordWaits(isAsked: Bool, at now: Instant, _ c: inout Calendar) {
    var earliest = Instant.distantFuture
    let count = decisions.candidates.count
    var next = isAsked ? 0 : count
    if gates.recordsReasons { next = recordDenials(between: next..<count, &earliest, at: now) }
    recordWaits(ofCandidates: next..<count, &earliest, at: now)
    guard isAsked else { return }
    let isKnown = !decisions.endsAreAhead || decisions.answer.endIsKnown
    if decisions.endsAreAhead { earliest = decisions.answer.endsNotBefore }
    decisionClock.wish(for: earliest, isKnown: isKnown, until: plan.end, &c)
  }

  /// Records the hard denials that have changed, each behind the waits of the candidates before it. Returns the first
  /// candidate whose wait is still to be recorded.
  @inline(never) private mutating func recordDenials(
    between candidates: Range<Int>, _ earliest: inout Instant, at now: Instant
  ) -> Int {
    var next = candidates.lowerBound
    for index in gates.touched.keys.indices {
      let key = gates.touched.keys[index]
      guard gates.isCurrent(key), !gates.isOpen(key.slot) else { continue }
      if next < candidates.upperBound {
        let end = max(next, decisions.candidates.position(of: key))
        recordWaits(ofCandidates: next..<end, &earliest, at: now)
        next = end
      }
      block(key.slot, by: gates.verdict(of: key.slot).hard, .hard, at: now)
    }
    return next
  }

  private mutating func recordWaits(
    ofCandidates positions: Range<Int>, _ earliest: inout Instant, at now: Instant
  ) {
    for index in positions {
      guard let (reasons, until) = decisions.wait(ofCandidateAt: index) else { continue }
      if reasons != decisions.candidates.recordedReasons(at: index) {
        block(
          decisions.candidates.key(at: index).slot, by: reasons, .soft,
          journal.log.keepsRecords ? decisions.decision(ofCandidateAt: index) : nil, at: now)
        decisions.setRecordedReasons(at: index, reasons)
      }
      if until <= now {
        journal.record(.untilInThePast, AppIndex(decisions.candidates[index].app), at: now)
      } else {
        earliest = min(earliest, until)
      }
    }
  }

  // MARK: Starts

  /// Starts what the platform never postpones by choice: continued tasks, transfers that are not
  /// discretionary, relaunches after a batch. They go in order of submission, before the policy is asked, and
  /// each sees the slots that the one before has left. Returns whether anything has been started.
  private mutating func startWithoutPolicy(at now: Instant, _ c: inout Calendar) -> Bool {
    var hasLaunched = false
    for key in gates.openPlatformItems where gates.isCurrent(key) {
      // An app whose launch is in progress learns of its batches without a relaunch.
      if requests[key.slot].mechanism == .wake, processes[requests[key.slot].app].isExecuting { continue }
      if hasLaunched, !freshVerdict(of: key.slot, at: now).hard.isEmpty { continue }
      launch(key.slot, at: now, &c)
      hasLaunched = true
    }
    return hasLaunched
  }

  @inline(__always) private mutating func start(
    _ number: Int, _ hasLaunched: inout Bool, at now: Instant, _ c: inout Calendar
  ) {
    guard let position = decisions.startable(number) else {
      return journal.record(.notACandidate, nil, at: now)
    }
    let key = decisions.candidates.key(at: position)
    guard gates.isCurrent(key) else { return }
    // Up to the first launch nothing has changed since the verdicts were settled.
    let verdict = hasLaunched ? freshVerdict(of: key.slot, at: now) : GateVerdict()
    // RATE-4: the launches of this decision have taken the last token of all apps.
    let isTooSoon = platform.deviceBucket != nil && requests[key.slot].mechanism == .push
    let soft = isTooSoon ? verdict.soft.intersection(decisions.enforces).intersection(.of(.rateLimit)) : []
    guard verdict.hard.isEmpty, soft.isEmpty else {
      block(
        key.slot, by: verdict.hard.isEmpty ? soft : verdict.hard, verdict.hard.isEmpty ? .soft : .hard,
        at: now)
      decisions.setRecordedReasons(at: position, [])
      return
    }
    decisions.markStarted(at: position)
    _ = gates.setCandidate(key.slot, false)
    hasLaunched = true
    launch(key.slot, at: now, &c)
  }

  private mutating func freshVerdict(of slot: ItemSlot, at now: Instant) -> GateVerdict {
    gates.countEvaluation()
    let device = gateState(at: now)
    return verdict(of: slot, device)
  }
}
