extension Int64 {
  /// The greatest energy that is counted, 2⁶¹ nJ: 7.3 W over ten years. Four such energies can be added in 64
  /// bits.
  static var greatestNanojoules: Int64 { 1 << 61 }

  /// Adds an energy of at most twice ``greatestNanojoules``; beyond that the sum stays there (see
  /// ``PhonePower/isBeyondCounting``).
  @inline(__always)
  mutating func add(nanojoules: Int64) { self = Swift.min(self &+ nanojoules, Self.greatestNanojoules) }
}

extension PhonePower {
  /// Whether an energy has passed what is counted: the totals no longer hold and the run is to fail.
  public var isBeyondCounting: Bool {
    let totals = totals()
    return max(totals.batteryOut, totals.batteryIn, totals.adapter, totals.chargingLoss)
      >= .greatestNanojoules
  }
}
