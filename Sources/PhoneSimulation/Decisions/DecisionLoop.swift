import Containers
import EventSimulation
import SchedulingPolicies
import Workload

/// The policy of a phone, the candidates that it is shown, and its last answer.
///
/// A policy that decides on changes only is passed over while neither candidates nor conditions have changed and its
/// answer holds: its standing answer is carried out again.
struct DecisionLoop: ~Copyable {
  private var policy: any SchedulingPolicy
  /// The past of the apps; nil where the policy has not kept it.
  private let history: AppHistory?
  /// The opens whose staleness is not known yet; nil where the policy wants no outcomes.
  private var awaitedOpens: AwaitedOpens?
  /// The soft gates that the policy obeys.
  let enforces: BlockingSet
  /// Whether launches that the policy did not ask for are decision points.
  let decidesAtLaunches: Bool
  /// Whether the policy is told of launches, ends of runs and events, and has buckets to report.
  let wantsEvents: Bool
  /// Whether the policy reads more of an observation than its instant.
  let readsDevice: Bool
  private let decidesOnChangeOnly: Bool
  /// The gates whose denial makes a likelihood useless to the policy; nil where it reads none.
  let ignoresLikelihoodWhenDenied: BlockingSet?

  private(set) var candidates = CandidateList()
  /// Whether candidates have come and gone without it, since an answer is for all of them.
  private(set) var listIsBehind = false
  private(set) var answer = PolicyAnswer()
  /// When the answer was given, and on what; nil for an answer that stands no more.
  private var answered: Circumstances?
  /// Whether every candidate is to start, or to wait for the reasons that are recorded, by the decision at its place.
  private(set) var waitsAreRecorded = false
  /// Whether the waits of the candidates are those of the answer, and none ends before a later instant.
  private(set) var endsAreAhead = false
  /// Whether the n-th decision is that of the n-th candidate: then nothing is matched.
  private var isAligned = false
  /// Whether the answer has no decision: then every candidate waits, and nothing is matched either.
  private var isEmpty = false
  /// Whether the one before had none either, and its waits are recorded: those of unchanged candidates are the same.
  private(set) var isEmptyAgain = false
  /// Positions of the candidates to be started, in the policy's order, -1 for what is no candidate.
  private var starts = UniqueArray<Int32>()
  private var match = AnswerMatch()

  /// Calls of the policy, and likelihoods computed for it.
  private(set) var (calls, likelihoods): (Int64, Int64) = (0, 0)

  /// - Parameter specification: The declarations of an app; nil for an app without work.
  init(
    policy: any SchedulingPolicy, enforces: BlockingSet,
    specification: @escaping (_ app: Int32) -> AppSpecification?
  ) {
    var policy = policy
    var history = AppHistory(specification)
    policy.begin(history)
    self.history = isKnownUniquelyReferenced(&history) ? nil : history
    awaitedOpens = policy.wantsOutcomes ? AwaitedOpens() : nil
    self.policy = policy
    self.enforces = enforces
    decidesAtLaunches = policy.decidesAtLaunches
    wantsEvents = policy.wantsEvents
    readsDevice = policy.readsDevice
    decidesOnChangeOnly = policy.decidesOnChangeOnly
    ignoresLikelihoodWhenDenied = policy.ignoresLikelihoodWhenDenied
  }

  // MARK: Candidates

  mutating func leave(_ key: ItemKey) { if candidates.leave(key) { answered = nil } }

  mutating func enter(_ key: ItemKey, _ candidate: Candidate) {
    candidates.enter(key, candidate)
    answered = nil
  }

  mutating func renew(_ key: ItemKey, denials: BlockingSet, lastLaunch: Instant?) {
    if candidates.renew(key, denials: denials, lastLaunch: lastLaunch) { answered = nil }
  }

  /// Candidates come and go from here on without the list.
  mutating func leaveListBehind() { listIsBehind = true }

  /// Empties the list, which is to follow the candidates again.
  mutating func beginList() {
    candidates.removeAll()
    listIsBehind = false
    answered = nil
  }

  /// The candidates of this decision point are complete.
  mutating func settleCandidates() { candidates.settle() }

