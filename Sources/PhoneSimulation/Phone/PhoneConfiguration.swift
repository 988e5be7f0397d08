import BackgroundExecution
import Basics
import DeviceModel
import EventSimulation
import ModelParameters
import RandomStreams
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
    audioPower = Int64((parameters.base("audio.power") * 1e6).rounded())
    receiverPower = Int64((parameters.base("location.receiverPower") * 1e6).rounded())

    // Its processor times are those of the standard phone's core.
    systemLoad = Int64(
      (Double(device.efficiencyCore.microwatts) * parameters.number("systemWork.processorLoad")
        / device.efficiencyCore.speed).rounded())
  }

  @inline(__always) func operation(_ core: ProcessorCore, isLowPowerMode: Bool) -> CoreOperation {
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

  /// The levels whose downward crossing is an event of the log.
  static let logged: [WatchedLevel] = [.critical, .prompt, .autoOff]
}

struct PhoneContext: ~Copyable {
  let configuration: PhoneConfiguration
  /// That of the configuration: what is reached through a second object is counted as referenced at each use.
  let platform: PlatformParameters
  let plan: DevicePlan
  let records: RecordOptions
  let stream: RandomStream
  let whatIf: WhatIf?
  let apps: AppColumn<PhoneApp>
  /// The apps of the study, in their order; most of a device's apps are fillers.
  let studied: UniqueArray<AppIndex>
  /// The apps that wait for significant changes, and the apps with sources of events of their own.
  let movers, wakers: UniqueArray<AppIndex>
  let taskIdentifiers, sessionIdentifiers: AppColumn<[IdentifierIndex]>
  let pushIdentifier: IdentifierIndex

  init(
    _ configuration: PhoneConfiguration, _ plan: DevicePlan, _ records: RecordOptions, _ stream: RandomStream,
    _ whatIf: WhatIf?, _ identifiers: inout IdentifierTable
  ) {
    self.configuration = configuration
    platform = configuration.platform
    self.plan = plan
    self.records = records
    self.stream = stream
    self.whatIf = whatIf
    let specifications = plan.apps.map { $0.specification.map { configuration.apps[$0] } }
    apps = AppColumn(
      zip(plan.apps, specifications).map { installed, specification in
        PhoneApp(
          handle: specification, group: StreamAddress.group(of: installed.bundleID),
          isHeavy: installed.isHeavy)
      })
    studied = UniqueArray(
      plan.apps.indices.filter { plan.apps[$0].specification != nil }.map { AppIndex($0) })
    pushIdentifier = identifiers.intern("push")
    movers = UniqueArray(
      specifications.indices.filter { specifications[$0]?.modes.significantChanges == true }
        .map { AppIndex($0) })
    wakers = UniqueArray(
      specifications.indices.filter { specifications[$0]?.wakes.isEmpty == false }.map { AppIndex($0) })
    taskIdentifiers = AppColumn(
      specifications.map { app in app?.tasks.map { identifiers.intern($0.identifier) } ?? [] })
    sessionIdentifiers = AppColumn(
      specifications.map { app in app?.transfers.map { identifiers.intern($0.session) } ?? [] })
  }
}

extension Phone {
  var configuration: PhoneConfiguration { @inline(__always) _read { yield context.configuration } }
  var platform: PlatformParameters { @inline(__always) _read { yield context.platform } }
  var plan: DevicePlan { @inline(__always) _read { yield context.plan } }
  var records: RecordOptions { @inline(__always) _read { yield context.records } }
  var stream: RandomStream { @inline(__always) _read { yield context.stream } }
  var whatIf: WhatIf? { @inline(__always) _read { yield context.whatIf } }
  var apps: AppColumn<PhoneApp> { @inline(__always) _read { yield context.apps } }

  @inline(__always) func specification(_ app: AppIndex) -> AppHandle? { context.apps[app].handle }

  /// The address of draws that must be equal under every policy.
  func address(_ purpose: StreamPurpose, app: AppIndex? = nil, index: Int) -> StreamAddress {
    StreamAddress(
      seed: configuration.seed, group: app.map { apps[$0].group } ?? 0, replication: plan.replication,
      device: plan.device, purpose: purpose, index: index)
  }
}
