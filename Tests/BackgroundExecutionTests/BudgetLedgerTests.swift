import BackgroundExecution
import EventSimulation
import RandomStreams
import TestSupport
import Testing

@Suite("A budget ledger")
struct BudgetLedgerTests {
  @Test("BUD-2 the refills of a day sum to the capacity", arguments: [1, 7, 24, 96])
  func refills(slots: Int) {
    let ledger = BudgetLedger(capacity: 1_000_003, initialFraction: 0)
    let amounts = (1...slots).map { ledger.uniformAmount(slot: $0, of: slots) }
    #expect(amounts.reduce(0, +) == 1_000_003)
    #expect((amounts.max() ?? 0) - (amounts.min() ?? 0) <= 1)
    let weights = (1...slots).map { Double($0 * $0) }
    #expect((1...slots).map { ledger.weightedAmount(slot: $0, weights: weights) }.reduce(0, +) == 1_000_003)
  }

  @Test("BUD-2 a balance starts at the fraction and never exceeds the capacity")
  func clipping() {
    var ledger = BudgetLedger(capacity: 100, initialFraction: 0.5)
    #expect(ledger.balance == 50)
    #expect(ledger.refill(30) == 0)
    #expect(ledger.refill(30) == 10)
    #expect(ledger.balance == 100)
    #expect(ledger.clipped == 10)
  }

  @Test("BUD-6 a debt is paid back by later refills")
  func debt() {
    var ledger = BudgetLedger(capacity: 100, initialFraction: 0.5)
    ledger.debit(80)
    #expect(ledger.balance == -30)
    #expect(ledger.refill(100) == 0)
    #expect(ledger.balance == 70)
  }

  @Test("BUD-9 closes after any sequence of refills and debits")
  func closure() {
    let stream = RandomStream()
    stream.seek(
      sequential: StreamAddress(seed: 3, group: 0, replication: 0, device: 0, purpose: .test, index: 0))
    var ledger = BudgetLedger(capacity: 10_000, initialFraction: 0.3)
    for _ in 0..<2000 {
      if stream.bernoulli(0.5) {
        ledger.refill(Int64(stream.integer(below: 3000)))
      } else {
        ledger.debit(Int64(stream.integer(below: 3000)))
      }
      holds(ledger.closes)
      #expect(ledger.balance == ledger.initial + ledger.refilled - ledger.clipped - ledger.debited)
    }
  }
}
