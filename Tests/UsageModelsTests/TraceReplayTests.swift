import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Replaying real phones")
struct TraceReplayTests {
  static let path = "\(PackageRoot.path)/scenarios/data/real-phones.csv"

  private let nominal = 12.98

  private func replay(
    _ id: String, apps: [AppSpecification] = [], days: Int = 60, warmUp: Int = 7, repeats: Bool = false,
    names: [String: String] = [:]
  ) throws -> TraceReplay {
    let file = try Fleet.traceFile(Self.path)
    let device = try #require(file.device(id))
    return try TraceReplay(
      device: device, generator: Fleet.generator(apps: apps, days: days, warmUp: warmUp),
      nominalEnergyWattHours: nominal, appNames: names, repeats: repeats)
  }

  @Test("the shipped file has five phones with the published lengths and counts")
  func facts() throws {
    let file = try Fleet.traceFile(Self.path)
    #expect(file.devices.map(\.id) == ["android-A", "android-B", "android-C", "iphone-A", "android-D"])
    #expect(file.devices.map { ($0.length.days * 10).rounded() / 10 } == [21.1, 20.1, 1.7, 33.0, 32.3])
    holds(file.devices[0].count(.screenOn) == 1053 && file.devices[0].count(.unlock) == 649)
    #expect(file.devices[2].count(.appForeground) == 693)
    #expect(file.devices[3].count(.batteryLevel) == 2608)
    holds(file.devices[4].count(.appForeground) == 2885 && file.devices[4].count(.unlock) == 543)
    #expect(file.devices[4].count(.plug) == 79)
  }

