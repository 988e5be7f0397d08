import Basics
import EventSimulation

/// Slots by the instant at which each is due: a binary heap in which every slot knows its place.
///
/// All operations take logarithmic time; slots that are due at one instant come in no particular order.
struct InstantQueue: ~Copyable {
  private var heap = UniqueArray<(time: Instant, slot: Int32)>()
  /// By slot; -1 for a slot that waits for nothing.
  private var places = UniqueArray<Int32>()

  var nextTime: Instant { heap.isEmpty ? .distantFuture : heap[0].time }

  /// Sets when a slot is due; the distant future for never.
  @inline(__always) mutating func set(_ slot: Int32, to time: Instant) {
    if time != self.time(of: slot) { move(slot, to: time) }
  }

  @inline(__always) private func time(of slot: Int32) -> Instant {
    guard Int(slot) < places.count, places[Int(slot)] >= 0 else { return .distantFuture }
    return heap[Int(places[Int(slot)])].time
  }

  private mutating func move(_ slot: Int32, to time: Instant) {
    while places.count <= Int(slot) { places.append(-1) }
    let place = Int(places[Int(slot)])
    if time == .distantFuture {
      if place >= 0 { remove(at: place) }
    } else if place < 0 {
      heap.append((time, slot))
      rise((time, slot), from: heap.count - 1)
    } else {
      replace(at: place, by: (time, slot))
    }
  }

  @inline(__always) mutating func takeDue(at now: Instant) -> Int32? { nextTime <= now ? takeFirst() : nil }

  private mutating func takeFirst() -> Int32? {
    guard !heap.isEmpty else { return nil }
    let slot = heap[0].slot
    remove(at: 0)
    return slot
  }

  private mutating func remove(at place: Int) {
    places[Int(heap[place].slot)] = -1
    let last = heap.removeLast()
    if place < heap.count { replace(at: place, by: last) }
  }

  @inline(__always) private mutating func replace(at place: Int, by element: (time: Instant, slot: Int32)) {
    if element.time < heap[place].time { rise(element, from: place) } else { sink(element, from: place) }
  }

  /// Finds the place of an element at or above one that is free; what it passes moves down.
  private mutating func rise(_ element: (time: Instant, slot: Int32), from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) >> 1
      guard element.time < heap[parent].time else { break }
      put(heap[parent], at: place)
      place = parent
    }
    put(element, at: place)
  }

  /// Finds the place of an element at or below one that is free; what it passes moves up.
  private mutating func sink(_ element: (time: Instant, slot: Int32), from start: Int) {
    let count = heap.count
    var place = start
    while true {
      var child = 2 * place + 1
      guard child < count else { break }
      if child + 1 < count, heap[child + 1].time < heap[child].time { child += 1 }
      guard heap[child].time < element.time else { break }
      put(heap[child], at: place)
      place = child
    }
    put(element, at: place)
  }

  @inline(__always) private mutating func put(_ element: (time: Instant, slot: Int32), at place: Int) {
    heap[place] = element
    places[Int(element.slot)] = Int32(place)
  }
}
