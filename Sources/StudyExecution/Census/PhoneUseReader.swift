import EventSimulation
import PhoneSimulation

/// Makes a ``PhoneUse`` of observations, one at a time.
struct PhoneUseReader {
  private let start: Instant
  private let end: Instant
  private var use = PhoneUse()

  private var last: UseObservation?
  private var isPlugged: Bool
  private var isOff = false
  private var screenSince: Instant?
  /// When the screen last went off, on a phone that has been on since.
  private var darkSince: Instant?
  /// The last level in percent, and when it was read.
  private var reading: (time: Instant, percent: Double)?

  private var lowDays: Set<Int> = []
  private var longest: [Int: TimeSpan] = [:]
  private var nights: [Int: Bool] = [:]
  private var recent: [Int] = []
  private var visitsByApp: [Int: Int64] = [:]

  init(start: Instant, end: Instant, isPlugged: Bool) {
    self.start = start
    self.end = end
    self.isPlugged = isPlugged
  }

  /// Takes in the next observation.
  mutating func read(_ observation: UseObservation) {
    addTimeAndEnergy(until: observation)
    if let level = observation.level { readLevel((level * 100).rounded(), at: observation.time) }
    let isInside = observation.time >= start
    switch observation.kind {
    case .screenOn: screenOn(at: observation.time)
    case .screenOff: screenOff(at: observation.time)
    case .visit(let app): if isInside { visit(app) }
    case .plugged:
      if isInside, let level = observation.level { use.plugInLevels.append(Int((level * 100).rounded())) }
      isPlugged = true
    case .unplugged: isPlugged = false
    case .poweredOff:
      isOff = true
      darkSince = nil
      reading = nil
    case .poweredOn:
      isOff = false
      reading = nil
    case .halfHour(let isOpportunity): if isInside { halfHour(isOpportunity, at: observation.time) }
    case .reading, .end: break
    }
    last = observation
  }

  /// The use of the window.
  consuming func finish() -> PhoneUse {
    let first = start.day + (start.timeOfDay > .zero ? 1 : 0)
    use.days = Int64(max(0, end.day - first))
    use.lowDays = Int64(lowDays.count { $0 >= first && $0 < end.day })
    use.longestGaps = longest.filter { $0.key > first && $0.key < end.day }.map(\.value).sorted()
    use.nights = Int64(nights.count)
    use.nightsWithOpportunity = Int64(nights.count(where: \.value))
    let total = visitsByApp.values.reduce(0, +)
    if total >= Int64(ShapeHistogram.fewestNumbers), let most = visitsByApp.values.max() {
      use.topShare = Double(most) / Double(total)
    }
    return use
  }

  // MARK: Time and energy

  private mutating func addTimeAndEnergy(until observation: UseObservation) {
    guard let last, last.time >= start else { return }
    let length = (observation.time - last.time).microseconds
    let energy = observation.batteryOut - last.batteryOut
    if !isOff { use.powered += length }
    use.batteryOut += energy
    guard screenSince != nil else { return }
    use.screenOn += length
    if !isPlugged {
      use.screenOnUnplugged += length
      use.batteryOutScreenOn += energy
    }
  }

  // MARK: Screen

  private mutating func screenOn(at time: Instant) {
    guard screenSince == nil else { return }
    screenSince = time
    if time >= start { use.sessions += 1 }
    guard let since = darkSince, since >= start else { return }
    let gap = time - since
    use.gaps.append(gap.seconds)
    longest[time.day] = max(longest[time.day] ?? .zero, gap)
  }

  private mutating func screenOff(at time: Instant) {
    guard let since = screenSince else { return }
    if since >= start { use.lengths.append((time - since).seconds) }
    screenSince = nil
    darkSince = time
  }

  // MARK: Level

  /// Between two readings on no charger the level falls evenly.
  private mutating func readLevel(_ percent: Double, at time: Instant) {
    guard time >= start else { return }
    if Int(percent) <= PhoneUse.lowLevel { lowDays.insert(time.day) }
    guard !isOff, !isPlugged else { return reading = (time, percent) }
    if let reading, time > reading.time {
      let day = Self.daytime(from: reading.time, to: time)
      use.hoursUnplugged += day.hours
      use.pointsLost += (reading.percent - percent) * (day / (time - reading.time))
    }
    reading = (time, percent)
  }

  /// The part of a time span that lies between 08 and 23 h.
  private static func daytime(from start: Instant, to end: Instant) -> TimeSpan {
    (start.day...end.day).reduce(TimeSpan.zero) { sum, day in
      sum + max(.zero, min(end, .day(day, .hours(23))) - max(start, .day(day, .hours(8))))
    }
  }

  // MARK: Opportunity

  private mutating func halfHour(_ isOpportunity: Bool, at time: Instant) {
    guard time < end else { return }
    let hour = Int(time.timeOfDay.microseconds / TimeSpan.hour.microseconds)
    use.samples[hour] += 1
    if isOpportunity { use.opportunities[hour] += 1 }
    let isEarly = time - start < .days(PhoneUse.publishedDays)
    if isEarly { use.hadOpportunity = isOpportunity || use.hadOpportunity == true }
    guard hour < 6 else { return }
    nights[time.day] = isOpportunity || nights[time.day] == true
    if isEarly { use.hadNightOpportunity = isOpportunity || use.hadNightOpportunity == true }
  }

  // MARK: Apps

  private mutating func visit(_ app: Int) {
    visitsByApp[app, default: 0] += 1
    if recent.count == PhoneUse.recentVisits {
      use.visits += 1
      if !recent.contains(app) { use.newVisits += 1 }
      if app == recent.last(where: { $0 != recent.last }) { use.returns += 1 }
      recent.removeFirst()
    }
    recent.append(app)
  }
}
