import ModelParameters

/// Quantities that `expect` reads from the event log because no metric or count holds them.
public enum LogObservation: String, Sendable, Hashable, CaseIterable {
  case maxLaunchesPerHour, maxLaunchesPerDay
  /// 1e9 where there are none.
  case minLaunchGapSeconds
  case firstLaunchSeconds, lastLaunchSeconds, maxRunSeconds, launchShareInHourBeforeOpen, nightLaunchShare
  /// The most over devices.
  case lastPendingCount
  case exactColdLaunches, exactResumes, exactExits
  case minExpirySecondsAfterExit, maxExpirySecondsAfterExit, minKillSecondsAfterExit, maxKillSecondsAfterExit
  case minRunSeconds
  /// 0 while it is in use.
  case minIdleSecondsAtLaunch
  case launchesOnBattery, minRunsToSuccess, maxRunsToSuccess, maxUnfinishedWork, minWorkPerNight
  case minKilledRunSeconds, maxKilledRunSeconds, launchesInLowPowerMode, launchesOffWifi
  /// As of the last change of power.
  case minLevelAtLowPowerModeEnd, maxLevelAtLowPowerModeEnd
  case maxAgeSecondsAtLaunch, minResumeDelaySeconds, maxResumeDelaySeconds, resumeDelayDoublings
  case lastCompletionSeconds
  /// The same for equal logs, and for equal launches.
  case logDigest, launchDigest
  /// All that waited without a reason.
  case blockedHours
  case minLevelAtLaunchOnBattery, injectedRuns
  case launchesPerDay, launchesPerUnopenedDay, daysToFirstLaunch, medianLaunchGapSeconds, maxLaunchGapSeconds
  case launchShareInHours, launchShareInTwoDays, meanLaunchHour, nightPluggedShare
  /// A wait that was cut off counts with the time for which it was seen.
  case medianFloorDelaySeconds, medianStartDelaySeconds, medianOpeningDelaySeconds, medianSecondsToExpiry
  case medianWindowPosition

  package var definition: String {
    switch self {
    case .maxLaunchesPerHour: "most launches of an app and mechanism within any 60 minutes"
    case .maxLaunchesPerDay: "most launches of an app and mechanism on any local day"
    case .minLaunchGapSeconds: "least time between consecutive launches of an app and mechanism, s"
    case .firstLaunchSeconds: "time from the start to the first launch of an app and mechanism, s"
    case .lastLaunchSeconds: "time from the start to the last launch of an app and mechanism, s"
    case .maxRunSeconds: "longest run from handler start to completion, s"
    case .launchShareInHourBeforeOpen: "share of launches in the hour before the next open of the app"
    case .nightLaunchShare: "share of launches from 23:00 to 07:00"
    case .lastPendingCount: "pending requests in the last answer to getPending"
    case .exactColdLaunches: "launches from notRunning with exactly the callbacks of LIFE-1"
    case .exactResumes: "launches from suspended with exactly the callbacks of LIFE-1"
    case .exactExits: "exits from the foreground with exactly the callbacks of LIFE-2"
    case .minExpirySecondsAfterExit: "least time from an exit of the app to an expiry, s"
    case .maxExpirySecondsAfterExit: "greatest time from the last exit of the app to an expiry, s"
    case .minKillSecondsAfterExit: "least time from an exit of the app to the end of its process, s"
    case .maxKillSecondsAfterExit: "greatest time from the last exit of the app to the end of its process, s"
    case .minKilledRunSeconds: "shortest run from handler start to the kill of its process, s"
    case .maxKilledRunSeconds: "longest run from handler start to the kill of its process, s"
    case .launchesInLowPowerMode: "launches while Low Power Mode is on"
    case .launchesOffWifi: "launches without Wi-Fi"
    case .minLevelAtLowPowerModeEnd: "least charge at which Low Power Mode ended, 0 to 1"
    case .maxLevelAtLowPowerModeEnd: "greatest charge at which Low Power Mode ended, 0 to 1"
    case .maxAgeSecondsAtLaunch: "greatest time from a submission to the launch, s"
    case .minResumeDelaySeconds: "least resume delay above 0 of a launch, s"
    case .maxResumeDelaySeconds: "greatest resume delay of a launch, s"
    case .resumeDelayDoublings: "launches whose resume delay is twice that of the launch before"
    case .lastCompletionSeconds: "time from the start to the last completion, s"
    case .logDigest: "digest of time, event, app, identifier and reason of all records"
    case .launchDigest: "digest of time, app, identifier and mechanism of all launches"
    case .blockedHours: "hours for which `reason` kept items waiting, alone or with others, h"
    case .minLevelAtLaunchOnBattery: "least charge at a launch without external power, 0 to 1"
    case .injectedRuns: "runs whose launch a debugger has injected"
    case .minRunSeconds: "shortest run from handler start, or from an exit, to completion, s"
    case .minIdleSecondsAtLaunch: "least time for which the device had been locked at a launch, s"
    case .launchesOnBattery: "launches without external power"
    case .minRunsToSuccess: "fewest runs of a series up to and with a success"
    case .maxRunsToSuccess: "most runs of a series up to and with a success"
    case .maxUnfinishedWork: "greatest share of its work done at the end of a run without success"
    case .launchesPerDay: "launches after the warm-up per day and phone, 1/d"
    case .launchesPerUnopenedDay: "launches per local day without an open of the app, after the warm-up, 1/d"
    case .daysToFirstLaunch: "median over phones of the time from the start to the first launch, d"
    case .medianLaunchGapSeconds: "median time between consecutive launches, after the warm-up, s"
    case .maxLaunchGapSeconds: "longest time without a launch, after the warm-up, s"
    case .launchShareInHours: "share of launches in the local `hours`, after the warm-up"
    case .launchShareInTwoDays:
      "share of requests that launch within 48 h of their submission, of those that launch or wait for 48 h, after the "
        + "warm-up"
    case .meanLaunchHour: "circular mean of the local times of launches, after the warm-up, h"
    case .nightPluggedShare: "share of nights on which the phone is plugged at 03:00, after the warm-up"
    case .medianFloorDelaySeconds: "median time from the floor of a request to its launch, s"
    case .medianStartDelaySeconds:
      "median time from where processing can start (window open, plugged, locked with the screen off, network if "
        + "wanted) to its launch, s"
    case .medianOpeningDelaySeconds: "median time from a submission to the opening of its window, s"
    case .medianSecondsToExpiry: "median time from handler start to expiry, of runs that expire, s"
    case .medianWindowPosition: "median place of a launch in its window, 0 at the opening, 1 at the deadline"
    case .minWorkPerNight: "least share of its work that a series added from noon to noon, if it ran"
    }
  }

  /// The unit of its values; none for counts and shares.
  package var unit: ParameterUnit {
    switch self {
    case .launchesPerDay, .launchesPerUnopenedDay: .perDay
    case .daysToFirstLaunch: .days
    case .meanLaunchHour, .blockedHours: .hours
    default: rawValue.contains("Seconds") ? .seconds : .none
    }
  }
}
