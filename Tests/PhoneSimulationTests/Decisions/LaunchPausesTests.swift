import Containers
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("Pauses of launches")
struct LaunchPausesTests {
  /// One item, whose waits are written down one by one.
  private struct Diary {
    var isFollowed = false
    var isHeld = false
    var last = LogWord.none
    var between = 0
    var within = 0

    mutating func wait(_ word: LogWord) {
      guard word != last else { return }
      last = word
      if word == .score { between += 1 } else { within += 1 }
    }
  }

  private func take(_ pauses: inout LaunchPauses, _ slot: Int) -> (between: Int, within: Int, last: LogWord)?
  {
    pauses.takeWaits(of: ItemSlot(Int32(slot))).map { ($0.between.times, $0.within.times, $0.last) }
  }

  @Test("an item waits for either reason as often as pauses have begun and ended since it is followed")
  func counts() {
    var pauses = LaunchPauses()
    for slot in 0..<2 as Range<Int32> { pauses.add(ItemSlot(slot)) }
    pauses.follow(ItemSlot(0), between: .score, within: .concurrency)
    pauses.begin()
    pauses.follow(ItemSlot(1), between: .appUsage, within: .concurrency)
    pauses.end()
    pauses.begin()
    expect(pauses.isOn)
    let first = take(&pauses, 0)
    expect(first?.between == 1 && first?.within == 2 && first?.last == .concurrency)
    pauses.end()
    let second = take(&pauses, 1)
    expect(second?.between == 2 && second?.within == 1 && second?.last == .appUsage)
    let nothing = take(&pauses, 1)
    expect(nothing == nil)
  }

  @Test("random decision points are counted as by a diary of each item", arguments: [1, 2, 3, 4] as [UInt64])
  func diary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 90
    var pauses = LaunchPauses()
    var diaries = Array(repeating: Diary(), count: count)
    for slot in 0..<count { pauses.add(ItemSlot(Int32(slot))) }
    var mismatches = 0
    for _ in 0..<3_000 {
      let wasPaused = pauses.isOn
      let isPaused = random.uniform() < 0.5
      // Some items change: they are counted, and followed anew below.
      var changed: Set<Int> = []
      for _ in 0..<random.integer(below: 6) {
        let slot = random.integer(below: count)
        changed.insert(slot)
        pauses.forgetStart(ItemSlot(Int32(slot)))
        let waits = take(&pauses, slot)
        let diary = diaries[slot]
        let isSame =
          waits.map { $0.between == diary.between && $0.within == diary.within && $0.last == diary.last }
          ?? true
        if !isSame || (waits != nil) != diary.isFollowed { mismatches += 1 }
        diaries[slot] = Diary(last: diary.last)
      }
      if isPaused, !wasPaused { pauses.begin() }
      // A crowd that passes at once or not at all, and some that pass by chance.
      var starting: Set<Int> = []
      if !isPaused, random.uniform() < 0.7 {
        let crowd = random.uniform() < 0.5 ? 0..<count / 3 : 0..<0
        for slot in 0..<count where crowd.contains(slot) || random.uniform() < 0.05 {
          pauses.withStarting { set in
            let isNew = set.insert(slot)
            if !isNew { mismatches += 1 }
          }
          starting.insert(slot)
        }
      }
      if !isPaused { pauses.compareStarts() }
      if !isPaused, wasPaused { pauses.end() }
      for slot in changed where !starting.contains(slot) {
        diaries[slot].isFollowed = true
        diaries[slot].last = isPaused ? .concurrency : .score
        pauses.follow(ItemSlot(Int32(slot)), between: .score, within: .concurrency)
      }
      if !isPaused { pauses.release() }
      for slot in 0..<count where diaries[slot].isFollowed && !starting.contains(slot) {
        // Under a pause an item that the policy would have started waits as before.
        diaries[slot].wait(isPaused ? .concurrency : .score)
      }
      if !isPaused {
        for index in pauses.beginning.indices {
          let slot = ItemSlot(pauses.beginning[index])
          if pauses.isFollowed(slot) {
            pauses.hold(slot)
          } else {
            pauses.follow(slot, between: .score, within: .concurrency, isHeld: true)
            diaries[Int(slot.rawValue)].isFollowed = true
            diaries[Int(slot.rawValue)].last = .concurrency
          }
        }
        for slot in starting { diaries[slot].wait(.concurrency) }
      }
      pauses.endStarts(hasOffered: !isPaused)
    }
    for slot in 0..<count {
      let waits = take(&pauses, slot)
      if waits?.between ?? 0 != diaries[slot].between || waits?.within ?? 0 != diaries[slot].within {
        mismatches += 1
      }
    }
    expect(mismatches == 0)
  }
}
