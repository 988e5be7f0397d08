import Containers
import EventSimulation
import SchedulingPolicies
import Workload

/// The candidates that the policy of a phone is shown, and its last answer.
///
/// A policy that decides on changes only is passed over while neither candidates nor conditions have changed and its
/// answer holds: its standing answer is carried out again.
struct DecisionLoop: ~Copyable {
  /// The soft gates that the policy obeys.
  let enforces: BlockingSet
  private let readsDevice: Bool
  private let decidesOnChangeOnly: Bool

  private(set) var candidates = CandidateList()
  /// Whether candidates have come and gone without it, since an answer is for all of them.
  private(set) var listIsBehind = false
  private(set) var answer = PolicyAnswer()
  /// When the answer was given, and on what; nil for an answer that stands no more.
  private var answered: Circumstances?
  /// Whether the waits of the candidates are those of the answer, and none ends before a later instant.
  private(set) var endsAreAhead = false
  /// Whether the n-th decision is that of the n-th candidate: then nothing is matched.
  private var isAligned = false
  /// Whether the answer has no decision: then every candidate waits, and nothing is matched either.
  private var isEmpty = false
  /// By candidate: its first decision, -1 for none; where they do not stand in one order.
  private var decisionNumbers = UniqueArray<Int32>()
  /// The positions of the candidates of the starts, in the policy's order; -1 for what is no candidate.
  private var starts = UniqueArray<Int32>()

  init(enforces: BlockingSet, readsDevice: Bool, decidesOnChangeOnly: Bool) {
    self.enforces = enforces
    self.readsDevice = readsDevice
    self.decidesOnChangeOnly = decidesOnChangeOnly
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
    candidates.setLikelihoods(unlessDeniedBy: gates, likelihood)
  }

  /// Takes an answer of the policy, which holds under the present circumstances, and finds of which candidate each of its decisions is.
  ///
  /// - Parameter decide: Asks the policy.
  @inline(always)
  mutating func ask(
    at now: Instant, under circumstances: Circumstances, _ whatIf: WhatIf?,
    _ decide: ([Candidate], inout PolicyAnswer) -> Void
  ) {
    answer.removeAll()
    decide(candidates.candidates, &answer)
    answered = decidesOnChangeOnly ? circumstances : nil
    if let whatIf {
      var decisions = answer.decisions
      whatIf.lift(&decisions)
      answer.replaceDecisions(by: decisions)
    }
    isEmpty = answer.count == 0
    starts.removeAll()
    isAligned = answersEachInOrder()
    endsAreAhead = isAligned
    if isAligned ? answer.hasStarts : !isEmpty { findStarts() }
    if answer.endsNotBefore <= now { endsAreAhead = false }
  }

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
    isAligned ? index : isEmpty ? -1 : Int(decisionNumbers[index])
  }

  /// How many starts the answer asks for.
  var startCount: Int { starts.count }

  /// The position of the candidate of a start; nil if it is none or has been started.
  @inline(__always)
  func startable(_ number: Int) -> Int? {
    let position = Int(starts[number])
    return position < 0 || candidates.isLeaving(at: position) ? nil : position
  }

  /// The candidate at a position is launched; it is one until ``removeStarted()``.
  @inline(__always)
  mutating func markStarted(at position: Int) {
    candidates.leave(at: position)
  }

  /// Takes the candidates out that have been launched.
  @inline(__always)
  mutating func removeStarted() {
    answered = nil
    candidates.settle()
  }

  /// Finds the starts, and the candidates of all decisions.
  @inline(never)
  private mutating func findStarts() {
    if isAligned {
      for index in 0..<answer.count where answer.isStart(at: index) { starts.append(Int32(index)) }
      return
    }
    decisionNumbers.removeAll()
    for _ in 0..<candidates.count { decisionNumbers.append(-1) }
    var (next, matched) = (0, 0)
    for number in 0..<answer.count {
      let item = answer.item(at: number)
      let isNext = next < candidates.count && candidates[next].item == item
      let position = isNext ? next : candidates.position(ofItem: item) ?? -1
      if answer.isStart(at: number) { starts.append(Int32(position)) }
      guard position >= 0 else { continue }
      next = position + 1
      guard decisionNumbers[position] < 0 else { continue }
      decisionNumbers[position] = Int32(number)
      matched += 1
    }
    endsAreAhead = matched == answer.count
  }

  /// Whether the decisions stand in the order of the candidates.
  @inline(__always)
  private func answersEachInOrder() -> Bool {
    guard answer.count == candidates.count else { return false }
    for index in 0..<answer.count where answer.item(at: index) != candidates[index].item { return false }
    return true
  }

  mutating func setRecordedReasons(at index: Int, _ reasons: BlockingSet) {
    candidates.setRecordedReasons(at: index, reasons)
  }
}
