import EventSimulation
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("The watchdogs over processes")
struct WatchdogTableTests {
  private func isWatch(_ event: PhoneEvent?, _ watch: PhoneEvent.Kind) -> Bool {
    event?.code == PhoneEvent(watch, AppIndex.first).code
  }

  @Test("LIFE-2: a callback in time returns, a longer one meets its limit", arguments: [4.0, 9.0])
  func callback(length: Double) {
    var calendar = PhoneCalendar()
    var watchdogs = WatchdogTable(count: 1)
    watchdogs.begin(
      .first, .enteringBackground, taking: .seconds(length), limit: .seconds(5), at: at(1), &calendar)
    expect(watchdogs.isRunning(.first, .enteringBackground))
    let event = calendar.popNext()
    expect(event?.time == at(1 + min(length, 5)))
    expect(isWatch(event?.event, length <= 5 ? .enteredBackground : .enterBackgroundLimit))
  }

  @Test("a callback ends once, and nothing is left in the calendar")
  func callbackEnds() {
    var calendar = PhoneCalendar()
    var watchdogs = WatchdogTable(count: 1)
    expect(watchdogs.end(.first, .enteringBackground, &calendar) == false)
    watchdogs.begin(
      .first, .enteringBackground, taking: .seconds(4), limit: .seconds(5), at: .zero, &calendar)
    expect(watchdogs.end(.first, .enteringBackground, &calendar) == true)
    expect(watchdogs.end(.first, .enteringBackground, &calendar) == false)
    expect(calendar.isEmpty && !watchdogs.isRunning(.first, .enteringBackground))
  }

  @Test("LIFE-4: a launch in time ends, a longer one meets the watchdog", arguments: [4.0, 30.0])
  func launch(length: Double) {
    var calendar = PhoneCalendar()
    var watchdogs = WatchdogTable(count: 1)
    watchdogs.begin(.first, .launch, taking: .seconds(length), limit: .seconds(20), at: .zero, &calendar)
    let event = calendar.popNext()
    expect(event?.time == at(min(length, 20)))
    expect(isWatch(event?.event, length <= 20 ? .launched : .launchLimit))
  }

  @Test("a launch that its user has left is watched no more")
  func launchEnds() {
    var calendar = PhoneCalendar()
    var watchdogs = WatchdogTable(count: 1)
    watchdogs.begin(.first, .launch, taking: .seconds(4), limit: .seconds(20), at: .zero, &calendar)
    watchdogs.end(.first, .launch, &calendar)
    expect(calendar.count == 0)
  }

  @Test("LIFE-5: demand that can reach the limit has a timer, and less has none")
  func demand() {
    var calendar = PhoneCalendar()
    var watchdogs = WatchdogTable(count: 1)
    func set(_ rate: Int64, seconds: Double) {
      watchdogs.setDemand(
        .first, rate: rate, left: Int64(seconds * 1e6) * rate, limit: .seconds(48), window: .seconds(60),
        at: .zero, &calendar)
    }
    set(1_000_000, seconds: 40)
    expect(calendar.count == 0)
    set(1_000_000, seconds: 100)
    expect(calendar.nextTime == at(48))
    watchdogs.forgetDemand(.first, &calendar)
    expect(calendar.count == 0)
  }
}
