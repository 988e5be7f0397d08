import Basics
import StudyReports
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

  @Test("each class has a table of the phone and the policies, with one verdict for each")
  func page() {
    let lines = Self.comparison().page.text(width: 200).split(separator: "\n").map(String.init)
    #expect(
      Array(lines[1...8]) == [
        "no flag; window to 1 h: 40 requests",
        "  on         ran  share  wait  90 %  most at     distance  verdict          held by",
        "  the phone   40  100 %  0.12  0.14  01, 02, 03",
        "  mine         0    0 %     –     –                     –  too few to tell",
        "power, network; window 6–24 h: 30 requests",
        "  on         ran   share  wait  90 %  most at             distance  verdict  held by",
        "  the phone   25  83.3 %  0.51  0.52  01, 02, 03",
        "  mine        25  83.3 %  0.51  0.52  01, 02, 03  0.00 (0.00–0.00)  inside   externalPower 75 %, score 25 %",
      ])
    #expect(
      lines[9].contains("pushes delivered of 9") && lines[9].contains("screen off, unplugged (1.0 h): J"))
    #expect(lines.contains { $0.hasPrefix("mine ") && $0.split(separator: " ").dropFirst().first == "5" })
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

  @Test("JSON has all waits and the ends of the interval")
  func json() throws {
    let value = Self.comparison().json
    let policy = try #require(value["policies"]?.elements?.first)
    #expect(policy["screen_off_j"]?.real == 280 && value["screen_off_mah"]?.real == 10)
    let classes = try #require(policy["classes"]?.elements)
    #expect(classes.map { $0["class"]?.characters } == [Self.hourly.name, Self.night.name])
    #expect(classes[0]["verdict"]?.characters == "too few to tell" && classes[0]["distance"] == .null)
    #expect(classes[1]["observed"]?["waits_per_window"]?.elements?.count == 30)
    #expect(classes[1]["distance"]?.real == 0 && classes[1]["simulated"]?["share_run"]?.real == 25.0 / 30)
  }

  @Test("the picture has a panel with two step functions for each class")
  func picture() {
    let svg = Self.comparison().svg
    #expect(
      svg.contains("mine: power, network; window 6–24 h") && svg.contains("mine: no flag; window to 1 h"))
    #expect(svg.contains(">phone</text>") && svg.contains(">simulated</text>"))
  }
}
