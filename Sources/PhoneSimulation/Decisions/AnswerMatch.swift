import Containers
import SchedulingPolicies

/// Which decision of an answer is that of which candidate, where they do not stand in one order.
struct AnswerMatch: ~Copyable {
  /// By candidate: its first decision, -1 for none.
  private var decisions = UniqueArray<Int32>()
  /// Positions of candidates by number.
  private var positions = SlotTable(capacity: 64)

  @inline(__always)
  func decision(ofCandidateAt position: Int) -> Int { Int(decisions[position]) }

  /// Finds the candidates of all decisions.
  ///
  /// - Parameter starts: Takes the starts.
  /// - Returns: How many candidates have a decision.
  mutating func find(
    _ answer: PolicyAnswer, _ candidates: borrowing CandidateList, _ starts: inout AnswerStarts
  ) -> Int {
    let count = candidates.count
    decisions.removeAll()
    for _ in 0..<count { decisions.append(-1) }
    positions.removeAll()
    var next = 0
    var matched = 0
    for number in 0..<answer.count {
      let item = answer.item(at: number)
      let position: Int
      if next < count, candidates[next].item == item {
        position = next
      } else {
        position = self.position(of: item, candidates)
      }
      if answer.isStart(at: number) { starts.append(position) }
      guard position >= 0 else { continue }
      next = position + 1
      guard decisions[position] < 0 else { continue }
      decisions[position] = Int32(number)
      matched += 1
    }
    return matched
  }

  /// The position of the candidate with a number, -1 for none.
  private mutating func position(of item: Int32, _ candidates: borrowing CandidateList) -> Int {
    // Among a few one is found without a table.
    if candidates.count <= 16 {
      for index in 0..<candidates.count where candidates[index].item == item { return index }
      return -1
    }
    if positions.count == 0 {
      for index in 0..<candidates.count {
        positions[UInt64(UInt32(bitPattern: candidates[index].item))] = Int32(index)
      }
    }
    return positions[UInt64(UInt32(bitPattern: item))].map(Int.init) ?? -1
  }
}
