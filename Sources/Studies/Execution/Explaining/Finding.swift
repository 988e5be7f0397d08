import ModelParameters
import OutputAnalysis
import StudyReports
import Workload

/// Something that kept an app's background work from running, with the numbers that show it.
struct Finding: Hashable {
  /// Short name for programs: a blocking reason, or a word such as `simulator` and `misspelledIdentifier`.
  var name: String
  /// The cause as a clause: "for 100 % of the time (14 d) Background App Refresh was off".
  var cause: String
  var remedy: String
  /// Share of the time, of the waiting or of the items that it explains, 0 to 1; the largest comes first.
  var share: Double

  /// - Parameter text: The cause as a clause, a period and a space, and the remedy.
  init(_ name: String, _ text: String, _ share: Double) {
    let end = text.firstRange(of: ". ")
    self.name = name
    cause = String(text[..<(end?.lowerBound ?? text.endIndex)])
    remedy = String(text[(end?.upperBound ?? text.endIndex)...])
    self.share = share
  }

  var advice: String { cause.prefix(1).uppercased() + cause.dropFirst() + ". " + remedy }

  static let leastShare = 0.1
  /// Least time for a finding, as a share of the time after warm-up: 10 minutes a day.
  static let leastTimeShare = 600.0 / 86_400

  /// `12 %`, `0.4 %`.
  static func percent(_ share: Double) -> String {
    if share <= 0 { return "0 %" }
    return share < 0.095 ? "\((share * 1000).rounded() / 10) %" : "\(Int((share * 100).rounded())) %"
  }

  /// `1 of 8 runs was`, `3 of 8 runs were`.
  static func part(_ count: Int, of all: Int, _ noun: String) -> String {
    "\(count) of \(all) \(noun) \(count == 1 ? "was" : "were")"
  }

  /// `once`, `3 times`.
  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

extension BlockingReason {
  var clause: String { Self.texts[name]?[1] ?? "" }

  enum WorkKind {
    /// Refresh tasks, pushes and transfers.
    case short
    /// Processing tasks without and with a request for external power.
    case processing, processingOnPower
    /// Transfers that the user has begun in front, and those that the system starts.
    case transferInFront, transferInBackground
  }

  func remedy(_ kind: WorkKind) -> String { (Self.texts["\(name).\(kind)"] ?? Self.texts[name])?[2] ?? "" }

