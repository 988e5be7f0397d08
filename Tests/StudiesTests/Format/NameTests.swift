import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Names in studies")
struct NameTests {
  private static let control = "a name without control characters"
  private static let text = "a text on one line without control characters"
  private static let formula = "a name that does not begin with `=`, `+`, `-` or `@`"
  private static let studyName = "letters, digits, `-`, `_` and `.`, with a letter, a digit or `_` in front"
  private static let policies = "policies: [seven-factor, fixed-interval]\n"

  @Test(
    "names with control characters, and names that are formulas of a spreadsheet, are refused with their place",
    arguments: [
      Breakage(
        "study", "name: minimal", "name: \"..\"", "study.yaml:2:7: name: found `..`, expected \(studyName)"),
      Breakage(
        "study", "name: minimal", "name: -rf", "study.yaml:2:7: name: found `-rf`, expected \(studyName)"),
      Breakage(
        "question", "seed: 7", "question: \"a\\e[31m\"",
        "study.yaml:3:11: question: found `a\\u{1B}[31m`, expected \(text)"),
      Breakage(
        "label", policies, "policies: [immediate, {name: never, label: \"a\\nb\\u202Egnp\"}]\n",
        "study.yaml:16:44: policies[1].label: found `a\\u{A}b\\u{202E}gnp`, expected \(text)"),
      Breakage(
        "label", policies, "policies: [{name: never, label: \"=1+1\"}]\n",
        "study.yaml:16:33: policies[0].label: found `=1+1`, expected \(formula)"),
      Breakage(
        "app", "id: org.example.mail", "id: \"@SUM(1)\"",
        "study.yaml:11:9: apps[0].id: found `@SUM(1)`, expected \(formula)"),
      Breakage(
        "task", "id: mail.refresh", "id: \"+1\\e[5m\"",
        "study.yaml:15:14: apps[0].tasks[0].id: found `+1\\u{1B}[5m`, expected \(text)"),
      Breakage(
        "task", "id: mail.refresh", "id: -2",
        "study.yaml:15:14: apps[0].tasks[0].id: found `-2`, expected \(formula)"),
      Breakage(
        "archetype", "archetypes: scripted", "archetypes: [{name: \"=A1\", share: 100 %}]",
        "study.yaml:9:23: population.archetypes[0].name: found `=A1`, expected \(formula)"),
      Breakage(
        "arm", policies, policies + "arms: [{name: \"@a\"}]\n",
        "study.yaml:17:15: arms[0].name: found `@a`, expected \(formula)"),
      Breakage(
        "level", policies,
        "policies: [{name: process, command: [sh], label: p}]\nfactors: {policies.p.settings.x: [\"=1+1\", -5 min]}\n",
        "study.yaml:17:34: factors.policies.p.settings.x: found `=1+1`, expected a text without control characters, "
          + "which no spreadsheet takes for a formula"),
      Breakage(
        "unknown key", "seed: 7", "\"se\\eed\": 7",
        "study.yaml:3:1: se\\u{1B}ed: found unknown key `se\\u{1B}ed`, expected one of formatVersion, extends, name, "
          + "question, seed, horizonDays, horizon, warmUpDays, replications, population, trace, apps, policies, "
          + "parameters, arms, factors, design, script, record, compare, expect; did you mean `seed`?"),
    ])
  func refused(_ breakage: Breakage) throws {
    let text = StudyText.minimal.replacing(breakage.old, with: breakage.new, maxReplacements: 1)
    try #require(text != StudyText.minimal)
    #expect(try StudyFolder().errors(text) == breakage.errors)
  }

  @Test(
    "markup, quotes and letters of all languages are names like any other, and a block of text is one line")
  func accepted() throws {
    let file = try StudyFolder().study(
      StudyText.minimal.replacing(
        Self.policies, with: "policies: [{name: never, label: \"<b>x'); DROP TABLE runs;-- 日本\"}]\n")
        + "question: |\n  Does it work?\n")
    #expect(file.study.policies.map(\.label) == ["<b>x'); DROP TABLE runs;-- 日本"])
    #expect(file.study.question == "Does it work?")
  }

  @Test("an arm without `set` is the study as it is")
  func plainArm() throws {
    let file = try StudyFolder().study(
      StudyText.minimal + "arms: [{name: plain}, {name: long, set: {horizonDays: 6}}]\n")
    #expect(file.points.map(\.arm) == ["plain", "long"])
    #expect(file.points.map(\.study.horizonDays) == [4, 6])
  }
}
