import Workload

/// All of the device that the gates of fetches depend on, in one word: it is compared after every event.
struct FetchConditions: Equatable {
  private let bits: UInt32

  /// - Parameters:
  ///   - isLongIdle: Whether the phone has been idle for as long as processing wants.
  ///   - backgroundRefresh: 0 off, 1 Wi-Fi, 2 Wi-Fi and cellular, 3 off by a management profile.
  ///   - isBelowProcessingFloor: Whether the battery holds too little for processing without a charger, where that
  ///     may run at all.
  @inline(__always)
  init(
    isOff: Bool, isPlugged: Bool, hasBeenUnlocked: Bool, isLowPowerMode: Bool, isThermalCritical: Bool,
    isLongIdle: Bool, backgroundRefresh: Int, path: NetworkPath, isBelowProcessingFloor: Bool
  ) {
    func bit(_ flag: Bool, _ place: UInt32) -> UInt32 { flag ? 1 << place : 0 }
    let device = bit(isOff, 0) | bit(isPlugged, 1) | bit(hasBeenUnlocked, 2) | bit(isLowPowerMode, 3)
    let rest = bit(isThermalCritical, 4) | bit(isLongIdle, 5) | bit(isBelowProcessingFloor, 6)
    bits = device | rest | UInt32(path.rawValue) << 8 | UInt32(truncatingIfNeeded: backgroundRefresh) << 16
  }

  var isOff: Bool { bits & 1 != 0 }
}
