import EventSimulation
import TestSupport
import Testing
import Workload

@Suite("The future of a device")
struct DeviceFutureTests {
  private func future(
    _ events: [TimelineEvent], initial: InitialState = InitialState(stateOfCharge: 1)
  ) -> DeviceFuture {
    DeviceFuture(
      DevicePlan(
        replication: 0, device: 0, archetype: "bench",
        apps: [
          InstalledApp(specification: 0, bundleID: "a"), InstalledApp(specification: nil, bundleID: "filler"),
          InstalledApp(specification: 1, bundleID: "b"),
        ],
        timeline: ExogenousTimeline(events), initial: initial, end: .day(1), warmUpEnd: .zero))
  }

  private func at(
    _ hours: Double, _ type: TimelineEventType, app: Int = -1, value: Double = 0, value2: Double = 0
  ) -> TimelineEvent {
    TimelineEvent(time: .zero + .hours(hours), type: type, app: app, value: value, value2: value2)
  }

  private func hours(_ intervals: [(Double, Double)]) -> [DeviceFuture.Interval] {
    intervals.map { DeviceFuture.Interval(.zero + .hours($0.0), .zero + .hours($0.1)) }
  }

  @Test("opens of the study's apps only, without a second open of the foreground app")
  func opens() {
    let found = future([
      at(0.5, .screenOn), at(0.5, .unlock),
      at(1, .appForeground, app: 0), at(2, .appForeground, app: 0), at(3, .appForeground, app: 1),
      at(4, .appForeground, app: 0), at(5, .screenOff), at(6, .appForeground, app: 0),
    ])
    #expect(found.opens == [[1, 4, 6].map { .zero + .hours($0) }, [], []])
  }

  @Test(
    "a locked phone has no opens, and an app in the foreground or removed from the switcher keeps its state")
  func locked() {
    let found = future([
      at(1, .appForeground, app: 0), at(2, .screenOn), at(3, .appForeground, app: 0), at(4, .unlock),
      at(5, .appForeground, app: 0), at(6, .lock), at(7, .appForeground, app: 0),
      at(8, .forceQuit, app: 0), at(9, .appForeground, app: 0), at(10, .unlock), at(11, .reboot),
      at(12, .appForeground, app: 2), at(13, .unlock), at(14, .appForeground, app: 2),
    ])
    #expect(found.opens == [[.zero + .hours(5)], [], [.zero + .hours(14)]])
    #expect(found.launchable[0] == hours([(0, 5), (6, 8)]))
    #expect(found.launchable[2] == hours([(0, 11), (13, 14)]))
  }

  @Test("an app that is removed from the switcher while in the foreground can be opened again")
  func forceQuitInFront() {
    let found = future([
      at(1, .unlock), at(2, .appForeground, app: 0), at(3, .forceQuit), at(4, .appForeground, app: 0),
      at(5, .forceQuit, app: 0), at(6, .appForeground, app: 0), at(7, .forceQuit, app: 2),
      at(8, .appForeground, app: 0), at(9, .shutdown), at(10, .forceQuit, app: 0), at(11, .reboot),
      at(12, .unlock),
    ])
    #expect(found.opens == [[2, 4, 6].map { .zero + .hours($0) }, [], []])
    // Never in the switcher before 7 o'clock.
    #expect(found.launchable[2] == hours([(0, 7)]))
    // A phone that is off loses no app from the switcher.
    #expect(found.launchable[0] == hours([(0, 2), (12, 24)]))
  }

  @Test("a phone that is unlocked at the start opens at once")
  func unlockedAtStart() {
    var initial = InitialState(stateOfCharge: 1)
    initial.isLocked = false
    let found = future([at(1, .appForeground, app: 0)], initial: initial)
    #expect(found.opens == [[.zero + .hours(1)], [], []])
  }

  @Test("idle is locked with the screen off; a plug chance is not known as power")
  func idle() {
    let found = future([
      at(1, .screenOn), at(2, .unlock), at(3, .screenOff), at(4, .lock), at(5, .plug, app: 0),
      at(6, .screenOn), at(7, .screenOff), at(8, .unplug), at(9, .plugChance, value: 0, value2: 3600),
    ])
    #expect(found.idle == hours([(0, 1), (4, 6), (7, 24)]))
    #expect(found.idlePlugged == hours([(5, 6), (7, 8)]))
  }

  @Test("not launchable in the foreground, after removal from the switcher, switched off, or without a path")
  func launchable() {
    let found = future([
      at(1, .unlock), at(1, .appForeground, app: 0), at(2, .appBackground, app: 0),
      at(3, .network, value: 0), at(4, .network, value: 1),
      at(5, .forceQuit, app: 0), at(6, .appForeground, app: 0), at(7, .lock),
      at(8, .setting, app: 2, value: 0, value2: Double(SettingName.appRefresh.rawValue)),
      at(9, .setting, value: 1, value2: Double(SettingName.backgroundRefresh.rawValue)),
      at(10, .network, value: 2),
    ])
    #expect(found.launchable[0] == hours([(0, 1), (2, 3), (4, 5), (7, 9), (10, 24)]))
    holds(found.launchable[1].isEmpty)
    #expect(found.launchable[2] == hours([(0, 3), (4, 8)]))
    #expect(found.wifi == hours([(0, 3), (10, 24)]))
  }

  @Test("a reboot closes the gates until the first unlock, a shutdown everything until the reboot")
  func reboot() {
    let found = future([
      at(1, .reboot), at(2, .unlock), at(3, .shutdown), at(4, .appForeground, app: 0), at(5, .reboot),
      at(6, .unlock),
    ])
    #expect(found.launchable[0] == hours([(0, 1), (2, 3), (6, 24)]))
    holds(found.opens[0].isEmpty)
    #expect(found.idle == hours([(0, 2), (5, 6)]))
  }
}
