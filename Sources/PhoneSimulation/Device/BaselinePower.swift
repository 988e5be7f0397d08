import DeviceModel

/// The power that a real phone's readings give in place of the models of idle and use.
struct BaselinePower {
  /// The claim that draws it; nil before the first reading.
  private(set) var claim: ClaimID?
  private var watts = 0.0

  /// The power of the last reading, within what the power model can count.
  var microwatts: Int64 { Int64((min(PhonePower.greatestWatts, max(0, watts)) * 1e6).rounded()) }

  /// Takes a reading.
  mutating func read(watts: Double) { self.watts = watts }

  /// The power is drawn from now on by a claim, which is changed with each reading.
  mutating func begin(_ claim: ClaimID) { self.claim = claim }
}
