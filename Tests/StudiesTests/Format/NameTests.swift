import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Names in studies")
struct NameTests {
  @Test(
    "markup, quotes and letters of all languages are names like any other, and a block of text is one line")
  func accepted() throws {
    let file = try StudyFolder().study(
      StudyText.minimal.replacing(
        "policies: [seven-factor, fixed-interval]\n",
        with: "policies: [{name: never, label: \"<b>x'); DROP TABLE runs;-- 日本\"}]\n")
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
