import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("The use of a phone, by hand")
struct PhoneUseTests {
  private func at(_ day: Int, _ hour: Double) -> Instant { .day(day) + .hours(hour) }

  private func use(
    _ observations: [UseObservation], days: Int = 7, from start: Instant = .zero, isPlugged: Bool = false
  ) -> PhoneUse {
    let all = [UseObservation(time: .zero, kind: .reading)] + observations
    return PhoneUse(
      all.sorted { $0.time < $1.time } + [UseObservation(time: .day(days), kind: .end)], from: start,
      to: .day(days), isPlugged: isPlugged)
  }

  @Test("a phone plugged, idle and on Wi-Fi from 0 to 6 h every night is so for a quarter of the time")
  func nights() {
    let samples = (0..<7 * 48).map { index in
      UseObservation(
        time: .zero + .minutes(30 * index), kind: .halfHour(isOpportunity: index % 48 < 12))
    }
    let use = use(samples)
    #expect(use.samples == Array(repeating: 14, count: 24))
    #expect(use.opportunities == (0..<24).map { $0 < 6 ? 14 : 0 })
    holds(use.counts[.nights] == 7 && use.counts[.nightsWithOpportunity] == 7)
    holds(use.hadOpportunity == true && use.hadNightOpportunity == true)
  }

  @Test("an opportunity after the first five days, or by day, does not count for the first nights")
  func published() {
    func samples(_ isOpportunity: (Int) -> Bool) -> [UseObservation] {
      (0..<7 * 48).map { index in
        UseObservation(
          time: .zero + .minutes(30 * index), kind: .halfHour(isOpportunity: isOpportunity(index)))
      }
    }
    let late = use(samples { $0 == 5 * 48 })
    holds(late.hadOpportunity == false && late.hadNightOpportunity == false)
    #expect(late.counts[.nightsWithOpportunity] == 1)
    let noon = use(samples { $0 == 24 })
    holds(noon.hadOpportunity == true && noon.hadNightOpportunity == false)
    #expect(noon.counts[.nightsWithOpportunity] == 0)
    #expect(use([]).hadOpportunity == nil)
  }

  @Test("level loss counts from 08 to 23 h off the charger, evenly between two readings")
  func levelLoss() {
    // From 6 to 10 h eight points, of which four after 8 h; then on the charger; from 22 to 24 h ten, of which five
    // before 23 h.
    let use = use(
      [
        UseObservation(time: at(0, 6), kind: .unplugged, level: 1),
        UseObservation(time: at(0, 10), kind: .plugged, level: 0.92),
        UseObservation(time: at(0, 22), kind: .unplugged, level: 0.6),
        UseObservation(time: at(1, 0), kind: .reading, level: 0.5),
      ], isPlugged: true)
    #expect(use.hoursUnplugged == 3)
    #expect(abs(use.pointsLost - 9) < 1e-9)
    #expect(use.plugInLevels == [92])
  }

  @Test("a night counts on the charger if the phone is plugged at 03:00, and every connection is a charge")
  func charging() {
    let use = use(
      [
        UseObservation(time: at(0, 3), kind: .unplugged), UseObservation(time: at(0, 23), kind: .plugged),
        UseObservation(time: at(1, 2.5), kind: .unplugged), UseObservation(time: at(1, 12), kind: .plugged),
        UseObservation(time: at(1, 13), kind: .unplugged), UseObservation(time: at(2, 3), kind: .plugged),
        UseObservation(time: at(3, 5), kind: .unplugged),
      ], days: 4, isPlugged: true)
    #expect(use.counts[.charges] == 3)
    // At 03:00 the phone is what it was just before: plugged in the nights to day 0 and to day 3.
    holds(use.counts[.watchedNights] == 4 && use.counts[.pluggedNights] == 2)
    #expect(use.counts[.plugged] == TimeSpan.hours(3 + 3.5 + 1 + 26).microseconds)
    #expect(use.counts[.watched] == TimeSpan.days(4).microseconds)
  }

