import Testing

@testable import StudyReports

@Suite("Hours of the day of a wait") struct StudyDetailsTests {
  private let hour = 3.6e9

  @Test("a wait of 90 minutes from half past one fills the rest of its hour and the next one")
  func short() {
    var expected = Array(repeating: 0.0, count: 24)
    (expected[1], expected[2]) = (0.5, 1)
    #expect(StudyDetails.hours(from: 1.5 * hour, lasting: 1.5 * hour) == expected)
  }

  @Test("a wait over midnight goes on at 0 h, whatever the day it began on")
  func midnight() {
    var expected = Array(repeating: 0.0, count: 24)
    (expected[23], expected[0]) = (0.25, 0.75)
    #expect(StudyDetails.hours(from: (15 * 24 + 23.75) * hour, lasting: hour) == expected)
  }

  @Test("two days and an hour hold every hour twice and one of them three times")
  func long() {
    var expected = Array(repeating: 2.0, count: 24)
    expected[5] = 3
    #expect(StudyDetails.hours(from: 5 * hour, lasting: 49 * hour) == expected)
  }

  @Test(
    "hours add up to the length", arguments: [1.0, 3_599_999_999, 3_600_000_000, 86_399_999_999, 8.64e11])
  func sums(length: Double) {
    for start in [0.0, 1, 12_345_678_901, 86_399_999_999] {
      let sum = StudyDetails.hours(from: start, lasting: length).reduce(0, +)
      #expect(abs(sum * hour - length) <= 1e-3 + 1e-12 * length, "\(start), \(length)")
    }
  }
}
