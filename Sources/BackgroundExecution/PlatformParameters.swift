import EventSimulation
import ModelParameters
import Workload

/// How a factor takes part: rule GATE-1.
public enum Enforcement: String, Sendable, Hashable { case hard, soft, off }

/// The platform's numbers, read once per run from the parameter set. There are many, so they are shared by reference.
public final class PlatformParameters: Sendable {
  /// Generation of the operating system (`os.version`), for example 26.
  public let osVersion: Int
  /// Most pending requests of one app: refresh requests, and processing requests (SUB-4, SUB-5).
  public let refreshLimit, processingLimit: Int
  /// Time from submission to the earliest begin date above which a request is accepted with a warning (SUB-8).
  public let farBeginWarning: TimeSpan
  /// Shortest time from submission to the opening of a window (SUB-8).
  public let windowDelay: TimeSpan
  /// Longest refresh run (REF-1).
  public let refreshRuntimeLimit: TimeSpan
  /// Probability from 0 to 1 that a refresh run is granted less than its limit (REF-2).
  public let shortGrantProbability: Double
  /// Shortest granted time of a refresh run; shorter grants are uniform between it and the limit (REF-2).
  public let shortGrantMinimum: TimeSpan
  /// Length of the aging window of refresh (REF-4), and shortest time between refresh launches of an app (RATE-1).
  public let refreshWindow, refreshGap: TimeSpan
  /// Most refresh and push runs at once on the device (REF-6).
  public let refreshConcurrency: Int
  /// Bytes over all paths above which a refresh run counts as oversize (REF-7).
  public let transferGuidelineBytes: Int64
  /// Time from the expiration of a task to the kill of a process that has not completed it (REF-3, PUSH-8).
  public let expiryGrace: TimeSpan
  /// Whether that time is the last of the limit; otherwise it comes after it.
  public let expiryWarns: Bool
  /// Times of processing (PROC-1, PROC-7, PROC-9, RATE-1): idle time of the device before a start, longest run,
  /// length of the aging window, and shortest time between runs of a series.
  public let idleDelay, processingRuntimeLimit, processingWindow, processingGap: TimeSpan
  /// Most processing and health runs at once on the device (PROC-9).
  public let processingConcurrency: Int
  /// Mean time for which a phone that is plugged and idle settles before processing starts; zero for none (GATE-10).
  public let settlingMean: TimeSpan
  /// Whether processing may start on battery (PROC-4).
  public let allowsProcessingOnBattery: Bool
  /// State of charge from 0 to 1 below which processing does not start on battery (PROC-4).
  public let processingBatteryFloor: Double
  /// Times of silent pushes: longest run, aging window of a held push, longest storage at the server, shortest time
  /// between launches, and time in which a token is refilled (PUSH-3, PUSH-8, PUSH-10, RATE-2).
  public let pushRuntimeLimit, pushWindow, pushMaximumStorage, pushGap, tokenRefill: TimeSpan
  /// Pushes held on the device and stored at the server, per app (PUSH-5, PUSH-2), and tokens of a full bucket
  /// (RATE-2).
  public let holdSlots, serverSlots, tokenCapacity: Int
  /// Whether the newest push survives a full store at the server; otherwise a random one does (PUSH-2).
  public let serverKeepsNewest: Bool
  /// Whether visible and silent pushes of an app share its slots at the server (PUSH-2).
  public let serverSlotsAreShared: Bool
  /// Tokens that the pushes of all apps share, and the time in which one is refilled; nil without a limit (RATE-4).
  public let deviceBucket: PushTokenBucket?
  /// Time since the last open of an app after which its silent pushes are dropped; nil for never (PUSH-12).
  public let pushRecency: TimeSpan?
  /// Times from a launch to the handler, of a process that is not running or is suspended (LIFE-1), and from the end
  /// of background work to suspension (LIFE-3).
  public let coldLaunchTime, resumeTime, suspendDelay: TimeSpan
  /// Rate per hour at which suspended processes are removed, and probability from 0 to 1 of removal when a heavy app
  /// comes to the front (LIFE-6).
  public let jetsamHazardPerHour, jetsamHeavyProbability: Double
  /// Whether pending requests survive a reboot (LIFE-7).
  public let rebootKeepsRequests: Bool
  /// Part of a force-quit flag that a reboot clears: `none`, `pushOnly` or `all` (QUIT-4).
  public let rebootClears: String
  /// Whether switching Background App Refresh off cancels the pending requests concerned (BAR-3).
  public let offCancelsPending: Bool
  /// States of charge from 0 to 1, and the probability of accepting the prompt: the low-battery level (PWR-1), the
  /// level of the Low Power Mode prompt (PWR-3), and the level at which Low Power Mode ends on the charger (PWR-4).
  public let criticalLevel, promptLevel, promptAcceptance, autoOffLevel: Double
  /// Whether Low Power Mode denies launches on external power too (PWR-2).
  public let lowPowerModeAppliesWhilePlugged: Bool
  /// Longest time since the last use of an app for which processing is allowed (USE-3).
  public let eligibility: TimeSpan
  /// Days on which an app must have been opened for a refresh, and of how many ended days.
  public let learningDays, refreshEligibilityDays: Int
  /// Time since the last open of an app after which no refresh starts; nil for never (USE-6).
  public let recency: TimeSpan?
  /// Days with an open since its installation that an app needs for processing (USE-7).
  public let processingLearningDays: Int
  /// Daily energy budget of the device as a share of its nominal battery energy (BUD-1).
  public let energyFraction: Double
  /// Daily cellular budget of the device, in bytes (BUD-1).
  public let cellularCapacityBytes: Int64
  /// Refills of the budgets in a day (BUD-2).
  public let refillSlots: Int
  /// Whether refills follow the predicted use of the device; otherwise they are uniform (BUD-2).
  public let refillIsUsageWeighted: Bool
  /// Shares of a daily capacity: content at the start (BUD-2), capacity of one app (BUD-7), and the debit for a kill
  /// after a missed completion (BAD-10).
  public let initialBudgetFraction, appShare, penaltyFraction: Double
  /// How far the capacity of an app follows its share of all opens: 0 not at all, 1 up to all of the device's (BUD-7).
  public let budgetUseWeight: Double
  /// Whether a launch by one mechanism delays those of the app by others; otherwise each mechanism has its own clock
  /// (RATE-3).
  public let rateIsPerApp: Bool
  /// Times of transfers: age at which a transfer fails (URL-6), length of a stage (URL-5), and longest wake run
  /// (URL-8).
  public let transferResourceTimeout, transferStageLength, transferWakeLimit: TimeSpan
  /// First resume delay of transfers made in the background, and the largest one that doubling leads to (URL-9).
  public let transferFirstDelay, transferDelayCap: TimeSpan
  /// Credit of relaxed mechanisms, in daily capacities, below a balance of 0 (BUD-8).
  public let relaxedOverdraft: Double
  /// Whether budgets count and deny what the user has started in front too (BUD-8, otherwise URL-4).
  public let relaxedIsDenied: Bool
  /// Most continued tasks at once on the device (CONT-3).
  public let continuedConcurrency: Int
  /// Time without progress after which a continued task expires, ordinarily and under pressure (CONT-6).
  public let continuedStallTimeout, continuedStallTimeoutPressure: TimeSpan
  /// Whether the device runs background work on its GPU (CONT-5).
  public let supportsBackgroundGPU: Bool
  /// Time that assertions keep an app running after it enters the background, ordinarily and under memory pressure,
  /// and the time before its end at which the handler is called (EXT-2 to EXT-4).
  public let assertionAllowance, assertionPressureAllowance, assertionHandlerLead: TimeSpan
  /// Longest time in the callback of entering the background (LIFE-2), and longest launch by the user (LIFE-4).
  public let enterBackgroundLimit, launchWatchdog: TimeSpan
  /// CPU time that a process outside the foreground may use in a sliding window, and the length of the window
  /// (LIFE-5).
  public let processorMonitorLimit, processorMonitorWindow: TimeSpan
  /// Whether a debugger is attached to the device (DBG-1, DBG-3).
  public let isDebuggerAttached: Bool
  /// Distance in meters that triggers an event of the significant-change service (MODE-3).
  public let significantDistanceMeters: Double
  /// Times of location: shortest time between significant-change events, run after an event (MODE-3), and time that a
  /// region crossing must last (MODE-4).
  public let significantInterval, locationEventRuntime, regionDwell: TimeSpan
  /// Most monitored regions of an app (MODE-4), and missed call reports after which VoIP pushes stop (MODE-5).
  public let regionLimit, voipMissLimit: Int
  /// Longest run of a notification service extension (MODE-6).
  public let extensionRuntimeLimit: TimeSpan
  /// Memory limit of a notification service extension, in bytes (MODE-6).
  public let extensionMemoryLimitBytes: Int64
  /// Wake-ups that a policy may ask for in an hour.
  public let wakesPerHour: Int
  /// Times of decision points: between the periodic ones (GATE-3), the hold after a boot, the pause that a herd hold
  /// follows, and the length of that hold (GATE-8).
  public let evaluationInterval, bootHold, herdPause, herdHold: TimeSpan
  /// Processor load from 0 to 1 above which no processing starts (GATE-8).
  public let processorLoadCeiling: Double
  /// How each of the seven factors takes part (GATE-1).
  public let lowBattery, lowPowerMode, appUsage, appSwitcher, backgroundRefresh, budgets,
    rateLimit: Enforcement
  /// The denials of the gates of items and apps under these factors.
  @usableFromInline let denials: OwnDenials

