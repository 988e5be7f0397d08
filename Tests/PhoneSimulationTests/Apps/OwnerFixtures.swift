import BackgroundExecution
import DeviceModel
import EventSimulation
import ModelParameters

@testable import PhoneSimulation

extension AppIndex {
  static let first = AppIndex(0)
  static let second = AppIndex(1)
}

extension PhonePower {
  /// A full battery of the default device, to get claims, holds and transfers from.
  static func full() -> PhonePower {
    PhonePower(
      parameters: DeviceParameters(ParameterSet()), appCount: 2, stateOfCharge: 1, at: .zero)
  }

  mutating func hold() -> HolderID { holdAwake(payer: EnergyPayer(app: 0, cause: .user), at: .zero) }

  mutating func claim() -> ClaimID {
    begin(.system, payer: EnergyPayer(app: 0, cause: .user), microwatts: 1000, at: .zero)
  }
}

/// The instant so many seconds after the start.
func at(_ seconds: Double) -> Instant { .zero + .seconds(seconds) }
