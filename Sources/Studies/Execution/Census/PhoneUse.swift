import EventSimulation
import PhoneSimulation
import Workload

/// The use of one phone, recorded or simulated, in a window: read from observations in order of time.
struct PhoneUse {
  private(set) var counts = UseCounters()
  /// Lengths of sessions and of gaps between them, in seconds.
  private(set) var lengths: [Double] = []
  private(set) var gaps: [Double] = []
  /// Longest gap of each whole day but the first, by the day on which it ended.
  private(set) var longestGaps: [TimeSpan] = []
  /// Points of level lost while unplugged from 08 to 23 h, and the hours of that.
  private(set) var pointsLost = 0.0
  private(set) var hoursUnplugged = 0.0
  /// Levels in percent at which a charger was connected.
  private(set) var plugInLevels: [Int] = []
  /// Nanojoules from the cell, and of these with the screen on and no charger.
  private(set) var batteryOut: Int64 = 0
  private(set) var batteryOutScreenOn: Int64 = 0
  /// The number of checked half hours by hour of the day, and the number of them that are idle, plugged in, and on Wi-Fi.
  private(set) var samples: [Int64] = Array(repeating: 0, count: 24)
  private(set) var opportunities: [Int64] = Array(repeating: 0, count: 24)
  /// Whether there was an opportunity in the first days, and in one of their nights; nil if the device was not checked.
  private(set) var hadOpportunity: Bool?
  private(set) var hadNightOpportunity: Bool?
  /// Share of all visits that went to the most visited app; nil for too few visits.
  private(set) var topShare: Double?

  private static let recentVisits = 15
  /// Days for which the phones of the published opportunities were observed.
  private static let publishedDays = 5
  private static let lowLevel = 20

  // What is known while observations are read.
  private let start: Instant
  private let end: Instant
  private var isPlugged: Bool
  private var isOff = false
  private var last: UseObservation?
  private var screenSince: Instant?
  /// When the screen last went off, on a phone that has been on since.
  private var darkSince: Instant?
  /// The last level in percent, and when it was read.
  private var reading: (time: Instant, percent: Double)?
  private var daysBelow: Set<Int> = []
  private var longest: [Int: TimeSpan] = [:]
  private var nightsSeen: [Int: Bool] = [:]
  private var recent: [Int] = []
  private var visitsByApp: [Int: Int64] = [:]

  /// - Parameters:
  ///   - start: Begin of the window, at which there is an observation.
  ///   - isPlugged: Whether the first observation finds the phone on a charger.
  init(_ observations: [UseObservation], from start: Instant, to end: Instant, isPlugged: Bool) {
    self.start = start
    self.end = end
    self.isPlugged = isPlugged
    for observation in observations where observation.time <= end { read(observation) }
    let first = start.day + (start.timeOfDay > .zero ? 1 : 0)
    counts[.days] = Int64(max(0, end.day - first))
    counts[.lowDays] = Int64(daysBelow.count { $0 >= first && $0 < end.day })
    longestGaps = longest.filter { $0.key > first && $0.key < end.day }.map(\.value).sorted()
    counts[.nights] = Int64(nightsSeen.count)
    counts[.nightsWithOpportunity] = Int64(nightsSeen.count(where: \.value))
    let total = visitsByApp.values.reduce(0, +)
    if total >= Int64(ShapeHistogram.fewestNumbers), let most = visitsByApp.values.max() {
      topShare = Double(most) / Double(total)
    }
  }

  private mutating func read(_ observation: UseObservation) {
    let time = observation.time
    addTimeAndEnergy(until: observation)
    if let level = observation.level { readLevel((level * 100).rounded(), at: time) }
    let isInside = time >= start
    switch observation.kind {
    case .screenOn: turnScreenOn(at: time)
    case .screenOff: turnScreenOff(at: time)
    case .visit(let app): if isInside { visit(app) }
    case .plugged:
      if isInside { counts[.charges] += 1 }
      if isInside, let level = observation.level { plugInLevels.append(Int((level * 100).rounded())) }
      isPlugged = true
    case .unplugged: isPlugged = false
    case .poweredOff: (isOff, darkSince, reading) = (true, nil, nil)
    case .poweredOn: (isOff, reading) = (false, nil)
    case .halfHour(let isOpportunity): if isInside { lookAtHalfHour(isOpportunity, at: time) }
    case .reading, .end: break
    }
    last = observation
  }

  private mutating func addTimeAndEnergy(until observation: UseObservation) {
    guard let last, last.time >= start else { return }
    let length = (observation.time - last.time).microseconds
    let energy = observation.batteryOut - last.batteryOut
    let nights = Self.nights(before: observation.time) - Self.nights(before: last.time)
    counts[.watched] += length
    counts[.watchedNights] += nights
    if isPlugged {
      counts[.plugged] += length
      counts[.pluggedNights] += nights
    }
    if !isOff { counts[.powered] += length }
    batteryOut += energy
    guard screenSince != nil else { return }
    counts[.screenOn] += length
    if !isPlugged {
      counts[.screenOnUnplugged] += length
      batteryOutScreenOn += energy
    }
  }

  /// How often it was 03:00 before `time`.
  private static func nights(before time: Instant) -> Int64 {
    Int64((time - .hours(3) - .microseconds(1)).day)
  }

  private mutating func turnScreenOn(at time: Instant) {
    guard screenSince == nil else { return }
    screenSince = time
    if time >= start { counts[.sessions] += 1 }
    guard let since = darkSince, since >= start else { return }
    gaps.append((time - since).seconds)
    longest[time.day] = max(longest[time.day] ?? .zero, time - since)
  }

  private mutating func turnScreenOff(at time: Instant) {
    guard let since = screenSince else { return }
    if since >= start { lengths.append((time - since).seconds) }
    (screenSince, darkSince) = (nil, time)
  }

  /// Between two readings on no charger the level falls evenly.
  private mutating func readLevel(_ percent: Double, at time: Instant) {
    guard time >= start else { return }
    if Int(percent) <= Self.lowLevel { daysBelow.insert(time.day) }
    if !isOff, !isPlugged, let reading, time > reading.time {
      let daytime = (reading.time.day...time.day).reduce(TimeSpan.zero) { sum, day in
        sum + max(.zero, min(time, .day(day, .hours(23))) - max(reading.time, .day(day, .hours(8))))
      }
      hoursUnplugged += daytime.hours
      pointsLost += (reading.percent - percent) * (daytime / (time - reading.time))
    }
    reading = (time, percent)
  }

  private mutating func lookAtHalfHour(_ isOpportunity: Bool, at time: Instant) {
    guard time < end else { return }
    let hour = Int(time.timeOfDay.microseconds / TimeSpan.hour.microseconds)
    samples[hour] += 1
    if isOpportunity { opportunities[hour] += 1 }
    let isEarly = time - start < .days(Self.publishedDays)
    if isEarly { hadOpportunity = isOpportunity || hadOpportunity == true }
    guard hour < 6 else { return }
    nightsSeen[time.day] = isOpportunity || nightsSeen[time.day] == true
    if isEarly { hadNightOpportunity = isOpportunity || hadNightOpportunity == true }
  }

  private mutating func visit(_ app: Int) {
    visitsByApp[app, default: 0] += 1
    if recent.count == Self.recentVisits {
      counts[.visits] += 1
      if !recent.contains(app) { counts[.newVisits] += 1 }
      if app == recent.last(where: { $0 != recent.last }) { counts[.returns] += 1 }
      recent.removeFirst()
    }
    recent.append(app)
  }
}
