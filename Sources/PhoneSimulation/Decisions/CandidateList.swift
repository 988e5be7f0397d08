import Basics
import EventSimulation
import SchedulingPolicies
import Workload

/// The candidates of the present decision point, in the order in which their items were added; they are kept from
/// point to point.
struct CandidateList: ~Copyable {
  struct Entry {
    let key: ItemKey
    /// The recorded reasons for which it waits; empty where they have to be looked up.
    var recorded: BlockingSet = []
    let item: Int32
    var isLeaving = false
  }

  private(set) var candidates: [Candidate] = []
  private var entries = UniqueArray<Entry>()
  private var hasLeaving = false
  private var next = 0

  var count: Int { candidates.count }

  @inline(__always) subscript(index: Int) -> Candidate { _read { yield candidates[index] } }

  @inline(__always) func key(at index: Int) -> ItemKey { entries[index].key }

  /// Tells what is known of the use of the apps of all refresh candidates that no gate of a set denies; that of all others
  /// becomes zero.
  @inline(__always) mutating func setUse(
    unlessDeniedBy gates: BlockingSet, _ use: (AppIndex) -> (likelihood: Double, intensity: Float)
  ) {
    // By a span: each write to the array would ask whether it is shared.
    var shown = candidates.mutableSpan
    for index in shown.indices {
      if shown[index].mechanism == .refresh, shown[index].denials.isDisjoint(with: gates) {
        let use = use(AppIndex(shown[index].app))
        (shown[index].likelihood, shown[index].intensity) = (use.likelihood, use.intensity)
      } else {
        (shown[index].likelihood, shown[index].intensity) = (0, 0)
      }
    }
  }

  @inline(__always) func recordedReasons(at index: Int) -> BlockingSet { entries[index].recorded }

  @inline(__always) mutating func setRecordedReasons(at index: Int, _ reasons: BlockingSet) {
    entries[index].recorded = reasons
  }

  mutating func forgetRecordedReasons() { for index in entries.indices { entries[index].recorded = [] } }

  mutating func removeAll() {
    candidates.removeAll(keepingCapacity: true)
    entries.removeAll()
    hasLeaving = false
  }

  mutating func leave(_ key: ItemKey) -> Bool {
    guard let index = find(key) else { return false }
    leave(at: index)
    return true
  }

  @inline(__always) mutating func leave(at position: Int) {
    entries[position].isLeaving = true
    hasLeaving = true
  }

  @inline(__always) func isLeaving(at position: Int) -> Bool { entries[position].isLeaving }

  mutating func enter(_ key: ItemKey, _ candidate: Candidate) {
    // Mostly it comes behind all others.
    if count == 0 || entries[count - 1].key < key {
      candidates.append(candidate)
      entries.append(Entry(key: key, item: candidate.item))
    } else {
      let place = position(of: key)
      candidates.insert(candidate, at: place)
      entries.insert(Entry(key: key, item: candidate.item), at: place)
    }
  }

  mutating func renew(_ key: ItemKey, denials: BlockingSet, lastLaunch: Instant?) -> Bool {
    guard let index = find(key),
      denials != candidates[index].denials || lastLaunch != candidates[index].lastLaunch
    else { return false }
    candidates[index].denials = denials
    candidates[index].lastLaunch = lastLaunch
    return true
  }

  @inline(__always) mutating func settle() { if hasLeaving { removeLeaving() } }

  private mutating func removeLeaving() {
    var left = 0
    for index in entries.indices where !entries[index].isLeaving {
      if left < index {
        candidates[left] = candidates[index]
        entries[left] = entries[index]
      }
      left += 1
    }
    candidates.removeLast(candidates.count - left)
    entries.truncate(to: left)
    hasLeaving = false
  }

  func position(ofItem item: Int32) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) >> 1
      if entries[middle].item < item { low = middle + 1 } else { high = middle }
    }
    if low < count, entries[low].item == item { return low }
    // An item that was added again is not where its number would be.
    return entries.indices.first { entries[$0].item == item }
  }

  /// The same of an item that is likely to stand behind the one that has been found last, as items come in order.
  @inline(__always) private mutating func find(_ key: ItemKey) -> Int? {
    if next >= entries.count || entries[next].key != key {
      let place = position(of: key)
      guard place < entries.count, entries[place].key == key else { return nil }
      next = place
    }
    defer { next += 1 }
    return next
  }

  @inline(__always) func position(of key: ItemKey) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) >> 1
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
