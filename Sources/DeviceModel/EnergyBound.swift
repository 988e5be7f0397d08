extension Int64 {
  /// The greatest energy that is counted, 2⁶¹ nJ: 7.3 W over ten years. Four such energies can be added in 64
  /// bits.
  static var greatestNanojoules: Int64 { 1 << 61 }

  /// Adds an energy; beyond ``greatestNanojoules`` the sum stays there (see ``PhonePower/isBeyondCounting``).
  @inline(__always)
  mutating func add(nanojoules: Int64) {
    let (sum, overflow) = addingReportingOverflow(nanojoules)
    let capped = Swift.min(sum, Self.greatestNanojoules)
    self = overflow ? Self.greatestNanojoules : capped
  }
}

extension PhonePower {
  /// Whether an energy has passed what is counted: the totals no longer hold and the run is to fail.
  public var isBeyondCounting: Bool {
    let totals = totals()
    return max(totals.batteryOut, totals.batteryIn, totals.adapter, totals.chargingLoss)
      >= .greatestNanojoules
  }
}
