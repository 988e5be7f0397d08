import EventSimulation
import Testing
import Workload

@Suite("The changes of content, app by app") struct ContentChangesTests {
  private func changes(_ events: [(second: Int64, app: Int)]) -> ContentChanges {
    ExogenousTimeline(
      events.map { TimelineEvent(time: at($0.second), kind: .contentChange(app: $0.app)) }
    ).changes
  }

  private func at(_ seconds: Int64) -> Instant { .zero + .microseconds(seconds * 1_000_000) }

  @Test("the changes of an app stand side by side, in order of time")
  func grouped() {
    let changes = changes([(30, 2), (10, 0), (20, 2), (10, 2), (40, 0)])
    #expect(changes.places(of: 0).map { changes[$0] } == [at(10), at(40)])
    #expect(changes.places(of: 2).map { changes[$0] } == [at(10), at(20), at(30)])
  }

  @Test("an app without changes has none, also behind the last that has some")
  func none() {
    let changes = changes([(10, 1)])
    #expect(changes.places(of: 0).isEmpty && changes.places(of: 1).count == 1)
    #expect(changes.places(of: 2).isEmpty && changes.places(of: 500).isEmpty)
    #expect(ExogenousTimeline([]).changes.places(of: 0).isEmpty)
  }

  @Test("events of other kinds are no changes")
  func otherKinds() {
    let timeline = ExogenousTimeline([
      TimelineEvent(time: at(5), kind: .appForeground(app: 0)),
      TimelineEvent(time: at(6), kind: .contentChange(app: 0)),
    ])
    #expect(timeline.changes.places(of: 0).map { timeline.changes[$0] } == [at(6)])
    #expect(timeline.events.count == 2)
  }
}
