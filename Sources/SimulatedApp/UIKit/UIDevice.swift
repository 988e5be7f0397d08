import AppRuntime
import Foundation

/// The battery of the phone, unknown until the app asks for it.
@MainActor open class UIDevice: NSObject {
  public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }
  public static let current = UIDevice()

  open var isBatteryMonitoringEnabled = false
  /// From 0 to 1, or -1.
  open var batteryLevel: Float {
    let level = isBatteryMonitoringEnabled ? AppProcess.state["state_of_charge"].fraction : nil
    return level.map { Float($0) } ?? -1
  }
  open var batteryState: BatteryState {
    guard isBatteryMonitoringEnabled else { return .unknown }
    if !AppProcess.state["is_plugged"].flag { return .unplugged }
    return batteryLevel < 1 ? .charging : .full
  }
}
