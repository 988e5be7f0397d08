import AppLifecycle
import BackgroundExecution
import Containers
import EventSimulation
import SchedulingPolicies
import Workload

/// The policy driver: when the policy is asked, and how its decisions are carried out.
extension Phone {
  /// The event of a decision point.
  mutating func decisionIsDue(at now: Instant, _ c: inout Calendar) {
    if decisionClock.arrive(at: now), c.nextTime != now { countPolicyWake(at: now) }
  }

  /// Counts a decision point that exists because the policy has asked for it. Each single wish is legal, but too
  /// many together would keep time from going on: they fail the run.
  private mutating func countPolicyWake(at now: Instant) {
    let limit = configuration.platform.wakesPerHour
    if let hour = decisionClock.countWake(at: now, limit: limit) {
      fail(.wakes(limit: limit, hour: hour))
    }
  }

  /// Brings the candidates up to date, consults the policy where it has to be asked, and carries out its answer.
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
    if records.contains(.gateCheck) { checkGates(exactGateState(at: now)) }
    guard gates.candidateCount > 0 else {
      // Without a candidate only hard denials are recorded.
      if hasOpenPlatformItems {
        recordAllDenials(at: now)
      } else if gates.recordsReasons {
        recordDenials(at: now)
      }
      return
    }
    if isObserved(now) {
      journal.counts[.decisions] += 1
      journal.counts[.candidates] += Int64(gates.candidateCount)
    }
    if allWait { return noteDecision(at: now) }
    let isAsked = !decisions.hasStandingAnswer(for: circumstances, at: now)
    if isAsked { ask(policy.readsDevice ? observation(at: now) : .plain(at: now)) }
    noteDecision(at: now)
    recordWaits(isAsked: isAsked, at: now, &c)
    var hasLaunched = false
    for number in 0..<decisions.startCount { start(number, &hasLaunched, at: now, &c) }
    if hasLaunched { decisions.removeStarted() }
  }

  @inline(never)
  private mutating func readGatesAgain(at now: Instant) { readGates(at: now) }

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

  // MARK: Records

  /// The policy's answer, one line a decision point, also where the policy was passed over.
  @inline(__always)
  private mutating func noteDecision(at now: Instant) {
    note(.decision, value: Double(gates.candidateCount), at: now)
    if journal.log.keepsRecords { journal.log.attach(decisions.logFields) }
  }

  /// Records why items wait where that has changed, and the earliest instant for which the policy asked.
  private mutating func recordWaits(isAsked: Bool, at now: Instant, _ c: inout Calendar) {
    var earliest = Instant.distantFuture
    let count = decisions.candidates.count
    var next = isAsked ? 0 : count
    if gates.recordsReasons { next = recordDenials(between: next..<count, &earliest, at: now) }
    recordWaits(ofCandidates: next..<count, &earliest, at: now)
    guard isAsked else { return }
    if decisions.endsAreAhead { return wish(&c) }
    decisionClock.wish(for: earliest, isKnown: true, until: plan.end, &c)
  }

  /// Records the hard denials that have changed, each behind the waits of the candidates before it.
  ///
  /// - Returns: The first candidate whose wait is still to be recorded.
  @inline(never)
  private mutating func recordDenials(
    between candidates: Range<Int>, _ earliest: inout Instant, at now: Instant
  ) -> Int {
    var next = candidates.lowerBound
    for index in gates.touched.keys.indices {
      let key = gates.touched.keys[index]
      guard gates.isCurrent(key), !gates.isOpen(key.slot) else { continue }
      if next < candidates.upperBound {
        let end = decisions.candidates.position(of: key)
        recordWaits(ofCandidates: next..<max(next, end), &earliest, at: now)
        next = max(next, end)
      }
      block(key.slot, by: gates.verdict(of: key.slot).hard, .hard, at: now)
    }
    return next
  }

  /// Records why candidates wait where the reasons are others than before.
  @inline(__always)
  private mutating func recordWaits(
    ofCandidates positions: Range<Int>, _ earliest: inout Instant, at now: Instant
  ) {
    var next = positions.lowerBound
    while let index = decisions.firstChangedWait(in: next..<positions.upperBound, &earliest, at: now) {
      recordWait(ofCandidateAt: index, &earliest, at: now)
      next = index + 1
    }
  }

  /// Records why a candidate waits, if the reasons are others than before.
  private mutating func recordWait(ofCandidateAt index: Int, _ earliest: inout Instant, at now: Instant) {
    guard let (reasons, until) = decisions.wait(ofCandidateAt: index) else { return }
    if reasons != decisions.candidates.recordedReasons(at: index) {
      block(
        decisions.candidates.key(at: index).slot, by: reasons, .soft,
        journal.log.keepsRecords ? decisions.decision(ofCandidateAt: index) : nil, at: now)
      decisions.setRecordedReasons(at: index, reasons)
    }
    if until <= now {
      let app = AppIndex(decisions.candidates[index].app)
      journal.record(.untilInThePast, app, at: now)
    } else {
      earliest = min(earliest, until)
    }
  }

  /// Records the hard denials that have changed.
  @inline(never)
  private mutating func recordDenials(at now: Instant) {
    for index in gates.touched.keys.indices {
      let key = gates.touched.keys[index]
      guard gates.isCurrent(key), !gates.isOpen(key.slot) else { continue }
      block(key.slot, by: gates.verdict(of: key.slot).hard, .hard, at: now)
    }
  }

  /// Records the hard denials of all items: one that may start and has not is blocked by nothing.
  @inline(never)
  private mutating func recordAllDenials(at now: Instant) {
    for slot in requests.slots { block(slot, by: gates.verdict(of: slot).hard, .hard, at: now) }
  }
}