  /// Reasons, those with a remedy for one kind of work with that; clauses; remedies.
  private static let texts = CatalogueText.byName(
    """
    forceQuit | the user had force-quit the app | Only an open by the user ends this: send visible notifications that make the user open the app.
    barOff | Background App Refresh was off | Read the status at launch, tell the user how to switch it on, and fetch at every open.
    barWifiOnly | Background App Refresh was limited to Wi-Fi, and there was none | Only the user can allow cellular data for it: fetch at every open.
    firstUnlock | the phone had restarted and was not unlocked yet | No app can change this: store nothing that is needed before the first unlock.
    lowPowerMode | Low Power Mode was on | Only processing goes on in it, on the charger: leave to that what can wait, and fetch at every open.
    appForeground | the app was in the foreground | Do the work right there: the app need not wait while it is in the foreground.
    alreadyRunning | the app was running already | Finish sooner, or do this work in the run that is under way.
    earliestBeginDate | the window of the request had not opened: its earliest begin date had not come, or it had just been submitted | Submit once and leave the request pending, with an earlier begin date if the work may run sooner.
    externalPower | there was no charger connected | Split the work so that a part of it can run on the battery.
    externalPower.processing |  | The system keeps processing tasks for the charger: use a refresh task for short work.
    externalPower.processingOnPower |  | Do not require external power if the work takes little energy, or use a refresh task for short work.
    deviceInUse | the phone was in use | Processing runs on an idle phone only: use a refresh task for work of less than 30 s.
    noNetwork | there was no network | Do not require a network for work that can do without, and keep data for offline use.
    noPermittedPath | there was no network that the transfer may use | Allow cellular data for what cannot wait for Wi-Fi, and move few bytes there.
    resumeDelay | a delay held transfers that were created in the background | Start all files of a transfer as one batch, from the foreground.
    concurrency | all slots for background runs were taken | Keep runs short, and ask for few at a time: the slots that other apps hold no app can change.
    thermalCritical | the phone was critically hot | No app can change this: do less work, and none at all on a hot phone.
    lowBattery | the battery was low | Leave what can wait until the charger is connected.
    energyBudget | the energy budget for background work was empty | Do less work in a run, ask for fewer runs, and do heavy work on the charger; what the user waits for begins in the foreground.
    energyBudget.transferInFront |  | Move fewer bytes, or what nobody waits for as a discretionary transfer.
    energyBudget.transferInBackground |  | Move fewer bytes, and leave them pending for the charger, where they cost no budget.
    dataBudget | the data budget for background work was empty | Move fewer bytes and less often, on Wi-Fi where you can; what the user waits for begins in the foreground.
    dataBudget.transferInFront |  | Move fewer bytes, or what nobody waits for as a discretionary transfer.
    dataBudget.transferInBackground |  | Move fewer bytes, and do not allow cellular for what can wait for Wi-Fi.
    rateLimit | the last run was too recent | Asking more often gains nothing: let each run do all that has come up since the last.
    appUsage | the app was not used often enough | The system runs apps that are opened regularly: fetch at every open, and use visible pushes.
    bootHold | the phone had just restarted | No app can change this: it passes some minutes after a restart.
    busy | the phone was busy with a call, the camera or a restore | No app can change this: save checkpoints, so that little is lost.
    cpuLoad | the processor was busy | No app can change this: use less processor time in each run.
    thermalSerious | the phone was hot | No app can change this: use less processor time in each run.
    herd | other background work had just started | No app can change this: it passes within minutes.
    settling | the phone had just come to be plugged in and idle | No app can change this: it passes within minutes.
    transferStage | the transfer waited for Wi-Fi and a charger | That is how discretionary transfers go, and all that are created in the background: plan with a night. The changes above tell what another beginning costs.
    score | the system waited for a better moment, such as an expected open | The system saves its runs for apps that are about to be opened: fetch at every open, and use visible pushes for what cannot wait.
    policyChoice | the scheduling policy chose another time | No app can change this: compare policies with `slumber compare`.
    """, columns: 3)

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

/// Numbers of explanations: two significant digits, or as many as their interval justifies.
enum DigitsText {
  /// `0.33`, `120`.
  static func significant(_ value: Double) -> String {
    var scale = 1.0
    while value.isFinite, abs(value) / scale >= 100 { scale *= 10 }
    let rounded = scale > 1 ? (value / scale).rounded() * scale : value
    return NumberText.fixed(rounded, decimals: NumberText.decimals(of: abs(rounded)))
  }

  /// `0.33`, `120.0`.
  static func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

  /// A share as a percentage: `0.33 %`.
  static func percent(_ share: Double) -> String { "\(significant(share * 100)) %" }

  /// A share with its interval as a percentage: `57 ± 4 %`; without one from a single phone.
  static func percent(_ interval: MeanInterval) -> String { text(interval, times: 100) + " %" }

  /// A difference with its sign and interval: `+15 ± 6`.
  static func gain(_ interval: MeanInterval?, times factor: Double = 1) -> String {
    interval.map { text($0, times: factor, isSigned: true) } ?? "-"
  }

  private static func text(_ interval: MeanInterval, times factor: Double, isSigned: Bool = false) -> String {
    guard let halfWidth = interval.halfWidth, halfWidth > 0 else {
      return (isSigned && interval.mean > 0 ? "+" : "") + significant(interval.mean * factor)
    }
    return NumberText.interval(interval.mean * factor, halfWidth * factor, isSigned: isSigned)
  }
}
