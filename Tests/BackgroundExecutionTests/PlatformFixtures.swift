import BackgroundExecution
import EventSimulation
import ModelParameters
import TestSupport
import Workload

/// The platform with some parameters changed, in the words of a study.
func platform(_ changes: [String: String] = [:]) throws -> PlatformParameters {
  var parameters = DocumentedRules.parameters()
  for (name, words) in changes.sorted(by: { $0.key < $1.key }) { try parameters.set(name, parsing: [words]) }
  return PlatformParameters(parameters)
}

/// The moment at which all gate tests are made: noon of the second day.
let noon = Instant.day(1, .hours(12))

/// An idle, unplugged phone on Wi-Fi at full charge with money in its budgets: nothing is denied.
func openDevice() -> DeviceGateState {
  var device = DeviceGateState(now: noon)
  device.idleSince = noon - .hour
  device.energyBalance = 1
  device.cellularBalance = 1
  return device
}

func openApp() -> AppGateState {
  var app = AppGateState()
  app.energyBalance = 1
  app.cellularBalance = 1
  app.lastForeground = noon - .day
  return app
}

func openItem(_ mechanism: Mechanism) -> ItemGateState { ItemGateState(mechanism: mechanism, open: noon) }

/// The verdict on an open item in a friendly state with some changes.
func verdict(
  _ mechanism: Mechanism = .refresh, _ changes: [String: String] = [:], isPlugged: Bool = false,
  item changeItem: (inout ItemGateState) -> Void = { _ in },
  app changeApp: (inout AppGateState) -> Void = { _ in },
  device changeDevice: (inout DeviceGateState) -> Void = { _ in }
) throws -> GateVerdict {
  var (item, app, device) = (openItem(mechanism), openApp(), openDevice())
  device.isPlugged = isPlugged || mechanism == .processing
  changeItem(&item)
  changeApp(&app)
  changeDevice(&device)
  return try platform(changes).verdict(item, app, device)
}

func hard(_ reasons: BlockingReason...) -> GateVerdict {
  var verdict = GateVerdict()
  verdict.hard = set(reasons)
  return verdict
}

func soft(_ reasons: BlockingReason...) -> GateVerdict {
  var verdict = GateVerdict()
  verdict.soft = set(reasons)
  return verdict
}

func set(_ reasons: [BlockingReason]) -> BlockingSet {
  BlockingSet(rawValue: reasons.reduce(0) { $0 | BlockingSet($1).rawValue })
}
