import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Definitions, section 15: a push that arrives at a sleeping phone wakes it.
@Suite("Pushes that wake the phone")
struct PushWakeRuleTests {
  /// One wake-up lump.
  private let lump = DeviceParameters(ParameterSet()).wakeEnergy

  @Test(
    "the cause arrival pays wake-up, promotion, bytes and tail in every case; push pays only a launch")
  func arrival() throws {
    var bench = try PhoneBench(
      [.pushed(cpu: 0)], ["battery.internalResistance": "0 ohm", "radio.cellular.continuousReception": "0 s"])
    bench.initial.network = .cellular
    bench.initial.cellularNetwork = .lteVerizon
    // Held and lost to the next one, held and dropped, and dropped at once.
    bench.push(at: .hour, .hours(2))
    bench.at(.hours(3), .forceQuit, app: 0)
    bench.push(at: .hours(4))
    let never = try bench.run(NeverStart(), records: [.log, .energy])
    holds(never.log(.held).count == 2 && never.log(.coalesced).count == 1 && never.log(.dropped).count == 2)
    // 1.21 W x 0.26 s, 4 kB at 20 Mbit/s and 590 mW, and 178 mW x 10.2 s.
    let radio: Int64 = 314_600_000 + 944_000 + 1_815_600_000
    #expect(never.ledgerWhole.filter { $0.payer.cause == .arrival }.map(\.payer.app) == [0, 0])
    holds(
      never.billed(.arrival, .processor) == 3 * lump && never.billed(.arrival, .cellular) == 3 * radio)
    holds(!never.ledgerWhole.contains { $0.payer.cause.isDiscretionary })
    // With a launch at each arrival the cost of arrivals is the same; the rest is the launches'.
    let served = try bench.run(records: [.log, .energy])
    #expect(served.log(.launched).count == 2)
    holds(
      served.billed(.arrival, .processor) == 3 * lump && served.billed(.arrival, .cellular) == 3 * radio)
    holds(served.billed(.push, .system) > 0 && served.billed(.push, .cellular) == 0)
  }

  @Test("a run that is launched at that instant has no separate wake; a waiting run has")
  func launched() throws {
    var bench = try PhoneBench([.pushed(cpu: 0)])
    bench.push(at: .hour)
    let now = try bench.run(records: [.log, .energy, .attempts])
    #expect(now.log(.launched).count == 1)
    #expect(now.counts[.wakeUps] == 1)
    let delayed = ClosurePolicy.each { observation, candidate in
      let start = candidate.submitted + .minutes(5)
      return [observation.now >= start ? .start(candidate) : .wait(candidate, until: start)]
    }
    let later = try bench.run(delayed, records: [.log, .energy, .attempts])
    #expect(later.seconds(.launched) == [3900])
    #expect(later.counts[.wakeUps] == 2)
    holds(later.billed(.arrival, .processor) == lump && now.billed(.arrival, .processor) == lump)
    #expect(later.billed(.push, .processor) == now.billed(.push, .processor) + lump)
    // The loss in the cell differs a little.
    let more = later.attempts[0].energyNanojoules - now.attempts[0].energyNanojoules
    #expect(abs(more - lump) < 1_000_000)
  }
}
