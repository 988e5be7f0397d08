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
    extends | text | (none) | another study file that this one is laid over, relative to this file
    name | text | required | name of the study and of its results file
    question | text | (none) | what is asked, in one sentence
    seed | seed | (1) | seed of all random streams
    horizonDays | integer 1…3660 | (`horizon`, one of the two) | days that are simulated, warm-up included; or `horizon`
    horizon | quantity h 0.001…87840 | (`horizonDays`, one of the two) | time that is simulated, warm-up included; or `horizonDays`
    warmUpDays | integer 0…3659 | 0 | days at the start that metrics leave out
    replications | integer 1…100000 | required | independent fleets
    population | map of population | (none: a study has a population or a trace) | the fleet
    trace | map of trace | (none) | real devices instead of synthetic ones
    apps | list of app, at most 1000 | (none) | the apps of the study
    policies | list of texts or maps of policy | required | what is compared; the first is the baseline
    parameters | open | (the defaults of `slumber parameters`) | parameters that differ from their defaults, by name
    arms | list of arm | (one, the study as it is) | named variants of the study on the same devices and streams
    factors | open | (none) | what is varied: key path and a list of values or {from, to, steps}; {from, to} in a space-filling design
    design | text or map of design | (fullFactorial) | how the levels of factors are combined: `fullFactorial`, `oneAtATime`, `fractional`, or a mapping
    script | list of scriptStep | (none) | timed interventions
    record | list of record | (none) | detail tables to keep: attempts, energy, timeseries, regret, availability
    compare | map of compare | (the default metrics and front) | baseline, metrics with margins, confidence
    expect | list of expectation | (none) | what must be observed
    # population
    devices | integer 1…1000000 | required | number of phones
    mix | text | (none) | `everyday-apps`, or a list of apps from another file, relative to this file
    archetypes | text or map of archetypes | everyday | \#(populations), `scripted`, or a list of archetypes
    device | one of \#(devices) | standard | a phone of `slumber devices` for all archetypes that name none; `standard` if left out
    settings | map of settings | (parameters `settings.…`; none of scripted users) | shares of users with settings of their own
    cellularNetwork | text or map of networkShares | - | a network of `slumber networks`, or shares of several
    # networkShares
    \#(networkShares)
    # archetype
    name | text | required | name in results
    share | quantity % | required | share of the devices
    user | one of synthetic, scripted | synthetic | who uses the phone
    charging | text or map of charging, at most 100 | night | night, topUp, docked, irregular, never, or a list of daily charges
    network | text or map of network, at most 100 | commuting | commuting, wifi, cellular, none, or a list of daily Wi-Fi spans
    noNetwork | list of networkSpan, at most 100 | [] | daily spans without network, whatever `network` says
    cellularNetwork | text or map of networkShares | - | a network of `slumber networks`, or shares of several
    device | one of \#(devices), \#(DevicePlan.simulatorProfile) | (as `population.device`) | a phone of `slumber devices`, as `population.device` says if left out; nothing is launched on a simulator
    stateOfHealth | quantity % 1…100 | (drawn by `battery.health`; 100 % for scripted users) | capacity left of the battery
    start | map of start | (drawn) | the state at the start
    initialCharge | quantity % | (drawn) | the name of `start: {charge}` in earlier studies
    # start
    charge | quantity % | (drawn; 100 % on the charger) | charge; drawn if left out, 100 % on the charger
    locked | boolean | (true without `frontApp`) | false: unlocked with the screen on, in use until it is locked
    frontApp | text | (none) | bundle id of the app in front of an unlocked phone
    plugged | boolean | (as `charging` says) | whether a charger is connected; as `charging` says if left out
    path | one of wifi, cellular, none | (as `network` says) | network path; as `network` says if left out
    newApps | list of bundle id | [] | apps that have just been installed, so that no day before counts
    # dailySpan
    \#(span)
    charger | one of wired20W, magSafe, qi, wired5W, usb, ac | wired20W | charger, where it charges
    screenOn | boolean | false | whether the screen is on all the while
    # networkSpan
    \#(span)
    # settings
    barOff | quantity % | (parameter `settings.barOff`) | users with Background App Refresh off
    barWifiOnly | quantity % | (parameter `settings.barWifiOnly`) | users with Background App Refresh on Wi-Fi only
    perAppOff | quantity % | (parameter `settings.perAppOff`) | apps whose own switch is off
    manualLowPowerMode | quantity % | (parameter `settings.manualLowPowerMode`) | users who keep Low Power Mode on
    # trace
    file | text | required | CSV of real events, relative to this file
    devices | list of device id | (all of the file) | which of its devices; all if left out
    repeat | boolean | false | whether short traces are repeated in whole weeks up to the horizon
    wholeDays | boolean | true | false: a recording starts at its first row, not at its first full local day
    appNames | open | (recorded apps by rank) | bundle id of the study for each recorded app name
    """#

  static let design = #"""
    # policy
    name | text | required | name in the catalogue
    label | text | (the name) | name in tables
    parameters | open | (those of the study) | parameters of this policy alone
    enforces | one or more of soft gate | (the gates of the policy) | soft gates that it obeys: `all`, `none`, or a list of names
    onlyWhileCharging | boolean | false | whether its starts on battery become waits
    energyPerDay | quantity J | (without limit) | battery energy that its runs may take a day
    command | list of word | (none) | of `process`: the program and its arguments, seen from this file
    settings | open | (none) | of `process`: what the program is given as it is
    state | text | (none) | of `process`: JSON of `slumber train` that the program is given, relative to this file
    stateDigest | text | (any) | of `process`: SHA-256 that the file `state` must have
    replyLimit | quantity s 0.001…3600 | 5 s | of `process`: longest wait for a line of its output; 5 s
    # arm
    name | text | required | name in tables
    set | open | (the study as it is) | key paths and their values; the study as it is without them
    # design
    kind | one of \#(words(FactorDesign.Kind.self)) | required | all combinations; the first levels and each other level alone; a fraction of combinations of two levels; or points spread over ranges
    points | integer \#(FactorDesign.pointCounts.lowerBound)…\#(FactorDesign.pointCounts.upperBound) | (none: such a design needs it) | points of a space-filling design (`latinHypercube`, `sobol`); 2^m - 1 for `sobol`
    resolution | integer \#(FractionalFactorial.resolutions.lowerBound)…\#(FractionalFactorial.resolutions.upperBound) | (4) | resolution of a fraction: 3 confuses factors with pairs, 4 pairs with pairs, 5 neither
    where | one or more of condition | (none) | conditions that every point meets, such as `score.thresholdEnd <= score.thresholdStart`
    together | open | (none) | groups of factors that move together: a name with a list of factors
    # scriptStep
    at | text | required | instant from the start: `2 d 08:00`; with `every` or `days` a time of day: `23:00`
    every | one of day | - | the step is repeated: on every day up to the end
    days | list of weekday | - | the step is repeated: on these days of the week, such as [mon, fri]
    action | one of submit, cancel, cancelAll, list, kill, forceQuit, reboot, plug, unplug, network, push, setting, open, close, cancelContinued, simulateLaunch, simulateExpiration, visiblePush, voipPush, audio, location, move, signal, region, transfer, lock, unlock, screenOn, screenOff | required | what happens; `lock` turns the screen off too, `unlock` turns it on, `screenOff` does not lock
    app | text | - | bundle id
    task | text | - | identifier, for submit and cancel
    session | text | - | session whose transfers the app creates
    kind | one of \#(taskKinds) | - | mechanism of a submitted identifier without a task
    floor | quantity min or time | - | floor of a submitted request; that of the task if left out
    window | map of requestWindow | - | in place of `floor`: window of a request that a phone has recorded, taken as it stands
    origin | one of \#(words(SubmissionOrigin.self)) | - | who submits; the app if left out
    crash | boolean | - | whether a kill is a crash rather than memory pressure
    charger | one of wired20W, magSafe, qi, wired5W, usb, ac | - | charger
    path | one of wifi, cellular, none | - | network path
    level | one of \#(words(SignalLevel.self)) | - | signal of the cellular network
    setting | one of backgroundRefresh, appRefresh, lowPowerMode, busy, cpuLoad, memoryPressure, thermal | - | which setting
    value | word or number 0…255 | - | new value of the setting, a word or number; 0 ends audio or location; number of the region, from 0
    distance | quantity m | - | how far the user moves
    expiration | quantity h | - | life of a push; if left out, the longest, or none for a VoIP push
    priority | integer 1…10 | - | APNs priority header of a push; that of the app's pushes if left out
    # requestWindow
    from | text | required | instant at which the request may start: `2 d 08:00`
    to | text | required | instant at which it is due, of which the threshold of a policy depends; it goes on waiting
    # compare
    baseline | text | (the first policy) | label of the policy that others are compared with
    metrics | list of compareMetric | (the default metrics) | metrics with a verdict
    confidence | number 0.5…0.9999 | 0.95 | confidence of intervals
    family | one of designPoint, study | designPoint | whose intervals are simultaneous: those of each design point, or of all together
    front | list of text, at most 2 | (discretionary battery energy and staleness at reachable opens) | the two metrics of the front
    # compareMetric
    name | text | required | metric
    margin | margin 0…1e15 | (the usual one of the metric, see `slumber metrics`) | smallest difference that matters: a number in the metric's unit, a share of the baseline such as `10 %`, a share of the battery per day such as `0.1 %/d`, or `{factor: 1.1}` for the ratio to the baseline
    # expectation
    that | text | (none) | what is expected, in words
    metric | text | - | a metric of the catalogue
    event | text | - | count of an event of the vocabulary
    observe | text | - | a quantity read from the event log
    finding | text | - | mistakes of apps that are code, by word or rule as `slumber explain` has them, at least once without a comparison; `none` for no mistake
    reason | text | - | reason of the event, or what blocks for `blockedHours`
    arm | text | - | arm; `base` if the study has none
    policy | text | - | label of the policy; the first if left out
    app | text | - | bundle id; all if left out
    mechanism | one of \#(words(Mechanism.self)) | - | mechanism; all if left out
    equals | open | - | a number, or {policy, arm}
    lessThan | open | - | a number, or {policy, arm}
    atMost | open | - | a number, or {policy, arm}
    atLeast | open | - | a number, or {policy, arm}
    greaterThan | open | - | a number, or {policy, arm}
    between | list of number | - | lower and upper bound
    equivalentTo | open | - | a number, or {policy, arm}, within `margin`
    increasesWith | text | - | a factor: higher at each of its levels than at the one before; numbers ascend
    decreasesWith | text | - | a factor: lower at each of its levels than at the one before
    at | one or more of time | - | times of the event, on every device: each is met by one event, and no other event is near it
    within | quantity us 0…86400000000 | 0 us | how far from its time an event of `at` may be; 0 if left out
    margin | number 0…1e15 | - | margin of equivalentTo
    factor | number 0…1e15 | 1 | multiplies the other side
    hours | list of number | - | of `launchShareInHours`: local hours from and to, such as [22, 3]
    observed | map of observed | - | what was seen on phones, in place of a comparison; no check fails on it
    # observed
    id | text | required | name of the observation
    value | one or more of number | required | what was seen; of several phones or reports a list
    unit | text | (that of the quantity) | unit of the value
    tolerance | map of tolerance | (none) | how far the observation reaches from each value: 1.5 times for grades A and B, 2 times for C and D, unless a clock was read
    phones | integer 0…1000000000 | 0 | number of phones; 0 if it is not known
    grade | one of A, B, C, D | required | A documentation or measurement, B several sources or a log with both ends, C one report, D hearsay, which does not count
    source | text | required | where it can be read
    comparable | boolean | true | whether the study is the situation that was seen; if not, it is shown and does not count
    why | text | (none) | the reason why it is not comparable, or what is doubtful
    # tolerance
    times | number 1…1000 | (none) | from the value over this factor to the value times it
    plus | word or number | (none) | a distance to either side, such as `30 s`; without a unit in that of the value
    """#

  private static let span = """
    from | text | required | time of day, such as 23:00
    to | text | required | time of day; on the next day if it is not later
    days | list of weekday | (every day) | days of the week on which it begins, such as [mon, fri]
    """
  private static let networkShares = NetworkProfile.allCases.map {
    "\($0.name) | quantity % | - | share of the phones: \($0.label)"
  }.joined(separator: "\n")
  private static let populations = NamedPopulation.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
  private static let devices = DeviceCatalogue.names.joined(separator: ", ")
  static let taskKinds = Mechanism.allCases.filter(\.isRequest).map(\.name).joined(separator: ", ")

  static func words<Word: StudyWord>(_ type: Word.Type) -> String {
    type.allCases.map(\.word).joined(separator: ", ")
  }
}
