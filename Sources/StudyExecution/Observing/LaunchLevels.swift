import EventSimulation
import PhoneSimulation
import Workload

/// Least charge at which an app was launched without external power, by app and mechanism.
struct LaunchLevels: Sendable {
  private struct Key: Hashable {
    /// Index of the study's app.
    var app: Int
    var mechanism: Mechanism?
  }
  private var least: [Key: Double] = [:]

  /// Takes in one device, whose run has kept its log and ``RecordOptions/power``.
  ///
  /// - Parameter specifications: The study's app for each app of the device.
  mutating func add(_ result: DeviceResult, specifications: [Int?]) {
    guard !result.powers.isEmpty else { return }
    var isPlugged = false
    var next = 0
    for record in result.log {
      if record.event == .powerChanged, record.word == .plugged || record.word == .unplugged {
        isPlugged = record.word == .plugged
      }
      guard record.event == .launched, !isPlugged, specifications.indices.contains(Int(record.app)),
        let app = specifications[Int(record.app)]
      else { continue }
      // A launch changes the power, so there is a sample of its instant; were there none, the next one would
      // be a lower bound, for on battery the level never rises.
      while next < result.powers.count, result.powers[next].time < record.time { next += 1 }
      let level =
        next < result.powers.count ? result.powers[next].stateOfCharge : result.stateOfChargeEnd
      let key = Key(app: app, mechanism: record.mechanism)
      least[key] = min(least[key] ?? level, level)
    }
  }

  /// Takes in what was read of other devices.
  mutating func merge(_ other: LaunchLevels) { least.merge(other.least) { min($0, $1) } }

  /// From 0 to 1; nil where nothing was launched on battery.
  func leastLevel(app: Int?, mechanism: Mechanism?) -> Double? {
    least.filter {
      (app == nil || $0.key.app == app) && (mechanism == nil || $0.key.mechanism == mechanism)
    }.values.min()
  }
}
