import EventSimulation
import OutputAnalysis
import PhoneSimulation
import RandomStreams
import Workload

/// Measures the history of one device for the quantities of `observe`.
struct DeviceObserver {
  private typealias Key = LogObservations.Key

  private let history: History
  private let result: DeviceResult
  private let specifications: [Int?]
  /// The stretches of time to which the observations are limited; nil for the whole log.
  private let stretches: [Range<Instant>]?
  private var found = LogObservations()
  private var device: LogObservations.Device

  /// The observations of the whole log.
  static func observations(of result: DeviceResult, _ plan: DevicePlan) -> LogObservations {
    var observer = DeviceObserver(result, History(result, of: plan), plan)
    observer.addDigests(UInt64(bitPattern: Int64(plan.device)))
    return observer.all(plan.device)
  }

  /// The observations within windows, without digests; nothing of a device that has no such window.
  static func observations(
    of result: DeviceResult, _ plan: DevicePlan, in request: WindowRequest
  ) -> [LogObservations] {
    let history = History(result, of: plan)
    let specifications = plan.apps.map(\.specification)
    return request.windows.map { window in
      let opens = specifications.firstIndex { $0 != nil && $0 == window.app }.map { history.apps[$0].opens }
      let stretches = window.stretches(
        opens: (opens ?? []).map(\.time), warmUpEnd: plan.warmUpEnd, end: plan.end)
      guard !stretches.isEmpty else { return LogObservations() }
      var observer = DeviceObserver(result, history, plan, stretches, days: window.days)
      var found = observer.all(plan.device)
      for selection in request.selections {
        found.counts[selection] = result.log.count {
          observer.observes($0.time) && selection.contains($0, specifications)
        }
      }
      return found
    }
  }

  private init(
    _ result: DeviceResult, _ history: History, _ plan: DevicePlan, _ stretches: [Range<Instant>]? = nil,
    days: Double? = nil
  ) {
    (self.result, self.history, self.stretches) = (result, history, stretches)
    specifications = plan.apps.map(\.specification)
    device = .init(
      stretches: stretches ?? [plan.warmUpEnd..<plan.end], origin: stretches?[0].lowerBound ?? .zero,
      days: days ?? (plan.end - plan.warmUpEnd) / .day, apps: Set(specifications.compactMap(\.self)))
  }

  private mutating func all(_ number: Int) -> LogObservations {
    addLaunches()
    addRuns()
    addWaits()
    addApps()
    addDevice()
    found.devices[number] = device
    return found
  }

  /// Whether an event of this time is observed.
  private func observes(_ time: Instant) -> Bool {
    stretches.map { $0.contains { $0.contains(time) } } ?? true
  }

  /// The observed part of an interval.
  private func observed(_ from: Instant, _ to: Instant) -> TimeSpan {
    guard let stretches, from <= to else { return to - from }
    return stretches.reduce(.zero) { sum, stretch in
      let part = (from..<to).clamped(to: stretch)
      return sum + (part.upperBound - part.lowerBound)
    }
  }

  private func key(_ item: History.Item) -> Key {
    Key(app: specifications[Int(item.app)], mechanism: item.mechanism)
  }

  private mutating func add(_ value: Double, to measure: Measure, _ key: Key) {
    found.tallies[key, default: [:]][measure, default: .init()].add(value)
  }

  // MARK: The whole log

  private mutating func addDigests(_ device: UInt64) {
    var fresh = EventHash()
    fresh.combine(device)
    var whole = fresh
    var hashes: [Key: (all: EventHash, launches: EventHash)] = [:]
    for record in result.log {
      let key = Key(app: specifications.app(of: record), mechanism: record.mechanism)
      record.combine(into: &whole)
      record.combine(into: &hashes[key, default: (fresh, fresh)].all)
      if record.isLaunch {
        record.combine(into: &hashes[key, default: (fresh, fresh)].launches, asLaunch: true)
      }
    }
    found.digest.all = whole.value
    found.digests = hashes.mapValues { .init(all: $0.all.value, launches: $0.launches.value) }
  }

  // MARK: Launches