  // MARK: The answer

  /// Whether the last answer holds under some circumstances: then the policy need not be asked.
  @inline(__always)
  func hasStandingAnswer(for circumstances: Circumstances, at now: Instant) -> Bool {
    guard let answered, now < answer.holdsUntil else { return false }
    // A policy that is shown a plain device does not know its circumstances.
    return answered == circumstances || !readsDevice
  }

  /// The answer holds no more, nor does what is known to be recorded of it.
  mutating func forgetAnswer() {
    answered = nil
    isEmpty = false
    candidates.forgetRecordedReasons()
  }

  /// Computes the likelihoods that the policy is going to read; those of other candidates are zero.
  @inline(__always)
  mutating func predict(unlessDeniedBy gates: BlockingSet, _ likelihood: (AppIndex) -> Double) {
    likelihoods += candidates.setLikelihoods(unlessDeniedBy: gates, likelihood)
  }

  /// Asks the policy; its answer holds under the present circumstances.
  @inline(always)
  mutating func ask(_ observation: Observation, under circumstances: Circumstances, _ whatIf: WhatIf?) {
    calls += 1
    answer.removeAll()
    policy.decide(observation, candidates.candidates, into: &answer)
    answered = decidesOnChangeOnly ? circumstances : nil
    if let whatIf {
      var decisions = answer.decisions
      whatIf.lift(&decisions)
      answer.replaceDecisions(by: decisions)
    }
    isEmptyAgain = isEmpty && answer.count == 0
    isEmpty = answer.count == 0
    starts.removeAll()
    isAligned = answersEachInOrder()
    endsAreAhead = isAligned
    if isAligned ? answer.hasStarts : !isEmpty { findStarts() }
    if answer.endsNotBefore <= observation.now { endsAreAhead = false }
  }

  /// How many starts the answer asks for.
  var startCount: Int { starts.count }

  /// The decision of a candidate; nil where there is none.
  func decision(ofCandidateAt index: Int) -> Decision? {
    let number = decisionNumber(ofCandidateAt: index)
    return number < 0 ? nil : answer[number]
  }

  /// Why a candidate waits, by the soft gates that the policy obeys and by its answer, and until when at most, the
  /// distant future for ever; with ``endsAreAhead`` that is the bound of all waits. Nil for one that is to be started.
  @inline(__always)
  func wait(ofCandidateAt index: Int) -> (reasons: BlockingSet, until: Instant)? {
    let number = decisionNumber(ofCandidateAt: index)
    guard number >= 0 else { return (reasonsWithoutDecision(ofCandidateAt: index), .distantFuture) }
    let reasons = answer.reasons(at: number)
    if reasons.isEmpty { return nil }
    // When each of them ends need not be worked out where none ends yet.
    let end = endsAreAhead ? answer.endsNotBefore : answer.end(at: number)
    return (allReasons(ofCandidateAt: index, reasons), end)
  }

  /// Why a candidate waits, by the soft gates that the policy obeys and by a decision.
  @inline(__always)
  private func allReasons(ofCandidateAt index: Int, _ reasons: BlockingSet) -> BlockingSet {
    candidates[index].denials.intersection(enforces).union(reasons)
  }

  /// Why a candidate waits that the answer has no decision on.
  @inline(__always)
  func reasonsWithoutDecision(ofCandidateAt index: Int) -> BlockingSet {
    reasonsWithoutDecision(deniedBy: candidates[index].denials)
  }

  @inline(__always)
  func reasonsWithoutDecision(deniedBy denials: BlockingSet) -> BlockingSet {
    denials.intersection(enforces).union(BlockingSet(.policyChoice))
  }

  /// The first candidate among some whose wait is not as it is recorded, or is to end at an instant that has come.
  ///
  /// - Parameter earliest: Becomes the earliest end of the waits before that one, if it is earlier.
  @inline(__always)
  func firstChangedWait(in positions: Range<Int>, _ earliest: inout Instant, at now: Instant) -> Int? {
    for index in positions {
      guard let (reasons, until) = wait(ofCandidateAt: index) else { continue }
      if reasons != candidates.recordedReasons(at: index) || until <= now { return index }
      earliest = min(earliest, until)
    }
    return nil
  }

