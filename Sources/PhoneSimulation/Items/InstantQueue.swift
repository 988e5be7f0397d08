import Containers
import EventSimulation

/// Slots by the instant at which each is due: a binary heap in which every slot knows its place.
///
/// All operations take logarithmic time; slots that are due at one instant come in no particular order.
struct InstantQueue: ~Copyable {
  private var heap = UniqueArray<(time: Instant, slot: Int32)>()
  /// By slot; -1 for a slot that waits for nothing.
  private var places = UniqueArray<Int32>()

  /// When the next slot is due; the distant future if none is.
  var nextTime: Instant { heap.isEmpty ? .distantFuture : heap[0].time }

  /// Sets when a slot is due; the distant future for never.
  @inline(__always)
  mutating func set(_ slot: Int32, to time: Instant) {
    if time != self.time(of: slot) { move(slot, to: time) }
  }

  /// When a slot is due; the distant future for never.
  @inline(__always)
  private func time(of slot: Int32) -> Instant {
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
      places[Int(slot)] = Int32(heap.count - 1)
      rise(heap.count - 1)
    } else {
      let before = heap[place].time
      heap[place].time = time
      if time < before { rise(place) } else { sink(place) }
    }
  }

  /// Takes a slot that is due at `now` or before it; nil if none is.
  @inline(__always)
  mutating func takeDue(at now: Instant) -> Int32? {
    nextTime <= now ? takeFirst() : nil
  }

  private mutating func takeFirst() -> Int32? {
    guard !heap.isEmpty else { return nil }
    let slot = heap[0].slot
    remove(at: 0)
    return slot
  }

  private mutating func remove(at place: Int) {
    places[Int(heap[place].slot)] = -1
    let last = heap.removeLast()
    guard place < heap.count else { return }
    let before = heap[place].time
    heap[place] = last
    places[Int(last.slot)] = Int32(place)
    if last.time < before { rise(place) } else { sink(place) }
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, heap[place].time < heap[(place - 1) / 2].time {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1].time < heap[child].time { child += 1 }
      guard heap[child].time < heap[place].time else { return }
      swap(place, child)
      place = child
    }
  }

  private mutating func swap(_ a: Int, _ b: Int) {
    heap.swapAt(a, b)
    places[Int(heap[a].slot)] = Int32(a)
    places[Int(heap[b].slot)] = Int32(b)
  }
}
