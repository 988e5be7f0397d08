import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Every run checks energy, budgets and counts at its end and throws where they do not close.
@Suite("Transfers in the books")
struct TransferClosureTests {
  @Test("A phone that runs empty pauses its transfers; after boot and unlock they go on")
  func powerOff() throws {
    var bench = try PhoneBench([.moving(.files(20))])
    bench.initial.stateOfCharge = 0.004
    bench.use(0, at: .seconds(10), for: .seconds(5))
    bench.at(.hours(2), plug: .wired20W)
    bench.unlock(at: .hours(4))
    let result = try bench.run()
    let off = try #require(result.seconds(.poweredOff).first)
    holds(off > 20 && off < 410)
    #expect(Set(result.transferSeconds(.paused, .powerOff)) == [off])
    #expect(Set(result.transferSeconds(.resumed)) == [14_400])
    #expect(result.mechanism(.transfer).counts[.completed] == 20)
    let energy = result.ledgerObserved.filter { $0.payer.cause == .transfer && $0.component == .wifi }
    // 2 GB at the energy of a bit received, whatever came between.
    let bits = 2e9 * 8.0
    let perBit = DeviceParameters(ParameterSet())[.wifi].downEnergyPerBit
    #expect(abs(energy.reduce(0.0) { $0 + Double($1.energyNanojoules) } / (bits * perBit) - 1) < 1e-3)
  }

  @Test("The platform is awake for a transfer, at the expense of its app")
  func awake() throws {
    var bench = try PhoneBench([.moving(.files(5, sendsLaunchEvents: false))])
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.run()
    let system = result.ledgerObserved.filter {
      $0.payer == EnergyPayer(app: 0, cause: .transfer) && $0.component == .system
    }
    let awake = Double(DeviceParameters(ParameterSet()).platformAwake) * 1e-6
    // 100 s, of which the user's session shares the first and the linger the sixth second.
    let joules = system.reduce(0.0) { $0 + Double($1.energyNanojoules) } / 1e9
    holds(joules > awake * 96 && joules < awake * 98)
    // The wake-up was paid by the user's session.
    #expect(result.counts[.wakeUps] == 1)
  }

  @Test("Counts, budgets and energy balance over random events of a phone", arguments: 1...12)
  func closes(seed: UInt64) throws {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: seed, replication: 0, device: 0, purpose: .test))
    func draw(_ count: Int) -> Int { min(count - 1, Int(stream.uniform() * Double(count))) }
    var first = AppSpecification.moving(
      try .files(4, "a"), try .files(3, "b", discretionary: true, chained: true),
      try .files(2, "c", sendsLaunchEvents: false, earliestBegin: .minutes(40), on: .background),
      try .files(1, "d", handling: 40, on: .script))
    first.tasks = try AppSpecification.with(earliestBegin: .minutes(20), resubmits: .atStart).tasks
    first.quality.resubmits = .atStart
    first.transfers.append(try .files(1, "e", megabytes: 1, on: .success(of: "task")))
    let second = AppSpecification.moving(try .files(6, "x", chained: true), bundleID: "org.other")
    var bench = try PhoneBench(
      [first, second], hours: 72, ["transfer.stageLength": "6 h", "transfer.resourceTimeout": "1 d"])
    bench.initial.stateOfCharge = 0.3 + 0.5 * stream.uniform()
    for _ in 0..<90 {
      let time = TimeSpan.seconds((stream.uniform() * 72 * 3600).rounded())
      switch draw(11) {
      case 0, 1: bench.use(draw(2), at: time, for: .seconds(3 + draw(90)))
      case 2: bench.at(time, network: NetworkPath.allCases[draw(3)])
      case 3: bench.at(time, network: .wifi)
      case 4: bench.at(time, plug: .wired20W)
      case 5: bench.at(time, .unplug)
      case 6: bench.at(time, .reboot)
      case 7: bench.at(time, .kill(app: draw(2), isCrash: draw(2) == 0))
      case 8: bench.at(time, .forceQuit, app: draw(2))
      case 9: bench.at(time, set: .lowPowerMode, to: Double(draw(2)))
      default: bench.at(time, .transfer(app: 0, index: 3))
      }
    }
    for policy in 0..<3 {
      let result =
        try policy == 0 ? bench.run() : policy == 1 ? bench.runSevenFactor() : bench.run(ChargingOnly())
      for app in 0..<2 {
        for mechanism in [Mechanism.discretionaryTransfer, .transfer, .wake] {
          let counts = result.mechanism(mechanism, app: app)
          let started =
            counts.counts[.completed] + counts.counts[.failed] + counts.counts[.killed]
            + counts.counts[.unfinished]
          holds(
            started <= counts.counts[.launched] && counts.counts[.launched] <= counts.counts[.submitted])
        }
        let done = result.mechanism(.transfer, app: app).counts[.completed]
        #expect(done == result.log(.completed, nil, .transfer, app: Int32(app)).count)
      }
    }
  }
}
