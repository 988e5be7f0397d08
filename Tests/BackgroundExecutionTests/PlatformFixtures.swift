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
