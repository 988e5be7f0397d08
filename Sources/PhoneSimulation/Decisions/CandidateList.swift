import Containers
import SchedulingPolicies
import Workload

/// The candidates of the present decision point, in the order in which their items were added; they are kept from
/// point to point.
struct CandidateList: ~Copyable {
  private(set) var candidates: [Candidate] = []
  private var keys = UniqueArray<ItemKey>()
  private var recorded = UniqueArray<BlockingSet>()
  private var entering = UniqueArray<(key: ItemKey, candidate: Candidate)>()
  /// The positions of the candidates that leave, in order.
  private var gaps = UniqueArray<Int32>()

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
    gaps.append(Int32(index))
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
    if !gaps.isEmpty { closeGaps() }
    if !entering.isEmpty { mergeEntering() }
  }

  /// Moves up what stands behind the candidates that have left, each stretch between two of them at once.
  private mutating func closeGaps() {
    var count = Int(gaps[0])
    for number in gaps.indices {
      let stretch =
        Int(gaps[number]) + 1..<(number + 1 < gaps.count ? Int(gaps[number + 1]) : candidates.count)
      move(stretch, to: count)
      count += stretch.count
    }
    candidates.removeLast(candidates.count - count)
    keys.truncate(to: count)
    recorded.truncate(to: count)
    gaps.removeAll()
  }

  /// Merges the new candidates in from behind, so that each of the others moves once.
  private mutating func mergeEntering() {
    var old = candidates.count
    for index in entering.indices {
      candidates.append(entering[index].candidate)
      keys.append(entering[index].key)
      recorded.append([])
    }
    for new in entering.indices.reversed() {
      let place = place(of: entering[new].key, before: old)
      move(place..<old, to: place + new + 1)
      candidates[place + new] = entering[new].candidate
      keys[place + new] = entering[new].key
      recorded[place + new] = []
      old = place
    }
    entering.removeAll()
  }

  private mutating func move(_ stretch: Range<Int>, to index: Int) {
    guard !stretch.isEmpty, stretch.lowerBound != index else { return }
    candidates.withUnsafeMutableBufferPointer { candidates in
      guard let base = candidates.baseAddress else { return }
      (base + index).update(from: base + stretch.lowerBound, count: stretch.count)
    }
    keys.copyElements(stretch, to: index)
    recorded.copyElements(stretch, to: index)
  }

  /// The position of an item; nil where it is no candidate.
  func index(of key: ItemKey) -> Int? {
    let place = place(of: key, before: keys.count)
    return place < keys.count && keys[place] == key ? place : nil
  }

  /// The first position whose key is not before another one, among so many.
  private func place(of key: ItemKey, before end: Int) -> Int {
    var (low, high) = (0, end)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
