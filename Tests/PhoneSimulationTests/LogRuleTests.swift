import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Energies, reasons and reads in the log")
struct LogRuleTests {
  // MARK: Energies

  @Test("BUD-3 `completed` has the nanojoules billed by then, and the debit equals them")
  func completedEnergy() throws {
    let result = try PhoneBench([.with(earliestBegin: .hour, cpu: 1, wait: 10)], hours: 2).run()
    let completed = try #require(result.log(.completed).first)
    #expect(completed.time == .zero + .seconds(3613))
    let debited = try #require(result.log(.budgetDebited, .energy).first)
    #expect(debited.time == completed.time)
    #expect(completed.integer(.energy).map(Double.init) == debited.value)
    #expect(debited.value > 2e9)
  }

  @Test("BUD-3 a transfer's energy is in nanojoules too")
  func transferEnergy() throws {
    var bench = try PhoneBench([.moving(.files(megabytes: 50))], hours: 3, ["budget.transferDenied": "true"])
    bench.use(0, at: .hour)
    let result = try bench.run()
    let completed = try #require(result.log(.completed, nil, .transfer).first)
    let energy = try #require(completed.integer(.energy))
    #expect(energy > 1_000_000_000)
    let debited = try #require(result.log(.budgetDebited, .energy).first { $0.app == 0 })
    #expect(Double(energy) == debited.value)
  }

  // MARK: Reasons

  @Test("GATE-4 `deferred` for a score has score and threshold")
  func score() throws {
    let result = try PhoneBench([.with(earliestBegin: .hour)], hours: 2).runSevenFactor()
    let deferred = try #require(result.log(.deferred, .score).first)
    let decision = try #require(result.log(.decision).first { $0.time == deferred.time })
    guard case .number(let score)? = deferred[.score], case .number(let threshold)? = deferred[.threshold]
    else { return holds(Bool(false)) }
    holds(score > 0 && score < threshold && threshold == 0.8)
    #expect(decision[.score] == .text("\(deferred.item):\(score)"))
    #expect(decision[.threshold] == .text("\(deferred.item):\(threshold)"))
    holds(result.log(.deferred).allSatisfy { $0.word == .score || $0[.score] == nil })
  }

  // MARK: The app switcher

  // MARK: Refills

  @Test("BUD-2 the weights of a day are fixed at its start, so that its refills sum to the capacity")
  func weightedRefills() throws {
    var bench = try PhoneBench(
      [.with(submits: false)], hours: 24 * 8 + 1,
      ["budget.refillShape": "usageWeighted", "budget.initialFraction": "0"])
    for day in stride(from: 0, to: 8, by: 2) { bench.use(0, at: .days(day) + .minutes(1420)) }
    let refills = try bench.run().log(.budgetRefilled)
    for (ledger, app, capacity) in [
      (LogWord.energy, Int32(-1), 467_280_000_000.0), (.energy, 0, 116_820_000_000), (.cellular, -1, 30e6),
    ] {
      for day in 0..<8 {
        let amounts = refills.filter {
          $0.word == ledger && $0.app == app && $0.time > .day(day) && $0.time <= .day(day + 1)
        }
        #expect(amounts.count == 24)
        #expect(amounts.reduce(0) { $0 + $1.value } == capacity, "day \(day)")
      }
    }
  }
}
