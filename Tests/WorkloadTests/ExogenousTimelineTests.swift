import EventSimulation
import Testing
import Workload

@Suite("Exogenous timeline")
struct ExogenousTimelineTests {
  @Test("ORD-1 events of one instant follow their class, then the order in which they were added")
  func order() {
    let noon = Instant.day(0, .hours(12))
    let timeline = ExogenousTimeline([
      TimelineEvent(time: noon, kind: .pushSent, app: 1), TimelineEvent(time: noon, kind: .forceQuit),
      TimelineEvent(time: noon, kind: .unlock), TimelineEvent(time: noon, kind: .contentChange),
      TimelineEvent(time: noon, kind: .plug), TimelineEvent(time: .zero, kind: .notification),
    ])
    #expect(
      timeline.events.map(\.kind) == [.notification, .unlock, .plug, .forceQuit, .pushSent, .contentChange])
  }

  @Test("every kind has a word of its own")
  func words() {
    let names = TimelineEvent.Kind.allCases.map(\.csvName)
    #expect(Set(names).count == names.count)
  }
}

@Suite("Device plan")
struct DevicePlanTests {
  @Test("weekdays count from the plan's first weekday")
  func weekdays() {
    var plan = DevicePlan(
      replication: 0, device: 0, archetype: "a", apps: [], timeline: ExogenousTimeline([]),
      initial: InitialState(stateOfCharge: 1), end: .day(1), warmUpEnd: .zero)
    #expect((0..<8).map { plan.weekday(of: $0) } == [0, 1, 2, 3, 4, 5, 6, 0])
    plan.firstWeekday = 4
    #expect((0..<4).map { plan.isWeekend($0) } == [false, true, true, false])
    #expect(plan.weekday(of: -5) == 6)
  }
}
