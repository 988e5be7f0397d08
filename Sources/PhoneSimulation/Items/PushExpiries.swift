import Containers
import EventSimulation

/// The events at which pushes expire, by push. An event whose push has left is taken out of the calendar.
struct PushExpiries: ~Copyable {
  private var handles = UniqueArray<EventHandle>()
  private var free = UniqueArray<Int32>()
  private var places = SlotTable()
  /// The events of pushes that have left, which are still in the calendar.
  private var left = UniqueArray<EventHandle>()

  /// A push expires with an event, and no longer with one before.
  mutating func set(_ key: UInt64, _ handle: EventHandle) {
    remove(key)
    if let place = free.popLast() {
      handles[Int(place)] = handle
      places[key] = place
    } else {
      places[key] = Int32(handles.count)
      handles.append(handle)
    }
  }

  /// A push no longer expires.
  mutating func remove(_ key: UInt64) {
    guard let place = places[key] else { return }
    left.append(handles[Int(place)])
    places[key] = nil
    free.append(place)
  }

  /// Takes the events of pushes that have left out of the calendar. One that has fired is not there any more.
  @inline(__always)
  mutating func cancelLeft(_ calendar: inout EventCalendar<PhoneEvent>) {
    while let handle = left.popLast() { calendar.withdraw(handle) }
  }
}
