import Testing

@testable import PhoneSimulation

@Suite("Names in the log")
struct LogNamesTests {
  @Test("the written names are those of the cases")
  func names() {
    #expect(LogEvent.allCases.map(\.name) == LogEvent.allCases.map { "\($0)" })
    #expect(LogWord.allCases.map(\.name) == LogWord.allCases.map { $0 == .none ? "" : "\($0)" })
  }
}
