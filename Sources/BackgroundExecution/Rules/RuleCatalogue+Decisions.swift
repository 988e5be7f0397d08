import ModelParameters

/// Rules of decisions and gates, modes and extensions, and the Android comparison.
extension RuleCatalogue {
  static let gates: [PlatformRule] = [
    PlatformRule(
      .gates, 1, [.d],
      """
      Each of the seven factors is enforced as its `factor` parameter says: `hard`, the platform denies; \
      `soft`, the policy gets a verdict; `off`, it always allows and is never reported. Losses and \
      refusals of the app switcher and of Background App Refresh stay under `soft`.
      """,
      observable: "field `enforcement` of `deferred`; an `off` factor is never a reason"),
    PlatformRule(
      .gates, 2, [.d],
      """
      A policy starts candidates only: a start that a hard gate denies is counted as a violation and not \
      carried out. Hard verdicts depend on the state alone, never on the policy.
      """,
      observable: "`policyViolation`, no `launched`"),
    PlatformRule(
      .gates, 3, [.b, .d],
      """
      The policy is consulted every `gate.evaluationInterval`, with a phase of the device's own, and after \
      every change of a state that a gate reads: submissions, arrivals, floors, plug, lock, screen, \
      network, settings, thermal level, the critical battery level, refills, ends of runs, gaps, holds, \
      tokens and stages, the midnight that changes USE-4, and entering or leaving an app with a pending \
      item. The start of a push's handler and the pressure on memory are none, an arrival is one, however delivered. All \
      triggers of one instant make one decision; what it triggers itself waits for the next tick.
      """,
      observable: "`decision.t` coincides with one of these"),
    PlatformRule(
      .gates, 4, [.b, .d],
      """
      The threshold of a candidate falls linearly from `score.thresholdStart` at the opening of its window \
      to `score.thresholdEnd` at its deadline, and stays there. A candidate passes at the first tick at \
      which its score is at least the threshold, to a billionth.
      """,
      observable: "fields `score`, `threshold` of `decision`"),
    PlatformRule(
      .gates, 5, [.b, .d],
      """
      The score is the mean of the applicable components, each within [0, 1], weighted by `score.weights`. \
      A component of 1 never lowers it.
      """,
      observable: "property of the score"),
    PlatformRule(
      .gates, 6, [.b],
      "A soft denial that the policy enforces overrides any score.",
      observable: "no `launched` against an enforced denial in the same `decision`"),
    PlatformRule(
      .gates, 7, [.d],
      """
      Hard: no opportunistic launch of an app in the foreground, active or not, and none of an identifier \
      whose last run has not ended or started at this very instant; decisions each put off by one tick are one \
      instant. The request is not consumed.
      """,
      observable: "`deferred(appForeground)`; `deferred(alreadyRunning)`"),
    PlatformRule(
      .gates, 8, [.c, .d],
      """
      Soft: nothing opportunistic during `gate.bootHold` after a boot, while the device is busy, at \
      thermal level serious, or for `gate.herdHold` after an unlock or a return of the network that ends \
      at least `gate.herdPause` of uninterrupted lock or absence; no processing above \
      `gate.cpuLoadCeiling`.
      """,
      observable: "soft verdicts `bootHold`, `busy`, `cpuLoad`, `thermalSerious`, `herd`"),
    PlatformRule(
      .gates, 9, [.a, .d],
      """
      Hard: at thermal level critical nothing opportunistic starts, and running processing, health and \
      continued tasks expire. No launch is guaranteed: under hostile conditions every request stays \
      pending to the horizon.
      """,
      observable: "`deferred(thermalCritical)`, `expired(thermalCritical)`; no `launched`"),
  ]

  static let modes: [PlatformRule] = [
    PlatformRule(
      .modes, 1, [.a],
      "A process whose audio really plays or records stays in the background; when that ends LIFE-3 holds.",
      observable: "state during playback"),
    PlatformRule(
      .modes, 2, [.a],
      "Standard location updates keep a process running in the background and never relaunch it.",
      observable: "no `launched(mechanism: mode)` after a kill"),
    PlatformRule(
      .modes, 3, [.a, .b],
      """
      A significant change of location, at least `location.significantDistance` and \
      `location.significantInterval` after the last, launches the app for `location.eventRuntime`, which \
      an assertion can extend: its allowance counts from the end of that time.
      """,
      observable: "spacing and length of such runs"),
    PlatformRule(
      .modes, 4, [.a, .b],
      """
      An app has at most `location.regionLimit` regions; a crossing must last `location.regionDwell` \
      before it becomes an event.
      """,
      observable: "`rejected(limit)` for a further region; delay of the event"),
    PlatformRule(
      .modes, 5, [.a, .d],
      """
      A VoIP push launches the app, which must report a call or is killed; after `voip.missLimit` misses \
      its VoIP pushes stop.
      """,
      observable: "`terminated(callNotReported)`; later `dropped(voipStopped)`"),
    PlatformRule(
      .modes, 6, [.a],
      """
      The notification service extension has a process of its own with `nse.runtimeLimit` and \
      `nse.memoryLimit`; if it is late or killed the original content is shown.
      """,
      observable: "`delivered(content: original)`"),
    PlatformRule(
      .modes, 7, [.d],
      "Runs of a mode ignore all soft factors and debit no budget; their energy is the app's all the same.",
      observable: "budgets unchanged; the app's energy grows"),
  ]

  static let android: [PlatformRule] = [
    PlatformRule(
      .android, 1, [.d],
      """
      Policy `android-buckets` decides by AND-2 to AND-6 in place of the soft factors and conditions, on \
      equal devices, requests and traces; hard gates stay.
      """,
      observable: "equal hard verdicts in equal states under any policy"),
    PlatformRule(
      .android, 2, [.a, .d],
      """
      An app's bucket follows the time since its last foreground use, by ages that are parameters: active, \
      working set, frequent, rare, restricted.
      """,
      observable: "`settingChanged(bucket)`"),
    PlatformRule(
      .android, 3, [.a],
      """
      On battery a bucket has quotas of run time, starts and sessions over a rolling window. Runs a few \
      seconds apart are one session, and starts and sessions per minute are limited too.
      """,
      observable: "sums over any rolling window"),
    PlatformRule(
      .android, 4, [.a],
      "External power lifts AND-3 and AND-6.",
      observable: "no denial by quota while plugged"),
    PlatformRule(
      .android, 5, [.a, .d],
      """
      Silent pushes are messages of normal priority. On battery those for apps in `rare` or `restricted` \
      wait for the app's next run, its next use, or external power.
      """,
      observable: "`deferred(policyChoice)`, then `delivered` at one of these instants"),
    PlatformRule(
      .android, 6, [.a],
      """
      Unplugged with the screen off the device dozes: lightly after a first delay, deeply after a longer \
      one without motion. Starts and pushes wait for maintenance windows, whose spacing doubles up to a \
      cap. Screen or plug ends both, motion ends deep Doze.
      """,
      observable: "starts during Doze lie within windows"),
  ]
}
