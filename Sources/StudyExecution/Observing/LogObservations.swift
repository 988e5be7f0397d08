import EventSimulation
import PhoneSimulation
import StudyFormat
import Workload

/// The observations of one run, by app and mechanism, over all its devices.
public struct LogObservations: Sendable {
  private struct Key: Hashable {
    /// Index of the study's app.
    var app: Int
    var mechanism: Mechanism
  }
  private struct Values {
    var perHour = 0
    var perDay = 0
    var gap = 1e9
    var firstLaunch: Instant?
    var lastLaunch: Instant?
    var longest = 0.0
    var launches = 0
    var beforeOpen = 0
    var atNight = 0

    mutating func merge(_ other: Values) {
      perHour = max(perHour, other.perHour)
      perDay = max(perDay, other.perDay)
      gap = min(gap, other.gap)
      firstLaunch = [firstLaunch, other.firstLaunch].compactMap(\.self).min()
      lastLaunch = [lastLaunch, other.lastLaunch].compactMap(\.self).max()
      longest = max(longest, other.longest)
      launches += other.launches
      beforeOpen += other.beforeOpen
      atNight += other.atNight
    }
  }
  private var values: [Key: Values] = [:]
  private var pendingCounts: [Int: Int] = [:]
  private var sequences = LogSequences()
  private var states = LogStates()
  private var blocked = BlockedHours()
  private var levels = LaunchLevels()
  /// When the events of expectations with times happened.
  private(set) var times: EventTimes

  /// - Parameter selections: The events whose times are wanted.
  public init(timesOf selections: [EventTimes.Selection] = []) { times = EventTimes(selections) }

  /// Takes in the log of one device; a result without a log adds nothing.
  ///
  /// - Parameter plan: Says which app of the study an app of the device is.
  public mutating func add(_ result: DeviceResult, of plan: DevicePlan) {
    guard !result.log.isEmpty else { return }
    let specifications = plan.apps.map(\.specification)
    sequences.add(result.log, specifications: specifications)
    states.add(result.log, device: plan.device, initial: plan.initial, specifications: specifications)
    blocked.add(result, specifications: specifications)
    levels.add(result, specifications: specifications)
    times.add(result.log, of: plan)
    var launches: [Key: [Instant]] = [:]
    var opens: [Int: [Instant]] = [:]
    var pending: [Int: Int] = [:]
    for record in result.log {
      guard specifications.indices.contains(Int(record.app)), let app = specifications[Int(record.app)] else {
        continue
      }
      switch record.event {
      case .launched:
        if let mechanism = record.mechanism {
          launches[Key(app: app, mechanism: mechanism), default: []].append(record.time)
        }
      case .completed:
        if let mechanism = record.mechanism, !mechanism.isTransfer {
          let key = Key(app: app, mechanism: mechanism)
          values[key, default: Values()].longest = max(values[key]?.longest ?? 0, record.value)
        }
      case .userOpened: opens[app, default: []].append(record.time)
      case .pendingList: pending[app] = Int(record.value)
      default: break
      }
    }
    // Over devices the greatest, which does not depend on their order.
    pendingCounts.merge(pending) { max($0, $1) }
    for (key, times) in launches { add(times, opens[key.app] ?? [], to: key) }
  }

  private mutating func add(_ times: [Instant], _ opens: [Instant], to key: Key) {
    var sums = values[key] ?? Values()
    var first = 0
    var days: [Int: Int] = [:]
    var nextOpen = 0
    for (index, time) in times.enumerated() {
      while time - times[first] >= .hour { first += 1 }
      sums.perHour = max(sums.perHour, index - first + 1)
      days[time.day, default: 0] += 1
      if index > 0 { sums.gap = min(sums.gap, (time - times[index - 1]).seconds) }
      while nextOpen < opens.count, opens[nextOpen] < time { nextOpen += 1 }
      if nextOpen < opens.count, opens[nextOpen] - time <= .hour { sums.beforeOpen += 1 }
      if time.timeOfDay >= .hours(23) || time.timeOfDay < .hours(7) { sums.atNight += 1 }
    }
    sums.launches += times.count
    sums.firstLaunch = [sums.firstLaunch, times.first].compactMap(\.self).min()
    sums.lastLaunch = [sums.lastLaunch, times.last].compactMap(\.self).max()
    sums.perDay = max(sums.perDay, days.values.max() ?? 0)
    values[key] = sums
  }

