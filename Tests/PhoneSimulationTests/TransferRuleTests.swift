import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Transfers of background sessions")
struct TransferRuleTests {
  /// Seconds at which `count` files of 20 s end that start to move one after another.
  private func ends(from start: Double, count: Int, each: Double = 20) -> [Double] {
    (1...count).map { start + each * Double($0) }
  }

  @Test("URL-1 a killed app has no effect: the bytes move on and the batch ends at the same time")
  func systemCarries() throws {
    var bench = try PhoneBench([.moving(.files(20))])
    // On the charger, so that the energy of 2 GB delays no relaunch (BUD-8).
    bench.initial.charger = .wired20W
    bench.use(0, at: .hour, for: .seconds(10))
    let undisturbed = try bench.run()
    bench.at(.seconds(3650), .kill(app: 0, isCrash: false))
    let killed = try bench.run()
    #expect(killed.seconds(.terminated, .memoryPressure) == [3650])
    #expect(killed.transferSeconds(.completed) == ends(from: 3600, count: 20))
    #expect(undisturbed.transferSeconds(.completed) == killed.transferSeconds(.completed))
    #expect(undisturbed.seconds(.launched, .resume, .wake) == [4000])
    #expect(killed.seconds(.launched, .cold, .wake) == [4000])
    #expect(killed.mechanism(.transfer).counts[.bytesWifi] == 2_000_000_000)
  }

  @Test("demands for files come at a rate, or with a share of the triggers, alike under every policy")
  func demands() throws {
    func created(
      _ demand: TransferSpecification.Demand, _ policy: any SchedulingPolicy = Immediate()
    ) throws -> [Double] {
      var transfer = try TransferSpecification.files(megabytes: 0.001)
      transfer.demand = demand
      var bench = try PhoneBench([.moving(transfer)])
      bench.end = .day(20)
      bench.initial.charger = .wired20W
      for hour in 0..<480 { bench.use(0, at: .hours(hour), for: .seconds(10)) }
      return try bench.run(policy).transferSeconds(.submitted)
    }
    let all = try created(.always)
    #expect(all.count == 480)
    let daily = try created(.perDay(3))
    // Twenty days at three a day, within three standard deviations; each is made at an open.
    #expect(abs(Double(daily.count) - 60) < 24, "\(daily.count)")
    holds(Set(daily).isSubset(of: all))
    #expect(try created(.perDay(3), ChargingOnly()) == daily)
    let share = try created(.share(0.2))
    #expect(abs(Double(share.count) - 96) < 27, "\(share.count)")
    holds(try created(.share(1)) == all && created(.share(0)).isEmpty)
  }

  @Test("BUD-3 a transfer debits at its end and once more when its tail ends; on the charger no energy")
  func debits() throws {
    var bench = try PhoneBench([.moving(.files())], ["budget.transferDenied": "true"])
    bench.initial.cellularNetwork = .lteVerizon
    bench.initial.network = .cellular
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.run()
    let energy = result.log(.budgetDebited, .energy, app: 0)
    let end = 3640.26
    holds(energy.first?.time.seconds == end && energy.count > 1)
    #expect(result.seconds(.budgetDebited, .cellular, app: 0) == [end])
    let billed = result.attempts.filter { $0.mechanism == .transfer }.map(\.energyNanojoules)
    let wakes = result.attempts.filter { $0.mechanism == .wake }.map(\.energyNanojoules)
    #expect(Int64(energy.reduce(0) { $0 + $1.value }) == (billed + wakes).reduce(0, +))
    bench.initial.charger = .wired20W
    holds(try bench.run().log(.budgetDebited, .energy).isEmpty)
  }

  @Test("The size of a file is the same under every policy")
  func sizes() throws {
    var transfer = try TransferSpecification.files(5, discretionary: true)
    transfer.down = try Exponential(mean: 1e6)
    var bench = try PhoneBench([.moving(transfer)])
    bench.use(0, at: .hour)
    let early = try bench.run().log(.submitted, nil, .discretionaryTransfer).map { $0.integer(.bytes) }
    let late = try bench.run(NeverStart()).log(.submitted, nil, .discretionaryTransfer).map {
      $0.integer(.bytes)
    }
    holds(early == late && Set(early).count == 5)
  }
}
