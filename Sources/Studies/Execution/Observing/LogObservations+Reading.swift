import EventSimulation
import PhoneSimulation
import Workload

/// Observations of the order of events: callbacks between a launch and the suspension, times after an exit, how far
/// runs have brought their work, and how the phone lay at a launch.
extension LogObservations {
  /// The callbacks of an app between a launch or an exit and its suspension.
  private struct Sequence {
    /// The count that an exact sequence adds to.
    var kind: Count
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
  private struct Series: Hashable {
    var key: Key
    var identifier: String
  }
  private struct Progress {
    var runs = 0
    var done = 0.0
    var night: Int?
    var doneInNight = 0.0
  }

  mutating func addSequences(_ log: [LogRecord], specifications: [Int?]) {
    var open: [Int: Sequence] = [:]
    var left: [Int: Instant] = [:]
    var started: [Int32: Instant] = [:]
    var injected: Set<Int32> = []
    var series: [Series: Progress] = [:]
    var lockedSince: Instant? = .zero
    var isPlugged = false
    for record in log {
      if record.event == .lockChanged { lockedSince = record.word == .locked ? record.time : nil }
      record.readPlug(&isPlugged)
      guard let app = specifications.app(of: record) else { continue }
      let key = Key(app: app, mechanism: record.mechanism)
      func add(_ value: Double, to quantity: Quantity) {
        values[key, default: Values()].add(value, to: quantity)
      }
      func add(timeSince start: Instant?, to quantity: Quantity) {
        if let start { add((record.time - start).seconds, to: quantity) }
      }
      switch record.event {
      case .launched:
        if record.word == .cold || record.word == .resume {
          open[app] = Sequence(
            kind: record.word == .cold ? .exactColdLaunches : .exactResumes, mechanism: record.mechanism)
        }
        values[key, default: Values()].counts[.launches] += 1
        add(lockedSince.map { (record.time - $0).seconds } ?? 0, to: .idleAtLaunch)
        if !isPlugged { values[key, default: Values()].counts[.launchesOnBattery] += 1 }
        if record[.synthetic] == .flag(true) { injected.insert(record.item) }
      case .handlerStarted:
        started[record.item] = record.time
        if injected.contains(record.item) { values[key, default: Values()].counts[.injectedRuns] += 1 }
      case .userOpened: open[app] = nil
      case .userLeft:
        open[app] = Sequence(kind: .exactExits)
        left[app] = record.time
      case .callback: open[app]?.callbacks.append(record.word)
      case .suspended:
        if let sequence = open.removeValue(forKey: app), sequence.isExact {
          let own = Key(app: app, mechanism: sequence.mechanism)
          values[own, default: Values()].counts[sequence.kind] += 1
        }
      case .expired: add(timeSince: left[app], to: .expiryAfterExit)
      case .terminated:
        open[app] = nil
        add(timeSince: started.removeValue(forKey: record.item), to: .killedRunLength)
        add(timeSince: left[app], to: .killAfterExit)
      case .completed:
        guard let mechanism = record.mechanism, !mechanism.isTransfer else { break }
        add(record.value, to: .runLength)
        let number = Series(key: key, identifier: record.identifier)
        note(record, in: &series[number, default: Progress()], key)
      default: break
      }
    }
    for (number, progress) in series where progress.night != nil {
      values[number.key, default: Values()].add(progress.doneInNight, to: .workPerNight)
    }
  }

  /// A run has ended. What it adds to earlier ones counts for the night from noon to noon.
  private mutating func note(_ record: LogRecord, in progress: inout Progress, _ key: Key) {
    guard case .number(let done)? = record[.workDone] else { return }
    var found = values[key] ?? Values()
    let night = (record.time + .hours(12)).day
    if let last = progress.night, last != night {
      found.add(progress.doneInNight, to: .workPerNight)
      progress.doneInNight = 0
    }
    progress.night = night
    progress.doneInNight += max(0, done - progress.done)
    progress.runs += 1
    if record.word == .success {
      found.add(Double(progress.runs), to: .runsToSuccess)
      (progress.runs, progress.done) = (0, 0)
    } else {
      found.add(done, to: .unfinishedWork)
      progress.done = done
    }
    values[key] = found
  }

