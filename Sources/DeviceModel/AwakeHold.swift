/// A place in the table of those who keep the platform awake.
///
/// They are billed shares of one power, so they have no power of their own and are no claims.
struct AwakeHold: Sendable {
  var isHeld = false
  /// Row of the ledger; of a free place the next free one, -1 for none.
  var row: Int32 = -1
  var account: Int32 = -1
  var generation: UInt32 = 0
  /// One share when the hold was last settled.
  var settled = PowerShare()

  /// Takes the place for a hold that begins.
  @inline(__always)
  mutating func occupy(row: Int32, account: Int32, settled: PowerShare) {
    isHeld = true
    self.row = row
    self.account = account
    self.settled = settled
  }

  /// The use since the hold was last settled.
  @inline(__always)
  func use(upTo share: PowerShare) -> ClaimUse { ClaimUse(share: share - settled) }

  /// Gives the place back.
  @inline(__always)
  mutating func vacate(nextFree: Int32) {
    isHeld = false
    row = nextFree
    account = -1
    generation &+= 1
  }
}
