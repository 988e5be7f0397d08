import CReferenceKernels
import RandomStreams

/// The addresses of the benchmarks' random streams.
enum BenchmarkStreams {
  static func address(_ ordinal: Int) -> StreamAddress {
    StreamAddress(seed: 12345, replication: 0, device: ordinal, purpose: .benchmark)
  }

  /// A stream of the product.
  static func stream(_ ordinal: Int) -> RandomStream {
    let stream = RandomStream()
    stream.seek(sequential: address(ordinal))
    return stream
  }

  /// The same stream for the C kernels.
  static func start(_ ordinal: Int) -> reference_stream_start {
    let address = address(ordinal)
    let counter = StreamLayout.counter(
      index: address.index, purpose: address.purpose.rawValue, device: address.device,
      replication: address.replication)
    let key = StreamLayout.key(seed: address.seed, group: address.group)
    return reference_stream_start(key: key, counter: (counter.x, counter.y, counter.z, counter.w))
  }
}
