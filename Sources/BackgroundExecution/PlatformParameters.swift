import EventSimulation
import ModelParameters
import Workload

/// How a factor takes part: rule GATE-1.
public enum Enforcement: String, Sendable, Hashable { case hard, soft, off }

/// The platform's numbers, read once per run from the parameter set. There are many, so they are shared by reference.
///
/// Each property has the meaning, unit, range, and rules of its parameter in ``ParameterCatalogue``.
public final class PlatformParameters: Sendable {
  // Read by gates at every decision point
  @usableFromInline package let refreshConcurrency, processingConcurrency, continuedConcurrency: Int
  @usableFromInline package let idleDelay, eligibility, transferStageLength: TimeSpan
  /// Nil for never.
  @usableFromInline package let recency: TimeSpan?
  @usableFromInline package let criticalLevel, processingBatteryFloor: Double
  @usableFromInline package let processorLoadCeiling, continuedLoadCeiling: Double
  @usableFromInline package let appUsage, budgets, rateLimit: Enforcement
  /// QUIT-1: whether a force quit keeps processing back.
  @usableFromInline package let forceQuitStopsProcessing: Bool
  @usableFromInline package let launchesNeedPath, transfersWaitForPath: Bool
  package let lowBattery, lowPowerMode, appSwitcher, backgroundRefresh: Enforcement
  package let allowsProcessingOnBattery, lowPowerModeAppliesWhilePlugged: Bool
  // Requests and their runs
  package let osVersion, refreshLimit, processingLimit: Int
  package let windowDelay, farBeginWarning, expiryGrace, settlingMean: TimeSpan
  package let expiryWarns: Bool
  package let refreshRuntimeLimit, shortGrantMinimum, refreshWindow, refreshGap: TimeSpan
  package let shortGrantProbability: Double
  package let transferGuidelineBytes: Int64
  package let processingRuntimeLimit, processingWindow, processingGap: TimeSpan
  package let processingRestFactor: Double
  package let continuedStallTimeout, continuedStallTimeoutPressure: TimeSpan
  package let offCancelsPending, rebootKeepsRequests, supportsBackgroundGPU: Bool
  package let refusesGPU, monitorsContinued: Bool
  // Pushes and transfers
  package let pushRuntimeLimit, pushWindow, pushMaximumStorage, pushGap, tokenRefill: TimeSpan
  package let holdSlots, serverSlots, tokenCapacity, voipMissLimit: Int
  package let serverKeepsNewest, serverSlotsAreShared, alertsWake: Bool
  /// The bucket of all apps (nil without a limit), and the recency limit (nil for never).
  package let deviceBucket: PushTokenBucket?
  package let pushRecency: TimeSpan?
  package let transferResourceTimeout, transferWakeLimit, transferFirstDelay, transferDelayCap: TimeSpan
  package let extensionRuntimeLimit: TimeSpan
  package let extensionMemoryLimitBytes: Int64
  // Processes
  package let coldLaunchTime, resumeTime, suspendDelay, enterBackgroundLimit, launchWatchdog: TimeSpan
  package let processorMonitorLimit, processorMonitorWindow: TimeSpan
  package let assertionAllowance, assertionPressureAllowance, assertionHandlerLead: TimeSpan
  package let jetsamHazardPerHour, jetsamHeavyProbability: Double
  package let rebootClears: String
  package let isDebuggerAttached: Bool
  package let significantDistanceMeters: Double
  package let significantInterval, locationEventRuntime, regionDwell, voipReportTime: TimeSpan
  package let bluetoothEventRuntime, healthStepsInterval, healthRetry: TimeSpan
  package let healthMissLimit: Int
  package let regionLimit: Int
  // Power, use and budgets
  package let promptLevel, promptAcceptance, autoOffLevel: Double
  package let learningDays, refreshEligibilityDays, processingLearningDays, refillSlots: Int
  package let budgetUseWeight: Double
  package let energyFraction, initialBudgetFraction, appShare, penaltyFraction, transferOverdraft: Double
  package let cellularCapacityBytes: Int64
  package let refillIsUsageWeighted, rateIsPerApp, transferIsDenied: Bool
  // Decision points
  package let wakesPerHour: Int
  package let evaluationInterval, bootHold, herdPause, herdHold: TimeSpan
  /// DEV-3: zero for no delay.
  package let firstDelayMedian: TimeSpan
  package let quietDayShare, quietDayLength: Double
  @usableFromInline let denials: OwnDenials

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
    processingRestFactor = p.number("processing.restFactor")
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
    alertsWake = p.boolean("push.alertsWake")
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
    forceQuitStopsProcessing = osVersion < 18 || !p.boolean("quit.processingRuns")
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
    launchesNeedPath = p.boolean("launch.needsPath")
    transfersWaitForPath = p.boolean("transfer.waitsForPath")
    transferWakeLimit = p.span("transfer.wakeLimit")
    transferFirstDelay = p.span("transfer.firstDelay")
    transferDelayCap = p.span("transfer.delayCap")
    transferOverdraft = p.number("budget.transferOverdraft")
    transferIsDenied = p.boolean("budget.transferDenied")
    continuedConcurrency = p.count("continued.maxConcurrent")
    continuedStallTimeout = p.span("continued.stallTimeout")
    continuedStallTimeoutPressure = p.span("continued.stallTimeoutPressure")
    supportsBackgroundGPU = p.boolean("device.gpuBackground")
    refusesGPU = p.boolean("continued.refusesGPU")
    monitorsContinued = p.boolean("continued.cpuMonitor")
    continuedLoadCeiling = p.base("continued.loadCeiling")
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
    voipReportTime = p.span("voip.reportTime")
    bluetoothEventRuntime = p.span("bluetooth.eventRuntime")
    healthStepsInterval = p.span("health.stepsInterval")
    healthRetry = p.span("health.retry")
    healthMissLimit = p.count("health.missLimit")
    regionLimit = p.count("location.regionLimit")
    voipMissLimit = p.count("voip.missLimit")
    extensionRuntimeLimit = p.span("nse.runtimeLimit")
    extensionMemoryLimitBytes = Int64(p.base("nse.memoryLimit"))
    wakesPerHour = p.count("gate.wakesPerHour")
    evaluationInterval = p.span("gate.evaluationInterval")
    bootHold = p.span("gate.bootHold")
    firstDelayMedian = p.span("decision.firstDelay")
    quietDayShare = p.number("device.quietDayShare")
    quietDayLength = p.number("device.quietDayLength")
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
      forceQuit: GateVerdict(.forceQuit, appSwitcher), refreshIsOff: GateVerdict(.barOff, backgroundRefresh),
      isUnused: GateVerdict(.appUsage, appUsage), energyIsSpent: GateVerdict(.energyBudget, budgets),
      dataIsSpent: GateVerdict(.dataBudget, budgets), isTooSoon: GateVerdict(.rateLimit, rateLimit))
  }

  /// USE-4: whether an app is used enough for a refresh.
  public func isUsed(_ days: OpenedDays) -> Bool {
    days.count(ofLast: refreshEligibilityDays) >= learningDays
  }

  /// USE-7: whether an app has been opened on enough days for processing.
  public func isLearned(_ days: OpenedDays) -> Bool { days.total >= processingLearningDays }

  /// DEV-2: the probability of a quiet day after a day of which it is known whether it was quiet, and at the start.
  package func quietDayProbability(afterQuiet wasQuiet: Bool?) -> Double {
    switch wasQuiet {
    case nil: quietDayShare
    case true?: 1 - 1 / quietDayLength
    case false?: quietDayShare / (quietDayLength * (1 - quietDayShare))
    }
  }

  /// Length of the ageing window of a mechanism; zero for work that does not wait by choice.
  public func window(of mechanism: Mechanism) -> TimeSpan {
    switch mechanism {
    case .refresh: refreshWindow
    case .processing, .health: processingWindow
    case .push: pushWindow
    case .discretionaryTransfer: transferStageLength * 3
    case .continued, .transfer, .wake, .assertion, .mode: .zero
    }
  }

  public func runtimeLimit(of mechanism: Mechanism) -> TimeSpan {
    switch mechanism {
    case .refresh: refreshRuntimeLimit
    case .processing, .health: processingRuntimeLimit
    case .push: pushRuntimeLimit
    case .wake: transferWakeLimit
    case .assertion: assertionAllowance
    case .mode: locationEventRuntime
    // Nothing but a stall, the user or heat ends these.
    case .continued, .discretionaryTransfer, .transfer: .days(3650)
    }
  }
}
