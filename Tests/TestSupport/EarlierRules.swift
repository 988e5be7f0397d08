/// The parameters that restore the rules before the corrections of 2026, each of which switches one rule.
public enum EarlierRules {
  public static let changes = [
    "processing.minGap": "6 h", "processing.restFactor": "0", "usage.eligibilityDays": "14 d",
    "continued.refusesGPU": "false", "continued.loadCeiling": "100 %", "continued.cpuMonitor": "true",
    "quit.processingRuns": "false", "launch.needsPath": "false", "transfer.waitsForPath": "false",
    "push.alertsWake": "false",
  ]

  /// The values without what sets a device apart and without reactions of its user (DEV-1 to DEV-3, USE-8).
  public static let regularDevices = [
    "device.thresholdSigma": "0", "device.gapSigma": "0", "device.quietDayShare": "0",
    "decision.firstDelay": "0 min", "user.notificationOpenShare": "0",
  ]
}
