import EventSimulation
import TestSupport
import Testing

/// Events are numbers; each is recorded, and each may schedule others.
private struct Recorder: SimulationModel {
  var seen: [Int] = []
  var stopAt: Int?
  var onEvent: (Int, Instant, inout EventCalendar<Int>) -> Void = { _, _, _ in }

  mutating func handle(_ event: Int, at now: Instant, calendar: inout EventCalendar<Int>) {
    seen.append(event)
    onEvent(event, now, &calendar)
  }
  func code(of event: Int) -> UInt64 { UInt64(event) }
  var stopRequest: String? {
    guard let stopAt, seen.last == stopAt else { return nil }
    return "saw \(stopAt)"
  }
}

@Suite("Event loop")
struct EventLoopTests {
  private func calendar(_ times: [Double]) -> EventCalendar<Int> {
    var calendar = EventCalendar<Int>()
    for (event, time) in times.enumerated() {
      calendar.schedule(event, at: .seconds(time), .arrival)
    }
    return calendar
  }

  @Test("events at the horizon are handled, events one tick later are not")
  func horizonInclusive() {
    var pending = calendar([5, 10, 10.000001])
    var model = Recorder()
    var loop = EventLoop()
    #expect(loop.run(&model, calendar: &pending, until: .seconds(10)) == .horizonReached)
    #expect(model.seen == [0, 1])
    holds(loop.eventCount == 2 && pending.count == 1)
  }

  @Test("a run ends when there are no more events")
  func calendarEmpty() {
    var pending = calendar([1, 2])
    var model = Recorder()
    var loop = EventLoop()
    #expect(loop.run(&model, calendar: &pending, until: .seconds(10)) == .calendarEmpty)
    #expect(loop.run(&model, calendar: &pending, until: .seconds(10)) == .calendarEmpty)
    #expect(loop.eventCount == 2)
  }

  @Test("the model can stop the run after the event that made it want to")
  func stopRequest() {
    var pending = calendar([1, 2, 3])
    var model = Recorder(stopAt: 1)
    var loop = EventLoop()
    #expect(loop.run(&model, calendar: &pending, until: .seconds(10)) == .stopped("saw 1"))
    #expect(model.seen == [0, 1])
  }

  @Test("a model that schedules into the past ends its run after that event, and no other")
  func calendarFault() {
    var pending = calendar([1, 2, 3])
    var model = Recorder()
    model.onEvent = { event, now, calendar in
      if event == 1 { calendar.schedule(9, at: now - .second, .arrival) }
    }
    var loop = EventLoop()
    let reason = loop.run(&model, calendar: &pending, until: .seconds(10))
    #expect(reason == .calendarFault(.eventInThePast(at: .seconds(1), now: .seconds(2))))
    #expect(
      reason.description
        == "calendar fault: an event was scheduled at 1 s, before the current time 2 s")
    #expect(model.seen == [0, 1])
  }

  @Test("the event limit counts over all slices of a run")
  func eventLimit() {
    var pending = calendar([1, 2, 3, 4])
    var model = Recorder()
    var loop = EventLoop(eventLimit: 3)
    #expect(loop.run(&model, calendar: &pending, until: .seconds(2)) == .horizonReached)
    #expect(loop.run(&model, calendar: &pending, until: .seconds(9)) == .eventLimitReached)
    #expect(model.seen == [0, 1, 2])
  }

  @Test("a model that never moves the clock is stopped as a livelock")
  func livelock() {
    var pending = calendar([1, 2])
    var model = Recorder(onEvent: { event, now, calendar in
      calendar.schedule(event, at: now, .arrival)
    })
    var loop = EventLoop(eventsPerInstantLimit: 100)
    #expect(
      loop.run(&model, calendar: &pending, until: .seconds(10)) == .livelock(at: .seconds(1)))
    #expect(loop.eventCount == 100)
    #expect(EventLoop().eventsPerInstantLimit == 1_000_000)
  }

  @Test("exactly the allowed number of events at one instant is no livelock")
  func livelockLimit() {
    var pending = calendar([1, 1, 1, 2, 2, 2])
    var model = Recorder()
    var loop = EventLoop(eventsPerInstantLimit: 3)
    #expect(loop.run(&model, calendar: &pending, until: .seconds(10)) == .calendarEmpty)
  }

  @Test("a run in slices gives the count and hash of a run in one piece")
  func slices() {
    func respawn(event: Int, now: Instant, calendar: inout EventCalendar<Int>) {
      calendar.schedule(event * 7 % 31, at: now + .milliseconds(Int64(1 + event)), .refill)
    }
    var whole = calendar([0, 0.5, 1])
    var first = Recorder(onEvent: respawn)
    var wholeLoop = EventLoop()
    #expect(wholeLoop.run(&first, calendar: &whole, until: .seconds(20)) == .horizonReached)

    var sliced = calendar([0, 0.5, 1])
    var second = Recorder(onEvent: respawn)
    var slicedLoop = EventLoop()
    for slice in 1...40 {
      let horizon = Instant.seconds(Double(slice) / 2)
      #expect(slicedLoop.run(&second, calendar: &sliced, until: horizon) == .horizonReached)
    }
    #expect(slicedLoop.eventCount == wholeLoop.eventCount)
    #expect(slicedLoop.hash == wholeLoop.hash)
    #expect(first.seen == second.seen)
  }

  @Test("the hash depends on time, priority, code and order of the events")
  func hashSensitivity() {
    func hash(_ events: [(Double, EventPriority, Int)]) -> UInt64 {
      var calendar = EventCalendar<Int>()
      for (time, priority, event) in events {
        calendar.schedule(event, at: .seconds(time), priority)
      }
      var model = Recorder()
      var loop = EventLoop()
      _ = loop.run(&model, calendar: &calendar, until: .distantFuture)
      return loop.hash.value
    }
    let base = hash([(1, .arrival, 1), (1, .arrival, 2)])
    #expect(base == hash([(1, .arrival, 1), (1, .arrival, 2)]))
    #expect(base != hash([(1, .arrival, 2), (1, .arrival, 1)]))
    #expect(base != hash([(1, .arrival, 1), (1, .refill, 2)]))
    #expect(base != hash([(1, .arrival, 1), (2, .arrival, 2)]))
    #expect(base != hash([(1, .arrival, 1), (1, .arrival, 3)]))
    #expect(base != hash([(1, .arrival, 1)]))
  }
}
