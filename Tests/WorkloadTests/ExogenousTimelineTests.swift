import EventSimulation
import ModelParameters
import TestSupport
import Testing
import Workload

@Suite("Exogenous timeline")
struct ExogenousTimelineTests {
  @Test("ORD-1 events of one instant follow their class, then the order in which they were added")
  func order() {
    let noon = Instant.day(0, .hours(12))
    let timeline = ExogenousTimeline([
      .push(at: noon, app: 1, expiration: nil, paging: 0),
      TimelineEvent(time: noon, kind: .forceQuit(app: nil)), TimelineEvent(time: noon, kind: .unlock),
      TimelineEvent(time: noon, kind: .contentChange(app: 0)),
      TimelineEvent(time: noon, kind: .plug(.qi, hold: 0)),
      TimelineEvent(time: .zero, kind: .notification(app: nil)),
    ])
    #expect(
      timeline.events.map(\.type) == [.notification, .unlock, .plug, .forceQuit, .pushSent, .contentChange])
  }

  @Test("every type has a separate name")
  func names() {
    let names = TimelineEventType.allCases.map(\.csvName)
    #expect(Set(names).count == names.count)
  }

  /// One event of each type and more, with numbers that only 64 bits hold.
  private static let everything: [TimelineEvent.Kind] = kindsWithoutChoices + kindsWithChoices

  private static let kindsWithoutChoices: [TimelineEvent.Kind] =
    [
      .usualScreenOn, .screenOn(intensity: 19.999), .screenOff, .unlock, .lock, .unplug, .reboot, .shutdown,
      .appForeground(app: 0), .notificationOpen(app: 0, otherwise: 65_534), .appBackground(app: 65_534),
      .notification(app: nil),
      .notification(app: 1999),
      .batteryLevel(percent: 1.0 / 3), .baselinePower(watts: 0.1 + 0.2), .contentChange(app: 1029),
      .forceQuit(app: nil), .forceQuit(app: 0), .script(step: 4_294_967_295), .audioStart(app: 1),
      .audioStop(app: 2), .locationStart(app: 3), .locationStop(app: 4),
      .moved(meters: Double.leastNonzeroMagnitude),
      .regionCrossed(app: 5, region: 255), .appEvent(app: 6, source: 255),
      .systemWake(length: 79.123, bytes: 61_034), .signal(.fair),
      .signal(.poor),
    ]

  private static let kindsWithChoices: [TimelineEvent.Kind] =
    ChargerKind.allCases.flatMap {
      [.plug($0, hold: 600.1), .plugChance($0, draw: 0.9.nextDown, length: 3.2e9)]
    }
    + NetworkPath.allCases.map { .network($0) }
    + SettingName.allCases.map { .setting($0, app: 7, value: 0.7) }
    + [nil, 1, 5, 10].map { .pushSent(app: 9, expiration: nil, priority: $0, paging: 1.0.nextDown) }
    + [0, 0.1, 86_400].map { .pushSent(app: 9, expiration: $0, priority: nil, paging: 0.1) }
    + [nil, 7200].flatMap {
      [
        .visiblePushSent(app: 9, expiration: $0, paging: 0.3),
        .voipPushSent(app: 9, expiration: $0, paging: 0),
      ]
    }

  @Test("a packed event reads back as it was, bit for bit")
  func packing() {
    #expect(Set(Self.everything.map(\.type)).count == TimelineEventType.allCases.count)
    let events = Self.everything.enumerated().map { index, kind in
      TimelineEvent(time: Instant(microseconds: Int64(index) + 316_224_000_000_000), kind: kind)
    }
    #expect(Array(ExogenousTimeline(events).events) == events)
    for time in [Instant(microseconds: .min), .zero, .distantFuture] {
      let event = TimelineEvent(time: time, kind: .moved(meters: 1))
      #expect(Array(ExogenousTimeline([event]).events) == [event])
    }
  }

  @Test("an event takes 16 bytes")
  func size() { #expect(MemoryLayout<TimelineRow>.stride == 16) }

  @Test("timelines of the same events are equal for any order of adding them")
  func equality() {
    let events = Self.everything.enumerated().map { index, kind in
      TimelineEvent(time: Instant(microseconds: Int64(index)), kind: kind)
    }
    #expect(ExogenousTimeline(events) == ExogenousTimeline(events.reversed()))
    #expect(ExogenousTimeline(events) != ExogenousTimeline(events.dropLast()))
  }

  @Test("columns describe an event whole")
  func columns() {
    for kind in Self.everything {
      let event = TimelineEvent(time: .zero, kind: kind)
      let copy = TimelineEvent(
        time: .zero, type: event.type, app: Int(event.app), value: event.value, value2: event.value2)
      // A priority and a draw share one number of 64 bits.
      if case .pushSent(_, _, .some, _) = kind { continue }
      #expect(copy == event)
    }
  }

  @Test("a builder leaves out events at its end and later")
  func end() {
    var builder = TimelineBuilder(before: .seconds(2))
    builder.append(contentsOf: [3, 1, 2].map { TimelineEvent(time: .seconds($0), kind: .reboot) })
    #expect(builder.finish().events.map(\.time) == [.seconds(1)])
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

@Suite("The changes of content, app by app") struct ContentChangesTests {
  private func changes(_ events: [(second: Int64, app: Int)]) -> ContentChanges {
    ExogenousTimeline(
      events.map { TimelineEvent(time: at($0.second), kind: .contentChange(app: $0.app)) }
    ).changes
  }

  private func at(_ seconds: Int64) -> Instant { .zero + .microseconds(seconds * 1_000_000) }

  @Test("the changes of an app are next to each other, in order of time")
  func grouped() {
    let changes = changes([(30, 2), (10, 0), (20, 2), (10, 2), (40, 0)])
    #expect(changes.places(of: 0).map { changes[$0] } == [at(10), at(40)])
    #expect(changes.places(of: 2).map { changes[$0] } == [at(10), at(20), at(30)])
  }

  @Test("the range of an app without changes is empty, also after the last app with changes")
  func none() {
    let changes = changes([(10, 1)])
    holds(changes.places(of: 0).isEmpty && changes.places(of: 1).count == 1)
    holds(changes.places(of: 2).isEmpty && changes.places(of: 500).isEmpty)
    holds(ExogenousTimeline([]).changes.places(of: 0).isEmpty)
  }

  @Test("events of other kinds are no changes")
  func otherKinds() {
    let timeline = ExogenousTimeline([
      TimelineEvent(time: at(5), kind: .appForeground(app: 0)),
      TimelineEvent(time: at(6), kind: .contentChange(app: 0)),
    ])
    #expect(timeline.changes.places(of: 0).map { timeline.changes[$0] } == [at(6)])
    #expect(timeline.events.count == 2)
  }
}
