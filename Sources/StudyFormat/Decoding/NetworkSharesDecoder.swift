import ModelParameters
import UsageModels

/// Decodes `cellularNetwork`: the name of one network for all phones, or shares of networks.
struct NetworkSharesDecoder {
  private static let key = "cellularNetwork"
  private let map: MapReader

  init(_ map: MapReader) { self.map = map }

  /// The shares; nil where the key is absent.
  var shares: NetworkShares? {
    guard let node = map.node[Self.key] else { return nil }
    guard node.entries != nil else {
      let word = map.word(node, map.join(Self.key), of: NetworkProfile.names)
      return word.flatMap { NetworkProfile(name: $0) }.map { NetworkShares($0) }
    }
    guard let table = map.map(Self.key, .networkShares) else { return nil }
    let shares = NetworkShares { table.share($0.name) ?? 0 }
    let sum = shares.shares.reduce(0, +)
    if abs(sum - 1) > 1e-9 {
      map.log.add(
        node, map.join(Self.key), found: "shares that sum to \((sum * 1e6).rounded() / 1e4) %",
        expected: "shares that sum to 100 %")
      return nil
    }
    return shares
  }
}
