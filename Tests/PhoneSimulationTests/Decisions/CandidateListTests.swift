import EventSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

@Suite("Candidate list")
struct CandidateListTests {
  private func candidate(_ order: Int64, denials: BlockingSet = []) -> Candidate {
    Candidate(
      item: Int32(order) + 1, app: 0, mechanism: .refresh, submitted: .zero, open: .zero, deadline: .zero,
      denials: denials)
  }

  private func key(_ order: Int64) -> ItemKey { ItemKey(order: order, slot: ItemSlot(Int32(order % 7))) }

  @Test("random changes agree with a sorted dictionary", arguments: [1, 2, 3] as [UInt64])
  func randomChanges(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = CandidateList()
    var oracle: [Int64: Candidate] = [:]
    var mismatches = 0
    for _ in 0..<2_000 {
      var order: Int64 = 0
      while order < 40 {
        order += Int64(random.integer(below: 12)) + 1
        if random.uniform() < 0.4 {
          if list.leave(key(order)) != (oracle[order] != nil) { mismatches += 1 }
          oracle[order] = nil
        } else {
          let denials: BlockingSet = random.uniform() < 0.5 ? [] : .of(.rateLimit)
          let new = candidate(order, denials: denials)
          if let old = oracle[order] {
            let isChange = list.renew(key(order), denials: denials, lastLaunch: nil)
            if isChange != (old != new) { mismatches += 1 }
          } else {
            list.enter(key(order), new)
          }
          oracle[order] = new
        }
      }
      list.settle()
      let expected = oracle.sorted { $0.key < $1.key }
      if list.candidates != expected.map(\.value) { mismatches += 1 }
      for (index, entry) in expected.enumerated() where list.key(at: index) != key(entry.key) {
        mismatches += 1
      }
    }
    expect(mismatches == 0)
  }

  @Test("a candidate is found by its number, wherever it stands")
  func positions() {
    var list = CandidateList()
    // One that was added again stands behind younger ones.
    for (order, item) in [5, 9, 2, 11].enumerated() {
      var candidate = candidate(Int64(order))
      candidate.item = Int32(item)
      list.enter(key(Int64(order)), candidate)
    }
    let found = [5, 9, 2, 11, 7].map { list.position(ofItem: $0) }
    expect(found == [0, 1, 2, 3, nil])
  }

  @Test(
    "changes that come in any order, and some twice, agree with a sorted dictionary",
    arguments: [4, 5] as [UInt64])
  func changesInAnyOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = CandidateList()
    var oracle: [Int64: Candidate] = [:]
    var mismatches = 0
    for round in 0..<600 {
      let orders = (0..<random.integer(below: round % 20 == 0 ? 200 : 6)).map { _ in
        Int64(random.integer(below: 200))
      }
      // What is in the list leaves it, also where it is told twice; what is not enters.
      let leaving = orders.filter { oracle[$0] != nil }
      let entering = Set(orders).subtracting(leaving)
      for order in leaving where !list.leave(key(order)) { mismatches += 1 }
      for order in entering {
        var new = candidate(order)
        if order % 3 == 0 { new.mechanism = .processing }
        list.enter(key(order), new)
        oracle[order] = new
      }
      for order in leaving { oracle[order] = nil }
      list.settle()
      let expected = oracle.sorted { $0.key < $1.key }
      if list.candidates != expected.map(\.value) { mismatches += 1 }
      if list.count != expected.count { mismatches += 1 }
    }
    expect(mismatches == 0)
  }

  @Test("candidates that are to leave stay where they are until then")
  func lateLeaving() {
    var list = CandidateList()
    for order in 0..<6 as Range<Int64> { list.enter(key(order), candidate(order)) }
    list.leave(at: 3)
    list.leave(at: 1)
    expect(list.count == 6 && list.isLeaving(at: 1) && !list.isLeaving(at: 2))
    list.settle()
    expect(list.candidates.map(\.item) == [1, 3, 5, 6])
  }

  @Test("a likelihood is no change of a candidate")
  func likelihood() {
    var list = CandidateList()
    list.enter(key(1), candidate(1))
    list.settle()
    list.setUse(unlessDeniedBy: []) { _ in (0.5, 0.25) }
    let isChange = list.renew(key(1), denials: [], lastLaunch: nil)
    expect(!isChange)
    list.settle()
    expect(list[0].likelihood == 0.5 && list[0].intensity == 0.25)
  }
}
