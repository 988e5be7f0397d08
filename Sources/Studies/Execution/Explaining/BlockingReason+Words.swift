import ModelParameters
import StudyReports
import Workload

extension BlockingReason {
  /// The reason as a clause: "the battery was low".
  var clause: String { Self.texts[name]?[1] ?? "" }

  private static let texts = CatalogueText.byName(
    """
    forceQuit | the user had force-quit the app
    barOff | Background App Refresh was off
    barWifiOnly | Background App Refresh was limited to Wi-Fi, and there was none
    firstUnlock | the phone had restarted and was not unlocked yet
    lowPowerMode | Low Power Mode was on
    appForeground | the app was in the foreground
    alreadyRunning | the app was running already
    earliestBeginDate | the window of the request had not opened: its earliest begin date had not come, or it had just been submitted
    externalPower | there was no charger connected
    deviceInUse | the phone was in use
    noNetwork | there was no network
    noPermittedPath | there was no network that the transfer may use
    resumeDelay | a delay held transfers that were created in the background
    concurrency | all slots for background runs were taken
    thermalCritical | the phone was critically hot
    lowBattery | the battery was low
    energyBudget | the energy budget for background work was empty
    dataBudget | the data budget for background work was empty
    rateLimit | the last run was too recent
    appUsage | the app was not used often enough
    bootHold | the phone had just restarted
    busy | the phone was busy with a call, the camera or a restore
    cpuLoad | the processor was busy
    thermalSerious | the phone was hot
    herd | other background work had just started
    settling | the phone had just come to be plugged in and idle
    transferStage | the transfer waited for Wi-Fi and a charger
    score | the system waited for a better moment, such as an expected open
    policyChoice | the scheduling policy chose another time
    """, columns: 2)

  /// `budget.cellularCapacity = 30 MB, assumed, 5 to 200`, or what a fit has left of the range.
  func assumptions(_ parameters: ParameterSet, fit: PlausiblePoints?) -> [String] {
    (Self.assumptions[name]?[1] ?? "").split(separator: " ").compactMap { name in
      guard let definition = parameters.definition(String(name)), definition.grade == .d else { return nil }
      var range = definition.range.map {
        "plausible range \(ParameterDefinition.text($0.lowerBound)) to \(definition.text(of: .number($0.upperBound)))"
      }
      if let place = fit?.names.firstIndex(of: definition.name), let levels = fit?.levels.map({ $0[place] }),
        let low = levels.min(), let high = levels.max()
      {
        range = "\(DigitsText.significant(low)) to \(DigitsText.significant(high)) left by the fit"
      }
      let value = definition.text(of: parameters.value(definition.name))
      return "\(definition.name) = \(value)" + (range.map { " (\($0))" } ?? "")
    }
  }

  /// Reasons with the parameters that decide how long they hold; those of a better grade than D are left out when told.
  private static let assumptions = CatalogueText.byName(
    """
    barOff | settings.barOff settings.perAppOff
    barWifiOnly | settings.barWifiOnly
    lowPowerMode | settings.manualLowPowerMode lpm.promptAcceptance
    forceQuit | user.forceQuitShare user.forceQuitRate
    externalPower | processing.allowOnBattery
    concurrency | refresh.maxConcurrent processing.maxConcurrent
    energyBudget | budget.energyFraction budget.appShare budget.useWeight
    dataBudget | budget.cellularCapacity budget.appShare budget.useWeight
    rateLimit | refresh.minGap processing.minGap processing.restFactor push.bucketRefill
    appUsage | usage.refreshEligibilityDays usage.learningDays
    herd | gate.herdPause gate.herdHold
    settling | processing.settlingMean
    transferStage | transfer.stageLength
    resumeDelay | transfer.firstDelay transfer.delayCap
    bootHold | gate.bootHold
    score | score.thresholdStart score.thresholdEnd score.weights
    """, columns: 2)
}

extension CatalogueText {
  static func byName(_ text: String, columns: Int) -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: rows(text, columns: columns).map { ($0[0], $0) })
  }
}
