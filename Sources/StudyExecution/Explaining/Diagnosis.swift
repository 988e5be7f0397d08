import EventSimulation
import PhoneSimulation
import StudyFormat
import Workload

/// Finds out why background work of an app did not run as expected, from one replayed device.
struct Diagnosis {
  /// The app as the study describes it.
  let app: AppSpecification
  let conditions: DeviceConditions
  /// The items to explain, of the whole horizon; waiting counts from ``warmUpEnd`` on.
  let histories: [ItemHistory]
  let refusals: [Refusal]
  let warmUpEnd: Instant
  /// Whether the items that are asked for belong to the chosen series at all.
  let declaresWork: Bool

  /// Everything that matters, the most important first.
  var findings: [Finding] {
    if conditions.isSimulator {
      return [
        Finding(
          name: "simulator",
          cause: "the device is a simulator, on which the system never starts background work",
          remedy: "Test on a phone, or start the task with the debugger there.", share: 1)
      ]
    }
    let failures = self.failures
    // Sooner runs would not help where none succeeds.
    let waits = (failures.first?.share ?? 0) >= 0.9 ? [] : self.waits
    let all = nothingAsked + refused + settings + neverOpened + waits + losses + failures
    return all.enumerated().sorted {
      $0.element.share == $1.element.share
        ? $0.offset < $1.offset : $0.element.share > $1.element.share
    }.map(\.element)
  }

  // MARK: Nothing to run

  private var nothingAsked: [Finding] {
    if !declaresWork {
      return [
        Finding(
          name: "nothingDeclared",
          cause: "the app has no background task, silent push or transfer that the system starts",
          remedy: "Add a refresh task, and submit a request at launch and after each run.", share: 1)
      ]
    }
    guard histories.isEmpty, refusals.isEmpty else { return [] }
    return [
      Finding(
        name: "nothingSubmitted", cause: "the app never submitted a request",
        remedy: "Submit a request at launch, and the next one at the start of each run.", share: 0.9)
    ]
  }

  // MARK: The user's choices

  private var settings: [Finding] {
    let held: [(BlockingReason, String, TimeSpan)] = [
      (.barOff, "Background App Refresh was off for the whole phone", conditions.refreshOff),
      (.barOff, "Background App Refresh was off for this app", conditions.appRefreshOff),
      (.lowPowerMode, "Low Power Mode was on", conditions.lowPowerMode),
      (
        .forceQuit,
        conditions.forceQuits > 0
          ? "the user had force-quit the app (\(Finding.times(conditions.forceQuits)) after warm-up) and not opened it "
            + "since" : "the user had force-quit the app and not opened it since", conditions.forceQuit
      ),
    ]
    return held.compactMap { reason, clause, time in
      let share = conditions.observed > .zero ? time / conditions.observed : 0
      guard share >= Finding.leastShare, stops(reason) else { return nil }
      return Finding(
        name: reason.name,
        cause:
          "for \(Finding.percent(share)) of the time (\(TimeWords.span(time)))\(waited(because: reason)) \(clause)",
        remedy: reason.remedy(workKind), share: share)
    }
  }

  /// Whether a setting mattered: work waited or was lost for it, or nothing was asked for while it held.
  private func stops(_ reason: BlockingReason) -> Bool {
    if histories.isEmpty { return true }
    if refusals.contains(where: { $0.reason == "unavailable" }), reason == .barOff { return true }
    if histories.contains(where: { $0.outcome == .dropped(reason.name) }) { return true }
    if reason == .lowPowerMode, app.quality.checksLowPowerMode { return true }
    if reason == .barOff, app.quality.checksRefreshStatus { return true }
    return totals.byReason.contains { $0.reason == reason && isLong($0.time) }
  }

  private func waited(because reason: BlockingReason) -> String {
    guard let entry = totals.byReason.first(where: { $0.reason == reason }) else { return "" }
    return
      " and \(Finding.percent(totals.share(of: entry.time))) of the waiting (\(TimeWords.span(entry.time)))"
  }

  /// Reasons that ``settings`` explains where they held for long.
  private func isExplainedBySettings(_ reason: BlockingReason) -> Bool {
    settings.contains { $0.name == reason.name }
  }

  private var neverOpened: [Finding] {
    guard conditions.opens == 0, !histories.isEmpty || declaresWork else { return [] }
    let waiting = totals.byReason.filter { $0.reason == .appUsage || $0.reason == .score }
    let longest = waiting.map(\.time).max() ?? .zero
    let hasNoItem = histories.isEmpty && refusals.isEmpty
    guard totals.share(of: longest) >= 0.25 || hasNoItem else { return [] }
    let part =
      longest > .zero
      ? ", and the system waited for signs of use for \(Finding.percent(totals.share(of: longest))) of the waiting "
        + "(\(TimeWords.span(longest)))" : ""
    return [
      Finding(
        name: "neverOpened",
        cause: "the user never opened the app in \(TimeWords.span(conditions.observed))" + part,
        remedy:
          "The system keeps its runs for apps that are opened: use visible notifications, and expect no "
          + "background work before the first opens.", share: 0.98)
    ]
  }

  // MARK: Waiting

  var totals: WaitTotals { WaitTotals(histories, from: warmUpEnd) }

  private var workKind: BlockingReason.WorkKind {
    guard histories.contains(where: { $0.mechanism.isProcessing }) else { return .short }
    return app.tasks.contains { $0.mechanism.isProcessing && $0.requiresExternalPower }
      ? .processingOnPower : .processing
  }

  private func isLong(_ time: TimeSpan) -> Bool {
    totals.share(of: time) >= Finding.leastShare
      && time / max(conditions.observed, .tick) >= Finding.leastTimeShare
  }

  private var waits: [Finding] {
    let totals = self.totals
    return totals.byReason.filter { isLong($0.time) && !isExplainedBySettings($0.reason) }.map { entry in
      let share = totals.share(of: entry.time)
      return Finding(
        name: entry.reason.name,
        cause:
          "for \(Finding.percent(share)) of the waiting (\(TimeWords.span(entry.time))) \(entry.reason.clause)",
        remedy: entry.reason.remedy(workKind), share: share * 0.97)
    }
  }
}
