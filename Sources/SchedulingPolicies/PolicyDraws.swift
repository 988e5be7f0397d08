import RandomStreams

/// The random numbers of one policy on one device: stream purpose `policy`, group of the policy's name.
///
/// Nothing else draws from these addresses, so a policy that draws cannot disturb the device or another policy.
/// Draw number k depends on the identity of the run and on k alone.
public struct PolicyDraws {
  private var address: StreamAddress
  private let stream = RandomStream()

  /// - Parameter address: Where the policy's own stream starts; see ``PolicyContext/draws``.
  public init(_ address: StreamAddress) { self.address = address }

  /// A stream at the next draw, which may take as many words as its law needs.
  public mutating func next() -> RandomStream {
    stream.seek(event: address)
    address.index &+= 1
    return stream
  }
}
