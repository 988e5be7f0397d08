import EventSimulation
import Foundation
import ModelParameters
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

@Suite("Code that mirrors a specification")
struct CodeMirrorTests {
  private static let phones = Tier.isLong ? 50 : 3
  static let policies = PolicyCatalogue.builtIn.all.filter { !$0.usesFuture }

  /// A phone whose user has the app in front at the start, with a few days of use, paths and chargers.
  static func bench(_ seed: UInt64) throws -> (bench: PhoneBench, code: AppSpecification) {
    var random = SeededGenerator(seed: seed)
    let isProcessing = seed % 3 == 2
    let (cpu, wait) = (random.uniform(0...3), seed % 2 == 0 ? 0 : random.uniform(0...2))
    let (up, down) = (Int64(random.integer(below: 2000)), Int64(random.integer(below: 3_000_000)))
    var app = try AppSpecification.with(
      isProcessing ? .processing : .refresh, earliestBegin: .minutes(random.uniform(15...60)),
      power: isProcessing,
      network: isProcessing, resubmits: .atStart)
    app.tasks[0].work = try .constant(cpu: cpu, wait: wait, up: Double(up), down: Double(down))
    app.quality.checkpointInterval = nil
    app.declarations = Declarations(
      permittedIdentifiers: ["task"], modes: isProcessing ? .processing : .fetch)
    app.content.changesPerDay = 20
    var bench = try PhoneBench([app], hours: 96)
    bench.seed = seed
    (bench.initial.isLocked, bench.initial.frontApp) = (false, 0)
    bench.initial.stateOfCharge = random.uniform(0.5...1)
    bench.at(.minutes(5), .appBackground, app: 0)
    bench.at(.minutes(5), .lock)
    bench.at(.minutes(5), .screenOff)
    for day in 0..<4 {
      for _ in 0..<5 {
        let minute = Double(day * 1440 + 10 + random.integer(below: 1300))
        bench.use(0, at: .minutes(minute), for: .seconds(random.uniform(10...120)))
        bench.at(.minutes(minute + 3), .contentChange, app: 0)
        let path: NetworkPath = random.uniform() < 0.5 ? .cellular : .wifi
        bench.at(.minutes(Double(day * 1440 + 10 + random.integer(below: 1300))), network: path)
      }
      bench.at(.days(day) + .hours(23), plug: .wired20W)
      bench.at(.days(day) + .hours(23.9), .unplug)
      if random.uniform() < 0.3 { bench.at(.days(day) + .hours(12), .forceQuit, app: 0) }
    }
    bench.events.sort { $0.time < $1.time }
    let task = app.tasks[0]
    var code = AppSpecification.code(
      MirrorBehavior(task, cpu: cpu, wait: wait, up: up, down: down), modes: app.declarations.modes)
    code.content = app.content
    code.code = AppCode(name: "mirror") { _ in
      MirrorBehavior(task, cpu: cpu, wait: wait, up: up, down: down)
    }
    return (bench, code)
  }

  @Test("has its launches, its bytes and its energy, under every policy", arguments: policies)
  func mirrorsInNumbers(_ policy: PolicyDescriptor) throws {
    var launches: Int64 = 0
    for seed in 1...UInt64(Self.phones) {
      let (bench, code) = try Self.bench(seed)
      func result(_ app: AppSpecification) throws -> DeviceResult {
        var bench = bench
        bench.apps = [app]
        let context = PolicyContext(parameters: bench.parameters, enforces: policy.enforces)
        return try bench.run(policy.make(context), enforces: policy.enforces, records: [.energy])
      }
      let (described, coded) = (try result(bench.apps[0]), try result(code))
      for (mechanism, (a, b)) in zip(
        Mechanism.allCases, zip(described.apps[0].mechanisms, coded.apps[0].mechanisms))
      {
        #expect(a.counts == b.counts, "\(mechanism.name) on phone \(seed)")
        launches += b.counts[.launched]
      }
      #expect(described.energyWhole == coded.energyWhole, "phone \(seed)")
      #expect(described.ledgerWhole == coded.ledgerWhole, "phone \(seed)")
      #expect(described.apps[0].opens == coded.apps[0].opens, "phone \(seed)")
    }
    #expect((launches > 0) == (policy.name != "never"))
  }
}
