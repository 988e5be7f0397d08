import EventSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("A policy's answer")
struct PolicyAnswerTests {
  private func items(_ answer: PolicyAnswer) -> [Int32] { (0..<answer.count).map { answer[$0].item } }

  @Test("a used answer shows no part of the previous answer")
  func reused() {
    var answer = PolicyAnswer()
    for item in 1...5 as ClosedRange<Int32> { answer.wait(candidate(item: item)) }
    for _ in 0..<100 {
      answer.removeAll()
      answer.wait(candidate(item: 7))
      answer.wait(candidate(item: 8))
      answer.prepend([.start(candidate(item: 6))])
      #expect(items(answer) == [6, 7, 8])
      #expect(answer.decisions.map(\.item) == [6, 7, 8])
    }
  }

  @Test("decisions that are replaced keep when the policy wants to be asked again")
  func replaced() {
    var answer = PolicyAnswer()
    answer.wait(candidate(item: 1), until: .day(2))
    answer.wait(candidate(item: 2))
    answer.replaceDecisions(by: [.start(candidate(item: 2))])
    holds(items(answer) == [2] && answer[0].isStart)
    #expect(answer.holdsUntil == .day(2))
  }

  @Test("an answer is for all candidates only while it has no decision")
  func forAll() {
    var answer = PolicyAnswer()
    holds(!answer.isForAll)
    answer.letAllWait()
    holds(answer.isForAll && answer.decisions.isEmpty)
    answer.wait(candidate(item: 1))
    holds(!answer.isForAll)
    answer.removeAll()
    holds(!answer.isForAll)
    answer.letAllWait()
    answer.replaceDecisions(by: [])
    holds(!answer.isForAll)
  }

  @Test("never lets all wait, charging-only does on battery")
  func lettingAllWait() {
    var answer = PolicyAnswer()
    var never = NeverStart()
    never.decide(bestMoment(), [candidate()], into: &answer)
    holds(answer.isForAll)
    var charging = ChargingOnly()
    var moment = bestMoment()
    for isPlugged in [false, true] {
      moment.isPlugged = isPlugged
      answer.removeAll()
      charging.decide(moment, [candidate()], into: &answer)
      holds(answer.isForAll == !isPlugged && answer.decisions.contains(where: \.isStart) == isPlugged)
    }
  }
}
