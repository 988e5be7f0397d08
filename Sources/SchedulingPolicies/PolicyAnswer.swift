import EventSimulation
import Workload

/// The decisions of a policy at one decision point, in a buffer that is used again at the next.
public struct PolicyAnswer: Sendable {
  /// A decision as it is kept. One byte tells which optional parts there are, so that it takes two thirds of
  /// the room of a ``Decision`` and is written and read in a few steps.
  @usableFromInline struct Row: Sendable {
    struct Parts: OptionSet {
      var rawValue: UInt8
      static var until: Parts { Parts(rawValue: 1) }
      static var score: Parts { Parts(rawValue: 2) }
      static var threshold: Parts { Parts(rawValue: 4) }
      /// The wait ends once the falling threshold of its window meets its score, which is not worked out yet.
      static var falls: Parts { Parts(rawValue: 8) }
    }

    @usableFromInline var item: Int32
    /// The reason of a wait, as a set that can be compared with what is recorded; empty for a start.
    @usableFromInline var reasons: BlockingSet
    /// The end of a wait that is known; the distant future for none.
    var until = Instant.distantFuture
    var score = 0.0, threshold = 0.0
    /// The window over which the threshold falls.
    var open = Instant.zero, deadline = Instant.zero
    var parts: Parts = []

    @inlinable @inline(__always) var isStart: Bool { reasons.isEmpty }
  }

  /// The decisions, and behind them what is left of longer answers.
  @usableFromInline var kept: [Row] = []
  /// Number of decisions.
  public private(set) var count = 0
  /// The instant when the policy wants the next call, even without a change.
  public private(set) var holdsUntil = Instant.distantFuture
  /// A lower bound of the ends of all waits; the distant future without such an end.
  public private(set) var endsNotBefore = Instant.distantFuture
  /// Whether it is the end of the first wait to end.
  public private(set) var endIsKnown = true
  /// Whether the policy lets everything wait; see ``letAllWait()``.
  private var letsAllWait = false
  private var falling = FallingThreshold(start: 0, end: 0)

  public init() {}

  // MARK: Reading

  /// Whether every candidate waits for the reason ``Workload/BlockingReason/policyChoice``, also each that comes while the
  /// answer holds.
  public var isForAll: Bool { letsAllWait && count == 0 }

  /// The decisions, in the order in which starts are to be executed.
  public var decisions: [Decision] { kept[..<count].map { Decision($0, until: end(of: $0)) } }

  /// A decision by its place.
  public subscript(index: Int) -> Decision { Decision(kept[index], until: end(of: kept[index])) }

  /// The item of a decision.
  @inlinable @inline(__always) public func item(at index: Int) -> Int32 { kept[index].item }

  /// Whether a decision is to start its item.
  @inlinable @inline(__always) public func isStart(at index: Int) -> Bool { kept[index].isStart }

  /// Why a decision lets its item wait: a set of one reason. A start has no reason.
  @inlinable @inline(__always) public func reasons(at index: Int) -> BlockingSet { kept[index].reasons }

  /// Until when a decision lets its item wait; the distant future for no end.
  public func end(at index: Int) -> Instant { end(of: kept[index]) }

  /// The instant of the first end of a wait; the distant future without such an end.
  public var firstEnd: Instant {
    var first = Instant.distantFuture
    for row in kept[..<count] {
      // Of most the bound tells that they are not the first.
      if row.parts.contains(.falls), bound(of: row) > Double(first.microseconds) { continue }
      first = min(first, end(of: row))
    }
    return first
  }

  private func bound(of row: Row) -> Double {
    falling.boundOfPassing(score: row.score, open: row.open, deadline: row.deadline)
  }

  private func end(of row: Row) -> Instant {
    guard row.parts.contains(.falls) else { return row.until }
    return falling.passingTime(score: row.score, open: row.open, deadline: row.deadline) ?? .distantFuture
  }

  // MARK: Writing

  /// Starts a candidate.
  public mutating func start(_ candidate: Candidate) { append(Row(item: candidate.item, reasons: [])) }

  /// Lets a candidate wait; `until` asks for a decision point at that instant, which must lie in the future.
  public mutating func wait(
    _ candidate: Candidate, _ reason: BlockingReason = .policyChoice, until: Instant? = nil
  ) { append(.wait(candidate, reason, until: until)) }

  /// Lets every candidate wait for the reason ``Workload/BlockingReason/policyChoice``, including candidates
  /// that arrive while the answer is valid: a policy with ``PolicyTraits/decidesOnChangeOnly`` is called
  /// again only after another change. The call has no effect in an answer with decisions.
  public mutating func letAllWait() { letsAllWait = true }

  /// Adds a decision. An answer holds no longer than the first of its waits.
  public mutating func append(_ decision: Decision) { append(Row(decision)) }