  /// Reads the parameters of the platform. All of them have values, by default those of the catalogue.
  public init(_ p: ParameterSet) {
    func factor(_ name: String) -> Enforcement { Enforcement(rawValue: p.choice("factor.\(name)")) ?? .soft }
    osVersion = p.count("os.version")
    refreshLimit = p.count("submit.refreshLimit")
    processingLimit = p.count("submit.processingLimit")
    farBeginWarning = p.span("submit.farBeginWarning")
    windowDelay = p.span("submit.windowDelay")
    refreshRuntimeLimit = p.span("refresh.runtimeLimit")
    shortGrantProbability = p.number("refresh.shortGrantProbability")
    shortGrantMinimum = p.span("refresh.shortGrantMin")
    refreshWindow = p.span("refresh.window")
    refreshGap = p.span("refresh.minGap")
    refreshConcurrency = p.count("refresh.maxConcurrent")
    transferGuidelineBytes = Int64(p.base("refresh.transferGuideline"))
    expiryGrace = p.span("task.expiryGrace")
    expiryWarns = p.boolean("task.expiryWarns")
    idleDelay = p.span("processing.idleDelay")
    processingRuntimeLimit = p.span("processing.runtimeLimit")
    processingWindow = p.span("processing.window")
    processingGap = p.span("processing.minGap")
    processingConcurrency = p.count("processing.maxConcurrent")
    settlingMean = p.span("processing.settlingMean")
    allowsProcessingOnBattery = p.boolean("processing.allowOnBattery")
    processingBatteryFloor = p.base("processing.onBatteryFloor")
    pushRuntimeLimit = p.span("push.runtimeLimit")
    pushWindow = p.span("push.window")
    pushMaximumStorage = p.span("push.maxStorage")
    pushGap = p.span("push.minGap")
    tokenRefill = p.span("push.bucketRefill")
    holdSlots = p.count("push.holdSlots")
    serverSlots = p.count("push.serverSlots")
    tokenCapacity = p.count("push.bucketCapacity")
    serverKeepsNewest = p.choice("push.serverKeep") == "newest"
    serverSlotsAreShared = p.boolean("push.serverSlotsShared")
    let deviceTokens = p.count("push.deviceBucketCapacity")
    deviceBucket =
      deviceTokens < 1000
      ? PushTokenBucket(
        capacity: deviceTokens, refill: p.span("push.deviceBucketRefill"), minimumGap: .zero) : nil
    pushRecency = p.span("push.recency") < .days(365) ? p.span("push.recency") : nil
    coldLaunchTime = p.span("life.coldLaunchTime")
    resumeTime = p.span("life.resumeTime")
    suspendDelay = p.span("life.suspendDelay")
    jetsamHazardPerHour = p.number("life.jetsamHazard")
    jetsamHeavyProbability = p.number("life.jetsamHeavyProbability")
    rebootKeepsRequests = p.boolean("life.rebootKeepsRequests")
    rebootClears = p.choice("quit.rebootClears")
    offCancelsPending = p.boolean("bar.offCancelsPending")
    criticalLevel = p.base("battery.criticalLevel")
    promptLevel = p.base("lpm.promptLevel")
    promptAcceptance = p.number("lpm.promptAcceptance")
    autoOffLevel = p.base("lpm.autoOffLevel")
    lowPowerModeAppliesWhilePlugged = p.boolean("lpm.appliesWhilePlugged")
    eligibility = p.span("usage.eligibilityDays")
    learningDays = Int(p.span("usage.learningDays").days)
    refreshEligibilityDays = Int(p.span("usage.refreshEligibilityDays").days)
    recency = p.span("usage.recency") < .days(28) ? p.span("usage.recency") : nil
    processingLearningDays = Int(p.span("usage.processingLearningDays").days)
    energyFraction = p.number("budget.energyFraction")
    cellularCapacityBytes = Int64(p.base("budget.cellularCapacity"))
    refillSlots = p.count("budget.slotsPerDay")
    refillIsUsageWeighted = p.choice("budget.refillShape") == "usageWeighted"
    initialBudgetFraction = p.number("budget.initialFraction")
    appShare = p.number("budget.appShare")
    budgetUseWeight = p.number("budget.useWeight")
    penaltyFraction = p.number("quality.penaltyFraction")
    rateIsPerApp = p.choice("rate.scope") == "perApp"
    transferResourceTimeout = p.span("transfer.resourceTimeout")
    transferStageLength = p.span("transfer.stageLength")
    transferWakeLimit = p.span("transfer.wakeLimit")
    transferFirstDelay = p.span("transfer.firstDelay")
    transferDelayCap = p.span("transfer.delayCap")
    relaxedOverdraft = p.number("budget.relaxedOverdraft")
    relaxedIsDenied = p.boolean("budget.relaxedDenied")
    continuedConcurrency = p.count("continued.maxConcurrent")
    continuedStallTimeout = p.span("continued.stallTimeout")
    continuedStallTimeoutPressure = p.span("continued.stallTimeoutPressure")
    supportsBackgroundGPU = p.boolean("device.gpuBackground")
    assertionAllowance = p.span("assertion.allowance")
    assertionPressureAllowance = p.span("assertion.pressureAllowance")
    assertionHandlerLead = p.span("assertion.handlerLead")
    enterBackgroundLimit = p.span("life.enterBackgroundLimit")
    launchWatchdog = p.span("life.launchWatchdog")
    processorMonitorLimit = p.span("life.cpuMonitorLimit")
    processorMonitorWindow = p.span("life.cpuMonitorWindow")
    isDebuggerAttached = p.boolean("debug.attached")
    significantDistanceMeters = p.number("location.significantDistance")
    significantInterval = p.span("location.significantInterval")
    locationEventRuntime = p.span("location.eventRuntime")
    regionDwell = p.span("location.regionDwell")
    regionLimit = p.count("location.regionLimit")
    voipMissLimit = p.count("voip.missLimit")
    extensionRuntimeLimit = p.span("nse.runtimeLimit")
    extensionMemoryLimitBytes = Int64(p.base("nse.memoryLimit"))
    wakesPerHour = p.count("gate.wakesPerHour")
    evaluationInterval = p.span("gate.evaluationInterval")
    bootHold = p.span("gate.bootHold")
    herdPause = p.span("gate.herdPause")
    herdHold = p.span("gate.herdHold")
    processorLoadCeiling = p.base("gate.cpuLoadCeiling")
    lowBattery = factor("lowBattery")
    lowPowerMode = factor("lowPowerMode")
    appUsage = factor("appUsage")
    appSwitcher = factor("appSwitcher")
    backgroundRefresh = factor("backgroundRefresh")
    budgets = factor("budgets")
    rateLimit = factor("rateLimit")
    denials = OwnDenials(
      appSwitcher: appSwitcher, backgroundRefresh: backgroundRefresh, appUsage: appUsage, budgets: budgets,
      rateLimit: rateLimit)
  }

