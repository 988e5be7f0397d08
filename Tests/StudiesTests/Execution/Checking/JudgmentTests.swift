import StudyTestSupport
import Testing

@testable import Studies

@Suite("Judgments of expectations")
struct JudgmentTests {
  @Test("trends and times of events of a study are judged with their numbers")
  func judgments() throws {
    try RecordedCases("Tests/StudiesTests/Execution/Fixtures/judgments.txt").expect { _, study in
      try StudyFolder().study(study.map { $0 + "\n" }.joined()).judgments().map {
        "\($0.verdict): \($0.numbers)"
      }
    }
  }
}
