import ModelParameters

/// Rules of debugger injection and faulty apps.
extension RuleCatalogue {
  static let debugger: [PlatformRule] = [
    PlatformRule(
      .debugger, 1, [.a, .d],
      """
      With `debug.attached` a simulated launch starts a pending request at once, past floor and gates, and \
      is refused without one. The run is synthetic: it debits nothing and starts no clock.
      """,
      observable: "`launched(synthetic: true)`, counters unchanged; else `rejected(unavailable)`"),
    PlatformRule(
      .debugger, 2, [.a],
      "A simulated expiration expires the running task at once.",
      observable: "`expired(debug)`"),
    PlatformRule(
      .debugger, 3, [.a],
      """
      With `debug.attached` kills by watchdog and grace are suppressed, visibly, and nothing but the kill: \
      callbacks return, launches and extra time end, the app is suspended. Pushes are delivered at once.
      """,
      observable: "`warned(killSuppressed)`; `delivered` at arrival"),
    PlatformRule(
      .debugger, 4, [.a],
      "On a simulator nothing is ever launched and both simulated calls are refused.",
      observable: "`rejected(unavailable)`"),
  ]

  static let faults: [PlatformRule] = [
    PlatformRule(
      .faults, 1, [.a],
      """
      An identifier that differs from the permitted one, if only by case, is refused; to an app that \
      ignores the error its task merely never runs.
      """,
      observable: "`rejected(notPermitted)` and no launch"),
    PlatformRule(
      .faults, 2, [.d],
      "A permitted identifier without a registered handler is accepted, and its launch kills the process.",
      observable: "`launched`, then `terminated(noHandler)`"),
    PlatformRule(
      .faults, 3, [.a],
      """
      A path of the code that never completes the task keeps the process awake until the limit, and ends \
      in a kill unless the expiration handler completes it. Work that ends within the grace completes \
      normally.
      """,
      observable: "run of limit plus grace; `terminated(completionTimeout)`, cause `missingCompletion`"),
    PlatformRule(
      .faults, 4, [.a],
      """
      Without an expiration handler a task is marked complete and unsuccessful when it expires, for \
      whatever cause; its process is suspended, not killed, and the app does not submit again at that \
      moment.
      """,
      observable: "`expired(handler: none)`, `completed(success: false)` at the same time"),
    PlatformRule(
      .faults, 5, [.a, .d],
      "An expiration handler that is called but does not stop the work within the grace ends in a kill.",
      observable: "`terminated(completionTimeout)`, cause `expiryIgnored`"),
    PlatformRule(
      .faults, 6, [.a],
      """
      An app that never resubmits runs once; one that does so on success ends its series with the first \
      failed run, at the end with the first killed run; at the start survives all three.
      """,
      observable: "length of the series"),
    PlatformRule(
      .faults, 7, [.d],
      """
      An app that reports completion before its asynchronous work is done may be suspended: the rest \
      resumes when the process runs again and is lost if it ends.
      """,
      observable: "`completed(success: true)` with `workDone` below 1"),
    PlatformRule(
      .faults, 8, [.a],
      """
      An app that resubmits with a fresh floor whenever it leaves the foreground moves its floor on each \
      time. Opened more often than the floor delay, it gets no refresh between those opens.
      """,
      observable: "a chain of `replaced` without a launch"),
    PlatformRule(
      .faults, 9, [.d],
      """
      Work without checkpoints starts again from zero after an expired or killed run; with them it resumes \
      from the last one reached before the end, however that came, with its processor time, bytes and waiting. \
      Success clears them.
      """,
      observable: "`workDone` at the next start"),
    PlatformRule(
      .faults, 10, [.c, .d],
      """
      Each kill for a missing completion debits `quality.penaltyFraction` of its own capacity from the \
      app's energy share, plugged or not, and never from the device's ledger.
      """,
      observable: "`penaltyApplied`"),
  ]
}
