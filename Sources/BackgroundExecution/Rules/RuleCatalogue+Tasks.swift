import ModelParameters

/// Rules of tasks: app refresh, processing and continued processing.
extension RuleCatalogue {
  static let refresh: [PlatformRule] = [
    PlatformRule(
      .refresh, 1, [.a],
      """
      A refresh run lasts at most `refresh.runtimeLimit` of wall time from the start of its handler; the \
      launch before it does not count.
      """,
      observable: "`expired(timeLimit).t` less `handlerStarted.t`"),
    PlatformRule(
      .refresh, 2, [.c, .d],
      """
      With probability `refresh.shortGrantProbability` the granted time is shorter: uniform between \
      `refresh.shortGrantMin` and the limit.
      """,
      observable: "field `granted` of `handlerStarted`"),
    PlatformRule(
      .refresh, 3, [.a, .d],
      """
      A refresh, processing, health or continued run that expires has its expiration handler called once; \
      if it is not completed `task.expiryGrace` later its process is killed. An app that reacts stops its \
      work at the expiry and completes without success. Without a handler BAD-4 holds.
      """,
      observable: "`expired`, then `completed` or, after the grace, `terminated(completionTimeout)`"),
    PlatformRule(
      .refresh, 4, [.d],
      """
      The window of a refresh request is `refresh.window` long. After its deadline the request goes on \
      waiting at the final threshold and is never dropped.
      """,
      observable: "the age of an item may exceed its window"),
    PlatformRule(
      .refresh, 5, [.a],
      "The user starting to use the device does not stop a running refresh.",
      observable: "no `expired(deviceInUse)` of mechanism `refresh`"),
    PlatformRule(
      .refresh, 6, [.c, .d],
      """
      At most `refresh.maxConcurrent` refresh and push runs, from launch to terminal event and grace \
      included, execute at once on the device; further candidates wait. Joined pushes take no slot.
      """,
      observable: "`deferred(concurrency)`; the gauge never exceeds the limit"),
    PlatformRule(
      .refresh, 7, [.a],
      """
      A run that moves strictly more than `refresh.transferGuideline` over all paths counts as oversize, \
      and nothing else happens to it.
      """,
      observable: "counter `oversizeRuns`; `warned(oversize)`"),
  ]

  static let processing: [PlatformRule] = [
    PlatformRule(
      .processing, 1, [.a, .c],
      """
      A processing task starts only while the device has been locked with the screen off for at least \
      `processing.idleDelay`.
      """,
      observable: "`deferred(deviceInUse)` otherwise"),
    PlatformRule(
      .processing, 2, [.a],
      """
      Unlocking the device or turning on its screen expires a running processing task at that instant; the \
      condition is checked once more when the handler starts.
      """,
      observable: "`expired(deviceInUse)` at the unlock or screen-on instant"),
    PlatformRule(
      .processing, 3, [.a],
      """
      A task that requires external power starts on external power of any kind and expires when the device \
      is unplugged; the condition is checked once more when the handler starts.
      """,
      observable: "`deferred(externalPower)`; `expired(unplugged)`"),
    PlatformRule(
      .processing, 4, [.b, .d],
      """
      A task that does not require external power waits for it all the same unless \
      `processing.allowOnBattery`; then a start on battery needs a level of at least \
      `processing.onBatteryFloor`. Once started, neither unplugging nor the level expires it.
      """,
      observable: "`deferred(externalPower)` of a request without the flag"),
    PlatformRule(
      .processing, 5, [.a, .d],
      """
      Required network connectivity must hold at the start. A path lost later stalls the network work of \
      the run, which goes on when the path returns; its limit goes on meanwhile, and nothing else ends it.
      """,
      observable: "`deferred(noNetwork)`; no progress while offline"),
    PlatformRule(
      .processing, 6, [.a],
      """
      The CPU monitor of LIFE-5 is off while a run whose request required external power goes on, computing or \
      waiting, and begins with an empty window when the last such run of the process ends.
      """,
      observable: "same work: `terminated(cpuMonitor)` only without the flag"),
    PlatformRule(
      .processing, 7, [.a, .d],
      "A processing run lasts at most `processing.runtimeLimit`.",
      observable: "`expired(timeLimit)`"),
    PlatformRule(
      .processing, 8, [.b],
      """
      On external power neither low battery, Low Power Mode, energy budget nor the score of usage gates \
      processing. On battery low battery and Low Power Mode count as for refresh, but only where battery \
      starts are allowed.
      """,
      observable: "no such reason in `deferred` of plugged processing"),
    PlatformRule(
      .processing, 9, [.c, .d],
      """
      At most `processing.maxConcurrent` processing and health runs execute at once, grace included. Their \
      window is `processing.window` long and is treated as in REF-4.
      """,
      observable: "`deferred(concurrency)`; the gauge never exceeds the limit"),
    PlatformRule(
      .processing, 10, [.a, .d],
      """
      Health requests obey every rule of processing and differ in name only; they share its pool of \
      pending requests and its window.
      """,
      observable: "equal time, event, app, identifier and reason in the logs of equal requests"),
  ]

