import ModelParameters

/// Rules of power, app usage, budgets and rate.
extension RuleCatalogue {
  static let power: [PlatformRule] = [
    PlatformRule(
      .power, 1, [.a],
      """
      With a level at or below `battery.criticalLevel` and no external power the low-battery verdict \
      denies refresh, push and discretionary transfers. A rise crosses the level at the first instant \
      strictly above it.
      """,
      observable: "soft verdict `lowBattery`"),
    PlatformRule(
      .power, 2, [.a, .d],
      """
      Low Power Mode denies refresh, push and discretionary transfers, on the charger too if \
      `lpm.appliesWhilePlugged`. Processing on external power goes on.
      """,
      observable: "`deferred(lowPowerMode)`"),
    PlatformRule(
      .power, 3, [.b, .d],
      """
      When the level falls to `lpm.promptLevel` on battery while the mode is off, the user is asked, at \
      most once after each unplugging, at the next unlocked session, and accepts with probability \
      `lpm.promptAcceptance`. The user may switch the mode by hand at any level.
      """,
      observable: "`settingChanged(lowPowerMode)`"),
    PlatformRule(
      .power, 4, [.a, .d],
      """
      A mode accepted at the prompt ends at the first instant with external power and a level of at least \
      `lpm.autoOffLevel`; one switched on by hand stays.
      """,
      observable: "`settingChanged(lowPowerMode)` at the crossing"),
    PlatformRule(
      .power, 5, [.b, .d],
      """
      Plugged means that external power is connected, whatever current flows; a charge held at \
      `charge.limitLevel` or `charge.holdLevel` is still plugged.
      """,
      observable: "gates unchanged during the hold"),
    PlatformRule(
      .power, 6, [.a],
      """
      An app may read level, plug and Low Power Mode and act on them. The platform draws no conclusion \
      from whether it does.
      """,
      observable: "quality flags change only the app's own calls"),
    PlatformRule(
      .power, 7, [.d],
      """
      At charge zero without external power the device powers off: every process ends, the radios are off, \
      pushes stay at the server and user sessions are lost. Plugged in again it boots at `boot.level`, and \
      LIFE-7 holds from there.
      """,
      observable: "`poweredOff`, `terminated(powerOff)`; `rebooted`"),
  ]

  static let usage: [PlatformRule] = [
    PlatformRule(
      .usage, 1, [.d],
      """
      The predictor keeps, per app, type of day and bin of `usage.binWidth`, a share of days with a launch \
      by the user that decays with `usage.halfLife`; a day counts after it has ended, and days mostly dead \
      are skipped. Likelihood is one less the product of (1 - fraction x share) over the bins within \
      `usage.lookahead`, or `usage.prior` before any day of the type has ended.
      """,
      observable: "state `likelihood(app, t)`, which the log of launches reproduces"),
    PlatformRule(
      .usage, 2, [.a, .d],
      """
      The usage score is likelihood over `usage.saturation`, at most 1, and counts for refresh only. Under \
      `seven-factor` a higher likelihood never makes the first launch of a request later, all else equal.
      """,
      observable: "paired runs with a shifted likelihood"),
    PlatformRule(
      .usage, 3, [.b],
      """
      The usage verdict denies processing and health once more than `usage.eligibilityDays` have passed \
      since the app was last in the foreground, or if it never was, and denies nothing else.
      """,
      observable: "soft verdict `appUsage`"),
    PlatformRule(
      .usage, 4, [.c],
      """
      A refresh is denied while the app was opened on fewer than `usage.learningDays` of the last \
      `usage.refreshEligibilityDays` ended local days; 0 learning days deny nothing. Days before the start \
      count as opened for apps that were there, but not for new ones; days on which the phone was dead count \
      as days. The change at midnight is a decision point.
      """,
      observable: "soft verdict `appUsage` of mechanism `refresh`"),
  ]

