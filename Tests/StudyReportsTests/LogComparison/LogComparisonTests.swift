import Basics
import StudyReports
import TestSupport
import Testing

@Suite("A recorded phone beside policies")
struct LogComparisonTests {
  private static let night = RequestClass(power: true, network: true, idle: false, band: .upTo1Day)
  private static let hourly = RequestClass(power: false, network: false, idle: false, band: .upTo1Hour)

  private static func outcome(_ requests: Int, starts: Int, at position: Double) -> ClassOutcome {
    var outcome = ClassOutcome()
    for request in 0..<requests {
      let wait = position + Double(request) / 1000
      outcome.add(request < starts ? (wait, request % 3 + 1) : nil)
    }
    return outcome
  }

  private static func comparison() -> LogComparison {
    var comparison = LogComparison(title: "phone")
    comparison.observed = [night: outcome(30, starts: 25, at: 0.5), hourly: outcome(40, starts: 40, at: 0.1)]
    comparison.pushes = (received: 9, delivered: 7)
    (comparison.counter.seconds, comparison.counter.milliampereHours, comparison.counter.joules) = (
      3600, 10, 140
    )
    var run = LogComparison.Run(policy: "mine")
    var same = outcome(30, starts: 25, at: 0.5)
    same.held = ["externalPower": 300, "score": 100]
    run.classes = [night: same, hourly: outcome(40, starts: 0, at: 0)]
    (run.pushesDelivered, run.screenOffJoules) = (5, 280)
    comparison.runs = [run]
    return comparison
  }

  @Test("classes by flags and length of the window, whose ends belong to the shorter one")
  func classes() {
    #expect(
      Self.night.name == "power, network; window 6–24 h" && Self.hourly.name == "no flag; window to 1 h")
    let bands = [1.0, 1.01, 6, 24, 24.5, nil].map { RequestClass.Band(hours: $0) }
    #expect(bands == [.upTo1Hour, .upTo6Hours, .upTo6Hours, .upTo1Day, .longer, .unknown])
    #expect(Self.hourly < Self.night)
  }

  @Test("no verdict where the log has no time before the starts")
  func startsOnly() throws {
    let kind = RequestClass(power: false, network: false, idle: false, band: .unknown)
    for (wait, verdict) in [(0.0, "starts only"), (0.5, "inside")] {
      var outcome = ClassOutcome()
      for _ in 0..<30 { outcome.add((wait, 1)) }
      var comparison = LogComparison(title: "phone")
      comparison.observed = [kind: outcome]
      var run = LogComparison.Run(policy: "mine")
      run.classes = [kind: outcome]
      comparison.runs = [run]
      let policy = try #require(comparison.json["policies"]?.elements?.first)
      #expect(policy["classes"]?.elements?.first?["verdict"]?.characters == verdict)
    }
  }

  @Test("each class has a table with one verdict for each policy, and JSON has all waits")
  func page() throws {
    let comparison = Self.comparison()
    try expectRecorded(
      "log.txt", ["page": comparison.page.text(width: 200), "JSON": comparison.json.text()])
    let svg = comparison.svg
    for words in [
      "mine: power, network; window 6–24 h", "mine: no flag; window to 1 h", ">phone</text>",
      ">simulated</text>",
    ] { holds(svg.contains(words), "\(words)") }
  }
}
