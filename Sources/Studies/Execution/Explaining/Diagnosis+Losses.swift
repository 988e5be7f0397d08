import Basics
import EventSimulation
import ModelParameters
import PhoneSimulation
import Workload

extension Diagnosis {
  var refused: [Finding] {
    refusals.compactMap { refusal in
      let share = Double(refusal.count) / Double(refusal.count + histories.count)
      guard share >= Finding.leastShare else { return nil }
      let times = "`\(refusal.identifier)` was refused \(Finding.times(refusal.count))"
      if refusal.reason == "notPermitted" { return notPermitted(refusal, times, share) }
      if refusal.reason == "unavailable" { return unavailable(refusal, times, share) }
      var text = "\(times): \(refusal.reason). See `slumber rules SUB` and `slumber rules MODE`."
      if let known = Self.refusalTexts[refusal.reason] { text = "\(times), because \(known[1])" }
      if ["badPriority", "badPayload"].contains(refusal.reason) {
        text =
          "the push server refused \(refusal.count == 1 ? "one push" : "\(refusal.count) pushes"). Send silent pushes with "
          + "priority 5, type `background` and `content-available: 1`, without an alert."
      }
      return Finding(refusal.reason, text, share)
    }
  }

  private static let refusalTexts = CatalogueText.byName(
    """
    tooManyPending | too many requests were pending. Reuse one identifier: submitting it again replaces the old request.
    immediateRunIneligible | it could not start at once and its strategy is `fail`. Use the strategy `queue`, or start it while no other continued task runs and the phone is neither busy nor hot.
    notForeground | the app was not in front. Submit it in front, as the direct effect of a tap.
    gpuNotEntitled | it asks for the GPU without the entitlement. Add the entitlement, or do without the GPU.
    gpuNotAvailable | it asks for the GPU, which the phone does not offer in the background. Submit it again without the GPU.
    """, columns: 2)

  private func notPermitted(_ refusal: History.Refusal, _ times: String, _ share: Double) -> Finding {
    // CONT-2: continued tasks need a wildcard and no background mode.
    if refusal.mechanism == .continued {
      return Finding(
        "wildcardMissing",
        "\(times), because no permitted wildcard that begins with the bundle id fits it. Permit `\(app.bundleID).*`, and "
          + "begin identifiers of continued tasks with the bundle id.", share)
    }
    let permitted = app.declarations.permittedIdentifiers ?? app.tasks.map(\.identifier)
    guard !permitted.contains(refusal.identifier) else {
      let mode = refusal.mechanism?.isProcessing == true ? "processing" : "fetch"
      return Finding(
        "modeMissing",
        "\(times), because the app does not declare the background mode `\(mode)`. Add `\(mode)` to the background modes "
          + "of the app.", share)
    }
    let meant = NameSuggestion.nearest(to: refusal.identifier, in: permitted)
    return Finding(
      "misspelledIdentifier",
      "\(times), because it is not among the permitted identifiers\(meant.map { " (`\($0)` is)" } ?? ""). Use exactly the "
        + "same identifier, upper and lower case included, in the code and in the list of permitted identifiers.",
      share)
  }

  private func unavailable(_ refusal: History.Refusal, _ times: String, _ share: Double) -> Finding? {
    if refusal.mechanism == nil {
      return Finding(
        "noDebugger",
        "a simulated launch of \(times): no debugger was attached. Attach the debugger (`debug.attached`) to a phone, and "
          + "submit the request first.", 0.1)
    }
    if refusal.mechanism == .assertion {
      return Finding(
        "unavailable",
        "\(times): extensions have no extra time. Do this work in the app, or in a background URLSession.",
        share)
    }
    // With the switch off the setting is the finding.
    if conditions.refreshOff + conditions.appRefreshOff > .zero { return nil }
    return Finding(
      "unavailable",
      "\(times): background tasks are not available here (system version, or an extension that may not schedule). Check "
        + "the system version, and submit from the app itself.", share)
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
          "failedTransfer",
          "\(failed) of \(transfers.count) transfers failed (\(Finding.percent(share))). Make transfers resumable, and "
            + "create them again at the next open.", share))
    }
    return found
  }

  private func share(_ count: Int, of all: Int) -> Double? {
    guard all > 0 else { return nil }
    let share = Double(count) / Double(all)
    return share >= Finding.leastShare ? share : nil
  }

  private func loss(_ reason: String, _ count: Int, of all: Int) -> Finding? {
    guard let share = share(count, of: all) else { return nil }
    let known = Self.lossTexts[reason]
    let text = known?[2] ?? "for this reason: \(reason). \(Self.hint)"
    return Finding(
      known?[1] ?? "pushLost",
      "\(Finding.part(count, of: all, "pushes")) lost (\(Finding.percent(share))), \(text)", share)
  }

  private static let hint = "A push is a hint: let each fetch everything that has changed."

  /// Reasons for the loss of a push, the names of their findings, cause and remedy.
  private static let lossTexts = CatalogueText.byName(
    """
    coalesced | coalesced | because a newer push came before they could run. \(hint) Send fewer than three an hour.
    forceQuit | pushForceQuit | because the user had force-quit the app. Use visible notifications: they arrive all the same.
    barOff | pushBarOff | because Background App Refresh was off. Use visible notifications, and fetch at every open.
    modeMissing | pushModeMissing | because the app does not declare the background mode `remote-notification`. Add it to the background modes of the app.
    expired | pushExpired | because they expired before they could run. Give pushes an expiration of a day or more. \(hint)
    processKilled | pushProcessKilled | because the app's process ended before the app had them. A process ends when memory is short, when it crashes and when the phone goes off: fetch at every launch. \(hint)
    """, columns: 3)
}
