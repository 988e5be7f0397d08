import Basics
import ResultsStore
import StudyReports
import TestSupport
import Testing

@Suite("Opens out of reach")
struct ReachSectionTests {
  @Test("are told with their causes, the most frequent first, and with a range where policies differ")
  func text() {
    func section(_ counts: [(policy: String, opens: Int64, unreachable: [String: Int64], point: String)])
      -> ReachSection
    {
      ReachSection(
        counts.map {
          ReachCount(
            designPoint: $0.point, policy: $0.policy, opens: $0.opens,
            reachable: $0.opens - $0.unreachable.values.reduce(0, +), unreachable: $0.unreachable)
        })
    }
    let equal: [String: Int64] = ["barOff": 10, "lowPowerMode": 15]
    let same = section([("a", 100, equal, "base"), ("b", 100, equal, "base")])
    let differing = section([
      ("a", 200, ["mixed": 10], "base"), ("b", 100, ["mixed": 8], "base"), ("c", 100, [:], "arm"),
      ("d", 0, [:], "empty"),
    ])
    for (section, point, words) in [
      (same, "base", "25 % of opens (lowPowerMode 15 %, barOff 10 %)"),
      (differing, "base", "6 % of opens (mixed 6 %; by policy 5 % to 8 %)"),
      (differing, "arm", "0 % of opens"),
    ] {
      #expect(
        section.text(in: point) == "No policy could have refreshed the content before \(words). All other "
          + "opens are reachable. The shares follow from the settings of the population, such as `settings.barOff`, and are not a "
          + "result.")
    }
    holds(same.text(in: "other").isEmpty && differing.text(in: "empty").isEmpty)
    holds(same.json.text().contains("\"reachable_opens\""))
  }
}
