/// A share of a study's blocks: block b belongs to shard 1 + b mod N.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Number of the shard, from 1.
  public let index: Int
  public let count: Int

  /// All blocks.
  public static let whole = Shard(uncheckedIndex: 1, count: 1)

  public static let largestCount = 1_000_000

  /// The shard of a number from 1 to `count`; nil for any other, and for a count beyond the largest.
  public init?(_ index: Int, of count: Int) {
    guard count >= 1, count <= Self.largestCount, index >= 1, index <= count else { return nil }
    self.init(uncheckedIndex: index, count: count)
  }

  /// Reads `I/N`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let index = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(index, of: count)
  }

  private init(uncheckedIndex index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// `I/N`.
  public var description: String { "\(index)/\(count)" }

  /// Number of its blocks in a study.
  public func blockCount(of blocks: Int) -> Int { blocks < index ? 0 : (blocks - index) / count + 1 }

  /// Whether a block belongs to it.
  public func contains(block number: Int) -> Bool { number % count == index - 1 }
}
