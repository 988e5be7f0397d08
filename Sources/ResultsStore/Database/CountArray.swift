/// The counts of a run as a results file holds them: a JSON array that has, at the place of a number of words less 1, how
/// often these words occurred; 0 for words that the run does not have.
///
/// A row each would take three times the room, and runs of one study have mostly the same words.
struct CountArray {
  /// The most numbers of words that are believed: a file that names more is damaged.
  private static let limit: Int64 = 1 << 24

  private var counts: [Int64] = []

  var isEmpty: Bool { counts.isEmpty }

  /// Sets how often words occurred.
  ///
  /// - Parameter words: The number of the words, from 1.
  /// - Returns: Whether it is a number that a file can have.
  mutating func set(_ words: Int64, to count: Int64) -> Bool {
    guard words >= 1, words <= Self.limit else { return false }
    let place = Int(words) - 1
    while counts.count <= place { counts.append(0) }
    counts[place] = count
    return true
  }

  /// The array in JSON.
  var text: String { "[\(counts.map(String.init).joined(separator: ","))]" }
}
