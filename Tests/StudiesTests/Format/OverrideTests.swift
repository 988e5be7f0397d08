import EventSimulation
import ModelParameters
import Studies
import StudyTestSupport
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Values laid over a study")
struct OverrideTests {
  private func study(_ path: String, _ value: String, _ text: String = StudyText.minimal) throws -> Study {
    try StudyFolder().study(text, overrides: [(path, value)]).study
  }

  @Test("A path names a key, an element by index or name, a parameter, or a setting of one policy")
  func paths() throws {
    #expect(try study("horizonDays", "9").horizonDays == 9)
    #expect(try study("population.devices", "12").population.devices == 12)
    #expect(
      try study("apps[0].tasks[0].earliestBegin", "5 min").apps[0].tasks[0].earliestBegin
        == .after(.minutes(5)))
    #expect(
      try study("apps[0].tasks[0].earliestBegin", "03:00").apps[0].tasks[0].earliestBegin == .at(.hours(3)))
    #expect(try study("apps.org.example.mail.content.perDay", "2").apps[0].content.changesPerDay == 2)
    #expect(
      try study("apps.org.example.mail.tasks.mail.refresh.earliestBegin", "1 h").apps[0].tasks[0]
        .earliestBegin
        == .after(.hours(1)))
    #expect(try study("refresh.minGap", "20 min").parameters.number("refresh.minGap") == 20)
    #expect(try study("parameters.refresh.minGap", "0.5 h").parameters.number("refresh.minGap") == 30)
    let one = try study("policies.fixed-interval.fixed.interval", "5 min")
    #expect(one.policies[1].parameters.number("fixed.interval") == 5)
    #expect(one.policies[0].parameters.number("fixed.interval") != 5)
    #expect(
      try study("policies.fixed-interval.label", "clock").policies.map(\.label) == ["seven-factor", "clock"])
    #expect(try study("policies", "[never]").policies.map(\.label) == ["never"])
    holds(try study("apps[0].tasks", "[]").apps[0].tasks.isEmpty)
    #expect(try study("apps[0].quality.resubmits", "never").apps[0].quality.resubmits == .never)
  }

  @Test(
    "GATE-1: `enforces` is all, none, one gate, or a list; the default is the policy's own gates")
  func enforces() throws {
    func gates(_ value: String) throws -> BlockingSet {
      try study("policies.fixed-interval.enforces", value).policies[1].enforces
    }
    #expect(try gates("all") == .everyFactorAndCondition)
    #expect(try gates("none") == [])
    #expect(try gates("[]") == [])
    #expect(try gates("lowBattery") == .of(.lowBattery))
    #expect(try gates("[lowBattery, rateLimit]") == .of(.lowBattery, .rateLimit))
    let own = try study("horizonDays", "3").policies
    holds(own[0].enforces == .everyFactorAndCondition && own[1].enforces == [])
  }

  @Test("The later of two values holds, both over the file, and a level of a factor over both")
  func precedence() throws {
    let folder = try StudyFolder()
    let text = StudyText.minimal + "parameters: {refresh.minGap: 10 min}\n"
    let twice = try folder.study(
      text, overrides: [("refresh.minGap", "20 min"), ("refresh.minGap", "30 min")])
    #expect(twice.study.parameters.number("refresh.minGap") == 30)
    let levels = try folder.study(
      text + "factors: {refresh.minGap: [40 min, 50 min]}\n", overrides: [("refresh.minGap", "20 min")])
    #expect(levels.points.map { $0.study.parameters.number("refresh.minGap") } == [40, 50])
    let arms = try folder.study(
      text + "arms:\n  - {name: a, set: {refresh.minGap: 45 min}}\n",
      overrides: [("refresh.minGap", "20 min")])
    #expect(arms.study.parameters.number("refresh.minGap") == 45)
    let own = try folder.study(
      text.replacing("fixed-interval]", with: "{name: fixed-interval, parameters: {refresh.minGap: 5 min}}]"))
    #expect(own.study.policies.map { $0.parameters.number("refresh.minGap") } == [10, 5])
  }

  @Test("A wrong path or value is refused and blames the option, not a line of the file")
  func refused() throws {
    let paths =
      "expected the name of a parameter, or a key path such as `apps[0].tasks[1].earliestBegin` (`slumber schema paths` explains them)"
    let value = "expected a value as in a file, such as `15 min` or `[1, 2]`"
    for (path, text, error) in [
      ("apps[9].id", "x", ": apps[9].id: found index 9 of a list, expected an index from 0 to 0"),
      ("[", "1", ": [: found no path, \(paths)"), ("", "1", ": found no path, \(paths)"),
      ("horizonDays", "", ": horizonDays: found ``, \(value)"),
      ("horizonDays", "[1", ": horizonDays: found `[1`, \(value)"),
      (
        "refresh.minGapp", "1 h",
        ": refresh.minGapp: found an unknown name, \(paths); did you mean `refresh.minGap`?"
      ),
      (
        "parameters.refresh.minGapp", "1 h",
        ": parameters.refresh.minGapp: found no parameter `refresh.minGapp`, \(paths); did you mean `refresh.minGap`?"
      ),
      (
        "apps[0].tasks[0].earliestBegn", "1 h",
        ": apps[0].tasks[0].earliestBegn: found no key `earliestBegn`, \(paths); did you mean `apps[0].tasks[0].earliestBegin`?"
      ),
      (
        "apps[0].tasks[0].earliestBegin", "5",
        ": apps[0].tasks[0].earliestBegin: found `5`, expected a number and a unit (us, ms, s, min, h, d), such as `1 s`"
      ),
      (
        "horizonDay", "5",
        ": horizonDay: found an unknown name, \(paths); did you mean `horizonDays`?"
      ),
    ] { #expect(try StudyFolder().errors(StudyText.minimal, overrides: [(path, text)]) == ["--set\(error)"]) }
  }
}
