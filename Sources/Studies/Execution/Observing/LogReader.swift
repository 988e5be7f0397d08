import EventSimulation
import PhoneSimulation
import Workload

/// Reads the log of one device: callbacks between a launch and the suspension, times after an exit, how far runs have
/// brought their work, how the phone lay at launches, when they came, and what blocked items.
struct LogReader {
  private typealias Key = LogObservations.Key

  /// The callbacks of an app between a launch or an exit and its suspension.
  private struct Sequence {
    /// The count that an exact sequence adds to.
    var kind: LogObservations.Count
    var mechanism: Mechanism?
    var callbacks: [LogWord] = []

    /// The callbacks of LIFE-1 and LIFE-2, in their order.
    var isExact: Bool {
      switch kind {
      case .exactColdLaunches:
        callbacks == [.didFinishLaunching, .didEnterBackground, .eventDelivered, .snapshot]
      case .exactResumes: callbacks == [.didEnterBackground, .eventDelivered, .snapshot]
      case .exactExits: callbacks == [.willResignActive, .didEnterBackground, .snapshot]
      default: false
      }
    }
  }
  private struct Progress {
    var runs = 0
    var done = 0.0
    var night: Int?
    var doneInNight = 0.0
  }

  private let result: DeviceResult
  private let specifications: [Int?]
  private var found = LogObservations()

  // How the phone lies
  private var isLowPower, isOnWifi: Bool
  private var isPlugged = false
  private var level: Double?
  private var lockedSince: Instant? = .zero
  /// Place of the first sample of power that is not before the last launch on battery.
  private var nextPower = 0

  private var sequences: [Int: Sequence] = [:]
  private var left: [Int: Instant] = [:]
  private var opens: [Int: [Instant]] = [:]
  private var items: [Int32: Key] = [:]
  private var started: [Int32: Instant] = [:]
  private var injected: Set<Int32> = []
  private var series: [Key: [String: Progress]] = [:]
  private var launches: [Key: [Instant]] = [:]
  private var delays: [Key: Double] = [:]
  private let fresh: EventHash
  private var whole: EventHash
  private var hashes: [Key: (all: EventHash, launches: EventHash)] = [:]

  init(_ result: DeviceResult, of plan: DevicePlan) {
    (self.result, specifications) = (result, plan.apps.map(\.specification))
    (isLowPower, isOnWifi) = (plan.initial.lowPowerMode, plan.initial.network == .wifi)
    var fresh = EventHash()
    fresh.combine(UInt64(bitPattern: Int64(plan.device)))
    (self.fresh, whole) = (fresh, fresh)
  }

  mutating func observations() -> LogObservations {
    for finding in result.findings {
      guard let app = specifications[Int(finding.app)] else { continue }
      found.findings[.init(app: app, kind: finding.kind), default: 0] += finding.count
    }
    for record in result.log { read(record) }
    for (key, own) in series {
      for progress in own.values { add(progress.doneInNight, to: .workPerNight, key) }
    }
    for (key, times) in launches { add(times, key.app.flatMap { opens[$0] } ?? [], key) }
    found.digest = whole.value
    for (key, hash) in hashes {
      found.values[key, default: .init()].digest = hash.all.value
      found.values[key, default: .init()].launchDigest = hash.launches.value
    }
    found.hasSeenItems = !items.isEmpty
    // Each reason blocks for the whole of an interval whose set has it, alone or with others.
    for interval in result.blocked {
      guard let key = items[interval.item] else { continue }
      found.values[key, default: .init()].blocked[interval.reasons, default: .zero] +=
        interval.to - interval.from
    }
    return found
  }

  private mutating func add(_ value: Double, to quantity: LogObservations.Quantity, _ key: Key) {
    found.values[key, default: .init()].add(value, to: quantity)
  }

  private mutating func add(
    _ record: LogRecord, since start: Instant?, to quantity: LogObservations.Quantity, _ key: Key
  ) {
    if let start { add((record.time - start).seconds, to: quantity, key) }
  }

  private mutating func count(_ count: LogObservations.Count, _ key: Key) {
    found.values[key, default: .init()].counts[count] += 1
  }

  private mutating func read(_ record: LogRecord) {
    let key = Key(app: specifications.app(of: record), mechanism: record.mechanism)
    record.combine(into: &whole)
    record.combine(into: &hashes[key, default: (fresh, fresh)].all)
    switch record.event {
    case .lockChanged: lockedSince = record.word == .locked ? record.time : nil
    case .powerChanged:
      record.readPlug(&isPlugged)
      if case .number(let new)? = record[.level] { level = new }
    case .networkChanged: isOnWifi = record.word == .wifi
    case .settingChanged where record.word == .lowPowerMode:
      isLowPower = record.value > 0
      if !isLowPower, let level {
        let end = LogObservations.Extent(least: level, greatest: level)
        found.endLevels = found.endLevels?.joined(end) ?? end
      }
    case .launched: readLaunch(record, key)
    case .completed: add(record, since: .zero, to: .completionTime, key)
    default: break
    }
    guard let app = key.app else { return }
    if record.item > 0, record.mechanism != nil { items[record.item] = key }
    switch record.event {
    case .launched: readLaunch(record, of: app, key)
    case .handlerStarted:
      started[record.item] = record.time
      if injected.contains(record.item) { count(.injectedRuns, key) }
    case .userOpened:
      sequences[app] = nil
      opens[app, default: []].append(record.time)
    case .userLeft:
      sequences[app] = Sequence(kind: .exactExits)
      left[app] = record.time
    case .callback: sequences[app]?.callbacks.append(record.word)
    case .suspended:
      if let sequence = sequences.removeValue(forKey: app), sequence.isExact {
        count(sequence.kind, Key(app: app, mechanism: sequence.mechanism))
      }
    case .expired: add(record, since: left[app], to: .expiryAfterExit, key)
    case .terminated:
      sequences[app] = nil
      add(record, since: started.removeValue(forKey: record.item), to: .killedRunLength, key)
      add(record, since: left[app], to: .killAfterExit, key)
    case .completed:
      guard let mechanism = record.mechanism, !mechanism.isTransfer else { break }
      add(record.value, to: .runLength, key)
      readProgress(record, key)
    case .pendingList: found.pendingCounts[app] = Int(record.value)
    default: break
    }
  }

