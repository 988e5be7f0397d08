import BackgroundExecution
import Containers
import EventSimulation
import SchedulingPolicies
import Workload

/// The decision points of a policy that says nothing but what starts: why the others wait follows from their gates.
///
/// The work at each is in proportion to the items that have changed and that are to start. A pause of launches takes all
/// refresh and push candidates away at once and brings them back; what has happened to each of them is counted later.
extension Phone {
  /// Decides as ``decide(at:_:)`` does once gates have been read.
  @inline(never)
  mutating func decideOnStarts(at now: Instant, _ c: inout Calendar) {
    gates.collectTouched(isSorted: true)
    let wasPaused = pauses.isOn
    updateCandidates()
    if records.contains(.gateCheck) { checkGates(exactGateState(at: now)) }
    let isAsked = askForStarts(at: now)
    if !gates.launchesArePaused { pauses.compareStarts() }
    if wasPaused, !gates.launchesArePaused { pauses.end() }
    for index in gates.touched.keys.indices {
      let key = gates.touched.keys[index]
      if gates.isCurrent(key), !pauses.isStarting(key.slot) { recordReason(of: key.slot, at: now) }
    }
    if !gates.launchesArePaused { pauses.release() }
    if isAsked { decisions.endsAreAhead ? wish(&c) : wishForFirstEnd(at: now, &c) }
    startWhatFits(at: now, &c)
    if !gates.launchesArePaused { holdStarts(at: now) }
    pauses.endStarts(hasOffered: !gates.launchesArePaused)
  }

  // MARK: Candidates

  /// Brings the candidates up to date, those that are shown and those that a pause has taken away.
  private mutating func updateCandidates() {
    for index in gates.touched.keys.indices where gates.isCurrent(gates.touched.keys[index]) {
      forgetPauses(of: gates.touched.keys[index].slot)
    }
    if gates.launchesArePaused != pauses.isOn {
      Self.movePausable(&decisions, &pauses, areAside: gates.launchesArePaused)
      if gates.launchesArePaused { pauses.begin() }
    }
    for index in gates.touched.keys.indices { updateCandidate(gates.touched.keys[index]) }
    decisions.settleCandidates()
    pauses.settleCandidates()
  }

  /// A function of its own, so that one owner can hand over to the other.
  private static func movePausable(
    _ decisions: inout DecisionLoop, _ pauses: inout LaunchPauses, areAside: Bool
  ) {
    pauses.withAside { list in
      if areAside { decisions.movePausable(to: &list) } else { decisions.takeBack(from: &list) }
    }
  }

  /// Puts in or takes out an item whose verdict or app has changed.
  private mutating func updateCandidate(_ key: ItemKey) {
    guard gates.isCurrent(key) else {
      decisions.leave(key)
      pauses.leave(key)
      return
    }
    let isCandidate = gates.isOpen(key.slot) && requests[key.slot].mechanism.isOpportunistic
    let wasCandidate = gates.setCandidate(key.slot, isCandidate)
    guard isCandidate || wasCandidate else { return }
    let isAside = gates.isPaused(key.slot)
    guard isCandidate else { return isAside ? pauses.leave(key) : decisions.leave(key) }
    let verdict = gates.verdict(of: key.slot)
    if wasCandidate {
      let last = appGates.lastLaunch(requests[key.slot].app, requests[key.slot].mechanism)
      if isAside {
        pauses.renew(key, denials: verdict.soft, lastLaunch: last)
      } else {
        decisions.renew(key, denials: verdict.soft, lastLaunch: last)
      }
    } else if isAside {
      pauses.enter(key, candidate(key.slot, verdict))
    } else {
      decisions.enter(key, candidate(key.slot, verdict))
    }
  }

  // MARK: The answer

  /// Asks the policy where it has to be asked, and finds the starts of its answer.
  ///
  /// - Returns: Whether it has been asked.
  private mutating func askForStarts(at now: Instant) -> Bool {
    let count = decisions.candidates.count
    guard count > 0 else {
      // One that the platform may start and has not is blocked by nothing.
      if hasOpenPlatformItems {
        for key in gates.openPlatformItems { noteFirstReason(key.slot, of: [], at: now) }
      }
      decisions.forgetStarts()
      return false
    }
    journal.count(.decision(candidates: count), at: now)
    let isAsked = !decisions.hasStandingAnswer(for: circumstances, at: now)
    if isAsked {
      predict(at: now)
      Self.askForStarts(
        &policy, &decisions, policy.readsDevice ? observation(at: now) : .plain(at: now), under: circumstances
      )
    }
    note(.decision, value: Double(count), at: now)
    Self.takeStarts(&decisions, &pauses)
    return isAsked
  }

