import PhoneSimulation
import StudyFormat
import Testing

@Suite("Words of the log in studies")
struct LogVocabularyTests {
  @Test("Studies can name every event and reason of the log, and no other")
  func sameWords() {
    #expect(LogVocabulary.events == LogEvent.allCases.map(\.name))
    #expect(LogVocabulary.reasons == LogWord.allCases.map(\.name))
  }
}
