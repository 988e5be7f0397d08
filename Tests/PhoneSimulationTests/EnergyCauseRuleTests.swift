import DeviceModel
import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Definitions, section 16: the cost of what a policy decides on, apart from the rest.
@Suite("Causes of energy")
struct EnergyCauseRuleTests {
  @Test(
    "URL-7 work started by a policy is discretionary, with the relaunch for its batch; all other work is relaxed"
  )
  func causes() throws {
    func causes(_ result: DeviceResult) -> [EnergyCause] {
      Set(result.ledgerWhole.filter { $0.payer.cause.isBackground }.map(\.payer.cause)).sorted {
        $0.rawValue < $1.rawValue
      }
    }
    func bench(_ transfers: [TransferSpecification]) throws -> PhoneBench {
      var app = AppSpecification.moving()
      app.transfers = transfers
      var bench = try PhoneBench([app], hours: 48, ["transfer.resourceTimeout": "1 d"])
      // What is discretionary starts on the charger at once.
      bench.initial.charger = .wired20W
      bench.use(0, at: .hour, for: .seconds(5))
      return bench
    }
    let relaxed = try bench([.files(2, handling: 5)])
    for policy in [NeverStart(), Immediate()] as [any SchedulingPolicy] {
      let result = try relaxed.run(policy, records: [.log, .energy])
      holds(result.log(.launched, nil, .wake).count == 1 && causes(result) == [.transfer])
    }
    let discretionary = try bench([.files(2, discretionary: true, handling: 5)])
    let started = try discretionary.run(records: [.log, .energy])
    holds(started.log(.launched, nil, .wake).count == 1 && causes(started) == [.discretionaryTransfer])
    // Files that no policy starts run out of time, and the app is told of that.
    let never = try discretionary.run(NeverStart(), records: [.log, .energy])
    holds(never.log(.failedUnstarted).count == 2 && never.log(.launched, nil, .wake).count == 1)
    #expect(causes(never) == [.transfer])
    // Two sessions of one app, each with a relaunch of its own.
    let mixed = try bench([.files(1, "a", handling: 5), .files(1, "b", discretionary: true, handling: 5)])
    let both = try mixed.run(records: [.log, .energy])
    holds(both.log(.launched, nil, .wake).count == 2 && causes(both) == [.discretionaryTransfer, .transfer])
  }
}
