extension ParameterCatalogue {
  static let platform = definitions(
    #"""
    os.version | - | 26 | 12–27 | whole 12–99 | A | API-6, EXT-6, QUIT-1 | OS generation of the device | [AppleBackgroundTasks]
    submit.refreshLimit | - | 1 | 1–4 | whole 1–1000 | A | SUB-4 | pending refresh requests per app | [AppleBackgroundTasks]
    submit.processingLimit | - | 10 | 1–20 | whole 1–1000 | A | SUB-5 | pending processing requests per app | [AppleBackgroundTasks]
    submit.windowDelay | s | 450 | 0–900 | | B | SUB-8 | time from submission to the opening of a window, at least | one log of a plugin: 450 s; another first passes an evaluation after 10 min
    submit.farBeginWarning | d | 7 | 1–30 | | A | SUB-8 | earliest begin date that triggers a warning | guidance of about a week
    refresh.runtimeLimit | s | 30 | 5–60 | | A | REF-1 | longest refresh run | [WWDC2019]
    refresh.shortGrantProbability | - | 0.2 | 0–0.5 | unit | D | REF-2 | share of shorter grants | one app saw frequent early expiries; 0 restores the documented figure
    refresh.shortGrantMin | s | 2 | 1–10 | | C | REF-2 | shortest grant | same report, 2-5 s
    refresh.window | h | 24 | 12–168 | positive | D | REF-4 | ageing window | one cycle of daily habits
    refresh.minGap | min | 15 | 5–60 | | B | RATE-1 | gap between refresh launches of an app | spacing mentioned in [WWDC2020]; earliest begin dates of 15 min in public tutorials
    refresh.maxConcurrent | - | 4 | 1–8 | whole 1–1000 | D | REF-6 | refresh and push runs at once | a group limit is visible in a log, its size is not; four short runs fit in memory and share a radio tail
    refresh.transferGuideline | kB | 100 | 10–1000 | | A | REF-7 | bytes per run before it counts as oversize | [WWDC2020]
    task.expiryWarns | switch | true | | | B | REF-1, REF-3, PROC-7, PUSH-8 | the expiry call comes within the limit, and the kill at it | two apps are asked to stop after 25 s, one plans for 295 s; false is the rule of earlier versions
    task.expiryGrace | s | 5 | 3–7 | | D | REF-1, REF-3, PROC-7, PUSH-8 | expiry to kill | same order as the documented 5 s of didEnterBackground; two reports of expiry after 25 s of 30 rule out other values
    processing.idleDelay | min | 5 | 1–15 | | C | PROC-1, GATE-10 | idle time before a start | one developer measurement
    processing.runtimeLimit | min | 5 | 1–30 | | B | PROC-7 | longest processing run | four sources of 295 to 300 s: two logs, a statement and an app that plans for it
    processing.settlingMean | min | 10 | 0–240 | | C | GATE-10 | mean time that a phone which is plugged and idle settles | one log starts 10 min after it could, one 230 min
    processing.window | d | 7 | 2–14 | positive | C | PROC-9 | ageing window | one log; agrees with the one-week guidance
    processing.minGap | h | 0.5 | 0–24 | | C | RATE-1 | least gap between launches of a task | three phones ran a task of a second every 30 min through the night; 6 is the rule of earlier versions
    processing.restFactor | - | 72 | 0–300 | 0–10000 | C | RATE-1 | gap after a launch of a task as a multiple of the wall time of its run | with 72 a task of five minutes runs once a night, as phones were seen to run it; 0 is the rule of earlier versions
    processing.maxConcurrent | - | 2 | 1–4 | whole 1–1000 | D | PROC-9 | processing and health runs at once | as above; long runs weigh more
    processing.allowOnBattery | switch | false | | | D | PROC-4 | battery starts possible | seed says it waits for charging; header warns that it may
    processing.onBatteryFloor | % | 80 | 50–100 | | D | PROC-4 | level for battery starts | "plenty left", round
    continued.maxConcurrent | - | 2 | 1–4 | whole 1–1000 | D | CONT-3 | slots per device | a maximum exists, unpublished; one visible job plus one
    continued.loadCeiling | % | 80 | 50–100 | | D | CONT-4 | system CPU load above which a continued task does not start | the vendor names substantial load, not its size; 100 is the rule of earlier versions
    continued.refusesGPU | switch | true | | | A | CONT-5 | a request for a GPU that the device or the app lacks is refused with code 3 | vendor header on code 3; false is the rule of earlier versions
    continued.cpuMonitor | switch | false | | | B | LIFE-5 | the CPU monitor watches a process during its continued tasks | the vendor names cancellation and missing progress as causes of an early end; true is the rule of earlier versions
    continued.stallTimeout | s | 20 | 10–600 | | C | CONT-6 | silence before expiry | an engineer of the platform names 20 s without progress
    continued.stallTimeoutPressure | s | 10 | 5–180 | | D | CONT-6 | same under pressure | half of the time without pressure; a field report has pauses of 20-30 s that became fatal
    device.gpuBackground | switch | false | | | D | CONT-5 | background GPU supported | device list unpublished
    push.runtimeLimit | s | 30 | 5–60 | | A | PUSH-8 | longest push run | [AppleAPNs]
    push.holdSlots | - | 1 | 1–8 | whole 1–1000 | A | PUSH-5 | held pushes per app | [AppleAPNs]
    push.serverSlots | - | 1 | 1–8 | whole 1–1000 | A | PUSH-2 | stored pushes per app and device | [AppleAPNs]
    push.serverKeep | newest random | newest | | | A | PUSH-2 | which push survives at the server | documentation: usually newest; staff: not deterministic
    push.serverSlotsShared | switch | true | | | B | PUSH-2 | visible and silent pushes of an app share its slots | one stored push per app [AppleAPNs]; false is the rule of earlier versions
    push.alertsWake | switch | true | | | B | PUSH-1 | an alert with `content-available: 1` wakes its app | three client libraries, and a developer's table of 16 combinations; false refuses it
    push.maxStorage | d | 30 | 1–30 | | A | PUSH-3 | longest storage | [AppleAPNs]
    push.window | min | 30 | 5–120 | positive | D | PUSH-10 | ageing window of a held push | reports of "some minutes" delay
    push.minGap | min | 15 | 5–30 | | B | RATE-2 | gap between push launches | notes on [WWDC2020]: launches kept near quarter-hour spacing
    push.bucketCapacity | - | 3 | 2–6 | whole 1–1000000 | D | RATE-2 | tokens | "two or three per hour"
    push.deviceBucketCapacity | - | 6 | 2–1000 | whole 1–1000000 | B | RATE-4 | tokens of all apps together; 1000 is without limit | several launches an hour over all apps, by an answer in a forum
    push.deviceBucketRefill | min | 10 | 0.1–60 | 0.01–10080 | B | RATE-4 | time per token of all apps | same answer
    push.recency | d | 21 | 3–365 | | B | PUSH-12 | time since the last open after which silent pushes are dropped; 365 d is never | same answer: not for an app that has not been launched for a while
    push.bucketRefill | min | 20 | 10–30 | 0.01–10080 | D | RATE-2 | time per token | three per hour sustained
    launch.needsPath | switch | true | | | D | PROC-5, PUSH-5, BUD-5 | a refresh and a held push need a network path at their launch | no report of a launch without a path is known; false is the rule of earlier versions
    transfer.waitsForPath | switch | true | | | A | URL-5, URL-6 | a transfer starts only if a path that it may use exists at that instant | background sessions wait for connectivity [AppleURLSession]; false is the rule of earlier versions
    transfer.resourceTimeout | d | 7 | 1–14 | | A | URL-6 | age at which a transfer fails | [AppleURLSession]
    transfer.stageLength | h | 24 | 6–72 | | D | URL-5 | length of a stage | each stage sees one night
    transfer.wakeLimit | s | 30 | 10–60 | | D | URL-8 | time to finish a wake run | by analogy with push and refresh
    transfer.firstDelay | s | 60 | 30–120 | | C | URL-9 | first resume delay | one measurement: 60, 120, 240 s
    transfer.delayCap | h | 24 | 1–48 | | D | URL-9 | largest resume delay | a doubling needs a bound; one day is the budget cycle
    assertion.allowance | s | 30 | 5–180 | | B | EXT-2 | time after entering background | answer of the vendor in a forum [AppleForums]; [AppleUIKit]
    assertion.pressureAllowance | s | 15 | 5–30 | | C | EXT-3 | same under memory pressure | one forum observation
    assertion.handlerLead | s | 5 | 1–10 | | D | EXT-4 | handler call before the end | "shortly before"; equals the grace
    life.coldLaunchTime | s | 2 | 0.3–10 | | D | LIFE-1 | launch to handler, process not running | far below the 20 s watchdog
    life.resumeTime | s | 0.2 | 0.05–1 | | D | LIFE-1 | launch to handler, process suspended | memory is still resident
    life.enterBackgroundLimit | s | 5 | 1–10 | | A | LIFE-2 | time in didEnterBackground | [AppleUIKit]
    life.suspendDelay | s | 1 | 0–10 | | D | LIFE-3, EXT-6 | idle background to suspended | "shortly after"
    life.launchWatchdog | s | 20 | 10–30 | | B | LIFE-4 | user launch limit | limits quoted in crash reports [CrashReports]
    life.cpuMonitorLimit | s | 48 | 10–60 | 0–3600 | B | LIFE-5 | CPU time allowed in the window | limits quoted in crash reports [CrashReports]
    life.cpuMonitorWindow | s | 60 | 30–180 | 0–3600 | B | LIFE-5 | window | limits quoted in crash reports [CrashReports]
    life.jetsamHazard | 1/h | 0.05 | 0.005–0.5 | | D | LIFE-6 | removal of a suspended process | mean life 20 h; depends on memory size: the kernel removes idle processes below 10 % of available pages, others below 5 %, by priority [XNU]
    life.jetsamHeavyProbability | - | 0.3 | 0–1 | unit | D | LIFE-6 | removal at a heavy app switch | camera or game start
    life.pressureHazard | 1/h | 0 | 0–1 | 0–60 | D | LIFE-6, EXT-3 | episodes of memory pressure without a heavy app in front | no data: off, so that pressure comes from heavy apps and scripts only
    life.pressureLength | min | 5 | 1–60 | 0.01–1440 | D | LIFE-6, EXT-3 | length of such an episode | a page load or a large import; no data, but that after 10 min at the level of warning the kernel removes idle processes [XNU]
    life.rebootKeepsRequests | switch | true | | | D | LIFE-7 | pending requests survive a reboot | field reports disagree
    quit.processingRuns | switch | true | | | B | QUIT-1 | from `os.version` 18 on processing launches despite a force quit | a reply of the vendor's support on versions 18.3 to 18.5 and the phones of a developer; false is the rule of earlier versions
    quit.rebootClears | none pushOnly all | pushOnly | | | D | QUIT-4 | what a reboot clears | only the push part is documented
    user.forceQuitShare | - | 0.15 | 0–0.4 | unit | D | scenario 14 | share of users who swipe apps away | no data: sensitivity parameter
    user.forceQuitRate | 1/d | 1 | 0–3 | 0–1000 | D | scenario 14 | their clean-ups per day | habit "every night" of a developer guide
    bar.offCancelsPending | switch | true | | | D | BAR-3 | switch off cancels pending requests | a submit in that state is refused, so an older request should not fare better
    battery.criticalLevel | % | 20 | 10–30 | | A | PWR-1, URL-5, GATE-3 | low-battery level | [WWDC2020]
    lpm.appliesWhilePlugged | switch | true | | | D | PWR-2 | Low Power Mode acts on the charger | it stays on until 80 % when charging
    lpm.promptLevel | % | 20 | 10–30 | | B | PWR-3 | level of the prompt | [AppleUserGuide]
    lpm.promptAcceptance | - | 0.5 | 0–1 | unit | D | PWR-3 | probability of acceptance | no data
    lpm.autoOffLevel | % | 80 | 50–100 | | A | PWR-4 | automatic end when charging | [AppleUserGuide]
    charge.limitLevel | % | 100 | 80–100 | | B | PWR-5 | hard charging limit | [AppleUserGuide]; optimized charging is separate
    debug.attached | switch | false | | | A | DBG-1, DBG-3 | debugger present | [AppleBackgroundTasks]
    usage.binWidth | min | 30 | 15–120 | 1–1440 | D | USE-1 | histogram bin | finer than habits, coarser than noise
    usage.halfLife | d | 14 | 7–28 | 0.01–3660 | D | USE-1 | memory of the histogram | two weeks also mark "recently used"
    usage.lookahead | min | 60 | 15–120 | 1–10080 | D | USE-1 | prediction horizon | several minimum gaps
    usage.saturation | - | 1 | 0.1–1 | 0.001–1 | D | USE-2, USE-5 | likelihood with full score | fitted to what phones were seen to do; 1 is the likelihood itself
    usage.prior | - | 0.1 | 0–0.2 | unit | D | USE-1 | likelihood without history | fitted to what phones were seen to do
    usage.eligibilityDays | d | 7 | 3–28 | | A | USE-3 | recency for processing | vendor header BGTaskRequest.h: the system tries to run a request within two days if the user has used the app within the past week; 14 is the rule of earlier versions
    usage.intensityWeight | - | 0.3 | 0–1 | unit | C | USE-5 | part of much use in the usage component | a messenger opened 20 times a day is refreshed 77 times
    usage.intensiveOpens | 1/d | 20 | 5–50 | 1–1000 | C | USE-5 | opens a day that are much use | same report
    usage.recency | h | 36 | 12–672 | | C | USE-6 | time since the last open after which no refresh starts; 672 h is never | none on an unopened day of an app opened every second day
    usage.processingLearningDays | d | 2 | 0–7 | whole 0–28 | C | USE-7 | days with an open that processing asks for | first runs 3 to 4 days after installation, none in 7 days without an open
    usage.learningDays | d | 1 | 0–2 | whole 0–28 | D | USE-4 | days with an open that refresh asks for | first runs a day or two after an installation; fitted: 3 and more are ruled out; 0 asks for none
    usage.refreshEligibilityDays | d | 7 | 2–28 | whole 1–28 | D | USE-4 | ended days in which refresh looks for opens | reports that apps which are not opened stop running
    budget.energyFraction | - | 0.01 | 0.0025–0.03 | unit | D | BUD-1 | daily energy capacity / nominal battery energy | one per cent a day is unnoticeable; on 12.9 Wh it is 464 J, some 25 to 50 small runs; that runs are held against budgets of energy and data is public [ApplePatents], their size is not
    budget.cellularCapacity | MB | 30 | 5–200 | | D | BUD-1 | daily cellular capacity | about 1 GB per month
    budget.slotsPerDay | - | 24 | 1–96 | whole 1–1440 | D | BUD-2 | refill slots | hourly
    budget.refillShape | uniform usageWeighted | uniform | | | D | BUD-2 | refill profile | neutral choice; the weighted one follows the device's predicted use
    budget.initialFraction | - | 0.5 | 0–1 | unit | D | BUD-2 | content at start | midday of a uniform refill
    budget.appShare | - | 0.25 | 0.05–1 | unit | D | BUD-7 | share of one app | no app may spend the day of the others; 1 = device ledger only
    budget.useWeight | - | 1 | 0–1 | unit | D | BUD-7 | how far the share of one app follows its share of opens | a messenger opened 20 times a day runs 145 times; 0 gives all apps the same
    budget.transferOverdraft | - | 1 | 0–5 | | D | BUD-8 | overdraft for relaxed mechanisms | one day of credit
    budget.transferDenied | switch | false | | | B | BUD-8, URL-4 | budgets count and deny what the user starts in front | such a transfer starts as soon as there is a path; true is the rule of earlier versions
    quality.penaltyFraction | - | 0.2 | 0–0.5 | unit | D | BAD-10 | debit for a missed completion | penalty is said to exist, size unknown; 0 switches it off
    rate.scope | perMechanism perApp | perMechanism | | | D | RATE-3 | clocks per mechanism or per app | spacing is said to follow the purpose of each mode
    gate.wakesPerHour | - | 3600 | 60–36000 | whole 1–3600000 | D | GATE-3 | wake-ups at a policy's own wish that count in an hour | one a second: far above any policy's need, low enough for time to go on
    gate.evaluationInterval | min | 15 | 1–60 | 0.05–1440 | D | GATE-3 | periodic decision point | equals the smallest gap
    gate.bootHold | s | 300 | 0–600 | | C | GATE-8 | quiet time after boot | one console log
    gate.herdPause | h | 3 | 1–8 | | D | GATE-8 | absence that triggers the herd hold | longer than a meeting, shorter than a night
    gate.herdHold | s | 300 | 0–900 | | C | GATE-8 | length of the hold | console logs of 2021-2022
    gate.cpuLoadCeiling | % | 50 | 20–90 | | C | GATE-8 | system CPU load for processing | printed in one console log
    score.thresholdStart | - | 0.8 | 0.6–0.98 | unit | D | GATE-4 | threshold at open | only the falling shape is known
    score.thresholdEnd | - | 0.2 | 0–0.276 | unit | D | GATE-4 | threshold at the deadline | below the score of an idle phone on cellular at 21 %, so that old requests run, also with equal weights of network and battery (0.275)
    score.weights | - | 0.515, 0.087, 0.01, 0.05, 0.338 | shares 0.25–0.8, 0–0.4, 0–0.3, 0–0.3, 0–0.5; half of the printed share of usage to one and a half times, the others from none | | C | GATE-5 | usage, network, battery, activity, thermal | printed by the scheduler: application 50 or 25, network 8.4, device activity 5 or 2, thermal 5, battery 1; thermal stands for what is not printed as well
    score.chargerRelief | - | 0 | 0–1 | unit | D | GATE-5 | least usage component of an idle phone on external power | runs at 00:01 on the charger, against nights without one
    factor.lowBattery | hard soft off | soft | | | D | GATE-1, PWR-1 | enforcement | a switch for studies of single factors
    factor.lowPowerMode | hard soft off | hard | | | D | GATE-1, PWR-2 | enforcement | a switch for studies of single factors
    factor.appUsage | hard soft off | soft | | | D | GATE-1, PUSH-12, USE-3, USE-4 | enforcement | a switch for studies of single factors
    factor.appSwitcher | hard soft off | hard | | | D | GATE-1, QUIT-1 | enforcement | a switch for studies of single factors
    factor.backgroundRefresh | hard soft off | hard | | | D | GATE-1, BAR-2 | enforcement | a switch for studies of single factors
    factor.budgets | hard soft off | soft | | | D | GATE-1, BUD-5 | enforcement | a switch for studies of single factors
    factor.rateLimit | hard soft off | soft | | | D | GATE-1, RATE-1 | enforcement | a switch for studies of single factors
    location.significantDistance | m | 500 | 250–2000 | 1–1000000 | B | MODE-3 | distance per event | [AppleCoreLocation]
    location.significantInterval | min | 5 | 1–15 | | B | MODE-3 | time between events | [AppleCoreLocation]
    location.eventRuntime | s | 10 | 5–30 | | B | MODE-3 | run after an event | [AppleCoreLocation]
    location.regionLimit | - | 20 | 1–20 | whole 1–256 | A | MODE-4 | regions per app | [AppleCoreLocation]
    location.regionDwell | s | 20 | 0–240 | | B | MODE-4 | persistence of a crossing | delays up to 4 min reported
    voip.missLimit | - | 3 | 1–10 | whole 1–1000000 | D | MODE-5 | misses before VoIP pushes stop | "repeated"
    nse.runtimeLimit | s | 30 | 5–60 | | A | MODE-6 | extension run | answer of the vendor in a forum [AppleForums]
    nse.memoryLimit | MB | 24 | 12–50 | | A | MODE-6 | extension memory | answer of the vendor in a forum [AppleForums]
    """#)
}
