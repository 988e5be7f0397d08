import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Background time after the app enters the background")
struct BackgroundTimeRuleTests {
  /// One app with work that is left at each exit, opened at 1 h for a minute.
  private func bench(
    _ lengths: Double..., usesAssertion: Bool = true, origin: BackgroundEntryWork.Origin = .app,
    cpuShare: Double = 0.2,
    set changes: [String: String] = [:], quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> PhoneBench {
    var app = try AppSpecification.with(submits: false, quality: quality)
    app.backgroundEntryWork = try lengths.enumerated().map {
      BackgroundEntryWork(
        name: "work-\($0.offset)", length: try Constant($0.element), usesAssertion: usesAssertion,
        origin: origin, cpuShare: cpuShare)
    }
    var bench = try PhoneBench([app], hours: 6, changes)
    bench.use(0, at: .hour)
    return bench
  }

  @Test("BUD-3 extra time debits no budget, and its energy is billed to its cause")
  func energy() throws {
    let result = try bench(20).run()
    holds(result.log(.budgetDebited).isEmpty)
    let billed = result.ledgerObserved.filter { $0.payer.cause == .assertion && $0.payer.app == 0 }
    let processor = billed.filter { $0.component == .processor }.map(\.energyNanojoules).reduce(0, +)
    let idle = try bench(20, cpuShare: 0).run().ledgerObserved.filter {
      $0.payer.cause == .assertion && $0.component == .processor
    }.map(\.energyNanojoules).reduce(0, +)
    holds(processor > idle && !billed.isEmpty)
    #expect(result.mechanism(.assertion).counts[.energy] > 0)
  }
}
