/// Some of at most 64 numbered players: the causes that are at work together.
public struct Coalition: Hashable, Sendable {
  /// Bit p tells whether player p belongs to it.
  public let bits: UInt64

  /// The coalition without players.
  public static let none = Coalition(bits: 0)

  public init(bits: UInt64) { self.bits = bits }

  /// All players 0 ..< `players`.
  public static func all(_ players: Int) -> Coalition {
    Coalition(bits: players == 64 ? .max : (1 << UInt64(players)) - 1)
  }

  /// Whether a player, numbered from 0 to 63, belongs to it.
  public func contains(_ player: Int) -> Bool { bits >> UInt64(player) & 1 == 1 }

  /// The coalition with a player, numbered from 0 to 63; the same if it belongs to it already.
  public func adding(_ player: Int) -> Coalition { Coalition(bits: bits | 1 << UInt64(player)) }

  /// The coalition without a player, numbered from 0 to 63; the same if it does not belong to it.
  public func removing(_ player: Int) -> Coalition { Coalition(bits: bits & ~(1 << UInt64(player))) }

  /// Number of players that belong to it, 0 to 64.
  public var count: Int { bits.nonzeroBitCount }
}