  @Test("android-A drives screen, lock, chargers and level; apps and network are drawn")
  func androidA() throws {
    let replay = try replay("android-A")
    let plan = replay.plan(0)
    #expect(plan.archetype == "android-A")
    // Tuesday, 28 February 2017 in the evening is the first event.
    #expect(plan.firstWeekday == 2)
    holds((20.0...21.1).contains(plan.end.seconds / 86_400))
    holds(plan.warmUpEnd == .day(7) && plan.powerFromReadings)
    let perDay = Double(plan.count(.screenOn)) / (plan.end.seconds / 86_400)
    holds((47.0...53).contains(perDay), "\(perDay)")
    holds((0.55...0.66).contains(Double(plan.count(.unlock)) / Double(plan.count(.screenOn))))
    holds((0.40...0.55).contains(plan.pluggedShare), "\(plan.pluggedShare)")
    #expect(plan.count(.appForeground) > plan.count(.unlock))
    #expect(plan.count(.plugChance) == 0)
    let p = plan.provenance
    #expect([p.screen, p.lock, p.charging, p.level] == [.real, .real, .real, .real])
    #expect(
      [p.apps, p.notifications, p.network, p.pushes, p.content] == Array(repeating: .generated, count: 5))
  }

  @Test("replayed events are the same in every replication, drawn events are not")
  func replications() throws {
    let replay = try replay("android-A")
    let (a, b) = (
      replay.plan(0),
      replay.plan(replication: 1, device: 0, stream: RandomStream())
    )
    #expect(
      a.events(.screenOn, .screenOff, .lock, .unlock) == b.events(.screenOn, .screenOff, .lock, .unlock))
    #expect(a.events(.baselinePower, .batteryLevel) == b.events(.baselinePower, .batteryLevel))
    #expect(a.events(.appForeground) != b.events(.appForeground))
    let isRepeatable = a == replay.plan(0)
    holds(isRepeatable)
  }

  @Test(
    "the measured power takes the level from reading to reading within a point",
    arguments: [
      "android-A", "android-B", "iphone-A",
    ])
  func power(id: String) throws {
    let plan = try replay(id).plan(0)
    var (watts, last) = (0.0, Instant.zero)
    var level: Double?
    var reading = 100.0
    var isPlugged = plan.initial.charger != nil
    var (worst, compared) = (0.0, 0)
    for event in plan.timeline.events {
      if !isPlugged, let current = level {
        level = current - watts * (event.time - last).seconds / (nominal * 36)
      }
      last = event.time
      switch event.type {
      case .baselinePower: watts = event.value
      case .plug:
        isPlugged = true
        level = nil
      case .unplug: isPlugged = false
      case .batteryLevel where !isPlugged:
        // A level that rises by two points without a charger is none that power could explain.
        if let expected = level, event.value < reading + 2 {
          worst = max(worst, abs(event.value - expected))
          compared += 1
        } else {
          level = event.value
        }
        reading = event.value
      default: break
      }
    }
    #expect(compared > 300)
    #expect(worst <= 1.5, "\(worst) points")
  }

  @Test("phones without a screen get drawn sessions under their own chargers")
  func iPhone() throws {
    let plan = try replay("iphone-A").plan(3)
    holds((32.0...33).contains(plan.end.seconds / 86_400))
    holds(plan.provenance.screen == .generated && plan.provenance.charging == .real)
    #expect(plan.count(.screenOn) > 100)
    holds((0.23...0.33).contains(plan.pluggedShare), "\(plan.pluggedShare)")
    let perDay = Double(plan.count(.plug)) / (plan.end.seconds / 86_400)
    holds((1.9...2.4).contains(perDay), "\(perDay) charges a day")
    let other = try replay("android-B").plan(1)
    holds((0.45...0.60).contains(other.pluggedShare), "\(other.pluggedShare)")
  }

  @Test("recorded apps carry the study's apps by name, by rank, or as fillers")
  func apps() throws {
    let byRank = try replay("android-C", apps: [Fleet.app("chat", weight: 1)], warmUp: 0).plan(0)
    holds(byRank.provenance.apps == .derived && byRank.provenance.notifications == .real)
    let chat = byRank.apps.firstIndex { $0.bundleID == "chat" }
    let counts = byRank.events(.appForeground).reduce(into: [Int32: Int]()) { $0[$1.app, default: 0] += 1 }
    #expect(counts.max { $0.value < $1.value }?.key == Int32(chat ?? -1))
    #expect(byRank.apps.count { $0.specification == nil } > 10)

    let named = try replay(
      "android-C", apps: [Fleet.app("chat", share: 0)], warmUp: 0, names: ["WhatsApp": "chat"]
    ).plan(0)
    #expect(named.provenance.apps == .real)
    holds(named.apps[0].bundleID == "chat" && named.events(.appForeground).contains { $0.app == 0 })
    holds((1.0...1.5).contains(named.end.seconds / 86_400))
  }

  @Test("a device shorter than warm-up and a day is replayed without warm-up")
  func shortDevice() throws {
    let plan = try replay("android-C", warmUp: 14).plan(0)
    #expect(plan.warmUpEnd == .zero)
  }

  @Test("repeating loops whole weeks and keeps the states alternating")
  func repeats() throws {
    let plan = try replay("android-A", days: 40, repeats: true).plan(0)
    #expect(plan.end == .day(40))
    let screens = plan.events(.screenOn, .screenOff)
    let (first, second) = (
      screens.filter { $0.time > .day(1) && $0.time < .day(19) },
      screens.filter { $0.time > .day(22) && $0.time < .day(40) }
    )
    // The recording has three whole weeks.
    let isSame = first.map(\.time) == second.map { $0.time - .days(21) }
    holds(isSame && first.count > 100)
    for (a, b) in zip(screens, screens.dropFirst()) { #expect(a.kind != b.kind) }
    let chargers = plan.events(.plug, .unplug)
    for (a, b) in zip(chargers, chargers.dropFirst()) { #expect(a.kind != b.kind) }
    #expect(throws: RowErrors.self) { try replay("android-C", repeats: true) }
  }

  @Test("the horizon cuts a recording")
  func horizon() throws {
    let plan = try replay("android-A", days: 5, warmUp: 1).plan(0)
    holds(plan.end == .day(5) && plan.timeline.events.allSatisfy { $0.time < .day(5) })
  }

  @Test("scripted opens wait for the next time that the recorded phone is unlocked")
  func scripted() throws {
    let app = Fleet.scripted("news", ScriptedUse(opensPerDay: 1, times: [.hours(9)], stay: .seconds(5)))
    let plan = try replay("android-A", apps: [app]).plan(0)
    let opens = plan.events(.appForeground).filter { $0.app == 0 }
    holds((18...21).contains(opens.count))
    holds(opens.allSatisfy { $0.time.timeOfDay >= .hours(9) || $0.time.timeOfDay < .hours(3) })
  }

  @Test("pushes and changes of a trace replace the drawn ones; an unknown app is an error")
  func servers() throws {
    let device = try recording(
      "0 screen_on", "100 content_change mail", "200 content_change mail", "260 screen_off",
      "100000 screen_on")
    let generator = Fleet.generator(.scripted(), apps: [Fleet.app("mail")], days: 1, warmUp: 0)
    let replay = try TraceReplay(device: device, generator: generator, nominalEnergyWattHours: nominal)
    let plan = replay.plan(0)
    #expect(plan.events(.contentChange).map(\.time) == [.seconds(100), .seconds(200)])
    #expect(plan.events(.pushSent).map(\.time) == [.seconds(100), .seconds(200)])
    holds(plan.provenance.content == .real && plan.provenance.pushes == .derived)
    #expect {
      _ = try TraceReplay(
        device: device, generator: Fleet.generator(.scripted()), nominalEnergyWattHours: nominal,
        file: "x.csv")
    } throws: {
      "\($0)" == """
        x.csv: line 3, app: found another app, expected an app of the study
        x.csv: line 4, app: found another app, expected an app of the study
        """
    }
  }
}

