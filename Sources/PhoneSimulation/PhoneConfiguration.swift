import BackgroundExecution
import DeviceModel
import EventSimulation
import ModelParameters
import Workload

/// What all devices of a run share: apps and numbers, resolved once.
struct PhoneConfiguration: Sendable {
  let apps: [AppSpecification]
  let parameters: ParameterSet
  let platform: PlatformParameters
  let device: DeviceParameters
  let seed: UInt64

  let fetchMedian, fetchSigma: Double
  let openSettle, glow, pagingCycle: TimeSpan
  let pushPayload, notificationPayload: Int64
  let nightStart, nightEnd: TimeSpan
  let residentLimit: Int
  let deadDayLimit: TimeSpan

  // Powers in microwatts, energies in nanojoules
  let efficiencyCore, displayBase, displayFull, lockScreen, foregroundLoad: Int64
  let wakeEnergy, bootEnergy: Int64
  let dayBrightness, nightBrightness, savedForeground, savedBrightness: Double
  let bootTime: TimeSpan
  let bootLevel, holdLevel, chargeLimit: Double
  let optimisedCharging: Bool
  let learnedNights, learningWindow: Int
  let topUpLead: TimeSpan

  init(apps: [AppSpecification], parameters: ParameterSet, seed: UInt64) {
    self.apps = apps
    self.parameters = parameters
    self.seed = seed
    platform = PlatformParameters(parameters)
    device = DeviceParameters(parameters)
    fetchMedian = parameters.base("content.fetchMedian")
    fetchSigma = parameters.number("content.fetchSigma")
    openSettle = parameters.span("content.openSettle")
    glow = parameters.span("notification.glow")
    pagingCycle = parameters.span("network.pagingCycle")
    pushPayload = Int64(parameters.base("push.payload"))
    notificationPayload = Int64(parameters.base("notification.payload"))
    nightStart = parameters.span("display.nightStart")
    nightEnd = parameters.span("display.nightEnd")
    residentLimit = parameters.count("life.residentLimit")
    deadDayLimit = parameters.span("usage.deadDayLimit")

    func microwatts(_ name: String) -> Int64 { Int64((parameters.base(name) * 1e6).rounded()) }
    func nanojoules(_ name: String) -> Int64 { Int64((parameters.base(name) * 1e9).rounded()) }
    efficiencyCore = microwatts("processor.efficiencyCore")
    displayBase = microwatts("display.base")
    displayFull = microwatts("display.full")
    lockScreen = microwatts("display.lockScreen")
    foregroundLoad = microwatts("foreground.load")
    wakeEnergy = nanojoules("processor.wakeEnergy")
    bootEnergy = nanojoules("boot.energy")
    dayBrightness = parameters.base("display.dayBrightness")
    nightBrightness = parameters.base("display.nightBrightness")
    savedForeground = parameters.number("lpm.foregroundFactor")
    savedBrightness = parameters.number("lpm.brightnessFactor")
    bootTime = parameters.span("boot.time")
    bootLevel = parameters.base("boot.level")
    holdLevel = parameters.base("charge.holdLevel")
    chargeLimit = parameters.base("charge.limitLevel")
    optimisedCharging = parameters.boolean("charge.optimized")
    learnedNights = parameters.count("charge.learnedNights")
    learningWindow = parameters.count("charge.learningWindow")
    topUpLead = parameters.span("charge.topUpLead")
  }

  /// Where the level is watched, in the order of ``LevelThreshold``.
  var thresholds: [Double] { [platform.criticalLevel, platform.promptLevel, platform.autoOffLevel, bootLevel] }
}

/// The levels that a phone acts on.
enum LevelThreshold: Int { case critical, prompt, autoOff, boot }
