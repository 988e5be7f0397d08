import EventSimulation
import Testing

@Suite("Event calendar")
struct EventCalendarTests {
  @Test("events of one instant and priority come in the order of scheduling")
  func firstInFirstOut() {
    var calendar = EventCalendar<Int>()
    for event in 0..<500 { calendar.schedule(event, at: .seconds(7), .arrival) }
    #expect(drain(&calendar) == Array(0..<500))
  }

  @Test("events of one instant come in the order of their priorities")
  func priorityOrder() {
    var calendar = EventCalendar<Int>()
    for (index, priority) in EventPriority.allCases.enumerated().reversed() {
      calendar.schedule(index, at: .seconds(7), priority)
    }
    #expect(drain(&calendar) == Array(0..<EventPriority.allCases.count))
  }

  @Test("time comes before priority, priority before sequence")
  func totalOrder() {
    var calendar = EventCalendar<Int>()
    calendar.schedule(3, at: .seconds(2), .completion)
    calendar.schedule(2, at: .seconds(1), .sampling)
    calendar.schedule(1, at: .seconds(1), .refill)
    calendar.schedule(0, at: .seconds(0), .sampling)
    #expect(drain(&calendar) == [0, 1, 2, 3])
  }

  @Test("popping gives time and priority back and moves the clock of the calendar")
  func popping() {
    var calendar = EventCalendar<String>()
    #expect(calendar.now == .zero)
    #expect(calendar.nextTime == nil)
    calendar.schedule("b", at: .seconds(2.5), .refill)
    calendar.schedule("a", at: .distantFuture, .sampling)
    #expect(calendar.nextTime == .seconds(2.5))
    let first = calendar.popNext()
    #expect(first?.time == .seconds(2.5))
    #expect(first?.priority == .refill)
    #expect(first?.event == "b")
    #expect(calendar.now == .seconds(2.5))
    #expect(calendar.count == 1)
    #expect(calendar.nextTime == .distantFuture)
    let second = calendar.popNext()
    #expect(second?.time == .distantFuture)
    #expect(second?.priority == .sampling)
    #expect(second?.event == "a")
    #expect(calendar.isEmpty == true)
    #expect(calendar.popNext() == nil)
    #expect(calendar.nextTime == nil)
  }

  @Test("popping through a horizon takes events at the horizon and leaves later ones")
  func horizon() {
    var calendar = EventCalendar<Int>()
    calendar.schedule(1, at: .seconds(10), .arrival)
    calendar.schedule(2, at: .seconds(10) + .tick, .arrival)
    #expect(calendar.popNext(through: .seconds(9)) == nil)
    #expect(calendar.popNext(through: .seconds(10))?.event == 1)
    #expect(calendar.popNext(through: .seconds(10)) == nil)
    #expect(calendar.count == 1)
    #expect(calendar.now == .seconds(10))
  }

  @Test("a canceled event is gone at once, and canceling it again says so")
  func cancelTwice() {
    var calendar = EventCalendar<Int>()
    calendar.schedule(1, at: .seconds(1), .arrival)
    let handle = calendar.schedule(2, at: .seconds(2), .arrival)
    calendar.schedule(3, at: .seconds(3), .arrival)
    #expect(calendar.isPending(handle) == true)
    #expect(calendar.time(of: handle) == .seconds(2))
    #expect(calendar.cancel(handle) == true)
    #expect(calendar.count == 2)
    #expect(calendar.cancel(handle) == false)
    #expect(calendar.isPending(handle) == false)
    #expect(calendar.time(of: handle) == nil)
    #expect(calendar.reschedule(handle, at: .seconds(5)) == false)
    #expect(drain(&calendar) == [1, 3])
  }

  @Test("the handle of an event that has happened is stale, also when its storage is used again")
  func staleAfterFiring() {
    var calendar = EventCalendar<Int>()
    let old = calendar.schedule(1, at: .seconds(1), .arrival)
    #expect(calendar.popNext()?.event == 1)
    #expect(calendar.cancel(old) == false)
    for event in 2..<10 {
      let new = calendar.schedule(event, at: .seconds(2), .arrival)
      #expect(new != old)
    }
    #expect(calendar.cancel(old) == false)
    #expect(calendar.reschedule(old, at: .seconds(9)) == false)
    #expect(drain(&calendar) == Array(2..<10))
  }

  @Test("the handle of no event is stale")
  func noHandle() {
    var calendar = EventCalendar<Int>()
    calendar.schedule(1, at: .seconds(1), .arrival)
    #expect(calendar.isPending(.none) == false)
    #expect(calendar.cancel(.none) == false)
    #expect(calendar.reschedule(.none, at: .seconds(2)) == false)
    #expect(calendar.count == 1)
  }

  @Test("a rescheduled event keeps its handle and priority and comes after existing events")
  func reschedule() {
    var calendar = EventCalendar<Int>()
    let moved = calendar.schedule(1, at: .seconds(1), .arrival)
    calendar.schedule(2, at: .seconds(5), .arrival)
    calendar.schedule(3, at: .seconds(5), .decision)
    #expect(calendar.reschedule(moved, at: .seconds(5)) == true)
    #expect(calendar.count == 3)
    #expect(calendar.isPending(moved) == true)
    #expect(drain(&calendar) == [2, 1, 3])
    #expect(calendar.reschedule(moved, at: .seconds(9)) == false)
  }

