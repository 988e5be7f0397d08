import ModelParameters
import RandomStreams

/// The cellular networks of a group of phones: each phone belongs to one of them.
public struct NetworkShares: Sendable, Hashable {
  /// Shares by ``NetworkProfile``, relative to their sum.
  public let shares: [Double]

  /// All phones in one network.
  public init(_ profile: NetworkProfile) { self.init { $0 == profile ? 1 : 0 } }

  /// A share for each network; they are relative to their sum.
  public init(_ share: (NetworkProfile) -> Double) { shares = NetworkProfile.allCases.map(share) }

  /// The shares of the parameter `network.profileShares`.
  public init(_ parameters: ParameterSet) { shares = parameters.numbers("network.profileShares") }

  /// The network of phones whose study says nothing: 5G NSA low band, Verizon.
  public static let standard = NetworkShares(.nsaVerizon)

  /// The network of one phone, by one uniform number.
  func profile(_ stream: RandomStream) -> NetworkProfile {
    NetworkProfile(rawValue: UInt8(stream.pick(shares))) ?? .nsaVerizon
  }
}
