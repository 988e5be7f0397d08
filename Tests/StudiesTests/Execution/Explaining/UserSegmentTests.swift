import Basics
import EventSimulation
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("Segments of users") struct UserSegmentTests {
  private static func conditions(_ change: (inout DeviceConditions) -> Void) throws -> DeviceConditions {
    let scene = AppScene(try ExplainedStudy().replay(), app: 0)
    var conditions = DeviceConditions(try Replay(scene).history, app: 0, plan: scene.plan)
    conditions.observed = .days(10)
    conditions.opens = 30
    change(&conditions)
    return conditions
  }

  @Test("the first rule that holds decides")
  func rules() throws {
    func segment(_ quiet: TimeSpan = .days(3), _ change: (inout DeviceConditions) -> Void) throws
      -> UserSegment
    {
      UserSegment(conditions: [try Self.conditions(change)], opportunity: quiet)
    }
    #expect(try segment { _ in } == .rest)
    #expect(try segment(.hours(9)) { _ in } == .noQuietNights)
    #expect(try segment(.hours(9)) { $0.opens = 4 } == .rarelyOpens)
    #expect(try segment { $0.opens = 5 } == .rest)
    #expect(
      try segment {
        $0.opens = 4
        $0.forceQuit = .days(3)
      } == .swipesAppsAway)
    #expect(
      try segment {
        $0.forceQuit = .days(3)
        $0.lowPowerMode = .days(9)
      } == .lowPowerAlways)
    #expect(
      try segment {
        $0.lowPowerMode = .days(9)
        $0.appRefreshOff = .days(5)
      } == .refreshOff)
  }

  @Test("a fleet is split without a device lost, and the users with refresh off have few runs")
  func fleet() throws {
    let file = try StudyFile(
      path: ShippedStudy.path("quickstart"),
      overrides: [("horizonDays", "6"), ("warmUpDays", "2"), ("settings.barOff", "0.3")])
    let summary = try RunSummary(file.study, policy: 0, replication: 0, devices: Array(0..<12), jobs: 2)
    #expect(summary.segments.reduce(0) { $0 + $1.devices } == 12)
    let off = try #require(summary.segments.first { $0.segment == .refreshOff })
    // Events of location and some transfers start apps all the same.
    let rest = try #require(summary.segments.first { $0.segment == .rest })
    #expect(off.runsPerDay < rest.runsPerDay / 2)
    #expect(abs(summary.segments.reduce(0) { $0 + $1.share } - 1) < 1e-12)
    #expect(summary.page.text().contains("refresh off"))
    for line in summary.page.text().split(separator: "\n") {
      #expect(line.count <= 100, "\(line)")
    }
    let one = try RunSummary(
      file.study, policy: 0, replication: 0, devices: Array(0..<12), jobs: 2, bundleID: "org.example.news")
    #expect(Set(one.rows.map(\.app)) == ["org.example.news"])
  }

  @Test("the list names each device's switches and the apps that are installed")
  func list() throws {
    let file = try StudyFile(
      path: ShippedStudy.path("quickstart"),
      overrides: [("horizonDays", "2"), ("warmUpDays", "0"), ("settings.barOff", "0.3")])
    func devices(with bundleID: String?) throws -> DeviceList {
      try DeviceList(
        file.study, replication: 0, bundleID: bundleID, .init(depth: .causes), jobs: 1, most: .max, causes: 30
      )
    }
    let list = try devices(with: nil)
    #expect(list.rows.map(\.device) == Array(0..<5))
    #expect(list.rows.contains { $0.switches.contains("refresh off") })
    for row in list.rows {
      let plan = DeviceReplay(file.study, policy: 0, replication: 0, device: row.device).plan
      #expect(row.archetype == plan.archetype)
      #expect(row.apps.map(\.bundleID) == plan.apps.filter { $0.specification != nil }.map(\.bundleID))
      #expect(row.switches.contains("Low Power Mode") == plan.initial.lowPowerMode)
    }
    let own = try devices(with: "org.example.bank").rows
    #expect(
      own.count < 20 && own.allSatisfy { row in row.apps.contains { $0.bundleID == "org.example.bank" } })
    for line in list.page.text().split(separator: "\n") { #expect(line.count <= 100) }
    let shares = try devices(with: "org.example.news").rows
      .compactMap { $0.count?.share }
    #expect(shares.count > 1 && shares == shares.sorted(by: >))
  }
}