  static let continued: [PlatformRule] = [
    PlatformRule(
      .continued, 1, [.a, .d],
      """
      A continued task is submitted from the active foreground, as the direct effect of what the user \
      does; otherwise it is refused without an error code.
      """,
      observable: "`rejected(notForeground)`"),
    PlatformRule(
      .continued, 2, [.a],
      "Its identifier must match a permitted wildcard whose prefix contains the app's bundle identifier.",
      observable: "`rejected(notPermitted)`"),
    PlatformRule(
      .continued, 3, [.a, .d],
      """
      While one of `continued.maxConcurrent` slots is free it starts at once, whatever its floor, and goes \
      on when the app leaves the foreground.
      """,
      observable: "`launched.t` equals `submitted.t`; the run outlives the change to `background`"),
    PlatformRule(
      .continued, 4, [.a],
      """
      Without a free slot, and at thermal level critical, a request with strategy `fail` is refused, and one with \
      strategy `queue`, the default, waits in order of submission.
      """,
      observable:
        "`rejected(immediateRunIneligible)`, code 4; `deferred(concurrency)`, then launches in order"),
    PlatformRule(
      .continued, 5, [.a, .d],
      "Use of the GPU needs an entitlement. Where `device.gpuBackground` is false the task runs without it.",
      observable: "`rejected(gpuNotEntitled)`; field `gpu` of `handlerStarted`"),
    PlatformRule(
      .continued, 6, [.a, .d],
      """
      A task that reports no progress for `continued.stallTimeout` expires; under memory pressure or at \
      thermal level serious and above the time is `continued.stallTimeoutPressure`. The end of work that is not reported \
      is its last progress. Progress is of the whole work, also after a resume.
      """,
      observable: "`expired(stalled)` at the last progress plus the timeout"),
    PlatformRule(
      .continued, 7, [.a, .d],
      """
      When resource pressure begins while all slots are taken, the task whose last progress is oldest is \
      ended; of two such the one that has done less of its whole work.
      """,
      observable: "one `terminated(resourcePressure)` per onset"),
    PlatformRule(
      .continued, 8, [.a],
      "When the user cancels the task its expiration handler is called, and the task has failed.",
      observable: "`expired(userCancelled)`, then `completed(success: false)`"),
    PlatformRule(
      .continued, 9, [.a],
      """
      Removing the app from the switcher cancels its queued and running continued tasks without calling \
      any of its code.
      """,
      observable: "`cancelled(by: appRemoved)`; no `expired`"),
    PlatformRule(
      .continued, 10, [.d],
      "No factor but the app switcher touches a continued task, and it debits no budget.",
      observable: "no such reason in `deferred`; budgets unchanged"),
  ]
}
