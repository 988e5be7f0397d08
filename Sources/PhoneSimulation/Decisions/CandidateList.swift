import SchedulingPolicies
import Workload

/// The candidates of the present decision point, in the order in which their items were added; they are kept from
/// point to point.
struct CandidateList {
  private(set) var candidates: [Candidate] = []
  private var keys: [ItemKey] = []
  private var recorded: [BlockingSet] = []
  private var entering = ReusedList<(key: ItemKey, candidate: Candidate)>()
  private var leaving = 0
  /// The first candidate that leaves, where one does.
  private var firstGap = Int.max

  var count: Int { candidates.count }
  var isEmpty: Bool { candidates.isEmpty }

  @inline(__always)
  subscript(index: Int) -> Candidate { _read { yield candidates[index] } }

  /// The item of a candidate.
  func key(at index: Int) -> ItemKey { keys[index] }

  @inline(__always)
  mutating func setLikelihood(at index: Int, _ likelihood: Double) {
    candidates[index].likelihood = likelihood
  }

  /// The recorded reasons for which a candidate waits; empty where they have to be looked up.
  func recordedReasons(at index: Int) -> BlockingSet { recorded[index] }

  mutating func setRecordedReasons(at index: Int, _ reasons: BlockingSet) { recorded[index] = reasons }

  mutating func forgetRecordedReasons() {
    for index in recorded.indices { recorded[index] = [] }
  }

  // MARK: Changes

  /// Takes an item out, if it is a candidate. Items come in order.
  ///
  /// - Returns: Whether it was one.
  mutating func leave(_ key: ItemKey) -> Bool {
    guard let index = index(of: key) else { return false }
    // Numbers rise from 1: no item has this one.
    candidates[index].item = 0
    leaving += 1
    firstGap = min(firstGap, index)
    return true
  }

  /// Puts a candidate in, or replaces what is shown of it. Items come in order.
  ///
  /// - Returns: Whether anything but the likelihood is new.
  mutating func enter(_ key: ItemKey, _ candidate: Candidate) -> Bool {
    guard let index = index(of: key) else {
      entering.append((key, candidate))
      return true
    }
    var candidate = candidate
    candidate.likelihood = candidates[index].likelihood
    guard candidate != candidates[index] else { return false }
    candidates[index] = candidate
    return true
  }

  /// Carries out what ``leave(_:)`` and ``enter(_:_:)`` have asked for.
  mutating func settle() {
    if leaving > 0 { closeGaps() }
    guard !entering.isEmpty else { return }
    mergeEntering()
    entering.removeAll()
  }

  /// Moves up what stands behind the candidates that have left.
  private mutating func closeGaps() {
    let count = Self.closeGaps(from: firstGap, &candidates, &keys, &recorded)
    firstGap = .max
    candidates.removeLast(candidates.count - count)
    keys.removeLast(keys.count - count)
    recorded.removeLast(recorded.count - count)
    leaving = 0
  }

  /// The same in the columns themselves, each through one access: every access to an array that changes has checks of
  /// its own.
  private static func closeGaps(
    from first: Int, _ candidates: inout [Candidate], _ keys: inout [ItemKey], _ recorded: inout [BlockingSet]
  ) -> Int {
    var candidates = candidates.mutableSpan
    var keys = keys.mutableSpan
    var recorded = recorded.mutableSpan
    var count = first
    for index in first..<candidates.count where candidates[index].item != 0 {
      candidates[count] = candidates[index]
      keys[count] = keys[index]
      recorded[count] = recorded[index]
      count += 1
    }
    return count
  }

  /// Merges the new candidates in from behind, so that each of the others moves once.
  private mutating func mergeEntering() {
    let old = candidates.count
    for index in entering.indices {
      candidates.append(entering[index].candidate)
      keys.append(entering[index].key)
      recorded.append([])
    }
    Self.merge(entering, behind: old, &candidates, &keys, &recorded)
  }

  private static func merge(
    _ entering: borrowing ReusedList<(key: ItemKey, candidate: Candidate)>, behind count: Int,
    _ candidates: inout [Candidate], _ keys: inout [ItemKey], _ recorded: inout [BlockingSet]
  ) {
    var candidates = candidates.mutableSpan
    var keys = keys.mutableSpan
    var recorded = recorded.mutableSpan
    var old = count - 1
    var new = entering.count - 1
    var place = candidates.count - 1
    while new >= 0 {
      if old >= 0, entering[new].key < keys[old] {
        candidates[place] = candidates[old]
        keys[place] = keys[old]
        recorded[place] = recorded[old]
        old -= 1
      } else {
        candidates[place] = entering[new].candidate
        keys[place] = entering[new].key
        recorded[place] = []
        new -= 1
      }
      place -= 1
    }
  }

  /// The position of an item; nil where it is no candidate.
  func index(of key: ItemKey) -> Int? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }
}
