import DeviceModel
import EventSimulation
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("The modes of apps")
struct ModeTableTests {
  @Test("a wanted mode is missing until it begins, and gives back once what it used")
  func use() {
    var power = PhonePower.full()
    var modes = ModeTable(count: 1)
    expect(!modes.wantsAny(.first) && !modes.isMissing(.first, .location))
    modes.setWanted(.first, .location, true)
    expect(modes.isMissing(.first, .location) && !modes.isMissing(.first, .audio))
    let (claim, hold) = (power.claim(), power.hold())
    modes.begin(.first, .location, ModeTable.Use(claim: claim, hold: hold))
    expect(!modes.isMissing(.first, .location) && modes.wants(.first, .location))
    expect(modes.end(.first, .audio) == nil)
    let use = modes.end(.first, .location)
    expect(use?.claim == claim && use?.hold == hold)
    expect(modes.end(.first, .location) == nil)
  }

  @Test("MODE-3: a significant change needs the distance and the time since the last one")
  func significantChange() {
    var calendar = PhoneCalendar()
    var modes = ModeTable(count: 1)
    func change(_ seconds: Double) -> ModeTable.SignificantChange {
      modes.significantChange(.first, distance: 500, interval: .minutes(5), at: at(seconds))
    }
    modes.move(.first, by: 400)
    expect(change(0) == .isTooNear)
    modes.move(.first, by: 100)
    expect(change(0) == .isDue)
    modes.takeSignificantChange(.first, at: .zero, &calendar)
    expect(change(10) == .isTooNear)
    modes.move(.first, by: 600)
    expect(change(10) == .isTooEarly(until: at(300)))
    modes.scheduleSignificantChange(.first, at: at(300), &calendar)
    expect(calendar.nextTime == at(300))
    expect(change(300) == .isDue)
    modes.takeSignificantChange(.first, at: at(300), &calendar)
    expect(calendar.count == 0)
  }

  @Test("MODE-4: a border that is crossed back in time brings no event")
  func borders() {
    var calendar = PhoneCalendar()
    var modes = ModeTable(count: 1)
    modes.crossBorder(.first, 1, dwellingUntil: at(20), &calendar)
    modes.crossBorder(.first, 2, dwellingUntil: at(25), &calendar)
    modes.crossBorder(.first, 1, dwellingUntil: at(30), &calendar)
    expect(calendar.count == 1 && calendar.nextTime == at(25))
    modes.crossingPersists(.first, 2)
    modes.crossBorder(.first, 2, dwellingUntil: at(60), &calendar)
    expect(calendar.count == 2)
  }

  @Test("the location events of each app have ordinals of their own")
  func ordinals() {
    var modes = ModeTable(count: 2)
    expect(modes.takeEventOrdinal(.first) == 0)
    expect(modes.takeEventOrdinal(.first) == 1)
    expect(modes.takeEventOrdinal(.second) == 0)
  }

  @Test("MODE-5: missed calls are counted for each app")
  func missedCalls() {
    var modes = ModeTable(count: 2)
    modes.missCall(.first)
    modes.missCall(.first)
    expect(modes.missedCalls(.first) == 2 && modes.missedCalls(.second) == 0)
  }
}
