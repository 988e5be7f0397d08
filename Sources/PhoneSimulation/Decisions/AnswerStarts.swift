import Containers
import SchedulingPolicies

/// The starts of an answer, in the policy's order.
struct AnswerStarts: ~Copyable {
  /// The positions of their candidates, -1 for what is no candidate; of the first of them only, as far as they have been asked for.
  private var positions = UniqueArray<Int32>()
  /// The first decision that ``find(_:in:_:)`` has not looked at.
  private var nextDecision = 0
  private(set) var count = 0
  /// How many have to be looked at while a pause of launches holds back all refresh and push candidates, at most.
  private(set) var unpausableCount = 0

  mutating func removeAll() {
    positions.removeAll()
    nextDecision = 0
    count = 0
    unpausableCount = 0
  }

  /// Adds the start of the candidate at a position; -1 for what is no candidate.
  @inline(__always)
  mutating func append(_ position: Int) {
    positions.append(Int32(position))
    count += 1
  }

  /// Takes the starts of an answer; which candidates they are ``find(_:in:_:)`` is to tell.
  ///
  /// - Parameter set: Takes the items of those that are candidates.
  mutating func take(_ answer: PolicyAnswer, _ candidates: borrowing CandidateList, _ set: inout SlotSet) {
    removeAll()
    count = answer.startCount
    if count > 0 { unpausableCount = count - candidates.collectStarts(of: answer, into: &set) }
  }

  /// Finds the candidate of a start. Mostly the slots leave room for a few, and the others need not be looked for.
  mutating func find(_ number: Int, in answer: PolicyAnswer, _ candidates: borrowing CandidateList) {
    while positions.count <= number {
      if answer.isStart(at: nextDecision) {
        let position = candidates.position(
          ofItem: answer.item(at: nextDecision), startingAt: answer.likelyPosition(at: nextDecision))
        positions.append(Int32(position ?? -1))
      }
      nextDecision += 1
    }
  }

  /// The position of the candidate of a start; nil if it is none.
  @inline(__always)
  func position(_ number: Int) -> Int? { positions[number] < 0 ? nil : Int(positions[number]) }
}
