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

  @Test("what a pause takes away comes back to its place, also when something has come and gone meanwhile")
  func pauses() {
    func candidate(_ order: Int64, _ mechanism: Mechanism) -> Candidate {
      var candidate = self.candidate(order)
      candidate.mechanism = mechanism
      return candidate
    }
    var list = CandidateList()
    var aside = CandidateList()
    let mechanisms: [Mechanism] = [.refresh, .processing, .push, .transferD, .refresh]
    for (order, mechanism) in mechanisms.enumerated() {
      list.enter(key(Int64(order)), candidate(Int64(order), mechanism))
    }
    expect(list.pausableCount == 3)
    list.movePausable(to: &aside)
    expect(list.candidates.map(\.item) == [2, 4] && aside.candidates.map(\.item) == [1, 3, 5])
    expect(list.pausableCount == 0 && aside.pausableCount == 3)
    list.enter(key(5), candidate(5, .health))
    let hasLeft = aside.leave(key(2))
    expect(hasLeft)
    aside.enter(key(6), candidate(6, .push))
    list.settle()
    aside.settle()
    list.takeAll(from: &aside)
    expect(list.candidates.map(\.item) == [1, 2, 4, 5, 6, 7] && aside.isEmpty && list.pausableCount == 3)
    for index in 0..<list.count { expect(list.key(at: index) == key(Int64(list[index].item) - 1)) }
    // A list that is taken away as a whole changes places.
    for order: Int64 in [1, 3, 5] { _ = list.leave(key(order)) }
    list.settle()
    list.movePausable(to: &aside)
    expect(list.isEmpty && aside.count == 3)
    list.takeAll(from: &aside)
    expect(list.candidates.map(\.item) == [1, 5, 7] && aside.isEmpty)
  }

  @Test("a candidate is found by its number, wherever it stands and whatever is guessed")
  func positions() {
    var list = CandidateList()
    // One that was added again stands behind younger ones.
    for (order, item) in [5, 9, 2, 11].enumerated() {
      var candidate = candidate(Int64(order))
      candidate.item = Int32(item)
      list.enter(key(Int64(order)), candidate)
    }
    for guess in -1...4 {
      let found = [5, 9, 2, 11, 7].map { list.position(ofItem: $0, startingAt: guess) }
      expect(found == [0, 1, 2, 3, nil])
    }
  }

  @Test("a likelihood is no change of a candidate")
  func likelihood() {
    var list = CandidateList()
    list.enter(key(1), candidate(1))
    list.settle()
    list.setLikelihoods(unlessDeniedBy: []) { _ in 0.5 }
    let isChange = list.renew(key(1), denials: [], lastLaunch: nil)
    expect(!isChange)
    list.settle()
    expect(list[0].likelihood == 0.5)
  }
}
