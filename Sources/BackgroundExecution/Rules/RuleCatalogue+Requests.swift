import ModelParameters

/// Rules of order and accounting, declarations and submission.
extension RuleCatalogue {
  static let order: [PlatformRule] = [
    PlatformRule(
      .order, 1, [.d],
      """
      Events of one instant are handled by class: completions, crossings, environment, user actions, \
      expiries, refills, arrivals, the decision, sampling; inside a class by app order, item number and \
      creation. Limits are inclusive: work that completes exactly at its limit is in time, and a floor \
      equal to now is reached.
      """,
      observable: "the log is ordered by `t` and `seq`; boundary cases end in `completed`"),
    PlatformRule(
      .order, 2, [.d],
      """
      Equal configuration and seed give an equal log, byte for byte, whatever is observed or exported. \
      Every random draw belongs to a named stream of its device and purpose.
      """,
      observable: "equal digests of the log, with and without observers"),
  ]

  static let accounting: [PlatformRule] = [
    PlatformRule(
      .accounting, 1, [.d],
      """
      Per app and mechanism, at every instant: submitted = launched + replaced + cancelled + failed \
      unstarted + lost + pending. A rejected request was never submitted.
      """,
      observable: "counters"),
    PlatformRule(
      .accounting, 2, [.d],
      """
      Per app, at every instant: pushes sent = delivered + coalesced + dropped + stored + held + \
      launching. A refused push was never sent.
      """,
      observable: "counters"),
    PlatformRule(
      .accounting, 3, [.d],
      """
      Every launched run has exactly one terminal event, or is unfinished at the horizon. Unfinished and \
      pending items are reported as censored, never as zero.
      """,
      observable: "counters; column `censored` of `attempts.csv`"),
  ]

  static let declarations: [PlatformRule] = [
    PlatformRule(
      .declarations, 1, [.a],
      """
      The identifier of a request must be among the app's permitted identifiers, compared exactly and with \
      case.
      """,
      observable: "`rejected(notPermitted)`, code 3"),
    PlatformRule(
      .declarations, 2, [.a],
      """
      Refresh needs mode `fetch`, processing and health need `processing`, silent pushes need \
      `remote-notification`. Without it a request is refused, and a push is lost when it arrives at the \
      device.
      """,
      observable: "`rejected(notPermitted)`; `dropped(modeMissing)`"),
    PlatformRule(
      .declarations, 3, [.a],
      """
      Handlers must be registered before the app's launch sequence ends, and once per identifier. A late \
      or second registration crashes the process at the end of every cold launch, in the place of \
      `handlerStarted`; it is not a force quit.
      """,
      observable:
        "`terminated(lateRegistration)` or `terminated(duplicateRegistration)`; force-quit flag unchanged"),
    PlatformRule(
      .declarations, 4, [.a],
      """
      Identifiers of continued tasks may be registered later, when the user acts. An app that registers at each use \
      crashes at the second registration of an identifier in one process.
      """,
      observable: "no `terminated` at the first use; `terminated(duplicateRegistration)` at the second"),
    PlatformRule(
      .declarations, 5, [.a],
      "An extension of an app may submit; what it submitted launches the containing app.",
      observable: "`submitted(origin: extension)`, then `launched` of the app"),
    PlatformRule(
      .declarations, 6, [.a, .d],
      """
      The task scheduler exists from `os.version` 13 on, health requests from 17, continued requests from \
      26; below, submission fails. An app that declares permitted identifiers has no periodic legacy \
      fetch.
      """,
      observable: "`rejected(unavailable)`; no legacy launch in the log"),
  ]

  static let submission: [PlatformRule] = [
    PlatformRule(
      .submission, 1, [.d],
      """
      A submission is checked in a fixed order and its first failure is reported: declarations, \
      availability, then the limits as if a pending request with the same identifier were gone.
      """,
      observable: "the reason of the one `rejected` event"),
    PlatformRule(
      .submission, 2, [.a, .d],
      """
      Submission fails while Background App Refresh is off for the device or the app (continued requests \
      excepted), on a simulator, and in an extension of a kind that may not schedule.
      """,
      observable: "`rejected(unavailable)`, code 1"),
    PlatformRule(
      .submission, 3, [.a],
      """
      Submitting an identifier that is pending, of whatever mechanism, replaces the old request as a \
      whole; the number of pending requests stays.
      """,
      observable: "`replaced` of the old item, then `submitted` of the new one at the same time"),
    PlatformRule(
      .submission, 4, [.a],
      "An app has at most `submit.refreshLimit` pending refresh requests; a further identifier is refused.",
      observable: "`rejected(tooManyPending)`, code 2"),
    PlatformRule(
      .submission, 5, [.a, .d],
      """
      An app has at most `submit.processingLimit` pending processing requests, health requests included; a \
      further identifier is refused.
      """,
      observable: "`rejected(tooManyPending)`, code 2"),
    PlatformRule(
      .submission, 6, [.d],
      "Continued requests have a queue of their own and count towards neither of the two limits.",
      observable: "pending counters unchanged by their submission"),
    PlatformRule(
      .submission, 7, [.a, .d],
      """
      Limits hold per app. A refused submission leaves every pending request as it was, also the one that \
      it would have replaced.
      """,
      observable: "equal pending sets before and after"),
    PlatformRule(
      .submission, 8, [.a],
      """
      Nothing starts before its floor, and reaching the floor starts nothing by itself. A floor later than \
      `submit.farBeginWarning` from now is accepted with a warning.
      """,
      observable:
        "`eligible` at the floor, until then `earliestBeginDate`; `launched.t` at or after it; `warned(farBeginDate)`"
    ),
    PlatformRule(
      .submission, 9, [.a],
      """
      A request is consumed by its launch, even if the process ends before its handler starts. An app that \
      does not submit again gets no further run of that series.
      """,
      observable: "at most one `launched` per item"),
    PlatformRule(
      .submission, 10, [.a, .d],
      """
      Cancelling one identifier or all touches pending requests only: running tasks go on and unknown \
      identifiers do nothing. Asking for the pending requests lists their identifiers and floors, without \
      running ones.
      """,
      observable: "`cancelled(by: app)`; `pendingList` equals the pending set"),
  ]
}