  @inline(__always) private mutating func append(_ row: Row) {
    if count < kept.count { kept[count] = row } else { kept.append(row) }
    count += 1
    if row.parts.contains(.until) {
      askAgain(at: row.until)
      endsNotBefore = min(endsNotBefore, row.until)
    }
  }

  /// Makes room in ``kept`` for the waits of an answer that is written row by row, without asking for each whether the
  /// memory is shared. It has to be empty.
  mutating func makeRoom(for count: Int) {
    while kept.count < count { kept.append(Row(item: 0, reasons: [])) }
  }

  /// Takes the first rows as the answer, none of which is a start.
  ///
  /// - Parameters:
  ///   - holdsUntil: When the first of them ends, or when the policy wants to be asked again if that is before.
  ///   - bound: Microseconds before which no wait for a score ends; infinite if none does.
  mutating func take(
    _ count: Int, holdsUntil: Instant, by falling: FallingThreshold, endingNotBefore bound: Double
  ) {
    self.count = count
    askAgain(at: holdsUntil)
    guard bound.isFinite else { return }
    self.falling = falling
    endsNotBefore = Instant(microseconds: Int64(bound.rounded(.down)))
    endIsKnown = false
  }

  /// Decides candidates in their order: each that an obeyed gate denies waits for the first such gate.
  @inline(__always) public mutating func decide(
    _ candidates: [Candidate], obeying gates: BlockingSet, _ decide: (Candidate) -> Decision
  ) {
    // By position: an array that is gone through counts as referenced.
    for index in candidates.indices {
      let candidate = candidates[index]
      let denials = candidate.denials.intersection(gates)
      append(denials.isEmpty ? Row(decide(candidate)) : Row(candidate.item, deniedBy: denials))
    }
  }

  /// Adds decisions in their order, each as ``append(_:)`` does.
  public mutating func append(contentsOf decisions: some Sequence<Decision>) {
    for decision in decisions { append(decision) }
  }

  /// Wants the policy to be asked at the first decision point from an instant on; an instant that has come asks
  /// for the next decision point. Only a policy with ``PolicyTraits/decidesOnChangeOnly`` needs it.
  public mutating func askAgain(at time: Instant) { holdsUntil = min(holdsUntil, time) }

  /// Replaces the decisions, and keeps the instant when the policy wants the next call.
  public mutating func replaceDecisions(by others: [Decision]) {
    count = 0
    letsAllWait = false
    endsNotBefore = .distantFuture
    endIsKnown = true
    append(contentsOf: others)
  }

  package mutating func prepend(_ first: [Decision]) {
    kept.removeLast(kept.count - count)
    kept.insert(contentsOf: first.lazy.map { Row($0) }, at: 0)
    count += first.count
  }

  /// Forgets everything but the memory.
  public mutating func removeAll() {
    count = 0
    letsAllWait = false
    holdsUntil = .distantFuture
    endsNotBefore = .distantFuture
    endIsKnown = true
  }
}

extension PolicyAnswer.Row {
  /// A candidate that waits for the first of some gates that deny it.
  @inline(__always) init(_ item: Int32, deniedBy gates: BlockingSet) {
    self.init(item: item, reasons: BlockingSet(rawValue: 1 << UInt32(gates.rawValue.trailingZeroBitCount)))
  }

  /// A candidate that waits for its score.
  ///
  /// - Parameter ends: Whether the threshold, as it falls, is going to meet the score.
  @inline(__always) init(_ candidate: Candidate, score: Double, threshold: Double, ends: Bool) {
    self.init(
      item: candidate.item, reasons: BlockingSet(.score), score: score, threshold: threshold,
      open: candidate.open, deadline: candidate.deadline,
      parts: ends ? [.score, .threshold, .until, .falls] : [.score, .threshold])
  }

  @inline(__always) fileprivate init(_ decision: Decision) {
    item = decision.item
    reasons = []
    if let score = decision.score {
      self.score = score
      parts.insert(.score)
    }
    if let threshold = decision.threshold {
      self.threshold = threshold
      parts.insert(.threshold)
    }
    if case .wait(let reason, let end) = decision.verdict {
      reasons = BlockingSet(reason)
      if let end {
        until = end
        parts.insert(.until)
      }
    }
  }
}

extension Decision {
  fileprivate init(_ row: PolicyAnswer.Row, until: Instant) {
    let end = row.parts.contains(.until) ? until : nil
    self.init(
      item: row.item, verdict: row.reasons.first.map { .wait($0, until: end) } ?? .start,
      score: row.parts.contains(.score) ? row.score : nil,
      threshold: row.parts.contains(.threshold) ? row.threshold : nil)
  }
}
