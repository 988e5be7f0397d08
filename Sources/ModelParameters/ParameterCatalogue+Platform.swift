extension ParameterCatalogue {
  static let platform = definitions(
    #"""
    os.version | - | 26 | 12–27 | whole 12–99 | A | API-6, EXT-6, QUIT-1, BLE-1 | OS generation of the device | [AppleBackgroundTasks]
    submit.refreshLimit | - | 1 | 1–4 | whole 1–1000 | A | SUB-4 | pending refresh requests per app | [AppleBackgroundTasks]
    submit.processingLimit | - | 10 | 1–20 | whole 1–1000 | A | SUB-5 | pending processing requests per app | [AppleBackgroundTasks]
    submit.windowDelay | s | 450 | 0–900 | | B | SUB-8 | least time from the submission of a request to the opening of its window | one plugin log: 450 s; in another log, the first evaluation succeeds after 10 min (O23, O63)
    submit.farBeginWarning | d | 7 | 1–30 | | A | SUB-8 | time to an earliest begin date above which the system warns | guidance of about a week
    refresh.runtimeLimit | s | 30 | 5–60 | | A | REF-1 | longest refresh run | [WWDC2019]
    refresh.shortGrantProbability | - | 0.2 | 0–0.5 | unit | D | REF-2 | share of shorter grants | one app saw frequent early expiries; 0 gives the documented behavior (O60)
    refresh.shortGrantMin | s | 2 | 1–10 | | C | REF-2 | shortest grant | same report, 2-5 s (O60)
    refresh.window | h | 24 | 12–168 | positive | D | REF-4 | aging window of a refresh request | one cycle of daily habits
    refresh.minGap | min | 15 | 5–60 | | B | RATE-1, DEV-1 | least gap between refresh launches of an app | spacing mentioned in [WWDC2020]; earliest begin dates of 15 min in public tutorials
    refresh.maxConcurrent | - | 4 | 1–8 | whole 1–1000 | D | REF-6 | largest number of concurrent refresh and push runs | a log shows a limit for the group but not its size; four short runs fit in memory and share a radio tail
    refresh.transferGuideline | kB | 100 | 10–1000 | | A | REF-7 | bytes per run before it counts as oversize | [WWDC2020]
    task.expiryWarns | switch | true | | | B | REF-1, REF-3, PROC-7, PUSH-8 | the expiry call comes before the limit, and the kill at the limit | two apps are asked to stop after 25 s, one app plans for 295 s; false is the rule of earlier versions (O18, O19, O40)
    task.expiryGrace | s | 5 | 3–7 | | D | REF-1, REF-3, PROC-7, PUSH-8 | time from the expiry to the kill | same order as the documented 5 s of didEnterBackground; two reports of expiry after 25 s of 30 exclude other values (O19, O40)
    processing.idleDelay | min | 5 | 1–15 | | C | PROC-1, GATE-10 | idle time before a start | one developer measurement
    processing.runtimeLimit | min | 5 | 1–30 | | B | PROC-7 | longest processing run | four sources of 295 to 300 s: two logs, a statement and an app that plans for it (O17, O18)
    processing.settlingMean | min | 10 | 0–240 | | C | GATE-10 | mean settling time of a device that is plugged and idle | one log starts 10 min after the earliest possible time, one log 230 min after it (O22, O23)
    processing.window | d | 7 | 2–14 | positive | C | PROC-9 | aging window of a processing request | one log; agrees with the one-week guidance (O63)
    processing.minGap | h | 0.5 | 0–24 | | C | RATE-1, DEV-1 | least gap between processing launches of a task | three phones ran a task of one second every 30 min through the night; 6 is the rule of earlier versions (N01)
    processing.restFactor | - | 72 | 0–300 | 0–10000 | C | RATE-1 | gap after a processing launch of a task, as a multiple of the wall time of its run | with 72, a task of five minutes runs once per night, as observed on phones; 0 is the rule of earlier versions (O16, O17)
    processing.maxConcurrent | - | 2 | 1–4 | whole 1–1000 | D | PROC-9 | largest number of concurrent processing and health runs | as `refresh.maxConcurrent`; long runs weigh more
    processing.allowOnBattery | switch | false | | | D | PROC-4 | processing may start on battery | one source says that processing waits for charging; the vendor header warns that it may
    processing.onBatteryFloor | % | 80 | 50–100 | | D | PROC-4 | least battery level for processing on battery | "plenty left" as a round number
    continued.maxConcurrent | - | 2 | 1–4 | whole 1–1000 | D | CONT-3 | slots for continued tasks per device | Apple does not publish the maximum; one visible job plus one
    continued.loadCeiling | % | 80 | 50–100 | | D | CONT-4 | system CPU load above which a continued task does not start | the vendor names substantial load but not its size; 100 is the rule of earlier versions
    continued.refusesGPU | switch | true | | | A | CONT-5 | a request for a GPU that the device or the app lacks is refused with code 3 | vendor header on code 3; false is the rule of earlier versions
    continued.cpuMonitor | switch | false | | | B | LIFE-5 | the CPU monitor watches a process during its continued tasks | the vendor names cancellation and missing progress as causes of an early end; true is the rule of earlier versions
    continued.stallTimeout | s | 20 | 10–600 | | C | CONT-6 | time without progress before expiry | an engineer of the platform names 20 s without progress
    continued.stallTimeoutPressure | s | 10 | 5–180 | | D | CONT-6 | time without progress before expiry under resource pressure | half of the time without pressure; a field report describes pauses of 20-30 s that became fatal (O64)
    device.gpuBackground | switch | false | | | D | CONT-5 | the device supports background GPU | Apple does not publish the list of devices
    push.runtimeLimit | s | 30 | 5–60 | | A | PUSH-8, HEALTH-3 | longest push run | [AppleAPNs]
    push.holdSlots | - | 1 | 1–8 | whole 1–1000 | A | PUSH-5 | held pushes per app | [AppleAPNs]
    push.serverSlots | - | 1 | 1–8 | whole 1–1000 | A | PUSH-2 | stored pushes per app and device | [AppleAPNs]
    push.serverKeep | newest random | newest | | | A | PUSH-2 | push that survives at the server | documentation: usually newest; staff: not deterministic
    push.serverSlotsShared | switch | true | | | B | PUSH-2 | visible and silent pushes of an app share its slots | one stored push per app [AppleAPNs]; false is the rule of earlier versions (O73)
    push.alertsWake | switch | true | | | B | PUSH-1 | an alert with `content-available: 1` wakes its app | three client libraries, and a developer's table of 16 combinations; false refuses it
    push.maxStorage | d | 30 | 1–30 | | A | PUSH-3 | longest storage | [AppleAPNs]
    push.window | min | 30 | 5–120 | positive | D | PUSH-10 | aging window of a held push | reports of "some minutes" delay
    push.minGap | min | 15 | 5–30 | | B | RATE-2, DEV-1 | least gap between push launches of an app | notes on [WWDC2020]: launches kept near quarter-hour spacing
    push.bucketCapacity | - | 3 | 2–6 | whole 1–1000000 | D | RATE-2 | tokens of an app for push launches | "two or three per hour"
    push.deviceBucketCapacity | - | 6 | 2–1000 | whole 1–1000000 | B | RATE-4 | push tokens of all apps together; 1000 means no limit | several launches per hour over all apps, according to an answer in a forum (O62)
    push.deviceBucketRefill | min | 10 | 0.1–60 | 0.01–10080 | B | RATE-4 | time per push token of all apps | the same answer (O62)
    push.recency | d | 21 | 3–365 | | B | PUSH-12 | time since the last open; later silent pushes are dropped; 365 d means never | the same answer: pushes do not launch an app that has not been launched for a while
    push.bucketRefill | min | 20 | 10–30 | 0.01–10080 | D | RATE-2 | time per push token of an app | three per hour sustained
    launch.needsPath | switch | true | | | D | PROC-5, PUSH-5, BUD-5 | a refresh and a held push need a network path at their launch | there is no known report of a launch without a path; false is the rule of earlier versions
    transfer.waitsForPath | switch | true | | | A | URL-5, URL-6 | a transfer starts only if a path that it may use exists at that instant | background sessions wait for connectivity [AppleURLSession]; false is the rule of earlier versions
    transfer.resourceTimeout | d | 7 | 1–14 | | A | URL-6 | age of a transfer that fails | [AppleURLSession]
    transfer.stageLength | h | 24 | 6–72 | | D | URL-5 | length of a stage of a discretionary transfer | each stage contains one night
    transfer.wakeLimit | s | 30 | 10–60 | | D | URL-8 | time to finish a wake run | by analogy with push and refresh
    transfer.firstDelay | s | 60 | 30–120 | | C | URL-9 | first resume delay | one measurement: 60, 120, 240 s
    transfer.delayCap | h | 24 | 1–48 | | D | URL-9 | largest resume delay | the doubling needs a bound; one day is the budget cycle
    assertion.allowance | s | 30 | 5–180 | | B | EXT-2 | background time after entering the background | answer of the vendor in a forum [AppleForums]; [AppleUIKit]
    assertion.pressureAllowance | s | 15 | 5–30 | | C | EXT-3 | background time under memory pressure | one forum observation (O57)
    assertion.handlerLead | s | 5 | 1–10 | | D | EXT-4 | time from the handler call to the end of the background time | "shortly before"; equals the grace
    life.coldLaunchTime | s | 2 | 0.3–10 | | D | LIFE-1 | time from launch to handler if the process is not running | far below the 20 s watchdog
    life.resumeTime | s | 0.2 | 0.05–1 | | D | LIFE-1 | time from launch to handler if the process is suspended | memory is still resident
    life.enterBackgroundLimit | s | 5 | 1–10 | | A | LIFE-2 | longest time in didEnterBackground | [AppleUIKit]
    life.suspendDelay | s | 1 | 0–10 | | D | LIFE-3, EXT-6 | time from idle in the background to suspended | "shortly after"
    life.launchWatchdog | s | 20 | 10–30 | | B | LIFE-4 | longest launch by the user | limits quoted in crash reports [CrashReports]
    life.cpuMonitorLimit | s | 48 | 10–60 | 0–3600 | B | LIFE-5 | CPU time allowed in the window of the CPU monitor | limits quoted in crash reports [CrashReports]
    life.cpuMonitorWindow | s | 60 | 30–180 | 0–3600 | B | LIFE-5 | window of the CPU monitor | limits quoted in crash reports [CrashReports]
    life.jetsamHazard | 1/h | 0.05 | 0.005–0.5 | | D | LIFE-6 | rate of removal of a suspended process | mean life 20 h; depends on memory size: the kernel removes idle processes below 10 % of available pages, other processes below 5 %, by priority [XNU]
    life.jetsamHeavyProbability | - | 0.3 | 0–1 | unit | D | LIFE-6 | probability of removal when a heavy app enters the foreground | camera or game start
    life.pressureHazard | 1/h | 0 | 0–1 | 0–60 | D | LIFE-6, EXT-3 | rate of episodes of memory pressure without a heavy app in the foreground | no data: 0, so that only heavy apps and scripts cause pressure
    life.pressureLength | min | 5 | 1–60 | 0.01–1440 | D | LIFE-6, EXT-3 | length of an episode of memory pressure | a page load or a large import; no data, except that the kernel removes idle processes after 10 min at the warning level [XNU]
    life.rebootKeepsRequests | switch | true | | | D | LIFE-7 | pending requests survive a reboot | field reports disagree
    quit.processingRuns | switch | true | | | B | QUIT-1 | from `os.version` 18, processing launches despite a force quit | a reply of the vendor's support on versions 18.3 to 18.5 and the phones of a developer; false is the rule of earlier versions
    quit.rebootClears | none pushOnly all | pushOnly | | | D | QUIT-4 | effects of a force quit that a reboot clears | documentation covers only the push part
    user.forceQuitShare | - | 0.15 | 0–0.4 | unit | D | scenario 14 | share of users who swipe apps away | no data: sensitivity parameter
    user.forceQuitRate | 1/d | 1 | 0–3 | 0–1000 | D | scenario 14 | times per day that such a user removes apps from the switcher | habit "every night" of a developer guide
    bar.offCancelsPending | switch | true | | | D | BAR-3 | switching Background App Refresh off cancels pending requests | a submission in that state is refused, so an older request should not fare better
    battery.criticalLevel | % | 20 | 10–30 | | A | PWR-1, URL-5, GATE-3 | battery level that counts as low | [WWDC2020]
    lpm.appliesWhilePlugged | switch | true | | | D | PWR-2 | Low Power Mode also applies on the charger | it remains on until 80 % while charging
    lpm.promptLevel | % | 20 | 10–30 | | B | PWR-3 | battery level of the Low Power Mode prompt | [AppleUserGuide]
    lpm.promptAcceptance | - | 0.5 | 0–1 | unit | D | PWR-3 | probability that the user accepts the Low Power Mode prompt | no data
    lpm.autoOffLevel | % | 80 | 50–100 | | A | PWR-4 | battery level that ends Low Power Mode while charging | [AppleUserGuide]
    charge.limitLevel | % | 100 | 80–100 | | B | PWR-5 | hard charging limit | [AppleUserGuide]; optimized charging is separate
    debug.attached | switch | false | | | A | DBG-1, DBG-3 | a debugger is attached | [AppleBackgroundTasks]
    usage.binWidth | min | 30 | 15–120 | 1–1440 | D | USE-1 | bin width of the usage histogram | finer than habits, coarser than noise
    usage.halfLife | d | 14 | 7–28 | 0.01–3660 | D | USE-1 | half-life of the usage histogram | two weeks also mark "recently used"
    usage.lookahead | min | 60 | 15–120 | 1–10080 | D | USE-1 | prediction horizon of app usage | several minimum gaps
    usage.predictor | histogram share | histogram | | | D | USE-1 | predictor of the likelihood of an open | iOS learns use, and Apple does not publish how; `slumber describe STUDY --predictor` compares both
    usage.saturation | - | 1 | 0.1–1 | 0.001–1 | D | USE-2, USE-5 | likelihood with full score | fitted to observations of real phones; 1 is the likelihood itself (O01, O34, O36)
    usage.prior | - | 0.1 | 0–0.2 | unit | D | USE-1 | likelihood without history | fitted to observations of real phones (O01, O34, O36)
    usage.eligibilityDays | d | 7 | 3–28 | | A | USE-3 | time since the last use of an app; later processing is denied | vendor header BGTaskRequest.h: the system tries to run a request within two days if the user has used the app within the past week; 14 is the rule of earlier versions
    usage.intensityWeight | - | 0.3 | 0–1 | unit | C | USE-5 | weight of frequent use in the usage component | a messenger opened 20 times per day is refreshed 77 times
    usage.intensiveOpens | 1/d | 20 | 5–50 | 1–1000 | C | USE-5 | opens per day that count as full intensity | the same report
    usage.recency | h | 36 | 12–672 | | C | USE-6 | time since the last open; later refresh is denied; 672 h means never | an app opened every second day gets no refresh on a day without an open
    usage.processingLearningDays | d | 2 | 0–7 | whole 0–28 | C | USE-7 | days with an open that processing needs | first runs 3 to 4 days after installation, and no run in 7 days without an open
    usage.learningDays | d | 1 | 0–2 | whole 0–28 | D | USE-4 | days with an open that refresh needs | first runs one or two days after an installation; the fit excludes 3 and more; 0 needs no such day (O11, O43, O48, O50)
    usage.refreshEligibilityDays | d | 7 | 2–28 | whole 1–28 | D | USE-4 | ended days that count for `usage.learningDays` | reports that apps which are not opened stop running (O29, O48)
    budget.energyFraction | - | 0.01 | 0.0025–0.03 | unit | D | BUD-1 | daily energy capacity / nominal battery energy | 1 % per day is unnoticeable; of 12.9 Wh it is 464 J, about 25 to 50 small runs; [ApplePatents] describe budgets of energy and data but not their size
    budget.cellularCapacity | MB | 30 | 5–200 | | D | BUD-1 | daily cellular capacity | about 1 GB per month
    budget.slotsPerDay | - | 24 | 1–96 | whole 1–1440 | D | BUD-2 | refill slots per day | hourly
    budget.refillShape | uniform usageWeighted | uniform | | | D | BUD-2 | refill profile | neutral choice; the weighted profile follows the device's predicted use
    budget.initialFraction | - | 0.5 | 0–1 | unit | D | BUD-2 | content of the budgets at the start | midday of a uniform refill
    budget.appShare | - | 0.25 | 0.05–1 | unit | D | BUD-7 | share of one app in the budgets | one app cannot use up the budgets of all apps; 1 = device ledger only
    budget.useWeight | - | 1 | 0–1 | unit | D | BUD-7 | weight of an app's share of opens in its budget share | a messenger opened 20 times per day runs 145 times; 0 gives all apps the same share (O01, O02)
    budget.transferOverdraft | - | 1 | 0–5 | | D | BUD-8 | overdraft of mechanisms that run on credit, in daily capacities | one day of credit
    budget.transferDenied | switch | false | | | B | BUD-8, URL-4 | budgets also count and deny work that the user starts in the foreground | such a transfer starts as soon as a path exists; true is the rule of earlier versions
    quality.penaltyFraction | - | 0.2 | 0–0.5 | unit | D | BAD-10 | debit for a missed completion | a penalty is reported, its size is unknown; 0 disables it
    rate.scope | perMechanism perApp | perMechanism | | | D | RATE-3 | clocks per mechanism or per app | spacing is said to follow the purpose of each mode
    gate.wakesPerHour | - | 3600 | 60–36000 | whole 1–3600000 | D | GATE-3 | largest number of wake-ups per hour that a policy may request | one per second: far more than any policy needs, low enough for the simulation to advance
    gate.evaluationInterval | min | 15 | 1–60 | 0.05–1440 | D | GATE-3 | periodic decision point | equals the smallest gap
    gate.bootHold | s | 300 | 0–600 | | C | GATE-8 | hold after a boot | one console log
    gate.herdPause | h | 3 | 1–8 | | D | GATE-8 | lock or absence that causes the herd hold | longer than a meeting, shorter than a night
    gate.herdHold | s | 300 | 0–900 | | C | GATE-8 | length of the herd hold | console logs of 2021-2022
    gate.cpuLoadCeiling | % | 50 | 20–90 | | C | GATE-8 | system CPU load above which processing does not start | printed in one console log
    score.thresholdStart | - | 0.8 | 0.6–0.98 | unit | D | GATE-4, DEV-1 | threshold at the opening of the window | only the falling shape is known
    score.thresholdEnd | - | 0.2 | 0–0.276 | unit | D | GATE-4, DEV-1 | threshold at the deadline | below the score of an idle device on cellular at 21 %, so that old requests run, also with equal weights of network and battery (0.275)
    score.weights | - | 0.515, 0.087, 0.01, 0.05, 0.338 | shares 0.25–0.8, 0–0.4, 0–0.3, 0–0.3, 0–0.5; usage: half to one and a half times its printed share; the other shares from 0 | | C | GATE-5 | weights of usage, network, battery, activity, thermal | printed by the scheduler: application 50 or 25, network 8.4, device activity 5 or 2, thermal 5, battery 1; thermal also represents the components that are not printed
    score.chargerRelief | - | 0 | 0–1 | unit | D | GATE-5 | least usage component of an idle device on external power | runs at 00:01 on the charger, against nights without one (O26, O28)
    decision.firstDelay | min | 0 | 0–60 | | D | DEV-3 | median time from the opening of the window of a request to its first evaluation; 0 means none | model assumption: the scheduler evaluates a request at times of its own
    device.thresholdSigma | - | 0 | 0–0.5 | 0–5 | D | DEV-1 | log-deviation over devices of a factor on both thresholds of the score; 0 gives all devices the same | model assumption: devices with the same use differ
    device.gapSigma | - | 0 | 0–1 | 0–5 | D | DEV-1 | log-deviation over devices of a factor on the least gaps between launches; 0 gives all devices the same | model assumption: devices with the same use differ
    device.quietDayShare | - | 0 | 0–0.5 | unit | D | DEV-2 | share of local days on which no opportunistic work starts | model assumption: developers report days without a run and without a cause
    device.quietDayLength | d | 1 | 1–5 | 1–365 | D | DEV-2 | mean length of a run of quiet days | model assumption; 1 d means that each quiet day is the only one
    factor.lowBattery | hard soft off | soft | | | D | GATE-1, PWR-1 | enforcement of low battery | switch for studies of single scheduling factors
    factor.lowPowerMode | hard soft off | hard | | | D | GATE-1, PWR-2 | enforcement of Low Power Mode | switch for studies of single scheduling factors
    factor.appUsage | hard soft off | soft | | | D | GATE-1, PUSH-12, USE-3, USE-4 | enforcement of app usage | switch for studies of single scheduling factors
    factor.appSwitcher | hard soft off | hard | | | D | GATE-1, QUIT-1 | enforcement of the app switcher | switch for studies of single scheduling factors
    factor.backgroundRefresh | hard soft off | hard | | | D | GATE-1, BAR-2 | enforcement of Background App Refresh | switch for studies of single scheduling factors
    factor.budgets | hard soft off | soft | | | D | GATE-1, BUD-5 | enforcement of budgets | switch for studies of single scheduling factors
    factor.rateLimit | hard soft off | soft | | | D | GATE-1, RATE-1 | enforcement of rate limits | switch for studies of single scheduling factors
    location.significantDistance | m | 500 | 250–2000 | 1–1000000 | B | MODE-3 | least distance between significant location changes | [AppleCoreLocation]
    location.significantInterval | min | 5 | 1–15 | | B | MODE-3 | least time between significant location changes | [AppleCoreLocation]
    location.eventRuntime | s | 10 | 5–30 | | B | MODE-3 | run time after a location event | [AppleCoreLocation]
    location.regionLimit | - | 20 | 1–20 | whole 1–256 | A | MODE-4 | regions per app | [AppleCoreLocation]
    location.regionDwell | s | 20 | 0–240 | | B | MODE-4 | time that a region crossing must last | delays up to 4 min reported
    bluetooth.eventRuntime | s | 10 | 5–30 | | A | BLE-2 | run time after an event of a Bluetooth accessory | [AppleBluetooth]
    health.stepsInterval | h | 1 | 0–24 | | A | HEALTH-1 | least time between deliveries of steps, whatever the app asks for | [AppleHealthKit]
    health.retry | min | 15 | 5–60 | 1–1440 | D | HEALTH-3 | time to the second delivery if the first one had no completion; it doubles | the vendor names repetitions and no times
    health.missLimit | - | 3 | 1–10 | whole 1–1000000 | D | HEALTH-3 | deliveries without a completion before deliveries end | the vendor names a limit of three
    voip.missLimit | - | 3 | 1–10 | whole 1–1000000 | D | MODE-5 | misses before VoIP pushes stop | "repeated"
    nse.runtimeLimit | s | 30 | 5–60 | | A | MODE-6 | longest run of a notification service extension | answer of the vendor in a forum [AppleForums]
    nse.memoryLimit | MB | 24 | 12–50 | | A | MODE-6 | memory limit of a notification service extension | answer of the vendor in a forum [AppleForums]
    """#)
}
