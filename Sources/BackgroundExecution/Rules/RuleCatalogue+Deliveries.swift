import ModelParameters

/// Rules of silent pushes and background transfers.
extension RuleCatalogue {
  static let push: [PlatformRule] = [
    PlatformRule(
      .push, 1, [.a],
      """
      A silent push carries `content-available: 1`, nothing that the user sees, type `background` and \
      priority 5 or lower; any other is refused by the server and does not count as sent.
      """,
      observable: "`rejected(badPriority)`; `rejected(badPayload)`"),
    PlatformRule(
      .push, 2, [.a],
      """
      For a device out of reach the server keeps `push.serverSlots` pushes per app, chosen by \
      `push.serverKeep`; the others are lost.
      """,
      observable: "`coalesced(where: server)`"),
    PlatformRule(
      .push, 3, [.a],
      """
      A push is lost at its expiration, at the server, in the hold slot and on arrival alike, whatever the \
      app does, and is stored for `push.maxStorage` at most, also without an expiration. Expiration 0 or in \
      the past means no storage: lost without a path, else one attempt at the decision of its arrival.
      """,
      observable: "`dropped(expired)`"),
    PlatformRule(
      .push, 4, [.b, .d],
      """
      A push for an app in the foreground or already executing in the background is delivered at once, \
      before any gate is looked at: no launch, token, clock, run or debit, and no longer execution.
      """,
      observable: "`delivered(joined)` or `delivered(foreground)` at arrival; counters unchanged"),
    PlatformRule(
      .push, 5, [.a],
      """
      Otherwise, past force-quit flag and Background App Refresh, the push enters one of `push.holdSlots` \
      and becomes a candidate for a launch. A newer push replaces a held one, which is lost.
      """,
      observable: "`held`, also before a launch at the same instant; `coalesced(where: device)`"),
    PlatformRule(
      .push, 6, [.a],
      """
      Force quit, the end of the process and a reboot discard what is held; a push whose process ends \
      before its handler starts is lost too.
      """,
      observable: "`dropped(forceQuit)`; `dropped(processKilled)`"),
    PlatformRule(
      .push, 7, [.a],
      """
      A held push is delivered at once when the user opens the app, and as a joined delivery when the app \
      starts a handler for another item.
      """,
      observable: "`delivered(foreground)` or `delivered(joined)` at that instant"),
    PlatformRule(
      .push, 8, [.a, .d],
      """
      A push run has `push.runtimeLimit` to call its completion handler. There is no expiry: a completion \
      within the limit and `task.expiryGrace` is accepted, then the process is killed.
      """,
      observable: "`terminated(completionTimeout)`, cause `missingCompletion`"),
    PlatformRule(
      .push, 9, [.a],
      """
      App usage never gates a push: another likelihood leaves the app's push log unchanged, other things \
      equal.
      """,
      observable: "equal time, event, app, identifier and reason in both logs"),
    PlatformRule(
      .push, 10, [.a, .d],
      """
      Low battery, Low Power Mode, budgets and rate hold a push and never discard it. For its threshold it \
      ages over `push.window`.
      """,
      observable: "`deferred`, and no `dropped` with these reasons"),
    PlatformRule(
      .push, 11, [.a],
      "Visible pushes, VoIP pushes and their extensions use neither hold slot, rate bucket nor budgets.",
      observable: "counters unchanged by them"),
  ]

  static let transfers: [PlatformRule] = [
    PlatformRule(
      .transfers, 1, [.a, .d],
      """
      The system carries out transfers: they go on while the app is suspended or was killed by the system, \
      and after a reboot from the first unlock on.
      """,
      observable: "bytes grow while the app is `suspended` or `notRunning`"),
    PlatformRule(
      .transfers, 2, [.a],
      "Force quit cancels all transfers of the app's sessions, and no relaunch follows.",
      observable: "`cancelled(by: appRemoved)`"),
    PlatformRule(
      .transfers, 3, [.a],
      """
      A transfer created while the app is in the background is discretionary, whatever its configuration \
      says.
      """,
      observable: "field `discretionary` of `submitted`"),
    PlatformRule(
      .transfers, 4, [.a],
      """
      A transfer that is not discretionary starts as soon as its floor is reached and a permitted path \
      exists.
      """,
      observable: "start at the latest of creation, floor and path"),
    PlatformRule(
      .transfers, 5, [.a, .d],
      """
      A discretionary transfer passes three stages of age since its floor, each `transfer.stageLength` \
      long: Wi-Fi and external power; Wi-Fi and a battery above `battery.criticalLevel`; any permitted \
      path. Its window is the three stages.
      """,
      observable: "`deferred(transferStage)`; conditions at the start by age"),
    PlatformRule(
      .transfers, 6, [.a],
      """
      Loss of the path pauses a transfer, and its return resumes it. It fails only when it is older than \
      `transfer.resourceTimeout`.
      """,
      observable: "`paused`, `resumed`; `failed(timeout)`"),
    PlatformRule(
      .transfers, 7, [.a],
      """
      When all transfers of a session are done the app is launched once for the batch, told in place if it \
      executes, or told at its next run if the session sends no launch events.
      """,
      observable: "at most one `launched(mechanism: wake)` per batch"),
    PlatformRule(
      .transfers, 8, [.a, .d],
      """
      The wake run ends with the stored completion handler; `transfer.wakeLimit` later the process is \
      killed.
      """,
      observable: "`terminated(transferCompletionLate)`"),
    PlatformRule(
      .transfers, 9, [.a, .c, .d],
      """
      Each app has a resume delay, zero at first, which every background wake doubles, from \
      `transfer.firstDelay` up to `transfer.delayCap`. A transfer created in the background waits for it.
      """,
      observable: "`deferred(resumeDelay)`; field `delay` of `launched`"),
    PlatformRule(
      .transfers, 10, [.a, .d],
      """
      The resume delay returns to zero when the user opens the app, and when a full delay passes without a \
      wake and without a background-created transfer waiting or moving. Transfers that end while the app \
      executes do not raise it.
      """,
      observable: "field `delay` is 0 at the next wake"),
  ]
}