  /// Takes in what was read of other devices of the same run.
  mutating func merge(_ other: LogObservations) {
    for (key, found) in other.values { values[key, default: Values()].merge(found) }
    pendingCounts.merge(other.pendingCounts) { max($0, $1) }
    sequences.merge(other.sequences)
    states.merge(other.states)
    blocked.merge(other.blocked)
    levels.merge(other.levels)
    times.merge(other.times)
  }

  /// The value of an observation for one app and mechanism, or over all where they are nil; nil where
  /// nothing was seen that it could be read from.
  ///
  /// - Parameter reason: What blocks, for ``LogObservation/blockedHours``.
  public func value(
    _ observation: LogObservation, app: Int?, mechanism: Mechanism?, reason: BlockingReason? = nil
  ) -> Double? {
    if observation == .lastPendingCount {
      guard let app else { return nil }
      return pendingCounts[app].map(Double.init)
    }
    let chosen = values.filter {
      (app == nil || $0.key.app == app) && (mechanism == nil || $0.key.mechanism == mechanism)
    }.values
    let launches = chosen.reduce(0) { $0 + $1.launches }
    switch observation {
    case .maxLaunchesPerHour: return Double(chosen.map(\.perHour).max() ?? 0)
    case .maxLaunchesPerDay: return Double(chosen.map(\.perDay).max() ?? 0)
    case .minLaunchGapSeconds: return chosen.map(\.gap).min() ?? 1e9
    case .firstLaunchSeconds:
      return chosen.compactMap(\.firstLaunch).min().map { ($0 - Instant.zero).seconds }
    case .lastLaunchSeconds: return chosen.compactMap(\.lastLaunch).max().map { ($0 - Instant.zero).seconds }
    case .maxRunSeconds: return chosen.map(\.longest).max() ?? 0
    case .launchShareInHourBeforeOpen:
      return launches > 0 ? Double(chosen.reduce(0) { $0 + $1.beforeOpen }) / Double(launches) : nil
    case .nightLaunchShare:
      return launches > 0 ? Double(chosen.reduce(0) { $0 + $1.atNight }) / Double(launches) : nil
    case .lastPendingCount: return nil
    case .exactColdLaunches, .exactResumes, .exactExits, .minExpirySecondsAfterExit,
      .maxExpirySecondsAfterExit, .minKillSecondsAfterExit, .maxKillSecondsAfterExit, .minRunSeconds,
      .minIdleSecondsAtLaunch, .launchesOnBattery, .minRunsToSuccess, .maxRunsToSuccess, .maxUnfinishedWork,
      .minWorkPerNight, .minKilledRunSeconds, .maxKilledRunSeconds, .injectedRuns:
      return sequences.value(observation, app: app, mechanism: mechanism)
    case .launchesInLowPowerMode, .launchesOffWifi, .minLevelAtLowPowerModeEnd, .maxLevelAtLowPowerModeEnd,
      .maxAgeSecondsAtLaunch, .minResumeDelaySeconds, .maxResumeDelaySeconds, .resumeDelayDoublings,
      .lastCompletionSeconds, .logDigest, .launchDigest:
      return states.value(observation, app: app, mechanism: mechanism)
    case .blockedHours: return blocked.hours(reason, app: app, mechanism: mechanism)
    case .minLevelAtLaunchOnBattery: return levels.leastLevel(app: app, mechanism: mechanism)
    }
  }
}
