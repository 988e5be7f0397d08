import BackgroundExecution
import ModelParameters
import TestSupport
import Testing

@Suite("Days with an open of an app")
struct OpenedDaysTests {
  @Test("USE-4 days before the start count for an app that was there, and not for a new one")
  func start() {
    #expect(OpenedDays().count(ofLast: 7) == 7)
    #expect(OpenedDays(isNew: true).count(ofLast: 28) == 0)
  }

  @Test("USE-4 a day counts once, after it has ended, and only as long as it is among the last ones")
  func days() {
    var days = OpenedDays(isNew: true)
    days.noteOpen()
    days.noteOpen()
    #expect(days.count(ofLast: 2) == 0)
    days.endDay()
    #expect(days.count(ofLast: 2) == 1)
    days.endDay()
    #expect(days.count(ofLast: 2) == 1)
    days.endDay()
    #expect(days.count(ofLast: 2) == 0)
    #expect(days.count(ofLast: 3) == 1)
  }

  @Test("USE-4 one of the last seven days is enough, unless a study asks for other numbers")
  func limits() throws {
    var parameters = ParameterSet()
    var days = OpenedDays(isNew: true)
    holds(!PlatformParameters(parameters).isUsed(days))
    days.noteOpen()
    days.endDay()
    holds(PlatformParameters(parameters).isUsed(days))
    try parameters.set("usage.learningDays", parsing: ["2 d"])
    holds(!PlatformParameters(parameters).isUsed(days))
    try parameters.set("usage.learningDays", parsing: ["0 d"])
    holds(PlatformParameters(parameters).isUsed(OpenedDays(isNew: true)))
  }
}
