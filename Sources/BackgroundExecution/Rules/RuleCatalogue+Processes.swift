import ModelParameters

/// Rules of extra time, the life of processes, force quit and the Background App Refresh switch.
extension RuleCatalogue {
  static let assertions: [PlatformRule] = [
    PlatformRule(
      .assertions, 1, [.a],
      """
      An assertion keeps its process from being suspended. It needs no mode, and extensions cannot take \
      one.
      """,
      observable:
        "`background` between `assertionBegan` and `assertionEnded`; in an extension `rejected(unavailable)`"),
    PlatformRule(
      .assertions, 2, [.b],
      """
      The allowance `assertion.allowance` is shared by all assertions of a process and counts from its \
      entry into the background, or from the end of the run that kept it there.
      """,
      observable: "several assertions end no later than one would"),
    PlatformRule(
      .assertions, 3, [.c],
      "Under memory pressure the allowance is `assertion.pressureAllowance`.",
      observable: "an earlier `expired(timeLimit)`"),
    PlatformRule(
      .assertions, 4, [.a, .d],
      """
      The expiration handler of every open assertion is called `assertion.handlerLead` before the \
      allowance ends; each has to be ended by itself.
      """,
      observable: "one `expired` per open assertion"),
    PlatformRule(
      .assertions, 5, [.a],
      "An assertion still open at the end of the allowance kills the process.",
      observable: "`terminated(assertionExpired)`"),
    PlatformRule(
      .assertions, 6, [.a, .b],
      """
      When the last assertion ends, the process is suspended `life.suspendDelay` later. Below `os.version` \
      13 the allowance is 180 s, whatever EXT-2 and EXT-3 say.
      """,
      observable: "`suspended`; allowance by version"),
  ]

  static let lifeCycle: [PlatformRule] = [
    PlatformRule(
      .lifeCycle, 1, [.a, .d],
      """
      A background launch takes `life.coldLaunchTime`, a resume `life.resumeTime`; then come, at \
      `handlerStarted`: launch finished (cold only), entered background, event delivered, snapshot. A \
      process that already executes gets the event alone, at once or when its launch in progress ends.
      """,
      observable: "order of `callback`; `handlerStarted.t` less `launched.t`"),
    PlatformRule(
      .lifeCycle, 2, [.a, .b],
      """
      Leaving the foreground brings: will resign active, entered background, snapshot, suspension. An app \
      that takes longer than `life.enterBackgroundLimit` to enter the background is killed. Locking, or \
      opening another app, makes the app in front leave at that instant.
      """,
      observable: "order of `callback`; `terminated(enterBackgroundTimeout)`"),
    PlatformRule(
      .lifeCycle, 3, [.a, .d],
      """
      A process in the background is suspended exactly `life.suspendDelay` after the last run, assertion, \
      active mode or callback that kept it running, unless something new begins; a suspended process \
      executes nothing.
      """,
      observable: "`suspended`; its CPU counter stands still"),
    PlatformRule(
      .lifeCycle, 4, [.b],
      "A launch by the user finishes within `life.launchWatchdog`, or the process is killed.",
      observable: "`terminated(launchTimeout)`"),
    PlatformRule(
      .lifeCycle, 5, [.b],
      """
      Outside the foreground, more than `life.cpuMonitorLimit` of CPU time within any \
      `life.cpuMonitorWindow` kills the process, except under PROC-6.
      """,
      observable: "`terminated(cpuMonitor)`"),
    PlatformRule(
      .lifeCycle, 6, [.b, .d],
      """
      Suspended processes may be removed at any time without a callback: by the hazard \
      `life.jetsamHazard`, with `life.jetsamHeavyProbability` when a heavy app comes to the front, and, \
      least recently used first, above the most resident processes. Requests and transfers stay.
      """,
      observable: "`terminated(memoryPressure)`; pending set unchanged"),
    PlatformRule(
      .lifeCycle, 7, [.b, .d],
      """
      A reboot takes no time, leaves the device locked, ends every process, run and held push, and keeps \
      pending requests if `life.rebootKeepsRequests`. What ends has no callbacks; idle and lock time begin \
      anew. Before the first unlock no opportunistic work \
      starts.
      """,
      observable: "`rebooted`, `terminated(reboot)`, `cancelled(by: reboot)`; `deferred(firstUnlock)`"),
    PlatformRule(
      .lifeCycle, 8, [.a],
      "A process that holds a lock on a shared file or database when it is suspended is killed.",
      observable: "`terminated(lockHeld)`"),
  ]

  static let forceQuit: [PlatformRule] = [
    PlatformRule(
      .forceQuit, 1, [.a, .d],
      """
      Removing an app from the switcher sets its force-quit flag and ends its process and runs. While the \
      flag is set no refresh, processing, health, push or wake launch of the app happens; its pending \
      requests stay.
      """,
      observable: "`forceQuit`, `terminated(forceQuit)`; `deferred(forceQuit)`; no `launched`"),
    PlatformRule(
      .forceQuit, 2, [.a],
      "A push that arrives for a flagged app is lost.",
      observable: "`dropped(forceQuit)`"),
    PlatformRule(
      .forceQuit, 3, [.a],
      """
      The next launch by the user clears the flag and all its effects. Cancelled transfers and continued \
      tasks do not come back.
      """,
      observable: "`settingChanged(forceQuitFlag)`; `launched` possible afterwards"),
    PlatformRule(
      .forceQuit, 4, [.a, .d],
      "A reboot clears what `quit.rebootClears` says: nothing, the flag for pushes, or the whole flag.",
      observable: "after reboot and unlock: push `delivered`, request `deferred(forceQuit)`"),
    PlatformRule(
      .forceQuit, 5, [.a],
      "Memory kill, crash, watchdog kill and reboot never set the flag.",
      observable: "flag unchanged after `terminated` for these reasons"),
    PlatformRule(
      .forceQuit, 6, [.b],
      """
      Visible pushes and the notification service extension work for a flagged app; VoIP pushes and \
      significant-change, region and visit events start it.
      """,
      observable: "`delivered` or `launched(mechanism: mode)` with the flag set"),
  ]

  static let refreshSwitch: [PlatformRule] = [
    PlatformRule(
      .refreshSwitch, 1, [.a],
      """
      Background App Refresh of the device is `off`, `wifi` or `wifiAndCellular`, and each app has a \
      switch that is on at first. The app reads the status as available, denied or restricted.
      """,
      observable: "`settingChanged`; the status that the app is told"),
    PlatformRule(
      .refreshSwitch, 2, [.a, .d],
      """
      Off for device or app denies refresh, processing, health, push and discretionary transfers, refuses \
      submission, and loses pushes that arrive in that state; a push already held waits. Other transfers, \
      wakes, continued tasks, assertions and modes are untouched.
      """,
      observable: "`deferred(barOff)`; `dropped(barOff)`"),
    PlatformRule(
      .refreshSwitch, 3, [.d],
      """
      Switching off cancels the pending requests of the apps concerned if `bar.offCancelsPending`. \
      Switching on restores nothing: an app must run and submit again.
      """,
      observable: "`cancelled(by: barOff)`"),
    PlatformRule(
      .refreshSwitch, 4, [.a, .d],
      "Setting `wifi` lets refresh and push launches start on Wi-Fi only.",
      observable: "`deferred(barWifiOnly)` on every other path"),
  ]
}
