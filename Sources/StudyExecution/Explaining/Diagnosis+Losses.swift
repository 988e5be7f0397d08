import EventSimulation
import PhoneSimulation
import PlainText
import Workload

extension Diagnosis {
  /// Submissions and pushes that were refused, by identifier.
  var refused: [Finding] {
    refusals.compactMap { refusal in
      let accepted = histories.count { $0.identifier == refusal.identifier && $0.mechanism.isRequest }
      let share = accepted == 0 ? 1 : Double(refusal.count) / Double(refusal.count + accepted)
      guard share >= Finding.leastShare else { return nil }
      let times = "refused \(Finding.times(refusal.count))"
      switch refusal.reason {
      case "notPermitted": return notPermitted(refusal, times, share)
      case "unavailable": return unavailable(refusal, times, share)
      case "tooManyPending":
        return Finding(
          name: "tooManyPending",
          cause: "`\(refusal.identifier)` was \(times), because too many requests were pending",
          remedy: "Reuse one identifier: submitting it again replaces the old request.", share: share)
      case "badPriority", "badPayload":
        return Finding(
          name: refusal.reason,
          cause: "the push server refused \(refusal.count == 1 ? "one push" : "\(refusal.count) pushes")",
          remedy:
            "Send silent pushes with priority 5, type `background` and `content-available: 1`, without an "
            + "alert.", share: share)
      default:
        return Finding(
          name: refusal.reason, cause: "`\(refusal.identifier)` was \(times): \(refusal.reason)",
          remedy: "See `slumber rules SUB` and `slumber rules CONT`.", share: share)
      }
    }
  }

  private func notPermitted(_ refusal: Refusal, _ times: String, _ share: Double) -> Finding {
    // CONT-2: continued tasks need a wildcard and no background mode.
    if refusal.mechanism == .continued {
      return Finding(
        name: "wildcardMissing",
        cause:
          "`\(refusal.identifier)` was \(times), because no permitted wildcard that begins with the bundle "
          + "id fits it",
        remedy: "Permit `\(app.bundleID).*`, and begin identifiers of continued tasks with the bundle id.",
        share: share)
    }
    let permitted = app.declarations.permittedIdentifiers ?? app.tasks.map(\.identifier)
    guard !permitted.contains(refusal.identifier) else {
      let mode = refusal.mechanism?.isProcessing == true ? "processing" : "fetch"
      return Finding(
        name: "modeMissing",
        cause:
          "`\(refusal.identifier)` was \(times), because the app does not declare the background mode `\(mode)`",
        remedy: "Add `\(mode)` to the background modes of the app.", share: share)
    }
    let meant = NameSuggestion.nearest(to: refusal.identifier, in: permitted)
    return Finding(
      name: "misspelledIdentifier",
      cause: "`\(refusal.identifier)` was \(times), because it is not among the permitted identifiers"
        + (meant.map { " (`\($0)` is)" } ?? ""),
      remedy:
        "Use exactly the same identifier, upper and lower case included, in the code and in the list of "
        + "permitted identifiers.", share: share)
  }

  private func unavailable(_ refusal: Refusal, _ times: String, _ share: Double) -> Finding? {
    guard refusal.mechanism != nil else {
      return Finding(
        name: "noDebugger",
        cause: "a simulated launch of `\(refusal.identifier)` was \(times): no debugger was attached",
        remedy: "Attach the debugger (`debug.attached`) to a phone, and submit the request first.", share: 0.1
      )
    }
    // With the switch off the setting is the finding.
    if conditions.refreshOff + conditions.appRefreshOff > .zero { return nil }
    return Finding(
      name: "unavailable",
      cause:
        "`\(refusal.identifier)` was \(times): background tasks are not available here (system version, or an "
        + "extension that may not schedule)",
      remedy: "Check the system version, and submit from the app itself.", share: share)
  }

  /// Pushes that were lost and transfers that failed, by reason; the shares are of pushes or transfers only.
  var losses: [Finding] {
    let observed = histories.filter { $0.submitted >= warmUpEnd }
    let pushes = observed.filter { $0.mechanism == .push }
    let transfers = observed.filter(\.mechanism.isTransfer)
    var counts: [String: Int] = [:]
    for push in pushes {
      switch push.outcome {
      case .coalesced: counts["coalesced", default: 0] += 1
      case .dropped(let reason): counts[reason, default: 0] += 1
      default: break
      }
    }
    var found = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { reason, count in
      loss(reason, count, of: pushes.count)
    }
    let failed = transfers.count { if case .failed = $0.outcome { true } else { false } }
    if let share = share(failed, of: transfers.count) {
      found.append(
        Finding(
          name: "failedTransfer",
          cause: "\(failed) of \(transfers.count) transfers failed (\(Finding.percent(share)))",
          remedy: "Make transfers resumable, and create them again at the next open.", share: share))
    }
    return found
  }

  /// Most runs end without success, so that they bring nothing.
  var failures: [Finding] {
    let runs = histories.filter { run in
      guard let launched = run.launched, launched >= warmUpEnd else { return false }
      if case .running = run.outcome { return false }
      return true
    }
    let failed = runs.filter { $0.outcome != .completed(success: true) || $0.expired != nil }
    guard runs.count >= 3, failed.count * 2 >= runs.count else { return [] }
    var ends: [String: Int] = [:]
    for run in failed { ends[run.endWords, default: 0] += 1 }
    let most = ends.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    let share = Double(failed.count) / Double(runs.count)
    return [
      Finding(
        name: "runsFail",
        cause:
          "\(failed.count) of \(runs.count) runs (\(Finding.percent(share))) did not end with success, most of "
          + "them: \(most)",
        remedy: "Repair this first: a run that does not succeed brings no content.", share: share)
    ]
  }

  private func share(_ count: Int, of all: Int) -> Double? {
    guard all > 0 else { return nil }
    let share = Double(count) / Double(all)
    return share >= Finding.leastShare ? share : nil
  }

  private func loss(_ reason: String, _ count: Int, of all: Int) -> Finding? {
    guard let share = share(count, of: all) else { return nil }
    let part = "\(Finding.part(count, of: all, "pushes")) lost (\(Finding.percent(share)))"
    let hint = "A push is a hint: let each fetch everything that has changed."
    switch reason {
    case "coalesced":
      return Finding(
        name: "coalesced", cause: "\(part), because a newer push came before they could run",
        remedy: hint + " Send fewer than three an hour.", share: share)
    case BlockingReason.forceQuit.name:
      return Finding(
        name: "pushForceQuit", cause: "\(part), because the user had force-quit the app",
        remedy: "Use visible notifications: they arrive all the same.", share: share)
    case BlockingReason.barOff.name:
      return Finding(
        name: "pushBarOff", cause: "\(part), because Background App Refresh was off",
        remedy: "Use visible notifications, and fetch at every open.", share: share)
    case "modeMissing":
      return Finding(
        name: "pushModeMissing",
        cause: "\(part), because the app does not declare the background mode `remote-notification`",
        remedy: "Add it to the background modes of the app.", share: share)
    case "expired":
      return Finding(
        name: "pushExpired", cause: "\(part), because they expired before they could run",
        remedy: "Give pushes an expiration of a day or more. " + hint, share: share)
    case "processKilled":
      return Finding(
        name: "pushProcessKilled",
        cause: "\(part), because the app's process ended before the app had them",
        remedy:
          "A process ends when memory is short, when it crashes and when the phone goes off: fetch at every "
          + "launch. " + hint, share: share)
    default:
      return Finding(
        name: "pushLost", cause: "\(part): \(reason)", remedy: hint, share: share)
    }
  }
}