@Suite("Timelines as CSV")
struct TimelineCSVTests {
  private let apps = [
    Fleet.app("mail"), Fleet.app("news, \"daily\"", process: .usageClock),
    Fleet.scripted("alarm", ScriptedUse(opensPerDay: 1, times: [.hours(7)])),
  ]

  private func again(_ plan: DevicePlan) throws -> DevicePlan {
    let text = TimelineCSV.text(of: plan, deviceID: "phone 1")
    let file = try Fleet.trace(text)
    holds(file.devices.count == 1 && file.devices[0].isExportedTimeline)
    let replay = try TraceReplay(
      device: file.devices[0], generator: Fleet.generator(apps: apps), nominalEnergyWattHours: 12.98)
    return replay.plan(replication: plan.replication, device: plan.device, stream: RandomStream())
  }

  @Test("a written timeline reads back as the same plan, event by event", arguments: 0..<8)
  func roundTrip(device: Int) throws {
    var plan = Fleet.generator(apps: apps).plan(replication: 2, device: device, stream: RandomStream())
    plan.initial.newApps = Array(plan.apps.indices.suffix(1))
    let copy = try again(plan)
    #expect(copy.timeline.events.count == plan.timeline.events.count)
    for (a, b) in zip(copy.timeline.events, plan.timeline.events) { #expect(a == b) }
    holds(copy.initial == plan.initial && copy.apps == plan.apps)
    let isEqual = copy == plan
    holds(isEqual)
  }

  @Test("a replayed phone, settings, reboots and scripts read back too")
  func odd() throws {
    let file = try Fleet.traceFile(TraceReplayTests.path)
    let device = try #require(file.device("android-A"))
    let replay = try TraceReplay(
      device: device, generator: Fleet.generator(apps: apps), nominalEnergyWattHours: 12.98)
    var plan = replay.plan(0)
    let day = Instant.day(1)
    plan.script = [
      .cancelAll(app: 0), .listPending(app: 1), .kill(app: 1, isCrash: true), .kill(app: 0, isCrash: false),
    ]
    plan.timeline = ExogenousTimeline(
      plan.timeline.events + [
        TimelineEvent(time: day, kind: .setting(.appRefresh, app: 1, value: 0)),
        TimelineEvent(time: day, kind: .setting(.backgroundRefresh, app: nil, value: 1)),
        TimelineEvent(time: day, kind: .script(step: 0)), TimelineEvent(time: day, kind: .script(step: 3)),
        TimelineEvent(time: day, kind: .reboot), TimelineEvent(time: day, kind: .shutdown),
        TimelineEvent(time: day + .tick, kind: .forceQuit(app: 0)),
      ])
    let isEqual = try again(plan) == plan
    holds(isEqual)
  }

  @Test("the text has the columns of a trace, and the start as `initial` rows")
  func text() {
    let plan = DevicePlan(
      replication: 0, device: 4, archetype: "night",
      apps: [InstalledApp(specification: nil, bundleID: "filler.1", isHeavy: true)],
      timeline: ExogenousTimeline([
        TimelineEvent(time: .seconds(0.5), kind: .screenOn(intensity: 1.25)),
        TimelineEvent(time: .seconds(1), kind: .plug(.qi, hold: 600.5)),
        TimelineEvent(time: .seconds(2), kind: .network(.cellular)),
      ]), initial: InitialState(stateOfCharge: 0.1 + 0.2), end: .day(1), warmUpEnd: .zero)
    let lines = TimelineCSV.text(of: plan, deviceID: "4").split(separator: "\n").map(String.init)
    #expect(lines[0] == "device_id,timestamp,utc_offset_s,event_type,app,value,value2")
    #expect(lines[3] == "4,345600,0,initial,archetype,night,")
    holds(lines.contains("4,345600,0,initial,charge,0.30000000000000004,"))
    holds(lines.contains("4,345600,0,initial,installed,filler.1,1"))
    #expect(
      lines.suffix(3) == [
        "4,345600.5,0,screen_on,,1.25,", "4,345601,0,plug,qi,,600.5", "4,345602,0,network,,cellular,",
      ])
  }
}
