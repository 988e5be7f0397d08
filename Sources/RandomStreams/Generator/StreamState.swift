internal import CGSL

/// The state of a stream: a trivial struct that lives in memory owned by GSL.
///
/// The next block is computed only when a word is asked for, so setting an address costs a few stores.
@usableFromInline struct StreamState {
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

  @inlinable init(sequential address: StreamAddress) {
    (key0, key1) = StreamLayout.key(seed: address.seed, group: address.group)
    counter = StreamState.counter(of: address)
    (indexStep, attemptStep) = (1, 0)
    blocksLeft = 1 << 32 - Int64(address.index)
  }

  @inlinable @inline(__always) init(event address: StreamAddress) {
    (key0, key1) = StreamLayout.key(seed: address.seed, group: address.group)
    counter = StreamState.counter(of: address)
    (indexStep, attemptStep) = (0, 1)
    blocksLeft = Int64(StreamLayout.attemptsPerEvent)
  }

  @inlinable static func counter(of address: StreamAddress) -> SIMD4<UInt32> {
    StreamLayout.counter(
      index: address.index, purpose: address.purpose.rawValue, device: address.device,
      replication: address.replication)
  }

  @inlinable mutating func refill() {
    precondition(blocksLeft > 0, "a random stream has overlapped the next stream")
    blocksLeft -= 1
    let block = Philox4x32.block(counter: counter, key0: key0, key1: key1)
    counter.x &+= indexStep
    counter.y &+= attemptStep
    low = UInt64(block.x) | UInt64(block.y) << 32
    high = UInt64(block.z) | UInt64(block.w) << 32
    used = 0
  }

  /// The next 32-bit word.
  @inlinable mutating func nextWord() -> UInt32 {
    if used == 4 { refill() }
    let pair = used < 2 ? low : high
    let word = used & 1 == 0 ? pair : pair >> 32
    used += 1
    return UInt32(truncatingIfNeeded: word)
  }

  /// The next two words, the first one low.
  @inlinable mutating func nextPair() -> UInt64 {
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

/// The generator as the GNU Scientific Library sees it: a `gsl_rng_type` over ``StreamState``.
enum StreamGenerator {
  /// The type, made once for the life of the process; GSL keeps pointers to it.
  nonisolated(unsafe) static let type: UnsafePointer<gsl_rng_type> = {
    // GSL's default handler aborts the process at a domain error; it is switched off before the first generator.
    gsl_set_error_handler_off()
    let name: StaticString = "philox4x32-10"
    let type = UnsafeMutablePointer<gsl_rng_type>.allocate(capacity: 1)
    type.initialize(
      to: gsl_rng_type(
        name: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
        max: UInt(UInt32.max), min: 0, size: MemoryLayout<StreamState>.stride,
        set: { memory, seed in
          guard let memory else { return }
          let address = StreamAddress(seed: UInt64(seed), replication: 0, device: 0, purpose: .test)
          memory.assumingMemoryBound(to: StreamState.self).initialize(to: StreamState(sequential: address))
        },
        get: { memory in
          guard let memory else { return 0 }
          return UInt(memory.assumingMemoryBound(to: StreamState.self).pointee.nextWord())
        },
        get_double: { memory in
          guard let memory else { return .nan }
          return StreamLayout.openUnit(memory.assumingMemoryBound(to: StreamState.self).pointee.nextPair())
        }))
    return UnsafePointer(type)
  }()
}

/// Makes sure that GSL returns codes instead of aborting, also where no stream was ever made.
@inline(__always) func withoutGSLAborts<T>(_ body: () -> T) -> T {
  _ = StreamGenerator.type
  return body()
}
