/// Shapley values of the players of a game, estimated from random orders of joining.
///
/// That of a player is the mean of what it adds to the players before it, over all orders. Each drawn order is walked
/// forwards and backwards, which makes the estimate exact for games whose players interact at most in pairs (Castro,
/// Gómez and Tejada, "Polynomial calculation of the Shapley value based on sampling", Computers and Operations Research
/// 36, 2009; Mitchell, Cooper, Frank and Holmes, "Sampling permutations for Shapley value estimation", Journal of
/// Machine Learning Research 23, 2022). The pair of walks is the observation behind the standard errors. A value is
/// asked for once per coalition.
public struct ShapleySampling: Hashable, Sendable {
  /// Estimates by player; along every walk the shares add up to v(all) − v(none), and so do these.
  public let values: [Double]
  /// Standard errors by player of the draw of orders, without the noise of the values themselves; empty for one order.
  public let standardErrors: [Double]?
  /// v of the coalitions without players and of all players.
  public let none, all: Double
  public let evaluations: Int

  /// Draws at least one order of 1 to 64 players. `choose` draws an integer from 0 ..< its argument, once less than
  /// there are players per order; v is a finite number for every coalition.
  public init(
    players: Int, orders: Int, choose: (Int) -> Int, value: (Coalition) throws -> Double
  ) rethrows {
    precondition((1...64).contains(players), "a game has 1 to 64 players")
    precondition(orders >= 1, "at least one order is drawn")
    var known: [Coalition: Double] = [:]
    func worth(_ coalition: Coalition) throws -> Double {
      if let worth = known[coalition] { return worth }
      let worth = try value(coalition)
      known[coalition] = worth
      return worth
    }
    none = try worth(.none)
    all = try worth(.all(players))
    var moments = [Moments](repeating: Moments(), count: players)
    for _ in 0..<orders {
      let order = Self.order(of: players, choose: choose)
      var shares = [Double](repeating: 0, count: players)
      for walk in [order, order.reversed()] {
        var (coalition, before) = (Coalition.none, none)
        for player in walk {
          coalition = coalition.adding(player)
          let after = try worth(coalition)
          shares[player] += (after - before) / 2
          before = after
        }
      }
      for player in shares.indices { moments[player].add(shares[player]) }
    }
    values = moments.map(\.mean)
    let errors = moments.compactMap(\.standardError)
    standardErrors = errors.count == players ? errors : nil
    evaluations = known.count
  }

  /// The exact Shapley values from all 2^k coalitions of 1 to 20 players.
  public static func exact(players: Int, value: (Coalition) throws -> Double) rethrows -> [Double] {
    precondition((1...20).contains(players), "exact values need 2^players coalitions; at most 20 players")
    let worth = try (0..<(UInt64(1) << UInt64(players))).map { try value(Coalition(bits: $0)) }
    /// Share of the orders in which a player comes right after a given coalition of this size.
    var weights: [Double] = [1 / Double(players)]
    for size in 1..<max(2, players) {
      weights.append(weights[size - 1] * Double(size) / Double(max(1, players - size)))
    }
    return (0..<players).map { player in
      worth.indices.reduce(0.0) { sum, bits in
        let coalition = Coalition(bits: UInt64(bits))
        guard !coalition.contains(player) else { return sum }
        let added = worth[Int(coalition.adding(player).bits)] - worth[bits]
        return sum + weights[coalition.count] * added
      }
    }
  }

  /// A uniform random order (Durstenfeld's shuffle).
  private static func order(of players: Int, choose: (Int) -> Int) -> [Int] {
    var order = Array(0..<players)
    for last in stride(from: players - 1, to: 0, by: -1) { order.swapAt(last, choose(last + 1)) }
    return order
  }
}

/// Some of at most 64 numbered players: the causes that are at work together.
public struct Coalition: Hashable, Sendable {
  /// Bit p tells whether player p belongs to it.
  public let bits: UInt64

  public static let none = Coalition(bits: 0)

  public init(bits: UInt64) { self.bits = bits }

  public static func all(_ players: Int) -> Coalition {
    Coalition(bits: players == 64 ? .max : (1 << UInt64(players)) - 1)
  }

  public func contains(_ player: Int) -> Bool { bits >> UInt64(player) & 1 == 1 }
  public func adding(_ player: Int) -> Coalition { Coalition(bits: bits | 1 << UInt64(player)) }
  public var count: Int { bits.nonzeroBitCount }
}
