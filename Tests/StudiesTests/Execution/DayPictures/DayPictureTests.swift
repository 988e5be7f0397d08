import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("A day of a phone and an app") struct DayPictureTests {
  private func count(_ pattern: String, in svg: String) throws -> Int {
    svg.matches(of: try Regex(pattern)).count
  }

  @Test("the day is the requested day, or the first whole day with an open of the app")
  func day() throws {
    let replay = try QuickstartDevice.replay(device: 1, days: 7)
    let log = try replay.run(records: .log).log
    for app in replay.plan.apps.indices where replay.plan.apps[app].specification != nil {
      let opens = log.filter { $0.app == Int32(app) && $0.event == .userOpened }.map(\.time.day)
      #expect(try DayPicture(replay, app: Int32(app)).day == opens.min() ?? 0)
    }
    let asked = try DayPicture(replay, app: 0, day: 3)
    holds(asked.title.hasPrefix("day 3 (") && asked.title.hasSuffix(" on device 1 under seven-factor"))
    for day in [7, 100] {
      #expect(throws: DayPicture.NoSuchDay.self) { try DayPicture(replay, app: 0, day: day) }
    }
  }

  @Test("runs, pushes and opens of the log are drawn, each once")
  func complete() throws {
    let replay = try QuickstartDevice.replay(device: 1, days: 7)
    let result = try replay.run(records: [.log, .freshness])
    let app = try #require(
      replay.plan.apps.indices.first { index in
        result.log.contains { $0.app == Int32(index) && $0.event == .launched && $0.mechanism == .push }
      })
    let picture = try DayPicture(replay, app: Int32(app))
    let day = result.log.filter { $0.app == Int32(app) && $0.time.day == picture.day }
    let svg = picture.svg
    // A run that began on the day before goes on at its start.
    let runs = try count(#"stroke-width="15\.0""#, in: svg)
    let launches = day.count { $0.event == .launched }
    holds(launches > 0 && (launches...launches + 1).contains(runs), "\(launches), \(runs)")
    let opens = day.count { $0.event == .userOpened }
    let circles = try count("<circle ", in: svg)
    let kinds = ["fresh", "stale", "not counted"].count {
      svg.contains($0 + "</text>") || svg.contains(">open, \($0)<")
    }
    holds(opens > 0 && circles == opens + kinds, "\(opens), \(circles), \(kinds)")
    holds(svg == picture.svg && picture.html.contains(svg))
  }
}