  @Test("the level is unknown while the device is powered off")
  func off() {
    let use = use([
      UseObservation(time: at(0, 9), kind: .reading, level: 0.02),
      UseObservation(time: at(0, 10), kind: .poweredOff, level: 0),
      UseObservation(time: at(0, 12), kind: .poweredOn, level: 0.5),
      UseObservation(time: at(0, 13), kind: .reading, level: 0.4),
      UseObservation(time: at(0, 14), kind: .reading, level: 0.3),
    ])
    holds(use.hoursUnplugged == 2 && abs(use.pointsLost - 12) < 1e-9)
    #expect(use.counts[.powered] == (TimeSpan.days(7) - .hours(2)).microseconds)
  }

  @Test("a day is low if a reading of it is at 20 % or below, as a phone shows the level")
  func lowDays() {
    let use = use([
      UseObservation(time: at(1, 9), kind: .reading, level: 0.2049),
      UseObservation(time: at(2, 9), kind: .reading, level: 0.206),
      UseObservation(time: at(3, 9), kind: .reading, level: 0.1),
      UseObservation(time: at(3, 10), kind: .reading, level: 0.09),
    ])
    holds(use.counts[.days] == 7 && use.counts[.lowDays] == 2)
  }

  @Test("sessions, their lengths, the gaps between them and the longest gap of each day")
  func sessions() {
    func session(_ day: Int, _ from: Double, _ to: Double) -> [UseObservation] {
      [
        UseObservation(time: at(day, from), kind: .screenOn),
        UseObservation(time: at(day, to), kind: .screenOff),
      ]
    }
    let use = use(session(0, 22, 23) + session(1, 7, 7.5) + session(1, 9, 9.25) + session(2, 8, 9), days: 3)
    #expect(use.counts[.sessions] == 4)
    #expect(use.lengths == [3600, 1800, 900, 3600])
    #expect(use.gaps == [28_800, 5400, 81_900])
    #expect(use.longestGaps == [.hours(8), .hours(22.75)])
    #expect(use.counts[.screenOn] == TimeSpan.hours(2.75).microseconds)
  }

  @Test("events before the window do not count, and neither do sessions that began there")
  func window() {
    let use = use(
      [
        UseObservation(time: at(1, 23), kind: .screenOn), UseObservation(time: .day(2), kind: .reading),
        UseObservation(time: at(2, 1), kind: .screenOff), UseObservation(time: at(2, 3), kind: .screenOn),
        UseObservation(time: at(2, 4), kind: .screenOff),
      ], from: .day(2))
    holds(use.counts[.sessions] == 1 && use.lengths == [3600] && use.counts[.days] == 5)
    #expect(use.counts[.screenOn] == TimeSpan.hours(2).microseconds)
    #expect(use.counts[.powered] == TimeSpan.days(5).microseconds)
  }

  @Test("energy from the cell belongs to the screen that was on")
  func energy() {
    let use = use([
      UseObservation(time: at(0, 8), kind: .screenOn, batteryOut: 100),
      UseObservation(time: at(0, 9), kind: .plugged, batteryOut: 500),
      UseObservation(time: at(0, 10), kind: .unplugged, batteryOut: 500),
      UseObservation(time: at(0, 11), kind: .screenOff, batteryOut: 900),
    ])
    #expect(use.counts[.screenOnUnplugged] == TimeSpan.hours(2).microseconds)
    #expect(use.batteryOutScreenOn == 800)
  }

  @Test(
    "a visit is new if its app is not among the last fifteen visits, and a return if it is to the second most recent app"
  )
  func visits() {
    // Fifteen visits alternate between 1 and 2; then 1 is the app before the last, 2 the last, 3 new.
    let apps = (0..<15).map { 1 + $0 % 2 } + [2, 3, 2, 4]
    let use = use(
      apps.enumerated().map { UseObservation(time: at(0, 1 + Double($0) / 10), kind: .visit(app: $1)) })
    #expect(use.counts[.visits] == 4)
    #expect(use.counts[.newVisits] == 2)
    #expect(use.counts[.returns] == 2)
    #expect(use.topShare == nil)
  }

  @Test("the top app's share needs twenty visits")
  func topShare() {
    let use = use(
      (0..<20).map { UseObservation(time: at(0, 1 + Double($0) / 10), kind: .visit(app: $0 % 4 / 3)) })
    #expect(use.topShare == 0.75)
  }
}
