import BackgroundExecution
import Basics
import RandomStreams
import Workload

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
  let movers: UniqueArray<AppIndex>
  let taskIdentifiers: AppColumn<[IdentifierIndex]>
  let sessionIdentifiers: AppColumn<[IdentifierIndex]>
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

  @inline(__always)
  func specification(_ app: AppIndex) -> AppHandle? { context.apps[app].handle }

  /// The address of draws that must be equal under every policy.
  func address(_ purpose: StreamPurpose, app: AppIndex? = nil, index: Int) -> StreamAddress {
    StreamAddress(
      seed: configuration.seed, group: app.map { apps[$0].group } ?? 0, replication: plan.replication,
      device: plan.device, purpose: purpose, index: index)
  }
}
