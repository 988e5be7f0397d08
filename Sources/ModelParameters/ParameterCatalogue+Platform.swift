/// Parameters of the platform's rules.
extension ParameterCatalogue {
  static let platform: [ParameterDefinition] = [
    .quantity(
      "os.version", "OS generation of the device", .none, 26, 12...27,
      .a, rules: "API-6, EXT-6",
      source: "[AppleBackgroundTasks]", domain: .whole(12...99)),
    .quantity(
      "submit.refreshLimit", "pending refresh requests per app", .none, 1, 1...4,
      .a, rules: "SUB-4",
      source: "[AppleBackgroundTasks]", domain: .whole(1...1000)),
    .quantity(
      "submit.processingLimit", "pending processing requests per app", .none, 10, 1...20,
      .a, rules: "SUB-5",
      source: "[AppleBackgroundTasks]", domain: .whole(1...1000)),
    .quantity(
      "submit.farBeginWarning", "floor that triggers a warning", .days, 7, 1...30,
      .a, rules: "SUB-8",
      source: "guidance of about a week"),
    .quantity(
      "refresh.runtimeLimit", "longest refresh run", .seconds, 30, 5...60,
      .a, rules: "REF-1",
      source: "[WWDC2019]"),
    .quantity(
      "refresh.shortGrantProbability", "share of shorter grants", .none, 0.2, 0...0.5,
      .d, rules: "REF-2",
      source: "one app saw frequent early expiries; 0 restores the documented figure", domain: .unitInterval),
    .quantity(
      "refresh.shortGrantMin", "shortest grant", .seconds, 2, 1...10,
      .c, rules: "REF-2",
      source: "same report, 2-5 s"),
    .quantity(
      "refresh.window", "ageing window", .hours, 24, 12...168,
      .d, rules: "REF-4",
      source: "one cycle of daily habits", domain: .positive),
    .quantity(
      "refresh.minGap", "gap between refresh launches of an app", .minutes, 15, 5...60,
      .b, rules: "RATE-1",
      source: "spacing mentioned in [WWDC2020]; floors of 15 min in public tutorials"),
    .quantity(
      "refresh.maxConcurrent", "refresh and push runs at once", .none, 4, 1...8,
      .d, rules: "REF-6",
      source:
        "a group limit is visible in a log, its size is not; four short runs fit in memory and share a radio tail",
      domain: .whole(1...1000)),
    .quantity(
      "refresh.transferGuideline", "bytes per run before it counts as oversize", .kilobytes, 100, 10...1000,
      .a, rules: "REF-7",
      source: "[WWDC2020]"),
    .quantity(
      "task.expiryGrace", "expiry to kill", .seconds, 5, 1...10,
      .d, rules: "REF-3, PUSH-8",
      source: "same order as the documented 5 s of didEnterBackground"),
    .quantity(
      "processing.idleDelay", "idle time before a start", .minutes, 5, 1...15,
      .c, rules: "PROC-1",
      source: "one developer measurement"),
    .quantity(
      "processing.runtimeLimit", "longest processing run", .minutes, 10, 1...30,
      .d, rules: "PROC-7",
      source: "\"minutes\" is published; geometric middle of 3-30"),
    .quantity(
      "processing.window", "ageing window", .days, 7, 2...14,
      .c, rules: "PROC-9",
      source: "one log; agrees with the one-week guidance", domain: .positive),
    .quantity(
      "processing.minGap", "gap between runs of a series", .hours, 6, 1...24,
      .d, rules: "RATE-1",
      source: "allows one or two runs per night on the charger"),
    .quantity(
      "processing.maxConcurrent", "processing and health runs at once", .none, 2, 1...4,
      .d, rules: "PROC-9",
      source: "as above; long runs weigh more", domain: .whole(1...1000)),
    .boolean(
      "processing.allowOnBattery", "battery starts possible", false,
      .d, rules: "PROC-4",
      source: "seed says it waits for charging; header warns that it may"),
    .quantity(
      "processing.onBatteryFloor", "level for battery starts", .percent, 80, 50...100,
      .d, rules: "PROC-4",
      source: "\"plenty left\", round", domain: .unitInterval),
    .quantity(
      "continued.maxConcurrent", "slots per device", .none, 2, 1...4,
      .d, rules: "CONT-3",
      source: "a maximum exists, unpublished; one visible job plus one", domain: .whole(1...1000)),
    .quantity(
      "continued.stallTimeout", "silence before expiry", .seconds, 180, 60...600,
      .d, rules: "CONT-6",
      source: "must exceed ordinary pauses of an export"),
    .quantity(
      "continued.stallTimeoutPressure", "same under pressure", .seconds, 60, 10...180,
      .d, rules: "CONT-6",
      source: "field report: 20-30 s pauses became fatal"),
    .boolean(
      "device.gpuBackground", "background GPU supported", false,
      .d, rules: "CONT-5",
      source: "device list unpublished"),
    .quantity(
      "push.runtimeLimit", "longest push run", .seconds, 30, 5...60,
      .a, rules: "PUSH-8",
      source: "[AppleAPNs]"),
    .quantity(
      "push.holdSlots", "held pushes per app", .none, 1, 1...8,
      .a, rules: "PUSH-5",
      source: "[AppleAPNs]", domain: .whole(1...1000)),
    .quantity(
      "push.serverSlots", "stored pushes per app and device", .none, 1, 1...8,
      .a, rules: "PUSH-2",
      source: "[AppleAPNs]", domain: .whole(1...1000)),
    .choice(
      "push.serverKeep", "which push survives at the server", "newest", of: ["newest", "random"],
      .a, rules: "PUSH-2",
      source: "documentation: usually newest; staff: not deterministic"),
    .quantity(
      "push.maxStorage", "longest storage", .days, 30, 1...30,
      .a, rules: "PUSH-3",
      source: "[AppleAPNs]"),
    .quantity(
      "push.window", "ageing window of a held push", .minutes, 30, 5...120,
      .d, rules: "PUSH-10",
      source: "reports of \"some minutes\" delay", domain: .positive),
    .quantity(
      "push.minGap", "gap between push launches", .minutes, 15, 5...30,
      .b, rules: "RATE-2",
      source: "notes on [WWDC2020]: launches kept near quarter-hour spacing"),
    .quantity(
      "push.bucketCapacity", "tokens", .none, 3, 2...6,
      .d, rules: "RATE-2",
      source: "\"two or three per hour\"", domain: .whole(1...1_000_000)),
    .quantity(
      "push.bucketRefill", "time per token", .minutes, 20, 10...30,
      .d, rules: "RATE-2",
      source: "three per hour sustained", domain: .interval(0.01...10_080)),
    .quantity(
      "transfer.resourceTimeout", "age at which a transfer fails", .days, 7, 1...14,
      .a, rules: "URL-6",
      source: "[AppleURLSession]"),
    .quantity(
      "transfer.stageLength", "length of a stage", .hours, 24, 6...72,
      .d, rules: "URL-5",
      source: "each stage sees one night"),
    .quantity(
      "transfer.wakeLimit", "time to finish a wake run", .seconds, 30, 10...60,
      .d, rules: "URL-8",
      source: "by analogy with push and refresh"),
    .quantity(
      "transfer.firstDelay", "first resume delay", .seconds, 60, 30...120,
      .c, rules: "URL-9",
      source: "one measurement: 60, 120, 240 s"),
    .quantity(
      "transfer.delayCap", "largest resume delay", .hours, 24, 1...48,
      .d, rules: "URL-9",
      source: "a doubling needs a bound; one day is the budget cycle"),
    .quantity(
      "assertion.allowance", "time after entering background", .seconds, 30, 5...180,
      .b, rules: "EXT-2",
      source: "answer of the vendor in a forum [AppleForums]; [AppleUIKit]"),
    .quantity(
      "assertion.pressureAllowance", "same under memory pressure", .seconds, 15, 5...30,
      .c, rules: "EXT-3",
      source: "one forum observation"),
    .quantity(
      "assertion.handlerLead", "handler call before the end", .seconds, 5, 1...10,
      .d, rules: "EXT-4",
      source: "\"shortly before\"; equals the grace"),
    .quantity(
      "life.coldLaunchTime", "launch to handler, process not running", .seconds, 2, 0.3...10,
      .d, rules: "LIFE-1",
      source: "far below the 20 s watchdog"),
    .quantity(
      "life.resumeTime", "launch to handler, process suspended", .seconds, 0.2, 0.05...1,
      .d, rules: "LIFE-1",
      source: "memory is still resident"),
    .quantity(
      "life.enterBackgroundLimit", "time in didEnterBackground", .seconds, 5, 1...10,
      .a, rules: "LIFE-2",
      source: "[AppleUIKit]"),
    .quantity(
      "life.suspendDelay", "idle background to suspended", .seconds, 1, 0...10,
      .d, rules: "LIFE-3, EXT-6",
      source: "\"shortly after\""),
    .quantity(
      "life.launchWatchdog", "user launch limit", .seconds, 20, 10...30,
      .b, rules: "LIFE-4",
      source: "limits quoted in crash reports [CrashReports]"),
    .quantity(
      "life.cpuMonitorLimit", "CPU time allowed in the window", .seconds, 48, 10...60,
      .b, rules: "LIFE-5",
      source: "limits quoted in crash reports [CrashReports]", domain: .interval(0...3600)),
    .quantity(
      "life.cpuMonitorWindow", "window", .seconds, 60, 30...180,
      .b, rules: "LIFE-5",
      source: "limits quoted in crash reports [CrashReports]", domain: .interval(0...3600)),
    .quantity(
      "life.jetsamHazard", "removal of a suspended process", .perHour, 0.05, 0.005...0.5,
      .d, rules: "LIFE-6",
      source: "mean life 20 h; depends on memory size", domain: .interval(0...3600)),
    .quantity(
      "life.jetsamHeavyProbability", "removal at a heavy app switch", .none, 0.3, 0...1,
      .d, rules: "LIFE-6",
      source: "camera or game start", domain: .unitInterval),
    .quantity(
      "life.pressureHazard", "episodes of memory pressure without a heavy app in front", .perHour, 0, 0...1,
      .d, rules: "LIFE-6, EXT-3",
      source: "no data: off, so that pressure comes from heavy apps and scripts only",
      domain: .interval(0...60)),
    .quantity(
      "life.pressureLength", "length of such an episode", .minutes, 5, 1...60,
      .d, rules: "LIFE-6, EXT-3",
      source: "a page load or a large import; no data", domain: .interval(0.01...1440)),
    .boolean(
      "life.rebootKeepsRequests", "pending requests survive a reboot", true,
      .d, rules: "LIFE-7",
      source: "field reports disagree"),
    .choice(
      "quit.rebootClears", "what a reboot clears", "pushOnly", of: ["none", "pushOnly", "all"],
      .d, rules: "QUIT-4",
      source: "only the push part is documented"),
    .quantity(
      "user.forceQuitShare", "share of users who swipe apps away", .none, 0.15, 0...0.4,
      .d, rules: "scenario 14",
      source: "no data: sensitivity parameter", domain: .unitInterval),
    .quantity(
      "user.forceQuitRate", "their clean-ups per day", .perDay, 1, 0...3,
      .d, rules: "scenario 14",
      source: "habit \"every night\" of a developer guide", domain: .interval(0...1000)),
    .boolean(
      "bar.offCancelsPending", "switch off cancels pending requests", true,
      .d, rules: "BAR-3",
      source: "a submit in that state is refused, so an older request should not fare better"),
    .quantity(
      "battery.criticalLevel", "low-battery level", .percent, 20, 10...30,
      .a, rules: "PWR-1, URL-5, GATE-3",
      source: "[WWDC2020]", domain: .unitInterval),
    .boolean(
      "lpm.appliesWhilePlugged", "Low Power Mode acts on the charger", true,
      .d, rules: "PWR-2",
      source: "it stays on until 80 % when charging"),
    .quantity(
      "lpm.promptLevel", "level of the prompt", .percent, 20, 10...30,
      .b, rules: "PWR-3",
      source: "[AppleUserGuide]", domain: .unitInterval),
    .quantity(
      "lpm.promptAcceptance", "probability of acceptance", .none, 0.5, 0...1,
      .d, rules: "PWR-3",
      source: "no data", domain: .unitInterval),
    .quantity(
      "lpm.autoOffLevel", "automatic end when charging", .percent, 80, 50...100,
      .a, rules: "PWR-4",
      source: "[AppleUserGuide]", domain: .unitInterval),
    .quantity(
      "charge.limitLevel", "hard charging limit", .percent, 100, 80...100,
      .b, rules: "PWR-5",
      source: "[AppleUserGuide]; optimised charging is separate", domain: .unitInterval),
    .boolean(
      "debug.attached", "debugger present", false,
      .a, rules: "DBG-1, DBG-3",
      source: "[AppleBackgroundTasks]"),
    .quantity(
      "usage.binWidth", "histogram bin", .minutes, 30, 15...120,
      .d, rules: "USE-1",
      source: "finer than habits, coarser than noise", domain: .interval(1...1440)),
    .quantity(
      "usage.halfLife", "memory of the histogram", .days, 14, 7...28,
      .d, rules: "USE-1",
      source: "two weeks also mark \"recently used\"", domain: .interval(0.01...3660)),
    .quantity(
      "usage.lookahead", "prediction horizon", .minutes, 60, 15...120,
      .d, rules: "USE-1",
      source: "several minimum gaps", domain: .interval(1...10_080)),
    .quantity(
      "usage.saturation", "likelihood with full score", .none, 0.5, 0.1...1,
      .d, rules: "USE-2",
      source: "more likely than not", domain: .interval(0.001...1)),
    .quantity(
      "usage.prior", "likelihood without history", .none, 0.01, 0...0.2,
      .d, rules: "USE-1",
      source: "a new app is not favoured", domain: .unitInterval),
    .quantity(
      "usage.eligibilityDays", "recency for processing", .days, 14, 7...28,
      .b, rules: "USE-3",
      source: "\"about two weeks\""),
    .quantity(
      "usage.learningDays", "days with an open that refresh asks for", .days, 2, 0...7,
      .d, rules: "USE-4",
      source: "reports that nothing runs in the first days after an installation; 0 asks for none",
      domain: .whole(0...28)),
    .quantity(
      "usage.refreshEligibilityDays", "ended days in which refresh looks for opens", .days, 7, 2...28,
      .d, rules: "USE-4",
      source: "reports that apps which are not opened stop running", domain: .whole(1...28)),
    .quantity(
      "budget.energyFraction", "daily energy capacity / nominal battery energy", .none, 0.01, 0.0025...0.03,
      .d, rules: "BUD-1",
      source: "one per cent a day is unnoticeable; on 12.9 Wh it is 464 J, some 25 to 50 small runs",
      domain: .interval(0...1)),
    .quantity(
      "budget.cellularCapacity", "daily cellular capacity", .megabytes, 30, 5...200,
      .d, rules: "BUD-1",
      source: "about 1 GB per month"),
    .quantity(
      "budget.slotsPerDay", "refill slots", .none, 24, 1...96,
      .d, rules: "BUD-2",
      source: "hourly", domain: .whole(1...1440)),
    .choice(
      "budget.refillShape", "refill profile", "uniform", of: ["uniform", "usageWeighted"],
      .d, rules: "BUD-2",
      source: "neutral choice; the weighted one follows the device's predicted use"),
    .quantity(
      "budget.initialFraction", "content at start", .none, 0.5, 0...1,
      .d, rules: "BUD-2",
      source: "midday of a uniform refill", domain: .unitInterval),
    .quantity(
      "budget.appShare", "share of one app", .none, 0.25, 0.05...1,
      .d, rules: "BUD-7",
      source: "no app may spend the day of the others; 1 = device ledger only", domain: .unitInterval),
    .quantity(
      "budget.relaxedOverdraft", "overdraft for relaxed mechanisms", .none, 1, 0...5,
      .d, rules: "BUD-8",
      source: "one day of credit", domain: .interval(0...1000)),
    .boolean(
      "budget.relaxedDenied", "budgets count and deny what the user starts in front", false,
      .b, rules: "BUD-8, URL-4",
      source: "such a transfer starts as soon as there is a path; true is the rule of earlier versions"),
    .quantity(
      "quality.penaltyFraction", "debit for a missed completion", .none, 0.2, 0...0.5,
      .d, rules: "BAD-10",
      source: "penalty is said to exist, size unknown; 0 switches it off", domain: .unitInterval),
    .choice(
      "rate.scope", "clocks per mechanism or per app", "perMechanism", of: ["perMechanism", "perApp"],
      .d, rules: "RATE-3",
      source: "spacing is said to follow the purpose of each mode"),
    .quantity(
      "gate.wakesPerHour", "wake-ups at a policy's own wish that count in an hour", .none, 3600, 60...36_000,
      .d, rules: "GATE-3",
      source: "one a second: far above any policy's need, low enough for time to go on",
      domain: .whole(1...3_600_000)),
    .quantity(
      "gate.evaluationInterval", "periodic decision point", .minutes, 15, 1...60,
      .d, rules: "GATE-3",
      source: "equals the smallest gap", domain: .interval(0.05...1440)),
    .quantity(
      "gate.bootHold", "quiet time after boot", .seconds, 300, 0...600,
      .c, rules: "GATE-8",
      source: "one console log"),
    .quantity(
      "gate.herdPause", "absence that triggers the herd hold", .hours, 3, 1...8,
      .d, rules: "GATE-8",
      source: "longer than a meeting, shorter than a night"),
    .quantity(
      "gate.herdHold", "length of the hold", .seconds, 300, 0...900,
      .c, rules: "GATE-8",
      source: "console logs of 2021-2022"),
    .quantity(
      "gate.cpuLoadCeiling", "system CPU load for processing", .percent, 50, 20...90,
      .c, rules: "GATE-8",
      source: "printed in one console log", domain: .unitInterval),
    .quantity(
      "score.thresholdStart", "threshold at open", .none, 0.8, 0.6...0.95,
      .d, rules: "GATE-4",
      source: "only the falling shape is known", domain: .unitInterval),
    .quantity(
      "score.thresholdEnd", "threshold at the deadline", .none, 0.2, 0...0.5,
      .d, rules: "GATE-4",
      source: "below the score of an idle phone on cellular at 21 % (0.275), so that old requests run",
      domain: .unitInterval),
    .vector(
      "score.weights", "usage, network, battery, activity, thermal", .none, [0.5, 0.15, 0.15, 0.1, 0.1],
      .d, rules: "GATE-5",
      source: "usage dominates in logs; the rest shares the other half", domain: .interval(0...1000),
      ranges: .shares(
        [0.2...0.8, 0...0.4, 0...0.4, 0...0.3, 0...0.3], "from none to about three times, usage from a fifth")
    ),
    .choice(
      "factor.lowBattery", "enforcement", "soft", of: ["hard", "soft", "off"],
      .d, rules: "GATE-1, PWR-1",
      source: "a switch for studies of single factors"),
    .choice(
      "factor.lowPowerMode", "enforcement", "hard", of: ["hard", "soft", "off"],
      .d, rules: "GATE-1, PWR-2",
      source: "a switch for studies of single factors"),
    .choice(
      "factor.appUsage", "enforcement", "soft", of: ["hard", "soft", "off"],
      .d, rules: "GATE-1, USE-3, USE-4",
      source: "a switch for studies of single factors"),
    .choice(
      "factor.appSwitcher", "enforcement", "hard", of: ["hard", "soft", "off"],
      .d, rules: "GATE-1, QUIT-1",
      source: "a switch for studies of single factors"),
    .choice(
      "factor.backgroundRefresh", "enforcement", "hard", of: ["hard", "soft", "off"],
      .d, rules: "GATE-1, BAR-2",
      source: "a switch for studies of single factors"),
    .choice(
      "factor.budgets", "enforcement", "soft", of: ["hard", "soft", "off"],
      .d, rules: "GATE-1, BUD-5",
      source: "a switch for studies of single factors"),
    .choice(
      "factor.rateLimit", "enforcement", "soft", of: ["hard", "soft", "off"],
      .d, rules: "GATE-1, RATE-1",
      source: "a switch for studies of single factors"),
    .quantity(
      "location.significantDistance", "distance per event", .metres, 500, 250...2000,
      .b, rules: "MODE-3",
      source: "[AppleCoreLocation]", domain: .interval(1...1_000_000)),
    .quantity(
      "location.significantInterval", "time between events", .minutes, 5, 1...15,
      .b, rules: "MODE-3",
      source: "[AppleCoreLocation]"),
    .quantity(
      "location.eventRuntime", "run after an event", .seconds, 10, 5...30,
      .b, rules: "MODE-3",
      source: "[AppleCoreLocation]"),
    .quantity(
      "location.regionLimit", "regions per app", .none, 20, 1...20,
      .a, rules: "MODE-4",
      source: "[AppleCoreLocation]", domain: .whole(1...256)),
    .quantity(
      "location.regionDwell", "persistence of a crossing", .seconds, 20, 0...240,
      .b, rules: "MODE-4",
      source: "delays up to 4 min reported"),
    .quantity(
      "voip.missLimit", "misses before VoIP pushes stop", .none, 3, 1...10,
      .d, rules: "MODE-5",
      source: "\"repeated\"", domain: .whole(1...1_000_000)),
    .quantity(
      "nse.runtimeLimit", "extension run", .seconds, 30, 5...60,
      .a, rules: "MODE-6",
      source: "answer of the vendor in a forum [AppleForums]"),
    .quantity(
      "nse.memoryLimit", "extension memory", .megabytes, 24, 12...50,
      .a, rules: "MODE-6",
      source: "answer of the vendor in a forum [AppleForums]"),
  ]
}
