import Basics
import ResultsStore
import StudyReports
import Testing

@Suite("Opens out of reach")
struct ReachSectionTests {
  /// The words that every line has.
  private static let input =
    ". This follows from the settings of the population, such as `settings.barOff`, and is not a result."

  private func count(
    _ policy: String, opens: Int64, _ unreachable: [String: Int64] = [:], point: String = "base"
  ) -> ReachCount {
    ReachCount(
      designPoint: point, policy: policy, opens: opens,
      reachable: opens - unreachable.values.reduce(0, +), unreachable: unreachable)
  }

  @Test("are told with their causes, the most frequent first, over all policies")
  func causes() {
    let section = ReachSection([
      count("a", opens: 100, ["barOff": 10, "lowPowerMode": 15]),
      count("b", opens: 100, ["barOff": 10, "lowPowerMode": 15]),
    ])
    #expect(
      section.text(in: "base")
        == "No policy could have refreshed the content before 25 % of opens (lowPowerMode 15 %, barOff 10 %)"
        + Self.input)
    #expect(section.text(in: "other").isEmpty)
    #expect(section.json.text().contains("\"reachable_opens\""))
  }

  @Test("have a range where policies differ, and no causes where there are none")
  func range() {
    let section = ReachSection([
      count("a", opens: 200, ["mixed": 10]), count("b", opens: 100, ["mixed": 8]),
      count("c", opens: 100, point: "arm"), count("d", opens: 0, point: "empty"),
    ])
    #expect(
      section.text(in: "base")
        == "No policy could have refreshed the content before 6 % of opens (mixed 6 %; by policy 5 % to 8 %)"
        + Self.input)
    #expect(
      section.text(in: "arm") == "No policy could have refreshed the content before 0 % of opens" + Self.input
    )
    #expect(section.text(in: "empty").isEmpty)
  }
}
