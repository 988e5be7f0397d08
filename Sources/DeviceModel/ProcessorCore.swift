/// The class of core on which work runs.
public enum ProcessorCore: UInt8, Sendable, Hashable {
  /// Background work.
  case efficiency
  /// Work that the user has asked for and waits for.
  case performance
}

/// A core at one clock.
public struct CoreOperation: Sendable, Hashable {
  /// Power of the core while it works, in microwatts.
  public var microwatts: Int64
  /// Work done in a second, in seconds of the standard phone's efficiency core.
  public var speed: Double

  public init(microwatts: Int64, speed: Double) {
    self.microwatts = microwatts
    self.speed = speed
  }
}