  private mutating func addLaunches() {
    var times: [Key: [Instant]] = [:]
    var delays: [Key: Double] = [:]
    var nextPower = 0
    for item in history.launches {
      guard let time = item.launched, observes(time) else { continue }
      let key = key(item)
      add(max(0, item.age.seconds), to: .ageAtLaunch, key)
      if history[.lowPowerMode].state(at: time).name != nil { add(1, to: .launchInLowPowerMode, key) }
      if history[.network].state(at: time).name != LogWord.wifi.name { add(1, to: .launchOffWifi, key) }
      if let delay = item.resumeDelay?.seconds {
        if delay > 0 { add(delay, to: .resumeDelay, key) }
        if delay > 0, delays[key] == delay / 2 { add(1, to: .delayDoubling, key) }
        delays[key] = delay
      }
      guard key.app != nil else { continue }
      times[key, default: []].append(time)
      if device.first[key] == nil { device.first[key] = time }
      if time >= device.from { device.launches[key, default: []].append(time) }
      let lock = history[.lock].state(at: time)
      add(lock.name == nil ? (time - lock.since).seconds : 0, to: .idleAtLaunch, key)
      guard history[.charger].state(at: time).name == nil else { continue }
      add(1, to: .launchOnBattery, key)
      guard !result.powers.isEmpty else { continue }
      // A launch changes the power, so there is a sample of its instant; were there none, the next one would be a lower
      // bound, for on battery the level never rises.
      while nextPower < result.powers.count, result.powers[nextPower].time < time { nextPower += 1 }
      let sample = nextPower < result.powers.count ? result.powers[nextPower] : nil
      add(sample?.stateOfCharge ?? result.stateOfChargeEnd, to: .levelAtLaunch, key)
    }
    for (key, times) in times { addTimes(times, key) }
  }

  /// When launches came, how close to each other and to opens.
  private mutating func addTimes(_ times: [Instant], _ key: Key) {
    let opens = specifications.firstIndex(of: key.app).map { history.apps[$0].opens.map(\.time) } ?? []
    var (first, nextOpen) = (0, 0)
    for (index, time) in times.enumerated() {
      while time - times[first] >= .hour { first += 1 }
      add(Double(index - first + 1), to: .launchesPerHour, key)
      if index > 0 { add((time - times[index - 1]).seconds, to: .launchGap, key) }
      add(time.seconds, to: .launchTime, key)
      while nextOpen < opens.count, opens[nextOpen] < time { nextOpen += 1 }
      if nextOpen < opens.count, opens[nextOpen] - time <= .hour { add(1, to: .launchBeforeOpen, key) }
      if HoursOfDay(from: 23, to: 7).contains(time.timeOfDay) { add(1, to: .launchAtNight, key) }
    }
    for day in Dictionary(grouping: times, by: \.day).values {
      add(Double(day.count), to: .launchesPerDay, key)
    }
  }

  // MARK: Runs

  private mutating func addRuns() {
    let runs = (history.items + history.apps.flatMap { $0.backgroundTime + $0.backgroundEntryWork })
      .filter { observes($0.handlerStarted ?? $0.launched ?? $0.submitted) }
    for run in runs {
      let key = key(run)
      if case .completed = run.outcome, let ended = run.ended { add(ended.seconds, to: .completionTime, key) }
      guard key.app != nil else { continue }
      if !run.mechanism.isTransfer, let length = run.duration { add(length.seconds, to: .runLength, key) }
      guard let start = run.handlerStarted else { continue }
      if run.isSynthetic { add(1, to: .injectedRun, key) }
      if case .killed = run.outcome, let ended = run.ended {
        add((ended - start).seconds, to: .killedRunLength, key)
      }
    }
    let done = runs.filter { !$0.mechanism.isTransfer && $0.workDone != nil && key($0).app != nil }
    for task in Dictionary(grouping: done, by: { [$0.identifier, "\($0.app)", $0.mechanism.name] }).values {
      addProgress(task.sorted { $0.ended ?? .zero < $1.ended ?? .zero })
    }
  }

  /// How far the runs of a task bring its work. The addition of a run counts for the night from noon to noon.
  private mutating func addProgress(_ runs: [History.Item]) {
    var (count, done, doneInNight) = (0, 0.0, 0.0)
    for (place, run) in runs.enumerated() {
      let (key, now) = (key(run), run.workDone ?? 0)
      func night(_ run: History.Item) -> Int? { run.ended.map { ($0 + .hours(12)).day } }
      doneInNight += max(0, now - done)
      if place + 1 == runs.count || night(runs[place + 1]) != night(run) {
        add(doneInNight, to: .workPerNight, key)
        doneInNight = 0
      }
      count += 1
      if run.outcome == .completed(success: true) {
        add(Double(count), to: .runsToSuccess, key)
        (count, done) = (0, 0)
      } else {
        add(now, to: .unfinishedWork, key)
        done = now
      }
    }
  }

  // MARK: Waits