  /// A function of its own, so that one owner can ask the other.
  private static func askForStarts(
    _ policy: inout PhonePolicy, _ decisions: inout DecisionLoop, _ observation: Observation,
    under circumstances: Circumstances
  ) {
    decisions.askForStarts(at: observation.now, under: circumstances) { candidates, answer in
      policy.decide(observation, candidates, into: &answer)
    }
  }

  /// A function of its own, so that one owner can hand over to the other.
  private static func takeStarts(_ decisions: inout DecisionLoop, _ pauses: inout LaunchPauses) {
    pauses.withStarting { set in decisions.takeStarts(&set) }
  }

  /// Starts in the order of the answer what the slots leave room for.
  private mutating func startWhatFits(at now: Instant, _ c: inout Calendar) {
    var hasLaunched = false
    var left = decisions.unpausableStarts
    for number in 0..<decisions.startCount {
      decisions.findStart(number)
      let isPausable = decisions.isPausable(number)
      if !isPausable { left -= 1 }
      if isPausable, runs.refreshSlotsTaken >= platform.refreshConcurrency {
        if left == 0 { break }
        if let position = decisions.startable(number) {
          // At once: a later launch of this answer may take the item away.
          holdStart(of: decisions.candidates.key(at: position).slot, at: now)
          continue
        }
      }
      start(number, &hasLaunched, at: now, &c)
    }
    if hasLaunched { decisions.letStartedLeave() }
  }

  /// Asks for the decision point at which the first wait ends; one that has ended is a violation.
  @inline(never)
  private mutating func wishForFirstEnd(at now: Instant, _ c: inout Calendar) {
    var earliest = Instant.distantFuture
    for number in 0..<decisions.answer.count where !decisions.answer.isStart(at: number) {
      let end = decisions.answer.end(at: number)
      let item = decisions.answer.item(at: number)
      guard let position = decisions.candidates.position(ofItem: item) else { continue }
      if end <= now {
        journal.record(.untilInThePast, AppIndex(decisions.candidates[position].app), at: now)
      } else {
        earliest = min(earliest, end)
      }
    }
    decisionClock.wish(for: earliest, isKnown: true, until: plan.end, &c)
  }

  // MARK: Records

  /// Records why an item waits, and follows it where a pause changes that.
  private mutating func recordReason(of slot: ItemSlot, at now: Instant) {
    let verdict = gates.verdict(of: slot)
    let between: BlockingReason?
    if gates.isOpen(slot) {
      // One that the platform starts by itself waits for nothing that is recorded here.
      guard requests[slot].mechanism.isOpportunistic else { return }
      between = decisions.firstReason(deniedBy: verdict.soft)
    } else {
      between = verdict.hard.first
    }
    guard let between else { return }
    guard gates.isPausable(slot) else { return noteFirstReason(slot, of: BlockingSet(between), at: now) }
    let within = verdict.hard.union(BlockingSet(.concurrency)).first ?? .concurrency
    noteFirstReason(slot, of: BlockingSet(pauses.isOn ? within : between), at: now)
    if within != between { pauses.follow(slot, between: LogWord(between), within: LogWord(within)) }
  }

  /// Records that the items wait for a slot that the policy has started anew and that are left. Nothing that comes before the
  /// slots among reasons denies them: a launch shuts out items of its own identifier only, and an app has one of each.
  private mutating func holdStarts(at now: Instant) {
    for index in pauses.beginning.indices { holdStart(of: ItemSlot(pauses.beginning[index]), at: now) }
  }

  /// Records that an item waits for a slot that the policy starts, unless it has left.
  private mutating func holdStart(of slot: ItemSlot, at now: Instant) {
    guard pauses.isStarting(slot) else { return }
    if pauses.isFollowed(slot) {
      pauses.hold(slot)
    } else if let between = decisions.firstReason(deniedBy: gates.verdict(of: slot).soft) {
      noteFirstReason(slot, of: BlockingSet(.concurrency), at: now)
      pauses.follow(slot, between: LogWord(between), within: LogWord(.concurrency), isHeld: true)
    }
  }
}