  @Test("an event rescheduled to its own time comes after its equals")
  func rescheduleToOwnTime() {
    var calendar = EventCalendar<Int>()
    let first = calendar.schedule(1, at: .seconds(1), .arrival)
    calendar.schedule(2, at: .seconds(1), .arrival)
    #expect(calendar.reschedule(first, at: .seconds(1)) == true)
    #expect(drain(&calendar) == [2, 1])
  }

  @Test("removing all events empties the calendar, rewinds its clock and makes every handle stale")
  func removeAll() {
    for keepingCapacity in [false, true] {
      var calendar = EventCalendar<Int>(minimumCapacity: 200)
      var handles: [EventHandle] = []
      for event in 0..<100 {
        handles.append(calendar.schedule(event, at: .seconds(Double(1 + event % 7)), .arrival))
      }
      #expect(calendar.popNext()?.event == 0)
      calendar.removeAll(keepingCapacity: keepingCapacity)
      #expect(calendar.isEmpty == true)
      #expect(calendar.now == .zero)
      #expect(calendar.nextTime == nil)
      for event in 0..<300 { calendar.schedule(event, at: .zero, .arrival) }
      for handle in handles { #expect(calendar.isPending(handle) == false) }
      #expect(drain(&calendar) == Array(0..<300))
    }
  }

  @Test("the pending count does not grow when events are moved or canceled and replaced")
  func noTombstones() {
    var calendar = EventCalendar<Int>()
    var handles: [EventHandle] = []
    for event in 0..<50 { handles.append(calendar.schedule(event, at: .seconds(100), .arrival)) }
    for round in 0..<1000 {
      let index = round % 50
      if round % 3 == 0 {
        #expect(calendar.cancel(handles[index]) == true)
        handles[index] = calendar.schedule(index, at: .seconds(Double(100 + round)), .arrival)
      } else {
        #expect(calendar.reschedule(handles[index], at: .seconds(Double(100 + round))) == true)
      }
      #expect(calendar.count == 50)
    }
  }

  @Test("payloads are released when popped, canceled, removed or never popped")
  func payloadLifetimes() {
    final class Token {}
    weak var popped: Token?
    weak var canceled: Token?
    weak var removed: Token?
    weak var left: Token?
    do {
      var calendar = EventCalendar<Token>(minimumCapacity: 1)
      func add(_ time: Int, _ observe: (Token) -> Void) -> EventHandle {
        let token = Token()
        observe(token)
        return calendar.schedule(token, at: .seconds(Double(time)), .arrival)
      }
      _ = add(1) { removed = $0 }
      calendar.removeAll()
      #expect(removed == nil)
      _ = add(1) { popped = $0 }
      let handle = add(2) { canceled = $0 }
      for _ in 0..<40 { _ = add(3) { left = $0 } }
      _ = calendar.popNext()
      #expect(popped == nil)
      #expect(canceled != nil)
      calendar.cancel(handle)
      #expect(canceled == nil)
      #expect(left != nil)
    }
    #expect(left == nil)
  }

  @Test("scheduling in the past is a fault that names both times, and the event comes at once")
  func schedulingInThePast() {
    var calendar = EventCalendar<Int>()
    calendar.schedule(1, at: .seconds(10), .arrival)
    _ = calendar.popNext()
    calendar.schedule(2, at: .seconds(9.5), .arrival)
    calendar.schedule(3, at: .seconds(9), .arrival)
    let fault = calendar.fault
    #expect(fault == .eventInThePast(at: .seconds(9.5), now: .seconds(10)))
    #expect(fault?.description == "an event was scheduled at 9.5 s, before the current time 10 s")
    #expect(drain(&calendar) == [2, 3])
    calendar.removeAll()
    let cleared = calendar.fault
    #expect(cleared == nil)
  }

  @Test("rescheduling into the past is a fault")
  func reschedulingInThePast() {
    var calendar = EventCalendar<Int>()
    let handle = calendar.schedule(1, at: .seconds(10), .arrival)
    calendar.schedule(2, at: .seconds(5), .arrival)
    _ = calendar.popNext()
    calendar.reschedule(handle, at: .seconds(4))
    let fault = calendar.fault
    #expect(fault == .eventInThePast(at: .seconds(4), now: .seconds(5)))
  }

  @Test("a calendar with 2²² pending events records that the next one is too many, and stays usable")
  func tooManyPending() {
    let limit = 1 << 22
    var calendar = EventCalendar<Int>(minimumCapacity: limit)
    for event in 0..<limit { calendar.schedule(event, at: .microseconds(Int64(event)), .arrival) }
    let before = calendar.fault
    #expect(before == nil)
    calendar.schedule(limit, at: .zero, .completion)
    let fault = calendar.fault
    #expect(fault == .tooManyPending(limit: limit))
    #expect(calendar.count == limit)
    let first = calendar.popNext()?.event
    #expect(first == limit)
  }
}

extension Instant {
  fileprivate static func microseconds(_ count: Int64) -> Instant { Instant(microseconds: count) }
}

/// The events left in a calendar, in order.
func drain(_ calendar: inout EventCalendar<Int>) -> [Int] {
  var events: [Int] = []
  while let next = calendar.popNext() { events.append(next.event) }
  return events
}
