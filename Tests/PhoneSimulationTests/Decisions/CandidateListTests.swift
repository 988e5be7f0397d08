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

  @Test("a likelihood is no change of a candidate")
  func likelihood() {
    var list = CandidateList()
    list.enter(key(1), candidate(1))
    list.settle()
    let computed = list.setLikelihoods(unlessDeniedBy: []) { _ in 0.5 }
    expect(computed == 1)
    let isChange = list.renew(key(1), denials: [], lastLaunch: nil)
    expect(!isChange)
    list.settle()
    expect(list[0].likelihood == 0.5)
  }
}
