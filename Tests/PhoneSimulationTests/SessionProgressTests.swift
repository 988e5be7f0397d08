import EventSimulation
import PhoneSimulation
import Testing
import Workload

@Suite("Continued tasks that show the transfers of a session")
struct SessionProgressTests {
  /// When a task stalls that a user starts at 620 s, 20 s after an open that creates files of session 0.
  private func stalls(
    _ files: Int = 30, megabytes: Double = 100, stay: TimeSpan = .minute,
    change: (inout PhoneBench) -> Void = { _ in }
  ) throws -> [Double] {
    var task = TaskSpecification(
      identifier: "org.example.show", mechanism: .continued, floor: nil,
      work: try .constant(cpu: 1, wait: 1200), fetches: false)
    task.continued = ContinuedRequest(startsAfterOpen: .seconds(20))
    task.continued.progressSession = "session"
    var app = AppSpecification.moving(
      try .files(files, megabytes: megabytes), try .files(1, "late", megabytes: 2, on: .script))
    app.tasks = [task]
    var bench = try PhoneBench([app], hours: 1, ["continued.stallTimeout": "180 s"])
    bench.use(0, at: .minutes(10), for: stay)
    change(&bench)
    return try bench.run().seconds(.expired, .stalled)
  }

  @Test("CONT-6 reports come while bytes of the session move and the app is in front")
  func reports() throws {
    // The bytes move until 1200 s; the app is in front until 660 s.
    #expect(try stalls() == [840])
    #expect(try stalls { $0.use(0, at: .seconds(700), for: .seconds(15)) } == [894])
    #expect(try stalls(stay: .minutes(30)).first ?? 0 >= 1380)
  }

  @Test("CONT-6 without a path no bytes move, and those of another session do not count")
  func silence() throws {
    #expect(try stalls(stay: .minutes(30)) { $0.at(.seconds(640), network: .none) } == [820])
    #expect(
      try stalls(1, megabytes: 2, stay: .minutes(30)) {
        $0.at(.seconds(630.5), .transfer(app: 0, index: 1))
      } == [800])
  }

  @Test("CONT-6 bytes that have moved since the last report are reported, however few")
  func fewBytes() throws {
    #expect(
      try stalls(1, megabytes: 2, stay: .minutes(30)) {
        $0.at(.seconds(630.5), .transfer(app: 0, index: 0))
      } == [812])
  }
}
