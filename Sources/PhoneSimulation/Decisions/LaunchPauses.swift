import Containers
import EventSimulation
import SchedulingPolicies
import Workload

/// The times at which refresh and push runs take all slots: pauses, in which no item of these kinds may start.
///
/// A pause holds back all of them, and its end lets all go, so that the reason for which each waits goes to and fro between
/// two. Nothing is done for each of them then: how often an item has come to wait for either follows from the pauses
/// that have begun and ended since it was looked at. An item that the policy would start, but for which the others leave no
/// slot, waits for the second reason all along.
struct LaunchPauses: ~Copyable {
  struct Row {
    var isFollowed = false
    /// Whether it is held back by the slots all along.
    var isHeld = false
    /// Whether it waits for the second reason although no pause has been on.
    var waitsWithin = false
    /// Why the item waits between pauses, and in them.
    var reasons = (between: LogWord.none, within: LogWord.none)
    /// How often it has come to wait for each of them, up to the pauses that are counted next.
    var times: (between: Int32, within: Int32) = (0, 0)
    /// The pauses that had ended and begun by then.
    var seen: (ended: Int32, begun: Int32) = (0, 0)
  }

  /// How often an item has come to wait for each of two reasons since it is followed.
  struct Waits {
    var between: (reason: LogWord, times: Int)
    var within: (reason: LogWord, times: Int)
    /// The reason for which it waits now.
    var last: LogWord
  }

  private var rows = UniqueArray<Row>()
  private var (begun, ended): (Int32, Int32) = (0, 0)
  /// Whether a pause is on.
  private(set) var isOn = false
  /// The candidates that the present pause has taken away.
  private(set) var aside = CandidateList()
  /// The items that the policy starts at the present decision point.
  private var starting = SlotSet()
  /// Those that it would have started at the last one that offered launches.
  private var held = SlotSet()
  /// The slots that ``compareStarts()`` has found to be in the first set alone and in the second one alone.
  private(set) var beginning = UniqueArray<Int32>()
  private(set) var ceasing = UniqueArray<Int32>()

  /// The pause that begins is counted for each item that is followed.
  mutating func begin() {
    isOn = true
    begun += 1
  }

  /// The end of a pause is counted for each item that is followed.
  mutating func end() {
    isOn = false
    ended += 1
  }

  /// Makes room for an item.
  mutating func add(_ slot: ItemSlot) {
    while rows.count <= Int(slot.rawValue) { rows.append(Row()) }
    starting.reserve(Int(slot.rawValue))
    held.reserve(Int(slot.rawValue))
  }

  // MARK: Candidates

  /// Lets somebody take candidates away, or bring them back.
  @inline(__always)
  mutating func withAside(_ move: (inout CandidateList) -> Void) { move(&aside) }

  mutating func leave(_ key: ItemKey) { _ = aside.leave(key) }
  mutating func enter(_ key: ItemKey, _ candidate: Candidate) { aside.enter(key, candidate) }

  mutating func renew(_ key: ItemKey, denials: BlockingSet, lastLaunch: Instant?) {
    _ = aside.renew(key, denials: denials, lastLaunch: lastLaunch)
  }

  /// The candidates that have been taken away are complete.
  mutating func settleCandidates() { aside.settle() }

  // MARK: Following

  /// Whether an item is followed.
  func isFollowed(_ slot: ItemSlot) -> Bool { rows[Int(slot.rawValue)].isFollowed }

  /// Follows an item.
  ///
  /// - Parameters:
  ///   - isHeld: Whether it waits for the second reason now, for want of a slot; otherwise as a pause is on or not.
  mutating func follow(_ slot: ItemSlot, between: LogWord, within: LogWord, isHeld: Bool = false) {
    var row = Row()
    row.isFollowed = true
    (row.isHeld, row.waitsWithin) = (isHeld, isHeld)
    row.reasons = (between, within)
    row.seen = (ended, begun)
    rows[Int(slot.rawValue)] = row
  }

  /// Ceases to follow an item.
  ///
  /// - Returns: How it has waited; nil if it was not followed.
  mutating func takeWaits(of slot: ItemSlot) -> Waits? {
    let index = Int(slot.rawValue)
    guard rows[index].isFollowed else { return nil }
    let waitsWithin = rows[index].isHeld ? rows[index].waitsWithin : isOn
    if !rows[index].isHeld { count(index) }
    rows[index].isFollowed = false
    let (reasons, times) = (rows[index].reasons, rows[index].times)
    return Waits(
      between: (reasons.between, Int(times.between)), within: (reasons.within, Int(times.within)),
      last: waitsWithin ? reasons.within : reasons.between)
  }

  /// Counts the pauses that an item has not seen.
  @inline(__always)
  private mutating func count(_ index: Int) {
    rows[index].times.between += ended - rows[index].seen.ended
    rows[index].times.within += begun - rows[index].seen.begun
  }

  // MARK: Starts

  /// Forgets that the policy starts an item or would have started it.
  mutating func forgetStart(_ slot: ItemSlot) {
    starting.remove(Int(slot.rawValue))
    held.remove(Int(slot.rawValue))
  }

  /// Lets somebody tell the items that the policy starts at the present decision point.
  @inline(__always)
  mutating func withStarting(_ tell: (inout SlotSet) -> Void) { tell(&starting) }

  /// Whether it starts an item.
  @inline(__always)
  func isStarting(_ slot: ItemSlot) -> Bool { starting.contains(Int(slot.rawValue)) }

  /// Finds the items that it starts anew: they wait for nothing new, even where a pause has ended at this decision point. And
  /// finds those that it starts no more.
  @inline(__always)
  mutating func compareStarts() {
    beginning.removeAll()
    ceasing.removeAll()
    if starting.mayHaveAny || held.mayHaveAny { compareSets() }
  }

  private mutating func compareSets() {
    starting.append(without: held, to: &beginning)
    held.append(without: starting, to: &ceasing)
    for number in beginning.indices {
      let index = Int(beginning[number])
      count(index)
      rows[index].isHeld = true
      rows[index].waitsWithin = isOn
    }
  }

  /// The items that the policy starts no more wait for their first reason.
  mutating func release() {
    for number in ceasing.indices {
      let index = Int(ceasing[number])
      rows[index].isHeld = false
      rows[index].times.between += 1
      rows[index].seen = (ended, begun)
    }
  }

  /// An item that the policy starts waits for a slot.
  mutating func hold(_ slot: ItemSlot) {
    let index = Int(slot.rawValue)
    if !rows[index].waitsWithin { rows[index].times.within += 1 }
    rows[index].waitsWithin = true
  }

  /// The decision point is over.
  ///
  /// - Parameter hasOffered: Whether it has offered launches: then what is left of the starts is held back.
  @inline(__always)
  mutating func endStarts(hasOffered: Bool) {
    if hasOffered { swap(&starting, &held) }
    starting.removeAll()
  }
}
