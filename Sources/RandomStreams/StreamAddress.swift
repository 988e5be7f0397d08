/// The identity of a random stream or of one event's draws: layout L1, packed injectively into a Philox
/// counter and key, so that two addresses never share a number.
public struct StreamAddress: Hashable, Sendable {
  /// The study's seed.
  public var seed: UInt64
  /// 0 for what belongs to the device; ``StreamAddress/group(of:)`` for what belongs to an app.
  public var group: UInt64
  /// Number of the replication, from 0.
  public var replication: UInt32
  /// Number of the device in its fleet, from 0.
  public var device: UInt32
  /// The use of the numbers; each has its own streams.
  public var purpose: StreamPurpose
  /// Ordinal of the logical event, or the first block of a sequential stream.
  public var index: UInt32

  public init(
    seed: UInt64, group: UInt64 = 0, replication: Int, device: Int, purpose: StreamPurpose, index: Int = 0
  ) {
    self.seed = seed
    self.group = group
    self.replication = UInt32(truncatingIfNeeded: replication)
    self.device = UInt32(truncatingIfNeeded: device)
    self.purpose = purpose
    self.index = UInt32(truncatingIfNeeded: index)
  }

  /// The group of a named owner: 1 + FNV-1a-32 of its UTF-8 bytes.
  public static func group(of name: String) -> UInt64 {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return 1 + UInt64(hash)
  }
}
