import EventSimulation
import TestSupport
import Testing

@Suite("The event of an outer stream")
struct StreamEventTests {
  @Test("it has the same place as an ordinary scheduled event")
  func order() {
    var random = SeededGenerator(seed: 5)
    var beside = EventCalendar<Int>(minimumCapacity: 8)
    var within = EventCalendar<Int>(minimumCapacity: 8)
    var firstMismatch: Int?
    let stream = -1
    beside.scheduleStream(stream, at: .zero, .arrival)
    within.schedule(stream, at: .zero, .arrival)
    for step in 0..<5000 {
      for _ in 0..<random.below(3) {
        let time = within.now + .microseconds(Int64(random.below(20)))
        let priority = EventPriority.allCases[random.below(EventPriority.allCases.count)]
        beside.schedule(step, at: time, priority)
        within.schedule(step, at: time, priority)
      }
      // When the hole of the last event is closed makes no difference either.
      if random.below(2) == 0 { beside.closeHoleEarly() }
      let (actual, expected) = (beside.popNext(), within.popNext())
      if expected?.event == stream {
        let time = within.now + .microseconds(Int64(random.below(10)))
        beside.scheduleStream(stream, at: time, .userAction)
        within.schedule(stream, at: time, .userAction)
      }
      let agrees =
        actual?.event == expected?.event && actual?.time == expected?.time
        && actual?.priority == expected?.priority && beside.count == within.count
        && beside.nextTime == within.nextTime
        && beside.hasNext(at: within.now, through: .expiry)
          == within.hasNext(at: within.now, through: .expiry)
      if !agrees, firstMismatch == nil { firstMismatch = step }
    }
    #expect(firstMismatch == nil)
  }

  @Test("a horizon leaves it, and clearing removes it")
  func single() {
    var calendar = EventCalendar<String>()
    calendar.scheduleStream("b", at: .seconds(2.0), .arrival)
    holds(calendar.count == 1 && calendar.nextTime == .seconds(2.0))
    #expect(calendar.popNext(through: .seconds(1.5)) == nil)
    #expect(calendar.popNext()?.event == "b")
    holds(calendar.isEmpty && calendar.popNext() == nil)
    calendar.scheduleStream("c", at: .seconds(3.0), .arrival)
    calendar.removeAll()
    holds(calendar.isEmpty && calendar.nextTime == nil)
  }

  @Test("events that come soon can be moved, found and canceled like ordinary events")
  func near() {
    var calendar = EventCalendar<Int>(minimumCapacity: 8)
    // Each is the next one when it is added, so that they stand beside the heap, the first few of them in it.
    let handles = (0..<40).map { calendar.schedule($0, at: .seconds(Double(100 - $0)), .arrival) }
    holds(
      calendar.count == 40
        && handles.map { calendar.time(of: $0) } == (0..<40).map { .seconds(Double(100 - $0)) })
    holds(calendar.cancel(handles[39]) && calendar.cancel(handles[30]) && calendar.cancel(handles[0]))
    holds(
      calendar.reschedule(handles[38], at: .seconds(200.0))
        && calendar.reschedule(handles[1], at: .seconds(1.0)))
    var order: [Int] = []
    while let next = calendar.popNext() { order.append(next.event) }
    #expect(order == [1] + (2...37).reversed().filter { $0 != 30 } + [38])
  }
}
