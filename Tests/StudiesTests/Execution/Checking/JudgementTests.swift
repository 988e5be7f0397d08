import StudyTestSupport
import Testing

@testable import Studies

@Suite("Judgements of expectations")
struct JudgementTests {
  @Test("trends, times of events and observations of a study are judged with their numbers")
  func judgements() throws {
    try RecordedCases("Tests/StudiesTests/Execution/Fixtures/judgements.txt").expect { _, study in
      try StudyFolder().study(study.map { $0 + "\n" }.joined()).judgements().map {
        ["\($0.verdict):", $0.numbers, $0.comparison.map { "(\($0.verdict))" }].compactMap(\.self)
          .joined(separator: " ")
      }
    }
  }
}
