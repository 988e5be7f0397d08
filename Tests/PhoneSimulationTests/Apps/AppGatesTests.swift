import BackgroundExecution
import Basics
import EventSimulation
import ModelParameters
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

@Suite("The inputs of the gates that belong to an app")
struct AppGatesTests {
  private let platform = PlatformParameters(ParameterSet())

  /// Three apps: one with two tasks, one without any, one with one.
  private func gates(newApps: [AppIndex] = [], refreshOff: [AppIndex] = []) -> AppGates {
    AppGates(
      taskCounts: [2, 0, 1],
      bucket: PushTokenBucket(capacity: 2, refill: .minutes(30), minimumGap: .minutes(10)), newApps: newApps,
      refreshOff: refreshOff, platform)
  }

  @Test("what gates read of an app fits one cache line of 64 bytes")
  func size() { expect(AppGates.rowSize <= 64) }

  @Test("apps start used, in the background and switched on, unless the plan says otherwise")
  func start() {
    let gates = gates(newApps: [.first, AppIndex(9)], refreshOff: [.second])
    expect(!gates.state(of: .first, at: .zero).isUsed)
    expect(gates.state(of: .second, at: .zero).isUsed)
    expect(gates.refreshSwitch(.first) && !gates.refreshSwitch(.second))
    expect(gates.state(of: .first, at: .zero).lastForeground == nil)
    expect(gates.changed.isEmpty)
  }

  @Test("an app in front was there now, and later when it was left")
  func foreground() {
    var gates = gates()
    gates.setForeground(.first, true)
    expect(gates.state(of: .first, at: at(5)).isForeground)
    expect(gates.state(of: .first, at: at(5)).lastForeground == at(5))
    gates.left(.first, at: at(6))
    gates.setForeground(.first, false)
    expect(gates.state(of: .first, at: at(9)).lastForeground == at(6))
  }

  @Test("the flag of the app switcher sets that for pushes, which a reboot may clear alone")
  func forceQuit() {
    var gates = gates()
    expect(gates.setForceQuit(.second, true) == false)
    expect(gates.isForceQuitForPushes(.second))
    gates.clearForceQuitForPushes(.second)
    let state = gates.state(of: .second, at: .zero)
    expect(state.isForceQuit && !state.isForceQuitForPushes)
    expect(gates.setForceQuit(.second, false) == true)
  }

  @Test("only a switch that was on is switched off")
  func refreshSwitch() {
    var gates = gates()
    expect(gates.setRefreshSwitch(.first, isOn: false, isRestricted: true) == true)
    expect(gates.isRefreshRestricted(.first))
    expect(gates.setRefreshSwitch(.first, isOn: false, isRestricted: false) == false)
    expect(gates.setRefreshSwitch(.first, isOn: true, isRestricted: false) == false)
    expect(gates.refreshSwitch(.first))
  }

  @Test("RATE-1 to RATE-3: a launch starts the clocks of its mechanism, its series and its app")
  func clocks() {
    var gates = gates()
    gates.launched(.first, .processing, task: 1, at: at(10))
    gates.launched(.first, .refresh, task: 0, at: at(20))
    expect(gates.lastLaunch(.first, .processing) == at(10))
    expect(gates.lastLaunch(.first, .refresh) == at(20))
    expect(gates.lastLaunch(.first, .push) == nil)
    expect(gates.lastLaunch(.first, task: 1) == at(10))
    expect(gates.lastLaunch(.first, task: 0) == nil)
    expect(gates.lastOpportunisticLaunch(.first) == at(20))
    expect(gates.lastOpportunisticLaunch(.second) == nil)
    gates.launched(AppIndex(2), .health, task: 0, at: at(30))
    expect(gates.lastLaunch(AppIndex(2), task: 0) == at(30))
    expect(gates.lastLaunch(.first, task: 1) == at(10))
  }

  @Test("RATE-2: the next push launch keeps the gap, then waits for a token, as the bucket says")
  func pushes() {
    var gates = gates()
    var bucket = PushTokenBucket(capacity: 2, refill: .minutes(30), minimumGap: .minutes(10))
    expect(gates.nextPush(.first, from: at(7)) == at(7))
    for minute in [0.0, 10, 30, 31, 90] {
      gates.launched(.first, .push, task: nil, at: .zero + .minutes(minute))
      bucket.launch(at: .zero + .minutes(minute))
      for later in stride(from: minute, through: 200, by: 5) {
        let now = Instant.zero + .minutes(later)
        expect(gates.nextPush(.first, from: now) == bucket.nextAllowed(from: now))
      }
    }
    expect(gates.nextPush(.second, from: .zero) == .zero)
  }

  @Test("USE-4: a new app becomes used after enough days with an open, and its gates change that day only")
  func use() {
    var gates = gates(newApps: [.first])
    var days = 0
    while !gates.state(of: .first, at: .zero).isUsed, days < 40 {
      expect(gates.changed.isEmpty)
      gates.opened(.first, at: .zero, platform)
      _ = gates.endDay(.first, platform)
      days += 1
    }
    expect(days == platform.learningDays)
    expect(gates.changed.elements == [.first])
  }

  @Test("a changed app is listed once until it is taken")
  func changed() {
    var gates = gates()
    gates.setForeground(.second, true)
    gates.setForeground(.first, true)
    gates.left(.second, at: at(1))
    gates.markChanged(.first)
    expect(gates.changed.elements == [.second, .first])
    expect(gates.takeChanged() == .first)
    gates.markChanged(.first)
    gates.markChanged(.second)
    expect(gates.changed.elements == [.second, .first])
    expect(
      [gates.takeChanged(), gates.takeChanged(), gates.takeChanged()] == [
        .first, .second, nil,
      ])
  }

  @Test("setting a flag to what it is changes nothing")
  func unchanged() {
    var gates = gates()
    gates.setForeground(.first, false)
    _ = gates.setForceQuit(.first, false)
    gates.clearForceQuitForPushes(.first)
    _ = gates.setRefreshSwitch(.first, isOn: true, isRestricted: false)
    gates.opened(.first, at: .zero, platform)
    _ = gates.endDay(.first, platform)
    expect(gates.changed.isEmpty)
  }
}
