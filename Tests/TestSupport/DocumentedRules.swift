import ModelParameters

/// The rules as they are documented, without those that phones were seen to follow, each of which one of these parameters
/// switches off, and assumed numbers as they were before the fit.
public enum DocumentedRules {
  public static let changes = [
    "task.expiryWarns": "false", "submit.windowDelay": "0 s", "processing.runtimeLimit": "10 min",
    "processing.settlingMean": "0 min", "usage.intensityWeight": "0", "usage.recency": "28 d",
    "usage.processingLearningDays": "0 d", "budget.useWeight": "0", "push.deviceBucketCapacity": "1000",
    "push.recency": "365 d", "push.serverSlotsShared": "false", "continued.stallTimeout": "180 s",
    "continued.stallTimeoutPressure": "60 s", "work.bytesFirst": "true", "usage.saturation": "0.5",
    "usage.prior": "0.01", "usage.learningDays": "2 d",
    "processing.minGap": "6 h", "processing.restFactor": "0", "device.thresholdSigma": "0",
    "device.gapSigma": "0", "device.quietDayShare": "0", "decision.firstDelay": "0 min",
    "user.notificationOpenShare": "0",
  ]

  /// All parameters at their defaults but for those of the rules.
  public static func parameters() -> ParameterSet {
    var set = ParameterSet()
    for (name, words) in changes.sorted(by: { $0.key < $1.key }) {
      try! set.set(name, parsing: [words])
    }
    set.set("score.weights", .numbers([0.5, 0.15, 0.15, 0.1, 0.1]))
    return set
  }
}