  mutating func addConditions(_ log: [LogRecord], device: Int, initial: InitialState, specifications: [Int?])
  {
    var isLowPower = initial.lowPowerMode
    var isOnWifi = initial.network == .wifi
    var level: Double?
    var delays: [Key: Double] = [:]
    var fresh = EventHash()
    fresh.combine(UInt64(bitPattern: Int64(device)))
    var whole = fresh
    var parts: [Key: (all: EventHash, launches: EventHash)] = [:]
    for record in log {
      switch record.event {
      case .powerChanged: if case .number(let new)? = record[.level] { level = new }
      case .networkChanged: isOnWifi = record.word == .wifi
      case .settingChanged where record.word == .lowPowerMode:
        isLowPower = record.value > 0
        if !isLowPower, let end = level.map(Extent.init) { endLevels = endLevels?.joined(end) ?? end }
      default: break
      }
      let key = Key(app: specifications.app(of: record), mechanism: record.mechanism)
      record.combine(into: &whole)
      var part = parts[key] ?? (fresh, fresh)
      record.combine(into: &part.all)
      if record.event == .launched {
        record.combine(into: &part.launches, asLaunch: true)
        note(launch: record, key, isLowPower: isLowPower, isOnWifi: isOnWifi, &delays)
      }
      if record.event == .completed {
        values[key, default: Values()].add((record.time - Instant.zero).seconds, to: .completionTime)
      }
      parts[key] = part
    }
    digest &+= whole.value
    for (key, part) in parts {
      values[key, default: Values()].digest &+= part.all.value
      values[key, default: Values()].launchDigest &+= part.launches.value
    }
  }

  private mutating func note(
    launch record: LogRecord, _ key: Key, isLowPower: Bool, isOnWifi: Bool, _ delays: inout [Key: Double]
  ) {
    var found = values[key] ?? Values()
    found.counts[.launchesOfAll] += 1
    if isLowPower { found.counts[.launchesInLowPowerMode] += 1 }
    if !isOnWifi { found.counts[.launchesOffWifi] += 1 }
    found.add(max(0, record.value), to: .ageAtLaunch)
    if case .span(let span)? = record[.delay] {
      let delay = span.seconds
      if delay > 0 {
        found.add(delay, to: .resumeDelay)
        if delays[key] == delay / 2 { found.counts[.doublings] += 1 }
      }
      delays[key] = delay
    }
    values[key] = found
  }

  /// The charge of launches without external power, of a run that has kept ``RecordOptions/power``.
  mutating func addLevels(_ result: DeviceResult, specifications: [Int?]) {
    guard !result.powers.isEmpty else { return }
    var isPlugged = false
    var next = 0
    for record in result.log {
      record.readPlug(&isPlugged)
      guard record.event == .launched, !isPlugged, let app = specifications.app(of: record) else { continue }
      // A launch changes the power, so there is a sample of its instant; were there none, the next one would
      // be a lower bound, for on battery the level never rises.
      while next < result.powers.count, result.powers[next].time < record.time { next += 1 }
      let level = next < result.powers.count ? result.powers[next].stateOfCharge : result.stateOfChargeEnd
      values[Key(app: app, mechanism: record.mechanism), default: Values()].add(level, to: .levelAtLaunch)
    }
  }

  /// How long reasons blocked items, of a run that has kept ``RecordOptions/blocking``: each for the whole of an interval
  /// whose set has it, alone or with others.
  mutating func addBlocked(_ result: DeviceResult, specifications: [Int?]) {
    var items: [Int32: Key] = [:]
    for record in result.log where record.item > 0 {
      guard let mechanism = record.mechanism, let app = specifications.app(of: record) else { continue }
      items[record.item] = Key(app: app, mechanism: mechanism)
    }
    if !items.isEmpty { hasSeenItems = true }
    for interval in result.blocked {
      guard let key = items[interval.item] else { continue }
      values[key, default: Values()].blocked[interval.reasons, default: .zero] += interval.to - interval.from
    }
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
