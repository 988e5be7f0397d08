internal import CGSL

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
        max: UInt(UInt32.max),
        min: 0,
        size: MemoryLayout<StreamState>.stride,
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
@inline(__always)
func withoutGSLAborts<T>(_ body: () -> T) -> T {
  _ = StreamGenerator.type
  return body()
}
