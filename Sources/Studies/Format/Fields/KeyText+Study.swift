import ModelParameters
import OutputAnalysis
import UsageModels
import Workload

/// The keys of studies, one a row: its name, the kind of its value, the effect of leaving it out, and its meaning.
///
/// ``Field/init(row:)`` says how kinds and defaults are written.
enum KeyText {
  static let fleet = #"""
    # study
    formatVersion | integer 1…1 | required | version of the format: 1
    extends | text | (none) | study that this study extends, relative to this file
    name | text | required | name of the study
    question | text | (none) | question of the study, in one sentence
    seed | seed | (1) | seed of all random streams
    horizonDays | integer 1…3660 | (`horizon`, one of the two) | number of simulated days, warm-up included; or use `horizon`
    horizon | quantity h 0.001…87840 | (`horizonDays`, one of the two) | simulated time, warm-up included; or use `horizonDays`
    warmUpDays | integer 0…3659 | 0 | number of days at the start that metrics exclude
    replications | integer 1…100000 | required | number of replications (independent repetitions with new devices)
    population | map of population | (a study has a population or a trace) | devices and users
    trace | map of trace | (none) | recorded devices instead of synthetic devices
    apps | list of app, at most 1000 | (none) | apps of the study
    policies | list of texts or maps of policy | required | policies to compare; the first policy is the baseline
    parameters | open | (the defaults of `slumber parameters`) | parameters that differ from their defaults, by name
    arms | list of arm | (one, the unchanged study) | named variants of the study with the same devices and random streams
    factors | open | (none) | factors to vary: key path with a list of values, of which each may be {name, value}, or {from, to, steps}; in a space-filling design {from, to}
    design | text or map of design | (fullFactorial) | how the levels of factors are combined: `fullFactorial`, `oneAtATime`, `fractional`, or a mapping
    script | list of scriptStep | (none) | interventions at given times
    record | list of record | (none) | detail tables to store: attempts, energy, timeseries, regret, availability
    compare | map of compare | (the default metrics and front) | settings of the comparison: baseline, metrics with margins, confidence
    expect | list of expectation | (none) | expected results
    # population
    devices | integer 1…1000000 | required | number of devices
    mix | text | (none) | `everyday-apps`, or a file with a list of apps, relative to this file; in an effective study all apps
    archetypes | text or map of archetypes | everyday | \#(populations), `scripted`, or a list of archetypes
    device | one of \#(devices) | standard | device model (see `slumber devices`) of archetypes without their own `device`
    settings | map of settings | (parameters `settings.…`; not for scripted users) | shares of users with certain settings
    cellularNetwork | text or map of networkShares | - | a network of `slumber networks`, or shares of several
    # networkShares
    \#(networkShares)
    # archetype
    name | text | required | name of the archetype in results
    share | quantity % | required | share of the devices
    user | one of synthetic, scripted | synthetic | kind of user
    charging | text or map of charging, at most 100 | night | charging pattern: night, topUp, docked, irregular, never, or a list of daily charges
    network | text or map of network, at most 100 | commuting | network pattern: commuting, wifi, cellular, none, or a list of daily Wi-Fi spans
    noNetwork | list of networkSpan, at most 100 | [] | daily spans without network, which override `network`
    cellularNetwork | text or map of networkShares | - | a network of `slumber networks`, or shares of several
    device | one of \#(devices), \#(DevicePlan.simulatorProfile) | (as `population.device`) | device model (see `slumber devices`); a simulator launches no background work
    stateOfHealth | quantity % 1…100 | (drawn by `battery.health`; 100 % for scripted users) | remaining battery capacity
    start | map of start | (drawn) | state of the device at the start
    initialCharge | quantity % | (drawn) | former name of `start: {charge}`
    # start
    charge | quantity % | (drawn; 100 % on the charger) | state of charge at the start
    locked | boolean | (true without `frontApp`) | whether the device is locked; false: in use with the screen on until it is locked
    frontApp | text | (none) | bundle id of the foreground app of an unlocked device
    plugged | boolean | (as `charging` says) | whether a charger is connected
    path | one of wifi, cellular, none | (as `network` says) | network path at the start
    newApps | list of bundle id | [] | newly installed apps, for which earlier days do not count
    # dailySpan
    \#(span)
    charger | one of wired20W, magSafe, qi, wired5W, usb, ac | wired20W | type of the charger
    screenOn | boolean | false | whether the screen is on during the span
    # networkSpan
    \#(span)
    # settings
    barOff | quantity % | (parameter `settings.barOff`) | share of users with Background App Refresh off
    barWifiOnly | quantity % | (parameter `settings.barWifiOnly`) | share of users with Background App Refresh on Wi-Fi only
    perAppOff | quantity % | (parameter `settings.perAppOff`) | share of apps with Background App Refresh off for the app
    manualLowPowerMode | quantity % | (parameter `settings.manualLowPowerMode`) | share of users who always use Low Power Mode
    # trace
    file | text | required | CSV file of recorded events, relative to this file
    devices | list of device id | (all of the file) | devices of the file to use
    repeat | boolean | false | whether slumber repeats short traces in whole weeks up to the horizon
    wholeDays | boolean | true | whether a recording starts at its first full local day; false: at its first row
    appNames | open | (recorded apps by rank) | bundle id of the study for each recorded app name
    """#

  static let design = #"""
    # policy
    name | text | required | name of the policy in the catalog
    label | text | (the name) | name in tables
    parameters | open | (as in the study) | parameters of this policy only
    enforces | one or more of soft gate | (the gates of the policy) | soft gates that it obeys: `all`, `none`, or a list of names
    onlyWhileCharging | boolean | false | whether the policy may start work only while charging
    energyPerDay | quantity J | (without limit) | limit of battery energy per day for the policy's runs
    command | list of word | (none) | for `process`: program and arguments, relative to this file
    settings | open | (none) | for `process`: settings passed to the program unchanged
    state | text | (none) | for `process`: state file of `slumber train` for the program, relative to this file
    stateDigest | text | (any) | for `process`: required SHA-256 of the file `state`
    replyLimit | quantity s 0.001…3600 | 5 s | for `process`: longest wait for a line of output
    # arm
    name | text | required | name in tables
    set | open | (the unchanged study) | key paths and values that the arm changes
    # design
    kind | one of \#(words(FactorDesign.Kind.self)) | required | combinations to run: all; each level alone against the first levels; a fraction of combinations of two levels; or points spread over ranges
    points | integer \#(FactorDesign.pointCounts.lowerBound)…\#(FactorDesign.pointCounts.upperBound) | (required in such a design) | number of points of a space-filling design (`latinHypercube`, `sobol`); 2^m - 1 for `sobol`
    resolution | integer \#(FractionalFactorial.resolutions.lowerBound)…\#(FractionalFactorial.resolutions.upperBound) | (4) | resolution of a fraction: 3 confounds factors with pairs, 4 pairs with pairs, 5 neither
    where | one or more of condition | (none) | conditions that every point must meet, such as `score.thresholdEnd <= score.thresholdStart`
    together | open | (none) | groups of factors that vary together: a name with a list of factors
    # scriptStep
    at | text | required | time from the start, such as `2 d 08:00`; with `every` or `days` a time of day, such as `23:00`
    every | one of day | - | repeats the step every day until the end
    days | list of weekday | - | repeats the step on these days of the week, such as [mon, fri]
    action | one of submit, cancel, cancelAll, list, kill, forceQuit, reboot, plug, unplug, network, push, setting, open, close, cancelContinued, simulateLaunch, simulateExpiration, visiblePush, voipPush, audio, location, bluetooth, health, move, signal, region, transfer, lock, unlock, screenOn, screenOff | required | action of the step; `lock` also turns the screen off, `unlock` turns it on, `screenOff` does not lock
    app | text | - | bundle id of the app
    task | text | - | identifier of the task
    session | text | - | session whose transfers the app creates
    kind | one of \#(taskKinds) | - | mechanism, if the app has no task with the submitted identifier
    earliestBegin | quantity min or time | - | earliest begin date of the request (default: as in the task)
    window | map of requestWindow | - | window of a recorded request, instead of `earliestBegin`
    origin | one of \#(words(SubmissionOrigin.self)) | - | process that submits (default: the app)
    crash | boolean | - | whether a kill is a crash rather than memory pressure
    charger | one of wired20W, magSafe, qi, wired5W, usb, ac | - | charger
    type | one of \#(words(HealthType.self)) | - | type of the new samples (default: the first observer of the app)
    path | one of wifi, cellular, none | - | network path
    level | one of \#(words(SignalLevel.self)) | - | signal of the cellular network
    setting | one of backgroundRefresh, appRefresh, lowPowerMode, busy, cpuLoad, memoryPressure, thermal | - | setting to change
    value | word or number 0…255 | - | new value of the setting; 0 ends audio or location; number of the region, from 0
    distance | quantity m | - | distance that the user moves
    expiration | quantity h | - | time until the push expires (default: the longest; 0 for a VoIP push)
    priority | integer 1…10 | - | APNs priority header of a push (default: as in `pushes`)
    # requestWindow
    from | text | required | earliest start of the request, such as `2 d 08:00`
    to | text | required | time when the request is due, which affects a policy's threshold; the request then continues to wait
    # compare
    baseline | text | (the first policy) | label of the baseline policy
    metrics | list of compareMetric | (the default metrics) | metrics with a verdict
    confidence | number 0.5…0.9999 | 0.95 | confidence of intervals
    family | one of designPoint, study | designPoint | family of simultaneous intervals: per design point, or the whole study
    front | list of text, at most 2 | (discretionary battery energy and staleness at reachable opens) | the two metrics of the front
    # compareMetric
    name | text | required | name of the metric
    margin | margin 0…1e15 | (the usual one of the metric, see `slumber metrics`) | smallest difference that matters: a number in the metric's unit, a share of the baseline (`10 %`) or of the battery per day (`0.1 %/d`), or a ratio to the baseline (`{factor: 1.1}`)
    # expectation
    that | text | (none) | description of the expectation
    metric | text | - | metric to check (see `slumber metrics`)
    event | text | - | event whose number of occurrences is checked
    observe | text | - | quantity from the event log to check
    finding | text | - | finding about app code, by name or rule as in `slumber explain`; without a comparison at least one; `none` for no findings
    reason | text | - | reason of the event, or blocking reason for `blockedHours`
    arm | text | - | arm (default: the first; `base` in a study without arms)
    policy | text | - | label of the policy (default: the first)
    app | text | - | bundle id of the app (default: all)
    mechanism | one of \#(words(Mechanism.self)) | - | mechanism (default: all)
    equals | open | - | a number, or {policy, arm}
    lessThan | open | - | a number, or {policy, arm}
    atMost | open | - | a number, or {policy, arm}
    atLeast | open | - | a number, or {policy, arm}
    greaterThan | open | - | a number, or {policy, arm}
    between | list of number | - | lower and upper bound
    equivalentTo | open | - | a number, or {policy, arm}, within `margin`
    increasesWith | text | - | factor; the quantity must be higher at each level than at the previous level (numbers ascend)
    decreasesWith | text | - | factor; the quantity must be lower at each level than at the previous level
    at | one or more of time | - | times of the event on every device; each must have exactly one event near it
    within | quantity us 0…86400000000 | 0 us | greatest distance of an event from its time in `at`
    margin | number 0…1e15 | - | margin of equivalentTo
    factor | number 0…1e15 | 1 | factor that multiplies the other side
    hours | list of number | - | for `launchShareInHours` and `fresh_open_share`: local hours from and to, such as [22, 3]
    observed | map of observed | - | observation of real devices, instead of a comparison; it never makes a check fail
    # observed
    id | text | required | name of the observation
    value | one or more of number | required | observed value, or a list of values from several devices, reports, or consecutive gaps
    unit | text | (the unit of the quantity) | unit of the value
    precision | word or number | required | half of the width in which the value lies, such as `30 s` (default unit: as for the value)
    atLeast | boolean | false | whether the value is only a lower bound
    phones | integer 0…1000000000 | required | number of observed devices; 0 if unknown
    days | number 0.001…4000 | (none) | length of the observed window in days; this key or `assumed` is required
    assumed | list of number | (none) | assumed lengths of the window, if the report does not state it; half of the shortest and twice of the longest must agree
    hours | list of number | (the whole day) | observed local hours from and to, such as [22, 3]
    after | one of \#(ObservationWindow.Beginning.allCases.map(\.rawValue).joined(separator: ", ")) | start | begin of the window: end of the warm-up, start of the run, or the app's latest open that leaves room for the window
    rule | text | (none) | rule of a documented limit, or rule that alone decides the value; such a row counts in no score
    primary | boolean | false | whether this row represents its source in scores and tests; one row of each source
    tolerance | map of tolerance | (none) | band around each value for rule rows and `fit` (default: factor 1.5 for grades A and B, 2 for C and D)
    grade | one of A, B, C, D | required | A: documentation or measurement; B: several sources, or a log with start and end; C: one report; D: hearsay, which does not count
    source | text | required | reference of the observation; rows about the same devices have the same text
    comparable | boolean | true | whether the study matches the observed scenario; if false, slumber shows the observation but does not count it
    why | text | (none) | reason why the observation is not comparable, or a doubt
    # tolerance
    times | number 1…1000 | (none) | factor: from value / factor to value × factor
    plus | word or number | (none) | distance to either side, such as `30 s` (default unit: as for the value)
    """#

  private static let span = """
    from | text | required | time of day, such as 23:00
    to | text | required | time of day; on the next day if it is not later than `from`
    days | list of weekday | (every day) | days of the week when the span begins, such as [mon, fri]
    """
  private static let networkShares = NetworkProfile.allCases.map {
    "\($0.name) | quantity % | - | share of the devices: \($0.label)"
  }.joined(separator: "\n")
  private static let populations = NamedPopulation.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
  private static let devices = DeviceCatalogue.names.joined(separator: ", ")
  static let taskKinds = Mechanism.allCases.filter(\.isRequest).map(\.name).joined(separator: ", ")

  static func words<Word: StudyWord>(_ type: Word.Type) -> String {
    type.allCases.map(\.word).joined(separator: ", ")
  }
}