  static let budgets: [PlatformRule] = [
    PlatformRule(
      .budgets, 1, [.a, .d],
      """
      Each device has an energy ledger with a daily capacity of `budget.energyFraction` of the nominal \
      battery energy, and a cellular ledger with `budget.cellularCapacity` bytes.
      """,
      observable: "two balances in the log"),
    PlatformRule(
      .budgets, 2, [.a, .d],
      """
      Ledgers start at `budget.initialFraction` of capacity. Each day they are refilled in \
      `budget.slotsPerDay` slots of shape `budget.refillShape`, fixed at its start, that sum exactly to the \
      capacity, the last at midnight; a balance never exceeds the capacity.
      """,
      observable: "`budgetRefilled` with field `clipped`"),
    PlatformRule(
      .budgets, 3, [.a, .d],
      """
      Every run of a debiting mechanism debits, at its end and once more when its radio tail ends, the \
      energy billed to it while unplugged, also if it failed or was killed. What the user has started in front debits \
      nothing (BUD-8).
      """,
      observable: "`budgetDebited`, device then app; none for others or for amount 0"),
    PlatformRule(
      .budgets, 4, [.a, .d],
      "Bytes debit the cellular ledger only when they moved over cellular, plugged or not.",
      observable: "no `budgetDebited(cellular)` for bytes over Wi-Fi"),
    PlatformRule(
      .budgets, 5, [.a, .d],
      """
      The energy verdict denies refresh, push and discretionary transfers while a balance is not positive \
      and the device is unplugged; the data verdict does so on a cellular path while a cellular balance is \
      not positive.
      """,
      observable: "soft verdicts `energyBudget`, `dataBudget`"),
    PlatformRule(
      .budgets, 6, [.d],
      "No budget stops a run: it may leave a debt, which later refills pay back.",
      observable: "negative balances; no `expired` for a budget"),
    PlatformRule(
      .budgets, 7, [.d],
      """
      Each app has a share ledger of `budget.appShare` of the device's capacities, refilled and debited \
      alike. BUD-5 needs the balances of device and app to be positive.
      """,
      observable: "field `scope` of `deferred`"),
    PlatformRule(
      .budgets, 8, [.b, .d],
      """
      URL-4 comes first: a transfer that is not discretionary, which is one created in front, and the wake of a \
      batch with one debit nothing and are not denied. All other wakes debit, and are denied only when a balance is \
      at or below minus `budget.relaxedOverdraft` of the capacity; with `budget.relaxedDenied` the first do so too. No \
      policy sees them: the platform enforces it unless budgets are off.
      """,
      observable: "`deferred(energyBudget)` or `deferred(dataBudget)` of wakes beyond the overdraft only"),
    PlatformRule(
      .budgets, 9, [.d],
      """
      Ledgers close exactly and at all times, in whole units: balance = initial + refills - clipped - \
      debits.
      """,
      observable: "the identity, checked at every change"),
  ]

  static let rate: [PlatformRule] = [
    PlatformRule(
      .rate, 1, [.b, .d],
      """
      The rate verdict denies a refresh launch of an app until `refresh.minGap` after its last one, and a \
      processing launch of a series until `processing.minGap` after the series' last.
      """,
      observable: "soft verdict `rateLimit`; gaps between `launched` under a policy that obeys it"),
    PlatformRule(
      .rate, 2, [.b, .d],
      """
      Push launches of an app keep `push.minGap` between them, and each takes one whole token of a bucket \
      of `push.bucketCapacity` that starts full and refills continuously, one token per \
      `push.bucketRefill`. A launch against the verdict leaves it empty.
      """,
      observable: "gaps between push `launched`; tokens between 0 and the capacity"),
    PlatformRule(
      .rate, 3, [.d],
      """
      Clocks are separate per mechanism, or with `rate.scope` at `perApp` common to all opportunistic \
      launches of an app, processing keeping its own per series. Joined and foreground deliveries and \
      launches by a debugger start no clock.
      """,
      observable: "gaps under both settings"),
  ]
}
