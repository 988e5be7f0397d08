import BackgroundExecution
import DeviceModel
import EventSimulation
import ModelParameters
import Workload

final class PhoneConfiguration: Sendable {
  let apps: [AppHandle]
  let parameters: ParameterSet
  let platform: PlatformParameters
  let device: DeviceParameters
  let seed: UInt64

  let fetchMedian, fetchSigma: Double
  let openSettle: TimeSpan
  /// Whether all bytes of a run move before it waits for its server; otherwise those received come after the wait.
  let bytesComeFirst: Bool
  let pushPayload: Int64
  let nightStart, nightEnd: TimeSpan
  let residentLimit: Int
  let chanceLevelWidth: Double
  let deadDayLimit: TimeSpan

  let voipReportTime: TimeSpan

  // Powers in microwatts
  let audioPower, receiverPower: Int64
  /// Mean processor power of a wake of the system.
  let systemLoad: Int64
  let pressureHazard: Double
  let pressureLength: TimeSpan

  init(apps: [AppHandle], parameters: ParameterSet, seed: UInt64) {
    self.apps = apps
    self.parameters = parameters
    self.seed = seed
    platform = PlatformParameters(parameters)
    device = DeviceParameters(parameters)
    fetchMedian = parameters.base("content.fetchMedian")
    fetchSigma = parameters.number("content.fetchSigma")
    openSettle = parameters.span("content.openSettle")
    bytesComeFirst = parameters.boolean("work.bytesFirst")
    pushPayload = Int64(parameters.base("push.payload"))
    nightStart = parameters.span("display.nightStart")
    nightEnd = parameters.span("display.nightEnd")
    chanceLevelWidth = parameters.base("charge.day.levelWidth")
    residentLimit = parameters.count("life.residentLimit")
    pressureHazard = parameters.number("life.pressureHazard")
    pressureLength = parameters.span("life.pressureLength")
    deadDayLimit = parameters.span("usage.deadDayLimit")

    voipReportTime = parameters.span("voip.reportTime")
    audioPower = Int64((parameters.base("audio.power") * 1e6).rounded())
    receiverPower = Int64((parameters.base("location.receiverPower") * 1e6).rounded())

    // Its processor times are those of the standard phone's core.
    systemLoad = Int64(
      (Double(device.efficiencyCore.microwatts) * parameters.number("systemWork.processorLoad")
        / device.efficiencyCore.speed).rounded())
  }

  @inline(__always)
  func operation(_ core: ProcessorCore, isLowPowerMode: Bool) -> CoreOperation {
    switch core {
    case .efficiency: device.efficiencyCore
    case .performance: isLowPowerMode ? device.savingPerformanceCore : device.performanceCore
    }
  }

  /// Where the level is watched, in the order of ``WatchedLevel``.
  var thresholds: [Double] {
    let levels = [platform.criticalLevel, platform.promptLevel, platform.autoOffLevel, device.bootLevel]
    return platform.allowsProcessingOnBattery ? levels + [platform.processingBatteryFloor] : levels
  }
}

/// The levels that a phone acts on. The last one opens and closes a gate and does nothing by itself.
enum WatchedLevel: Int {
  case critical, prompt, autoOff, boot, processingFloor

  /// Those whose crossing downwards is written to the log.
  static let logged: [WatchedLevel] = [.critical, .prompt, .autoOff]
}
