import EventSimulation
import TestSupport
import Testing

@Suite("Event calendar against a sorted array")
struct EventCalendarOracleTests {
  @Test(
    "ten thousand random operations agree with a sorted array",
    arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func randomOperations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var calendar = EventCalendar<Int>(minimumCapacity: Int(seed))
    var oracle = SortedArrayCalendar()
    var handles: [EventHandle] = []
    // Seeds differ in how much the calendar fills and in how often times coincide.
    let popShare = 15 + Int(seed % 4) * 10
    let spread = seed % 2 == 0 ? 5 : 100_000
    var firstMismatch: Int?

    func check(_ agrees: Bool, _ step: Int) {
      if !agrees, firstMismatch == nil { firstMismatch = step }
    }
    for step in 0..<10_000 {
      let time = calendar.now + .microseconds(Int64(random.below(spread)))
      switch random.below(100) {
      case ..<popShare:
        let actual = calendar.popNext()
        let expected = oracle.popNext()
        check(
          actual?.event == expected?.event && actual?.time == expected?.time
            && actual?.priority == expected?.priority, step)
      case ..<(popShare + 15) where !handles.isEmpty:
        let event = random.below(handles.count)
        check(calendar.cancel(handles[event]) == oracle.cancel(event), step)
      case ..<(popShare + 30) where !handles.isEmpty:
        let event = random.below(handles.count)
        check(
          calendar.reschedule(handles[event], at: time) == oracle.reschedule(event, at: time), step)
      default:
        let priority = EventPriority.allCases[random.below(EventPriority.allCases.count)]
        handles.append(calendar.schedule(handles.count, at: time, priority))
        oracle.schedule(handles.count - 1, at: time, priority)
      }
      check(calendar.count == oracle.entries.count, step)
      check(calendar.nextTime == oracle.entries.first?.time, step)
    }
    while let expected = oracle.popNext() {
      check(calendar.popNext()?.event == expected.event, 10_000)
    }
    check(calendar.isEmpty, 10_000)
    #expect(firstMismatch == nil)
  }

  @Test("handles know whether and when their events are due")
  func handles() {
    var random = SeededGenerator(seed: 99)
    var calendar = EventCalendar<Int>()
    var due: [EventHandle: Instant] = [:]
    var gone: [EventHandle] = []
    for event in 0..<3000 {
      let time = calendar.now + .microseconds(Int64(random.below(1000)))
      let handle = calendar.schedule(event, at: time, .arrival)
      #expect(due.updateValue(time, forKey: handle) == nil)
      if random.below(3) > 0, let next = calendar.nextTime {
        guard let earliest = due.filter({ $0.value == next }).keys.first else { continue }
        #expect(calendar.cancel(earliest) == true)
        due[earliest] = nil
        gone.append(earliest)
      }
    }
    for (handle, time) in due { #expect(calendar.time(of: handle) == time) }
    for handle in gone { #expect(calendar.isPending(handle) == false) }
  }
}
