import Basics
import EventSimulation
import SchedulingPolicies
import Workload

/// The candidates that the policy of a phone is shown, and its last answer.
///
/// A policy that decides on changes only is passed over while neither candidates nor conditions have changed and its
/// answer holds: its standing answer is carried out again.
struct DecisionLoop: ~Copyable {
  struct Circumstances: Equatable {
    var isPlugged: Bool
    var network: NetworkPath
    var isIdle, isLowPowerMode: Bool
    var thermal: ThermalState
  }

  /// The soft gates that the policy obeys.
  let enforces: BlockingSet
  private let traits: PolicyTraits

  private(set) var candidates = CandidateList()
  /// Whether candidates have come and gone without it, since an answer is for all of them.
  private(set) var listIsBehind = false
  private(set) var answer = PolicyAnswer()
  /// When the answer was given, and on what; nil for an answer that stands no more.
  private var answered: Circumstances?
  /// Whether the waits of the candidates are those of the answer, and none ends before a later instant.
  private(set) var endsAreAhead = false
  /// By candidate: its first decision, -1 for none.
  private var decisionNumbers = UniqueArray<Int32>()
  /// The positions of the candidates of the starts, in the policy's order; -1 for what is no candidate.
  private var starts = UniqueArray<Int32>()

  init(enforces: BlockingSet, _ traits: PolicyTraits) {
    self.enforces = enforces
    self.traits = traits
  }

  mutating func leave(_ key: ItemKey) { if candidates.leave(key) { answered = nil } }

  mutating func enter(_ key: ItemKey, _ candidate: Candidate) {
    candidates.enter(key, candidate)
    answered = nil
  }

  mutating func renew(_ key: ItemKey, denials: BlockingSet, lastLaunch: Instant?) {
    if candidates.renew(key, denials: denials, lastLaunch: lastLaunch) { answered = nil }
  }

  mutating func leaveListBehind() { listIsBehind = true }

  mutating func beginList() {
    candidates.removeAll()
    listIsBehind = false
    answered = nil
  }

  mutating func settleCandidates() { candidates.settle() }

  @inline(__always) mutating func predict(
    unlessDeniedBy gates: BlockingSet, _ use: (AppIndex) -> (likelihood: Double, intensity: Float)
  ) {
    candidates.setUse(unlessDeniedBy: gates, use)
  }

  @inline(__always) func hasStandingAnswer(for circumstances: Circumstances, at now: Instant) -> Bool {
    guard let answered, now < answer.holdsUntil else { return false }
    // A policy that is shown a plain device does not know its circumstances.
    return answered == circumstances || !traits.readsDevice
  }

  mutating func forgetAnswer() {
    answered = nil
    candidates.forgetRecordedReasons()
  }

  @inline(always) mutating func ask(
    at now: Instant, under circumstances: Circumstances, _ whatIf: WhatIf?,
    _ decide: ([Candidate], inout PolicyAnswer) -> Void
  ) {
    answer.removeAll()
    decide(candidates.candidates, &answer)
    answered = traits.decidesOnChangeOnly ? circumstances : nil
    if let whatIf {
      var decisions = answer.decisions
      whatIf.lift(&decisions, of: candidates.candidates)
      answer.replaceDecisions(by: decisions)
    }
    matchDecisions()
    if answer.endsNotBefore <= now { endsAreAhead = false }
  }

  private mutating func matchDecisions() {
    starts.removeAll()
    decisionNumbers.removeAll()
    for _ in 0..<candidates.count { decisionNumbers.append(-1) }
    var (next, matched) = (0, 0)
    for number in 0..<answer.count {
      let item = answer.item(at: number)
      // Mostly the decisions stand in the order of the candidates.
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

  func decision(ofCandidateAt index: Int) -> Decision? {
    decisionNumbers[index] < 0 ? nil : answer[Int(decisionNumbers[index])]
  }

  /// Why a candidate waits, by the soft gates that the policy obeys and by its answer, and until when at most, the
  /// distant future for ever; with ``endsAreAhead`` that is the bound of all waits. Nil for one that is to be started.
  @inline(__always) func wait(ofCandidateAt index: Int) -> (reasons: BlockingSet, until: Instant)? {
    let denials = candidates[index].denials
    let number = Int(decisionNumbers[index])
    guard number >= 0 else { return (reasonsWithoutDecision(deniedBy: denials), .distantFuture) }
    let reasons = answer.reasons(at: number)
    if reasons.isEmpty { return nil }
    // When each of them ends need not be worked out where none ends yet.
    let end = endsAreAhead ? answer.endsNotBefore : answer.end(at: number)
    return (denials.intersection(enforces).union(reasons), end)
  }

  @inline(__always) func reasonsWithoutDecision(deniedBy denials: BlockingSet) -> BlockingSet {
    denials.intersection(enforces).union(BlockingSet(.policyChoice))
  }

  mutating func setRecordedReasons(at index: Int, _ reasons: BlockingSet) {
    candidates.setRecordedReasons(at: index, reasons)
  }

  var startCount: Int { starts.count }

  @inline(__always) func startable(_ number: Int) -> Int? {
    let position = Int(starts[number])
    return position < 0 || candidates.isLeaving(at: position) ? nil : position
  }

  /// The candidate at a position is launched; it is one until ``removeStarted()``.
  @inline(__always) mutating func markStarted(at position: Int) { candidates.leave(at: position) }

  @inline(__always) mutating func removeStarted() {
    answered = nil
    candidates.settle()
  }

  var logFields: [LogField] {
    let shown = candidates.candidates
    let decisions = answer.decisions
    func list<Row>(_ rows: [Row], _ text: (Row) -> String?) -> String {
      rows.compactMap(text).joined(separator: " ")
    }
    return [
      .text(.candidates, list(shown) { "\($0.item)" }),
      .text(.started, list(decisions) { $0.isStart ? "\($0.item)" : nil }),
      .text(.verdicts, list(shown) { "\($0.item):" + $0.denials.names(separator: "+") }),
      .text(.score, list(decisions) { row in row.score.map { "\(row.item):\($0)" } }),
      .text(.threshold, list(decisions) { row in row.threshold.map { "\(row.item):\($0)" } }),
    ]
  }
}
