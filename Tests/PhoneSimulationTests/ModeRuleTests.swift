import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Audio, location and calls")
struct ModeRuleTests {
  @Test("LOG-1 LOG-2 LOG-3 all modes together close their books, also over reboots, and repeat themselves")
  func books() throws {
    let regions = RegionSpecification(count: 3, visitsPerDay: 0, stay: try Constant(0))
    let modes = ModeSpecification(
      significantChanges: true, regions: regions, work: try .constant(cpu: 3, wait: 4, up: 5000))
    var app = try AppSpecification.moded(modes) { $0.reportsCall = false }
    app.visiblePushes = VisiblePushSpecification(
      trigger: .schedule([]), expiration: nil,
      serviceExtension: ServiceExtension(
        duration: try Uniform(low: 0, high: 40), cpu: try Constant(1), memoryBytes: 20_000_000))
    var bench = try PhoneBench([app], hours: 48, ["voip.missLimit": "10"])
    for step in 0..<400 {
      let time = TimeSpan.seconds(Double(step) * 431.7)
      switch step % 9 {
      case 0: bench.use(0, at: time)
      case 1: bench.at(time, .visiblePushSent, app: 0, value: -1, value2: 0.3)
      case 2: bench.at(time, .voipPushSent, app: 0, value: 3600)
      case 3: bench.at(time, .moved, value: 700)
      case 4: bench.at(time, .regionCrossed, app: 0, value: 1)
      case 5: bench.at(time, step % 2 == 0 ? .audioStart : .audioStop, app: 0)
      case 6: bench.at(time, step % 2 == 0 ? .locationStart : .locationStop, app: 0)
      case 7: bench.at(time, network: [.none, .wifi, .cellular][step / 9 % 3])
      default: bench.at(time, step % 4 == 0 ? .reboot : .forceQuit, app: step % 4 == 0 ? -1 : 0)
      }
      bench.at(time + .seconds(2), .visiblePushSent, app: 0, value: -1)
    }
    let all: RecordOptions = [.log, .attempts, .energy, .timeseries]
    let result = try bench.run(records: all)
    #expect(result.ledgerWhole.map(\.energyNanojoules).reduce(0, +) == result.energyWhole.device)
    #expect(try bench.run(records: []).eventHash == result.eventHash)
    let counts = result.mechanism(.mode)
    holds(
      counts.counts[.launched] > 20 && counts.counts[.delivered] > 100 && counts.counts[.coalesced] > 20)
  }
}

extension AppSpecification {
  /// An app without tasks whose server calls and which may use every mode.
  static func moded(
    _ specification: ModeSpecification = .none, modes: BackgroundModes = .all,
    quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> AppSpecification {
    var app = AppSpecification(
      bundleID: "org.example", declarations: Declarations(modes: modes), quality: .flawless(quality))
    app.modes = specification
    app.voipPushes = VoIPPushSpecification(trigger: .schedule([]))
    return app
  }
}

extension DeviceResult {
  /// Joules billed to an app for a cause, without the loss in the cell.
  func energy(app: Int32, _ cause: EnergyCause, _ component: EnergyComponent) -> Double {
    let entries = ledgerObserved.filter {
      $0.payer == EnergyPayer(app: app, cause: cause) && $0.component == component
    }
    return Double(entries.map(\.energyNanojoules).reduce(0, +)) / 1e9
  }
}
