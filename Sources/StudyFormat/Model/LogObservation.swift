/// Quantities that `expect` reads from the event log because no metric or count holds them.
public enum LogObservation: String, Sendable, Hashable, CaseIterable {
  /// Most launches of one app and mechanism in any 60 minutes on any device.
  case maxLaunchesPerHour
  /// Most launches of one app and mechanism on any local day of any device.
  case maxLaunchesPerDay
  /// Least time between consecutive launches of one app and mechanism, in seconds; 1e9 where there are none.
  case minLaunchGapSeconds
  /// Time from the start to the first launch of one app and mechanism on any device, and to the last, in seconds.
  case firstLaunchSeconds, lastLaunchSeconds
  /// Longest run from the start of its handler to its completion, in seconds.
  case maxRunSeconds
  /// Share of launches in the hour before the next open of the app.
  case launchShareInHourBeforeOpen
  /// Share of launches between 23:00 and 07:00.
  case nightLaunchShare
  /// Identifiers in a device's last answer to `getPending`; the most over devices.
  case lastPendingCount
  /// Background launches of a process that was not running, and of a suspended one, whose callbacks up to the
  /// suspension came in exactly the order of LIFE-1; exits with the order of LIFE-2.
  case exactColdLaunches, exactResumes, exactExits
  /// Seconds from the last exit of the app to an expiry, and to the end of its process against its will.
  case minExpirySecondsAfterExit, maxExpirySecondsAfterExit, minKillSecondsAfterExit, maxKillSecondsAfterExit
  /// Shortest run from the start of its handler, or of work left at an exit, to its completion, in seconds.
  case minRunSeconds
  /// Least time for which the device had been locked at a launch, in seconds; 0 while it is in use.
  case minIdleSecondsAtLaunch
  /// Launches without external power.
  case launchesOnBattery
  /// Completed runs of a series up to and with each success.
  case minRunsToSuccess, maxRunsToSuccess
  /// Greatest share of its work that had been done at the end of a run without success.
  case maxUnfinishedWork
  /// Least share of the work that the runs of a series added between two noons, where it had any.
  case minWorkPerNight
  /// Shortest and longest run that ended with its process, from the start of its handler, in seconds.
  case minKilledRunSeconds, maxKilledRunSeconds
  /// Launches while Low Power Mode is on, and launches or starts without Wi-Fi.
  case launchesInLowPowerMode, launchesOffWifi
  /// Charge at which Low Power Mode ended, 0 to 1, as of the last change of power.
  case minLevelAtLowPowerModeEnd, maxLevelAtLowPowerModeEnd
  /// Greatest time from a submission to the launch, in seconds.
  case maxAgeSecondsAtLaunch
  /// Least resume delay above zero, and the greatest, of launches of transfers and relaunches, in seconds.
  case minResumeDelaySeconds, maxResumeDelaySeconds
  /// Launches whose resume delay is twice that of the app's launch before them.
  case resumeDelayDoublings
  /// Time from the start to the last completion, in seconds.
  case lastCompletionSeconds
  /// The same for equal logs, "equal" meaning time, event, app, identifier and reason of all records; and for
  /// equal launches, meaning their time, app, identifier and mechanism.
  case logDigest, launchDigest
  /// Hours for which items waited while `reason` blocked them, alone or with others; all that waited without a
  /// reason.
  case blockedHours
  /// Least charge at a launch without external power, 0 to 1.
  case minLevelAtLaunchOnBattery
  /// Runs whose launch a debugger has injected.
  case injectedRuns

  /// The meaning of the observation.
  public var definition: String {
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
    case .minWorkPerNight: "least share of its work that a series added from noon to noon, if it ran"
    }
  }
}
