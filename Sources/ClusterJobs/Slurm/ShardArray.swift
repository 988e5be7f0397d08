/// One array of jobs: shards that are submitted together.
public struct ShardArray: Hashable, Sendable {
  /// A job's shard is its number in the array plus this.
  public let offset: Int
  /// Numbers of the jobs in the array, ascending, from 1 to one less than the site's `MaxArraySize`.
  public let indices: [Int]

  /// Cuts shards into arrays that the site accepts.
  ///
  /// - Parameters:
  ///   - shards: Numbers from 1, ascending.
  ///   - maxArraySize: The site's `MaxArraySize`, which is one more than the largest number in an array.
  /// - Complexity: Linear in the number of shards.
  public static func cut(_ shards: [Int], maxArraySize: Int) -> [ShardArray] {
    let length = max(1, maxArraySize - 1)
    var arrays: [(offset: Int, indices: [Int])] = []
    for shard in shards {
      let offset = (shard - 1) / length * length
      if arrays.last?.offset != offset { arrays.append((offset, [])) }
      arrays[arrays.count - 1].indices.append(shard - offset)
    }
    return arrays.map { ShardArray(offset: $0.offset, indices: $0.indices) }
  }

  /// The shards of the array.
  public var shards: [Int] { indices.map { $0 + offset } }
  /// The shards as text: `1-4,7`.
  public var shardText: String { ArrayIndices.text(shards) }

  /// The value of `--array`.
  ///
  /// - Parameter atMost: How many of them run at the same time; nil for no limit.
  public func specification(atMost: Int?) -> String {
    ArrayIndices.text(indices) + (atMost.map { "%\($0)" } ?? "")
  }
}
