import Containers
import EventSimulation

/// The state of one radio.
struct RadioState: ~Copyable, Sendable {
  /// Slots of the transfers and streams that use the radio.
  var users = UniqueArray<Int32>()
  var transfers: Int64 = 0
  /// Of them those of the user's own opens.
  var foregroundTransfers: Int64 = 0
  /// Whether the shares are to be settled, once they are no longer held.
  var awaitsShares = false
  /// Streams that keep the connection.
  var streams: Int64 = 0
  /// End of the promotion.
  var connectedAt: Instant = .zero
  /// Slot of the tail, -1 for none.
  var tail = -1
  /// When the tail began: the end of the last byte.
  var tailStart: Instant = .zero
  /// How long the tail lasts in all.
  var tailLength: TimeSpan = .zero
  /// When the tail ends, or its present stage.
  var tailEnd: Instant = .distantFuture
  /// The time since the promotion; kept only where a rule of billing needs it.
  var burst = RadioBurst()

  @inline(__always)
  var isHot: Bool { isInUse || tail >= 0 }

  /// Whether transfers or streams hold the connection; there is no tail then.
  @inline(__always)
  var isInUse: Bool { transfers > 0 || streams > 0 }

  /// Takes a transfer or stream off the users; false where it was none, because the radio went off meanwhile.
  @inline(__always)
  mutating func remove(_ slot: Int) -> Bool {
    // Mostly it is alone.
    guard users.last == Int32(truncatingIfNeeded: slot) else { return removeOneOfMany(slot) }
    users.removeLast()
    return true
  }

  @inline(never)
  private mutating func removeOneOfMany(_ slot: Int) -> Bool {
    // Those that came last mostly go first.
    var index = users.count - 1
    while index >= 0, users[index] != Int32(slot) { index -= 1 }
    guard index >= 0 else { return false }
    let last = users.removeLast()
    if index < users.count { users[index] = last }
    return true
  }

  /// Leaves the radio idle, without users and without a tail.
  mutating func clear() {
    users.removeAll()
    transfers = 0
    foregroundTransfers = 0
    streams = 0
  }
}
