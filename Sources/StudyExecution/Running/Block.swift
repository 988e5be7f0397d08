/// A piece of a study: consecutive devices of one replication of one design point, under all its policies.
///
/// Blocks are stored in one transaction each and shared out among processes. Their numbers and sizes depend on the
/// study alone, so that every process that reads the same study means the same blocks.
public struct Block: Hashable, Sendable {
  /// Number of the block in the study, from 0.
  public var number: Int
  /// Index of the design point.
  public var point: Int
  /// Number of the replication, from 0 on.
  public var replication: Int
  /// Numbers of the devices.
  public var devices: Range<Int>
  /// Places of the block's runs in the plan's entries, one run a policy.
  public var entries: Range<Int>

  /// Largest number of devices of a block.
  static let largestSize = 256
  /// Most device-days of a block with more than one device.
  static let mostDeviceDays = 3000.0

  /// Returns the number of devices of a whole block: the largest power of two that is at most 256 and at most
  /// 3,000 device-days, and at least 1.
  ///
  /// - Parameter days: The horizon in days.
  public static func size(horizonDays days: Double) -> Int {
    var size = 1
    while size < largestSize, Double(2 * size) * days <= mostDeviceDays { size *= 2 }
    return size
  }
}