  private mutating func addWaits() {
    let states = [History.State.charger, .lock, .screen, .network].map { history[$0] }
    // Processing can start without a network, and with one.
    let startable = [false, true].map { needsNetwork in
      StateTrack.condition(on: states) { time in
        func name(_ place: Int) -> String? { states[place].state(at: time).name }
        return name(0) != nil && name(1) == nil && name(2) == nil
          && (!needsNetwork || name(3) != LogWord.offline.name)
      }.named(until: history.end)
    }
    for item in history.items where item.isSubmitted && key(item).app != nil {
      guard let deadline = item.deadline else { continue }
      let limit = stretches?.last?.upperBound ?? history.end
      let ended = item.launched ?? item.ended ?? history.end
      let end = min(ended, limit)
      let key = key(item)
      func note(
        _ measure: Measure, _ start: Instant?, _ end: Instant, isCensored: Bool, of whole: TimeSpan = .second
      ) {
        guard let start, end >= start, end >= device.from, observes(start) else { return }
        found.tallies[key, default: [:]][measure, default: .init()].add(
          .init(length: (end - start) / whole, isCensored: isCensored))
      }
      let isCensored = item.launched == nil || ended > limit
      if let eligible = item.eligible {
        note(.waitUntilOpen, item.submitted, eligible, isCensored: false)
      } else if isCensored {
        note(.waitUntilOpen, item.submitted, end, isCensored: true)
      }
      note(.waitFromSubmission, item.submitted, end, isCensored: isCensored)
      note(.waitFromEarliestBegin, item.earliestBegin, end, isCensored: isCensored)
      if item.mechanism == .processing, let eligible = item.eligible {
        let start = startable[item.needsNetwork ? 1 : 0].first { $0.to > eligible }.map {
          max($0.from, eligible)
        }
        note(.waitSinceStartable, start, end, isCensored: isCensored)
      }
      if deadline > item.open {
        note(.positionInWindow, item.open, end, isCensored: isCensored, of: deadline - item.open)
      }
      if let expiry = item.expiredAt {
        note(.timeToExpiry, item.handlerStarted, expiry, isCensored: false)
      } else if item.outcome == .running {
        note(.timeToExpiry, item.handlerStarted, history.end, isCensored: true)
      }
    }
  }

  // MARK: Apps and the device

  private mutating func addApps() {
    for (place, app) in history.apps.enumerated() {
      guard let own = specifications[place] else { continue }
      device.openDays[own] = Set(app.opens.map(\.time.day))
      if let count = app.pendingCount { add(Double(count), to: .pendingCount, Key(app: own)) }
      for awakening in app.awakenings where awakening.isExact {
        let measure: Measure =
          switch awakening.beginning {
          case .coldLaunch: .exactColdLaunch
          case .resume: .exactResume
          case .backgroundEntry: .exactBackgroundEntry
          }
        add(1, to: measure, Key(app: own, mechanism: awakening.mechanism))
      }
      var left: Instant?
      for act in app.acts where observes(act.time) {
        let since = left.map { (act.time - $0).seconds }
        switch act.kind {
        case .left: left = act.time
        case .expired(let mechanism):
          if let since { add(since, to: .expiryAfterBackground, Key(app: own, mechanism: mechanism)) }
        case .terminated(let mechanism, _):
          if let since { add(since, to: .killAfterBackground, Key(app: own, mechanism: mechanism)) }
        case .opened, .swipedAway: break
        }
      }
    }
  }

  private mutating func addDevice() {
    for app in result.apps where app.hasContent { device.opens[app.specification] = app.opens }
    for finding in result.findings {
      guard let app = specifications[Int(finding.app)] else { continue }
      found.findings[.init(app: app, kind: finding.kind), default: 0] += finding.count
    }
    for level in history.lowPowerModeEnds { add(level, to: .lowPowerModeEnd, Key()) }
    let items = Dictionary(uniqueKeysWithValues: history.items.map { ($0.item, key($0)) })
    found.hasSeenItems = items.values.contains { $0.app != nil }
    // Each reason blocks for the whole of an interval whose set has it, alone or with others.
    for interval in result.blocked {
      guard let key = items[interval.item], key.app != nil else { continue }
      found.blocked[key, default: [:]][interval.reasons, default: .zero] += observed(
        interval.from, interval.to)
    }
    var night = Instant.day(device.from.day, .hours(3))
    if night < device.from { night = night + .day }
    while night < device.to {
      if observes(night) {
        device.nights += 1
        if history[.charger].state(at: night).name != nil { device.pluggedNights += 1 }
      }
      night = night + .day
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

extension LogObservation {
  /// The detail that a run must keep for it; that beyond the log costs time and memory.
  var records: RecordOptions {
    switch name {
    case Self.blockedHours: [.log, .blocking]
    case "minLevelAtLaunchOnBattery": [.log, .power]
    default: .log
    }
  }
}
