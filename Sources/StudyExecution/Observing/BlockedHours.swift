import EventSimulation
import PhoneSimulation
import Workload

/// How long items have waited, by what kept them waiting, app and mechanism, over all devices of a run.
///
/// An item waits from its submission or arrival to its launch, or to where the wait was cut off. A reason
/// blocks for the whole of an interval whose set has it, alone or with others; so the hours of several reasons
/// may sum to more than those of the wait. Two items that wait at once count twice.
struct BlockedHours: Sendable {
  private struct Key: Hashable {
    /// Index of the study's app.
    var app: Int
    var mechanism: Mechanism
    var reasons: BlockingSet
  }
  private var times: [Key: TimeSpan] = [:]
  private var hasSeenItems = false

  /// Takes in one device, whose run has kept its log and ``RecordOptions/blocking``.
  ///
  /// - Parameter specifications: The study's app for each app of the device.
  mutating func add(_ result: DeviceResult, specifications: [Int?]) {
    var items: [Int32: (app: Int, mechanism: Mechanism)] = [:]
    for record in result.log where record.item > 0 {
      guard let mechanism = record.mechanism, specifications.indices.contains(Int(record.app)),
        let app = specifications[Int(record.app)]
      else { continue }
      items[record.item] = (app, mechanism)
    }
    if !items.isEmpty { hasSeenItems = true }
    for interval in result.blocked {
      guard let item = items[interval.item] else { continue }
      let key = Key(app: item.app, mechanism: item.mechanism, reasons: interval.reasons)
      times[key, default: .zero] += interval.to - interval.from
    }
  }

  /// Takes in what was read of other devices.
  mutating func merge(_ other: BlockedHours) {
    hasSeenItems = hasSeenItems || other.hasSeenItems
    times.merge(other.times) { $0 + $1 }
  }

  /// Hours for which a reason has blocked, alone or with others; for which anything has, where it is nil.
  /// Nil if no item of any app was seen.
  func hours(_ reason: BlockingReason?, app: Int?, mechanism: Mechanism?) -> Double? {
    guard hasSeenItems else { return nil }
    // Summed as whole microseconds, so that the order of the table does not matter.
    let microseconds = times.reduce(Int64(0)) { sum, entry in
      let (key, time) = entry
      guard app == nil || key.app == app, mechanism == nil || key.mechanism == mechanism else { return sum }
      guard reason.map({ key.reasons.contains(BlockingSet($0)) }) ?? true else { return sum }
      return sum + time.microseconds
    }
    return TimeSpan.microseconds(microseconds).seconds / 3600
  }
}
