import EventSimulation
import ModelParameters
import TestSupport
import Workload

/// Random scripts: whatever may happen to a phone, in any order.
extension PhoneBench {
  /// Parameters under which other gates are hard, and some come often.
  private static let randomPlatforms: [[String: String]] = [
    [:],
    ["factor.budgets": "hard", "budget.energyFraction": "0.001", "budget.cellularCapacity": "10 MB"],
    [
      "factor.rateLimit": "hard", "factor.appUsage": "hard", "rate.scope": "perApp",
      "push.bucketCapacity": "2",
    ],
    ["factor.backgroundRefresh": "soft", "factor.appSwitcher": "soft", "processing.allowOnBattery": "true"],
    ["refresh.maxConcurrent": "1", "gate.bootHold": "30 min", "bar.offCancelsPending": "false"],
    [
      "quit.rebootClears": "all", "factor.appSwitcher": "off", "push.holdSlots": "3",
      "debug.attached": "true",
    ],
  ]

  /// Apps of many kinds on a platform, and three days with 600 events of every kind.
  static func random(_ random: inout SeededGenerator, appCount: Int = 6) throws -> PhoneBench {
    func flag(_ probability: Double) -> Bool { random.uniform() < probability }
    var apps: [AppSpecification] = []
    for app in 0..<appCount {
      var specification = try AppSpecification.with(
        [.refresh, .processing, .health, .refresh][app % 4],
        earliestBegin: flag(0.5) ? .minutes(random.uniform(1...90)) : nil, cpu: random.uniform(1...40),
        down: flag(0.5) ? 2e6 : 0, power: flag(0.3), network: flag(0.3), modes: .all,
        bundleID: "org.example.app\(app)", resubmits: [.atStart, .atEnd, .onSuccess][app % 3])
      specification.tasks.append(
        TaskSpecification(
          identifier: "second", mechanism: flag(0.5) ? .refresh : .processing,
          earliestBegin: .after(.minutes(20)),
          work: try .constant(cpu: 5), fetches: true))
      specification.pushes = PushSpecification(
        trigger: .schedule([]), expiration: nil, work: try .constant(cpu: 2))
      specification.transfers = [
        try .files(2, "files", megabytes: 5, discretionary: flag(0.5), earliestBegin: flag(0.3) ? .hour : nil)
      ]
      apps.append(specification)
    }
    var continued = TaskSpecification(
      identifier: "org.example.app0.export", mechanism: .continued, earliestBegin: nil,
      work: try .constant(cpu: 200), fetches: false)
    continued.continued.startsAfterOpen = .seconds(5)
    apps[0].tasks.append(continued)
    apps[0].declarations.permittedIdentifiers =
      apps[0].tasks.map(\.identifier) + ["org.example.app0.*"]
    let changes = randomPlatforms[random.integer(below: randomPlatforms.count)]
    var bench = try PhoneBench(apps, hours: 72, changes)
    bench.initial.stateOfCharge = random.uniform(0.15...1)
    bench.seed = random.next()
    for _ in 0..<600 { bench.addEvent(&random, appCount) }
    bench.events.sort { $0.time < $1.time }
    return bench
  }

  private mutating func addEvent(_ random: inout SeededGenerator, _ appCount: Int) {
    let time = TimeSpan.minutes(Double(random.integer(below: 72 * 60)))
    let app = random.integer(below: appCount)
    switch random.integer(below: 21) {
    case 0, 1, 2, 3, 4: at(time, .pushSent, app: app, value: random.uniform() < 0.5 ? -1 : 600)
    case 5, 6, 7: use(app, at: time, for: .minutes(random.uniform(0.2...8)))
    case 8: at(time, plug: .wired20W)
    case 9: at(time, .unplug)
    case 10, 11: at(time, network: [.none, .cellular, .wifi][random.integer(below: 3)])
    case 12: at(time, set: .backgroundRefresh, to: Double(random.integer(below: 3)))
    case 13: at(time, set: .appRefresh, to: Double(random.integer(below: 2)), app: app)
    case 14: at(time, set: .lowPowerMode, to: Double(random.integer(below: 2)))
    case 15: at(time, set: .thermal, to: Double(random.integer(below: 4)))
    case 16: at(time, set: .busy, to: Double(random.integer(below: 2)))
    case 17: at(time, .forceQuit, app: random.integer(below: 3) == 0 ? -1 : app)
    case 18: at(time, random.integer(below: 4) == 0 ? .reboot : .contentChange, app: app)
    case 19:
      at(
        time,
        .submit(app: app, identifier: "second", mechanism: .processing, earliestBegin: .after(.minutes(30))))
    default:
      at(
        time,
        [
          .transfer(app: app, index: 0), .cancel(app: app, identifier: "task"),
          .simulateLaunch(app: app, identifier: "second"), .kill(app: app, isCrash: true),
        ][random.integer(below: 4)])
    }
  }
}