  /// USE-4: whether an app is used enough for a refresh.
  public func isUsed(_ days: OpenedDays) -> Bool {
    days.count(ofLast: refreshEligibilityDays) >= learningDays
  }

  /// USE-7: whether an app has been opened on enough days for processing.
  public func isLearned(_ days: OpenedDays) -> Bool { days.total >= processingLearningDays }

  /// Length of the ageing window of a mechanism; zero for work that does not wait by choice.
  public func window(of mechanism: Mechanism) -> TimeSpan {
    switch mechanism {
    case .refresh: refreshWindow
    case .processing, .health: processingWindow
    case .push: pushWindow
    case .transferD: transferStageLength * 3
    case .continued, .transferN, .wake, .assertion, .mode: .zero
    }
  }

  /// Longest run of a mechanism.
  public func runtimeLimit(of mechanism: Mechanism) -> TimeSpan {
    switch mechanism {
    case .refresh: refreshRuntimeLimit
    case .processing, .health: processingRuntimeLimit
    case .push: pushRuntimeLimit
    case .wake: transferWakeLimit
    case .assertion: assertionAllowance
    case .mode: locationEventRuntime
    // Nothing but a stall, the user or heat ends these.
    case .continued, .transferD, .transferN: .days(3650)
    }
  }
}