  /// A launch of any app.
  private mutating func readLaunch(_ record: LogRecord, _ key: Key) {
    record.combine(into: &hashes[key, default: (fresh, fresh)].launches, asLaunch: true)
    count(.launchesOfAll, key)
    if isLowPower { count(.launchesInLowPowerMode, key) }
    if !isOnWifi { count(.launchesOffWifi, key) }
    add(max(0, record.value), to: .ageAtLaunch, key)
    guard case .span(let span)? = record[.delay] else { return }
    let delay = span.seconds
    if delay > 0 {
      add(delay, to: .resumeDelay, key)
      if delays[key] == delay / 2 { count(.doublings, key) }
    }
    delays[key] = delay
  }

  /// A launch of an app of the study.
  private mutating func readLaunch(_ record: LogRecord, of app: Int, _ key: Key) {
    if record.word == .cold || record.word == .resume {
      sequences[app] = Sequence(
        kind: record.word == .cold ? .exactColdLaunches : .exactResumes, mechanism: record.mechanism)
    }
    count(.launches, key)
    launches[key, default: []].append(record.time)
    add(record, since: lockedSince ?? record.time, to: .idleAtLaunch, key)
    if record[.synthetic] == .flag(true) { injected.insert(record.item) }
    guard !isPlugged else { return }
    count(.launchesOnBattery, key)
    guard !result.powers.isEmpty else { return }
    // A launch changes the power, so there is a sample of its instant; were there none, the next one would be a lower
    // bound, for on battery the level never rises.
    while nextPower < result.powers.count, result.powers[nextPower].time < record.time { nextPower += 1 }
    let sample = nextPower < result.powers.count ? result.powers[nextPower] : nil
    add(sample?.stateOfCharge ?? result.stateOfChargeEnd, to: .levelAtLaunch, key)
  }

  /// A run has ended. What it adds to earlier ones counts for the night from noon to noon.
  private mutating func readProgress(_ record: LogRecord, _ key: Key) {
    guard case .number(let done)? = record[.workDone] else { return }
    var progress = series[key]?[record.identifier] ?? Progress()
    let night = (record.time + .hours(12)).day
    if let last = progress.night, last != night {
      add(progress.doneInNight, to: .workPerNight, key)
      progress.doneInNight = 0
    }
    progress.night = night
    progress.doneInNight += max(0, done - progress.done)
    progress.runs += 1
    if record.word == .success {
      add(Double(progress.runs), to: .runsToSuccess, key)
      (progress.runs, progress.done) = (0, 0)
    } else {
      add(done, to: .unfinishedWork, key)
      progress.done = done
    }
    series[key, default: [:]][record.identifier] = progress
  }

  /// When launches came, how close to each other and to opens.
  private mutating func add(_ times: [Instant], _ opens: [Instant], _ key: Key) {
    var sums = found.values.removeValue(forKey: key) ?? .init()
    var (first, nextOpen) = (0, 0)
    for (index, time) in times.enumerated() {
      while time - times[first] >= .hour { first += 1 }
      sums.add(Double(index - first + 1), to: .launchesPerHour)
      if index > 0 { sums.add((time - times[index - 1]).seconds, to: .launchGap) }
      sums.add((time - Instant.zero).seconds, to: .launchTime)
      while nextOpen < opens.count, opens[nextOpen] < time { nextOpen += 1 }
      if nextOpen < opens.count, opens[nextOpen] - time <= .hour { sums.counts[.launchesBeforeOpen] += 1 }
      if time.timeOfDay >= .hours(23) || time.timeOfDay < .hours(7) { sums.counts[.launchesAtNight] += 1 }
    }
    for day in Dictionary(grouping: times, by: \.day).values {
      sums.add(Double(day.count), to: .launchesPerDay)
    }
    found.values[key] = sums
  }
}

extension LogRecord {
  /// Time, app and identifier; of all records also the event and its reason, of launches the mechanism.
  fileprivate func combine(into hash: inout EventHash, asLaunch: Bool = false) {
    hash.combine(UInt64(bitPattern: time.microseconds))
    let place = UInt64(UInt32(bitPattern: app)) << 32
    hash.combine(
      place
        | (asLaunch
          ? UInt64(mechanism?.rawValue ?? .max) : UInt64(event.rawValue) << 8 | UInt64(word.rawValue)))
    for byte in identifier.utf8 { hash.combine(UInt64(byte)) }
  }
}
