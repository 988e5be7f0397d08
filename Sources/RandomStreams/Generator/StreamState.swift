/// The state of a stream: a trivial struct that lives in memory owned by GSL.
///
/// The next block is computed only when a word is asked for, so setting an address costs a few stores.
@usableFromInline
struct StreamState {
  @usableFromInline var key0: UInt32
  @usableFromInline var key1: UInt32
  /// The counter of the next block.
  @usableFromInline var counter: SIMD4<UInt32>
  /// The increment of the counter for a block: 1 to the index, or 1 to the attempt.
  @usableFromInline var indexStep: UInt32
  @usableFromInline var attemptStep: UInt32
  /// Blocks before the stream would run into another one.
  @usableFromInline var blocksLeft: Int64
  /// The words of the current block, r0 | r1 << 32 and r2 | r3 << 32.
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0
  /// Words of the current block already given; 4 when a new block is due.
  @usableFromInline var used: Int = 4

  @inlinable
  init(sequential address: StreamAddress) {
    (key0, key1) = StreamLayout.key(seed: address.seed, group: address.group)
    counter = StreamState.counter(of: address)
    indexStep = 1
    attemptStep = 0
    blocksLeft = 1 << 32 - Int64(address.index)
  }

  @inlinable @inline(__always)
  init(event address: StreamAddress) {
    (key0, key1) = StreamLayout.key(seed: address.seed, group: address.group)
    counter = StreamState.counter(of: address)
    indexStep = 0
    attemptStep = 1
    blocksLeft = Int64(StreamLayout.attemptsPerEvent)
  }

  @inlinable
  static func counter(of address: StreamAddress) -> SIMD4<UInt32> {
    StreamLayout.counter(
      index: address.index, purpose: address.purpose.rawValue, device: address.device,
      replication: address.replication)
  }

  @inlinable
  mutating func refill() {
    precondition(blocksLeft > 0, "a random stream has run into its neighbour")
    blocksLeft -= 1
    let block = Philox4x32.block(counter: counter, key0: key0, key1: key1)
    counter.x &+= indexStep
    counter.y &+= attemptStep
    low = UInt64(block.x) | UInt64(block.y) << 32
    high = UInt64(block.z) | UInt64(block.w) << 32
    used = 0
  }

  /// The next 32-bit word.
  @inlinable
  mutating func nextWord() -> UInt32 {
    if used == 4 { refill() }
    let pair = used < 2 ? low : high
    let word = used & 1 == 0 ? pair : pair >> 32
    used += 1
    return UInt32(truncatingIfNeeded: word)
  }

  /// The next two words, the first one low.
  @inlinable
  mutating func nextPair() -> UInt64 {
    if used == 4 { refill() }
    switch used {
    case 0:
      used = 2
      return low
    case 2:
      used = 4
      return high
    default:
      let first = UInt64(nextWord())
      return first | UInt64(nextWord()) << 32
    }
  }
}
