import EventSimulation
import ModelParameters
import RandomStreams
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Modes, movement and visible pushes in timelines")
struct ModeModelTests {
  private func apps(_ modes: ModeSpecification) -> [AppSpecification] {
    var app = Fleet.app("player")
    app.modes = modes
    app.visiblePushes = VisiblePushSpecification(trigger: .poisson(perDay: 10), expiration: .hours(2))
    app.voipPushes = VoIPPushSpecification(trigger: .poisson(perDay: 2))
    return [app, Fleet.app("other")]
  }

  private func everything() throws -> ModeSpecification {
    ModeSpecification(
      audio: ModeUse(times: [.hours(7), .hours(18)], duration: try Constant(1800)),
      location: ModeUse(perDay: 0.5, duration: try Exponential(mean: 3600)), significantChanges: true,
      regions: RegionSpecification(count: 3, visitsPerDay: 4, stay: try Exponential(mean: 1800)))
  }

  private func plan(_ modes: ModeSpecification, device: Int = 0, days: Int = 28) -> DevicePlan {
    Fleet.generator(apps: apps(modes), days: days).plan(device)
  }

  @Test("audio at times of day begins in an open of the app and lasts as long as drawn")
  func audio() throws {
    let plan = plan(try everything())
    let starts = plan.events(.audioStart).map(\.time)
    holds(starts.count == 56 && starts[0] == .day(0, .hours(7)) && starts[1] == .day(0, .hours(18)))
    #expect(plan.events(.audioStop).map(\.time) == starts.map { $0 + .minutes(30) })
    for start in starts {
      let isOpened = plan.events(.appForeground).contains {
        $0.app == 0 && $0.time >= start - .minutes(30) && $0.time <= start + .minutes(5)
      }
      holds(isOpened)
    }
  }

  @Test("trips come at their rate, in steps of the report interval, and only where an app asks for them")
  func movement() throws {
    var trips = 0.0
    for device in 0..<20 {
      let moves = plan(ModeSpecification(significantChanges: true), device: device).events(.moved)
      holds(moves.allSatisfy { $0.app == -1 && $0.value >= 0 && $0.value <= 2000 })
      trips += Double(moves.count { $0.value < 2000 })
    }
    // 3 trips a day over 560 days, less those that fall into another trip; z = 6.
    holds(trips > 1680 * 0.85 - 250 && trips < 1680 + 250)
    holds(plan(.none).events(.moved).isEmpty)
  }

  @Test("region visits enter and leave one region before the next begins")
  func regions() throws {
    let crossings = plan(try everything()).events(.regionCrossed)
    #expect(crossings.count > 100)
    for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
      holds(crossings[pair].value == crossings[pair + 1].value && crossings[pair].app == 0)
    }
    #expect(Set(crossings.map(\.value)) == [0, 1, 2])
  }

  @Test(
    "BLE-1 HEALTH-1 events of a source come at equal distances while in reach, or at random, and leave others as they are"
  )
  func sources() throws {
    var specifications = apps(.none)
    let plain = Fleet.generator(apps: specifications).plan(0)
    let night = DailyInterval(.hours(22), .hours(2), on: [0])
    let samples = WakeSpecification(source: .health, arrival: .random(perDay: 24), type: .steps)
    specifications[0].wakes = [
      WakeSpecification(source: .bluetooth, arrival: .every(.hours(3), within: [])),
      WakeSpecification(source: .bluetooth, arrival: .every(.hours(1), within: [night])), samples,
    ]
    let plan = Fleet.generator(apps: specifications).plan(0)
    func times(_ source: Double) -> [Double] {
      plan.events(.appEvent).filter { $0.value == source }.map { $0.time.seconds / 3600 }
    }
    #expect(times(0).prefix(3) == [3, 6, 9])
    #expect(times(1).prefix(5) == [22, 23, 24, 25, 22 + 7 * 24])
    let days = plan.end.seconds / 86_400
    let mean = 24 * days
    holds(abs(Double(times(2).count) - mean) < 5 * mean.squareRoot())
    #expect(
      Array(plain.timeline.events) == plan.timeline.events.filter { $0.type != .appEvent })
  }

  @Test("visible and VoIP pushes come at their rates with their lives, and leave silent ones as they are")
  func pushes() throws {
    let plan = plan(.none)
    let visible = plan.events(.visiblePushSent)
    holds(visible.count > 280 - 101 && visible.count < 280 + 101)
    holds(visible.allSatisfy { $0.value == 7200 && $0.value2 > 0 && $0.value2 < 1 })
    holds(plan.events(.voipPushSent).allSatisfy { $0.value == 0 })
    holds(!plan.events(.voipPushSent).isEmpty)
    var silentOnly = apps(.none)
    silentOnly[0].visiblePushes = nil
    silentOnly[0].voipPushes = nil
    let alone = Fleet.generator(apps: silentOnly).plan(0)
    #expect(
      Array(alone.timeline.events)
        == plan.timeline.events.filter {
          $0.type != .visiblePushSent && $0.type != .voipPushSent
        })
  }

  @Test("a longer horizon begins like the shorter one")
  func prefix() throws {
    let (short, long) = (plan(try everything(), days: 10), plan(try everything(), days: 20))
    #expect(
      long.timeline.events.filter { $0.time < .day(9) } == short.timeline.events.filter { $0.time < .day(9) })
  }

  @Test("all of it is written and read back exactly", arguments: 0..<3)
  func roundTrip(device: Int) throws {
    let modes = try everything()
    var plan = plan(modes, device: device)
    plan.timeline = ExogenousTimeline(
      plan.timeline.events + [
        TimelineEvent(time: .zero + .hours(1), kind: .visiblePushSent(app: 1, expiration: nil, paging: 0)),
        TimelineEvent(time: .zero + .hours(2), kind: .moved(meters: 1234.5678901)),
        TimelineEvent(time: .zero + .hours(3), kind: .notificationOpen(app: 1, otherwise: 0)),
        TimelineEvent(time: .zero + .hours(4), kind: .appEvent(app: 1, source: 2)),
      ])
    let text = TimelineCSV.text(of: plan, deviceID: "a")
    let file = try Fleet.trace(text)
    let copy = try Fleet.plan(of: file.devices[0], apps: apps(modes))
    let isEqual = copy.timeline == plan.timeline
    holds(isEqual)
    for kind in TimelineEventType.allCases where kind.rawValue > TimelineEventType.shutdown.rawValue {
      holds(plan.count(kind) > 0 && text.contains(",\(kind.csvName),"))
    }
  }
}
