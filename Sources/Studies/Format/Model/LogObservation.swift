import Basics
import ModelParameters

/// A count or measure for `observe`: the number of its values, the least and the greatest of them.
///
/// Times are in seconds. Waits that were cut off count with the time for which they were seen.
enum Measure: String, Sendable {
  // Launches of apps of the study; the age counts launches of all apps.
  case launchTime, launchGap, launchesPerHour, launchesPerDay, launchBeforeOpen, launchAtNight, ageAtLaunch
  case resumeDelay, delayDoubling
  case idleAtLaunch, launchOnBattery, levelAtLaunch, launchInLowPowerMode, launchOffWifi, lowPowerModeEnd
  case completionTime, runLength, killedRunLength, injectedRun, runsToSuccess, unfinishedWork, workPerNight
  case expiryAfterBackground, killAfterBackground, exactColdLaunch, exactResume, exactBackgroundEntry,
    pendingCount
  case waitFromSubmission, waitFromEarliestBegin, waitUntilOpen, waitSinceStartable, timeToExpiry,
    positionInWindow
}

/// A quantity that `expect` reads from the histories of devices, because no metric or count has it.
package struct LogObservation: Sendable {
  /// A value, or the least that it can be if less than half of the waits ended.
  struct Reading: Hashable, Sendable {
    var value: Double
    var isLowerBound = false
  }
  /// How it is taken from the tallies of a measure; `own` if it has a function of its own.
  enum Taking: String { case least, greatest, count, share, median, own }

  package let name: String
  let taking: Taking
  let measure: Measure?
  /// The measure whose count a share is of, and without which a count has no value.
  let whole: Measure?
  /// The value if nothing was measured.
  let none: Double?
  let definition: String

  package static let all = CatalogueText.rows(table, columns: 5).map { cells in
    LogObservation(
      name: cells[0], taking: Taking(rawValue: cells[1]) ?? .own, measure: Measure(rawValue: cells[2]),
      whole: Measure(rawValue: cells[3]), none: Double(cells[3]), definition: cells[4])
  }

  static func named(_ name: String) -> LogObservation? {
    if let known = all.first(where: { $0.name == name }) { return known }
    guard name.hasPrefix("\(freshOpenShare)_") else { return nil }
    return LogObservation(
      name: name, taking: .own, measure: nil, whole: nil, none: nil,
      definition: "share of opens in the local `hours` with fresh content")
  }

  /// The metric that `hours` limits to opens at a time of day.
  static let freshOpenShare = "fresh_open_share"

  /// `fresh_open_share_07_09`.
  static func freshOpenShare(in hours: HoursOfDay) -> String {
    func text(_ hour: Double) -> String {
      let text = hour == hour.rounded() ? "\(Int(hour))" : "\(hour)"
      return hour < 10 ? "0" + text : text
    }
    return "\(freshOpenShare)_\(text(hours.from))_\(text(hours.to))"
  }

  /// The quantities with keys of their own in `expect`: `reason` and `hours`.
  static let blockedHours = "blockedHours"
  static let launchShareInHours = "launchShareInHours"
  static let meanLaunchHour = "meanLaunchHour"

  /// The unit of the values; `.none` for counts and shares.
  package var unit: ParameterUnit {
    switch name {
    case "launchesPerDay", "launchesPerUnopenedDay": .perDay
    case "daysToFirstLaunch": .days
    case Self.meanLaunchHour, Self.blockedHours: .hours
    default: name.contains("Seconds") ? .seconds : .none
    }
  }

  /// Name, taking and measure of each quantity, its value without measures or its whole, and its definition. Launches are
  /// those of an app and mechanism; rates, gaps, shares, medians and times of day count after the warm-up.
  private static let table = """
    maxLaunchesPerHour | greatest | launchesPerHour | 0 | most launches within any 60 minutes
    maxLaunchesPerDay | greatest | launchesPerDay | 0 | most launches on a local day
    minLaunchGapSeconds | least | launchGap | 1e9 | shortest time between consecutive launches, s
    firstLaunchSeconds | least | launchTime | | time from the start to the first launch, s
    lastLaunchSeconds | greatest | launchTime | | time from the start to the last launch, s
    maxRunSeconds | greatest | runLength | 0 | longest run from handler start to completion, s
    launchShareInHourBeforeOpen | share | launchBeforeOpen | launchTime | share of launches in the hour before the next open of the app
    nightLaunchShare | share | launchAtNight | launchTime | share of launches from 23:00 to 07:00
    lastPendingCount | greatest | pendingCount | | most pending requests in the last answer to getPending, over all devices
    exactColdLaunches | count | exactColdLaunch | | launches from notRunning with exactly the callbacks of LIFE-1
    exactResumes | count | exactResume | | launches from suspended with exactly the callbacks of LIFE-1
    exactBackgroundEntries | count | exactBackgroundEntry | | entries into the background with exactly the callbacks of LIFE-2
    minExpirySecondsAfterBackground | least | expiryAfterBackground | | shortest time from the app's entry into the background to an expiry, s
    maxExpirySecondsAfterBackground | greatest | expiryAfterBackground | | longest time from the app's last entry into the background to an expiry, s
    minKillSecondsAfterBackground | least | killAfterBackground | | shortest time from the app's entry into the background to the end of its process, s
    maxKillSecondsAfterBackground | greatest | killAfterBackground | | longest time from the app's last entry into the background to the end of its process, s
    minRunSeconds | least | runLength | | shortest run from handler start, or from the entry into the background, to completion, s
    minIdleSecondsAtLaunch | least | idleAtLaunch | | shortest time for which the device was locked before a launch, s; 0 if it is in use
    launchesOnBattery | count | launchOnBattery | launchTime | launches without external power
    minRunsToSuccess | least | runsToSuccess | | fewest runs of a task up to and including a success
    maxRunsToSuccess | greatest | runsToSuccess | | most runs of a task up to and including a success
    maxUnfinishedWork | greatest | unfinishedWork | | greatest share of work done at the end of a run without success
    minWorkPerNight | least | workPerNight | | smallest share of its work that a task did from noon to noon, if it ran
    minKilledRunSeconds | least | killedRunLength | | shortest run from handler start to the kill of the process, s
    maxKilledRunSeconds | greatest | killedRunLength | | longest run from handler start to the kill of the process, s
    launchesInLowPowerMode | count | launchInLowPowerMode | ageAtLaunch | launches while Low Power Mode is on
    launchesOffWifi | count | launchOffWifi | ageAtLaunch | launches without Wi-Fi
    minLevelAtLowPowerModeEnd | least | lowPowerModeEnd | | lowest charge at the end of Low Power Mode, at the last change of power, 0 to 1
    maxLevelAtLowPowerModeEnd | greatest | lowPowerModeEnd | | highest charge at the end of Low Power Mode, at the last change of power, 0 to 1
    maxAgeSecondsAtLaunch | greatest | ageAtLaunch | | longest time from a submission to the launch, s
    minResumeDelaySeconds | least | resumeDelay | | shortest resume delay above 0 of a launch, s
    maxResumeDelaySeconds | greatest | resumeDelay | | longest resume delay of a launch, s
    resumeDelayDoublings | count | delayDoubling | ageAtLaunch | launches with twice the resume delay of the previous launch
    lastCompletionSeconds | greatest | completionTime | | time from the start to the last completion, s
    logDigest | own | | | digest of time, event, app, identifier, and reason of all records
    launchDigest | own | | | digest of time, app, identifier, and mechanism of all launches
    blockedHours | own | | | hours for which `reason` blocked items, alone or with other reasons, h
    minLevelAtLaunchOnBattery | least | levelAtLaunch | | lowest charge at a launch without external power, 0 to 1
    injectedRuns | count | injectedRun | | runs launched by a debugger
    launchesPerDay | own | | | launches per day and device, 1/d
    launchesPerUnopenedDay | own | | | launches per local day without an open of the app, 1/d
    daysToFirstLaunch | own | | | median over devices of the time from the start to the first launch, d
    medianLaunchGapSeconds | own | | | median time between consecutive launches, s
    maxLaunchGapSeconds | own | | | longest time without a launch, s
    launchShareInHours | own | | | share of launches in the local `hours`
    launchShareInTwoDays | own | | | share of requests that launch within 48 h, among requests that launch or wait for 48 h
    meanLaunchHour | own | | | circular mean of the local times of launches, h
    devicesWithoutLaunchShare | own | | | share of devices without a launch
    nightPluggedShare | own | | | share of nights when the device is plugged in at 03:00
    medianEarliestBeginDelaySeconds | median | waitFromEarliestBegin | | median time from the earliest begin date of a request to its launch, s
    medianStartDelaySeconds | median | waitSinceStartable | | median time from the first time when processing can start (window open, plugged in, locked with the screen off, network if required) to its launch, s
    medianOpeningDelaySeconds | median | waitUntilOpen | | median time from a submission to the opening of its window, s
    medianSecondsToExpiry | median | timeToExpiry | | median time from handler start to expiry, for runs that expire, s
    medianWindowPosition | median | positionInWindow | | median position of a launch in its window, 0 at the opening, 1 at the deadline
    """
}
