import BackgroundExecution
import EventSimulation
import ModelParameters
import PhoneSimulation
import Workload

/// Why one series of an app's background work did not run as expected, from one replayed device.
struct Diagnosis {
  let app: AppSpecification
  let conditions: DeviceConditions
  /// The items to explain, of the whole horizon; waiting counts from ``warmUpEnd`` on.
  let histories: [History.Item]
  let refusals: [History.Refusal]
  let warmUpEnd: Instant
  var series: DeclaredSeries?
  var verdict = HealthVerdict.never
  /// After warm-up.
  var visits: [TimeSpan] = []
  var budget: BudgetUse?
  /// Their limits are named.
  var parameters: ParameterSet?

  /// The most important first.
  var findings: [Finding] {
    if conditions.isSimulator {
      let text =
        "the device is a simulator, on which the system never starts background work. Test on a phone, or start the "
        + "task with the debugger there."
      return [Finding("simulator", text, 1)]
    }
    let defects = defects
    guard verdict != .healthy else { return defects + losses }
    // Sooner runs would not help where most fail.
    let isFailing = verdict == .failing
    var all = nothingAsked + leftTooSoon + refused
    if !isFailing { all += settings + neverOpened + waits }
    all = (all + losses).enumerated().sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }
      .map(\.element)
    let rest = defects.filter { defect in !all.contains { $0.name == defect.name } }
    return isFailing ? rest + all : all + rest
  }

  var mechanism: Mechanism { series?.mechanism ?? histories.first?.mechanism ?? .refresh }

  private var nothingAsked: [Finding] {
    guard let series else {
      let text =
        "the app has no background task, silent push or transfer that the system starts. Add a refresh task, and submit "
        + "a request at launch and after each run."
      return [Finding("nothingDeclared", text, 1)]
    }
    guard histories.isEmpty, refusals.isEmpty, missed == 0 else { return [] }
    let text =
      switch series.mechanism {
      case .push: "the server never sent a push. Send one for each change that matters."
      case .continued:
        "the app never submitted the task. Submit it in front, as the direct effect of a tap: it goes on after the user "
          + "has left."
      case .refresh, .processing, .health:
        "the app never submitted a request. Submit a request at launch, and the next one at the start of each run."
      default: "the app never asked for it. Ask in the foreground, or when the user leaves the app."
      }
    return [Finding("nothingSubmitted", text, 0.9)]
  }

  private var platform: PlatformParameters? { parameters.map { PlatformParameters($0) } }

  private var startDelay: TimeSpan? {
    app.tasks.first { $0.identifier == series?.name && mechanism == .continued }?.continued.startsAfterOpen
  }

  var missed: Int { startDelay.map { delay in visits.count { $0 < delay } } ?? 0 }

  private var leftTooSoon: [Finding] {
    guard let delay = startDelay, missed > 0 else { return [] }
    let text =
      "in \(missed) of \(visits.count) visits the user left the app before the task was to start, "
      + "\(TimeWords.span(delay)) after the open. Submit it sooner, as the direct effect of a tap: only an app in "
      + "front can, and the task goes on after the user has left."
    return [Finding("leftTooSoon", text, Double(missed) / Double(visits.count))]
  }

  private var settings: [Finding] {
    let quits = conditions.forceQuits
    let times = quits > 0 ? " (\(Finding.times(quits)) after warm-up)" : ""
    let held: [(BlockingReason, String, TimeSpan)] = [
      (.barOff, "Background App Refresh was off for the whole phone", conditions.refreshOff),
      (.barOff, "Background App Refresh was off for this app", conditions.appRefreshOff),
      (.lowPowerMode, "Low Power Mode was on", conditions.lowPowerMode),
      (.forceQuit, "the user had force-quit the app\(times) and not opened it since", conditions.forceQuit),
    ]
    return held.compactMap { reason, clause, time in
      let share = conditions.observed > .zero ? time / conditions.observed : 0
      guard share >= Finding.leastShare, stops(reason) else { return nil }
      let waited = wait(for: reason) > .zero ? " and \(ofWaiting(wait(for: reason)))" : ""
      return Finding(
        reason.name,
        "for \(Finding.percent(share)) of the time (\(TimeWords.span(time)))\(waited) \(clause). "
          + reason.remedy(workKind), share)
    }
  }

  /// Whether a setting mattered: work waited or was lost for it, or nothing was asked for while it held.
  private func stops(_ reason: BlockingReason) -> Bool {
    if histories.isEmpty {
      let isHeeded = reason != .forceQuit || platform?.heedsForceQuit(mechanism) ?? true
      return mechanism.isOpportunistic && isHeeded
    }
    let isAvoided =
      switch reason {
      case .barOff: app.quality.checksRefreshStatus || refusals.contains { $0.reason == "unavailable" }
      case .lowPowerMode: app.quality.checksLowPowerMode
      default: false
      }
    return isAvoided || histories.contains { $0.outcome == .dropped(reason.name) }
      || isLong(wait(for: reason))
  }

  private var neverOpened: [Finding] {
    guard conditions.opens == 0, series != nil else { return [] }
    let longest = max(wait(for: .appUsage), wait(for: .score))
    let hasNoItem = histories.isEmpty && refusals.isEmpty
    guard totals.share(of: longest) >= 0.25 || hasNoItem else { return [] }
    let part =
      longest > .zero ? ", and the system waited for signs of use for \(ofWaiting(longest))" : ""
    let text =
      "the user never opened the app in \(TimeWords.span(conditions.observed))\(part). The system keeps its runs for "
      + "apps that are opened: use visible notifications, and expect no background work before the first opens."
    return [Finding("neverOpened", text, 0.98)]
  }

  private var totals: WaitTotals { WaitTotals(histories, from: warmUpEnd) }

  private func wait(for reason: BlockingReason) -> TimeSpan {
    totals.byReason.first { $0.reason == reason }?.time ?? .zero
  }

  /// `12 % of the waiting (3 h)`.
  private func ofWaiting(_ time: TimeSpan) -> String {
    "\(Finding.percent(totals.share(of: time))) of the waiting (\(TimeWords.span(time)))"
  }

  private var workKind: BlockingReason.WorkKind {
    if mechanism.isTransfer { return mechanism == .transferN ? .transferInFront : .transferInBackground }
    guard mechanism.isProcessing else { return .short }
    return app.tasks.contains { $0.identifier == series?.name && $0.requiresExternalPower }
      ? .processingOnPower : .processing
  }

  /// The reason with the most of the waiting, if that is much, however short it was.
  var blocker: Finding? {
    totals.byReason.first.flatMap { entry in
      let share = totals.share(of: entry.time)
      return share > HealthVerdict.blockerShare ? waiting(for: entry.reason, entry.time, share) : nil
    }
  }

  private func waiting(for reason: BlockingReason, _ time: TimeSpan, _ share: Double) -> Finding {
    let spender = budget?.spender(reason).map { " (\($0))" } ?? ""
    let text = "for \(ofWaiting(time)) \(reason.clause)\(spender). \(reason.remedy(workKind))"
    return Finding(reason.name, text, share)
  }

  private func isLong(_ time: TimeSpan) -> Bool {
    totals.share(of: time) >= Finding.leastShare
      && time / max(conditions.observed, .tick) >= Finding.leastTimeShare
  }

  private var waits: [Finding] {
    let explained = Set(settings.map(\.name))
    var found = totals.byReason.filter { isLong($0.time) && !explained.contains($0.reason.name) }.map {
      waiting(for: $0.reason, $0.time, totals.share(of: $0.time) * 0.97)
    }
    // Requests that are replaced before their floor is over have no floor that is too long.
    if let floor = found.firstIndex(where: { $0.name == BlockingReason.earliestBeginDate.name }),
      var replaced
    {
      replaced.share = max(replaced.share * found[floor].share / 0.97, Finding.leastShare)
      found[floor] = replaced
    }
    return found
  }
}
