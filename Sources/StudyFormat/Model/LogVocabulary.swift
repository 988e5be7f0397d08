/// The words of the event log that expectations can name.
///
/// The format knows the words and no phone; a test compares them with those that the log of a phone uses.
public enum LogVocabulary {
  /// Names of events, in the order of the log's enumeration.
  public static let events: [String] = words(
    """
    submitted replaced rejected cancelled eligible deferred launched handlerStarted expired completed
    terminated pushSent stored held coalesced delivered dropped stateChanged callback suspended
    userOpened userLeft forceQuit settingChanged powerChanged networkChanged lockChanged screenChanged
    thermalChanged memoryChanged rebooted poweredOff budgetRefilled budgetDebited penaltyApplied
    decision policyViolation warned pendingList progress paused resumed failed assertionBegan
    assertionEnded
    """)

  /// Reasons, causes, kinds and places that qualify an event, in the order of the log's enumeration; the last one is empty.
  public static let reasons: [String] =
    words(
      """
      forceQuit barOff barWifiOnly firstUnlock lowPowerMode appForeground alreadyRunning earliestBeginDate
      externalPower deviceInUse noNetwork resumeDelay concurrency thermalCritical lowBattery energyBudget
      dataBudget rateLimit appUsage bootHold busy cpuLoad thermalSerious herd transferStage score
      policyChoice notPermitted unavailable tooManyPending badPriority immediateRunIneligible
      notForeground gpuNotEntitled badPayload limit timeLimit unplugged completionTimeout memoryPressure
      lateRegistration duplicateRegistration noHandler crash reboot powerOff processKilled modeMissing
      expired stalled userCancelled debug assertionExpired transferCompletionLate enterBackgroundTimeout
      launchTimeout cpuMonitor lockHeld callNotReported resourcePressure voipStopped timeout appRemoved
      cold resume joined launch system foreground server device app user success failure farBeginDate
      oversize killSuppressed original modified notRunning foregroundInactive foregroundActive background
      suspended didFinishLaunching willResignActive didEnterBackground eventDelivered snapshot energy
      cellular unlocked locked plugged level network backgroundRefresh appRefresh bucket forceQuitFlag
      wifi offline on off
      """) + [""]

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