  @inline(__always)
  private func decisionNumber(ofCandidateAt index: Int) -> Int {
    isAligned ? index : isEmpty ? -1 : match.decision(ofCandidateAt: index)
  }

  /// The position of the candidate of a start; nil if it is none or has been started.
  func startable(_ number: Int) -> Int? {
    let position = Int(starts[number])
    return position < 0 || !isAligned && match.hasStarted(position) ? nil : position
  }

  /// The candidate at a position is launched; it is one until ``removeStarted()``.
  @inline(__always)
  mutating func markStarted(at position: Int) {
    if !isAligned { match.markStarted(position) }
    candidates.leave(at: position)
  }

  /// Takes the candidates out that have been launched.
  @inline(__always)
  mutating func removeStarted() {
    answered = nil
    candidates.sortLeaving()
    candidates.settle()
  }

  /// Finds the starts, and the candidates of all decisions.
  @inline(never)
  private mutating func findStarts() {
    if isAligned {
      for index in 0..<answer.count where answer.isStart(at: index) { starts.append(Int32(index)) }
      return
    }
    endsAreAhead = match.find(answer, candidates, &starts) == answer.count
  }

  /// Whether the decisions stand in the order of the candidates; sets ``waitsAreRecorded``.
  @inline(__always)
  private mutating func answersEachInOrder() -> Bool {
    waitsAreRecorded = false
    guard answer.count == candidates.count else { return false }
    var areRecorded = true
    for index in 0..<answer.count {
      guard answer.item(at: index) == candidates[index].item else { return false }
      let reasons = answer.reasons(at: index)
      let all = allReasons(ofCandidateAt: index, reasons)
      if all != candidates.recordedReasons(at: index), !reasons.isEmpty { areRecorded = false }
    }
    waitsAreRecorded = areRecorded
    return true
  }

  mutating func setRecordedReasons(at index: Int, _ reasons: BlockingSet) {
    candidates.setRecordedReasons(at: index, reasons)
  }

  // MARK: What the policy learns and tells

  var refusal: PolicyRefusal? { policy.refusal }

  mutating func runStarted(_ item: ItemNumber) { if wantsEvents { policy.runStarted(item.rawValue) } }

  /// Whether anybody is told how runs end.
  @inline(__always)
  var followsRuns: Bool { wantsEvents || history != nil }

  mutating func runEnded(_ outcome: RunOutcome) {
    history?.add(outcome)
    if wantsEvents { policy.runEnded(outcome) }
  }

  mutating func notice(_ event: DeviceEvent, at now: Instant) {
    if let history, case .opened(let app) = event { history.noteOpen(app, at: now) }
    if wantsEvents { policy.notice(event, at: now) }
  }

  mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }

  /// Whether the policy is told of outcomes.
  var wantsOutcomes: Bool { awaitedOpens != nil }

  /// The user has opened an app with content, which tells the policy nothing yet.
  mutating func opened(_ app: AppIndex, staleness: TimeSpan, at now: Instant) {
    awaitedOpens?.append(AwaitedOpens.Open(app: app, opened: now, staleness: staleness))
  }

  /// Content as of an instant tells how stale the app was at the opens before it.
  @inline(__always)
  mutating func contentArrived(_ app: AppIndex, asOf fetched: Instant) {
    if awaitedOpens != nil { tellOpens(of: app, knownBy: fetched) }
  }

  private mutating func tellOpens(of app: AppIndex, knownBy fetched: Instant) {
    for open in awaitedOpens?.take(app, knownBy: fetched) ?? [] {
      policy.learn(
        .open(OpenOutcome(app: app.rawValue, opened: open.opened, staleness: open.staleness)))
    }
  }

  /// A run has been billed all that it is billed.
  mutating func settled(_ cost: RunCost) { policy.learn(.run(cost)) }

  /// At the end of the device, opens are told whose staleness it has not come to know.
  mutating func finishOutcomes() {
    for open in awaitedOpens?.takeAll() ?? [] {
      policy.learn(.open(OpenOutcome(app: open.app.rawValue, opened: open.opened, staleness: nil)))
    }
  }
}
