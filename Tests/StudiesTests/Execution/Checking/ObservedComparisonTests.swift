import Foundation
import ModelParameters
import StudyTestSupport
import TestSupport
import Testing

@testable import Studies

@Suite("Comparison of observations with simulated values")
struct ObservedComparisonTests {
  private func seen(
    _ values: [Double], _ tolerance: PublicObservation.Tolerance, _ scale: PublicObservation.Scale = .amount
  ) -> PublicObservation {
    PublicObservation(
      id: "O1", values: values, tolerance: tolerance, phones: 1, grade: .c, source: "a log",
      isComparable: true,
      why: "", scale: scale)
  }

  @Test("The band is the hull of the values within the tolerance of an observed value")
  func bands() {
    #expect(seen([10], .times(2)).band == 5...20)
    #expect(seen([4, 10], .times(2)).band == 2...20)
    #expect(seen([25], .plus(1)).band == 24...26)
    #expect(seen([10], .plus(30)).band == 0...40)
    #expect(seen([0.4, 0.8], .times(2), .share).band == 0.2...1)
  }

  @Test("Events that were not observed may happen rarely")
  func zero() {
    #expect(seen([0], .usual(.c)).band == 0...0.5)
    #expect(seen([0], .times(2), .share).band == 0...0.05)
    #expect(seen([0, 3], .times(2)).band == 0...6)
    #expect(seen([0], .plus(0.06)).band == 0...0.06)
  }

  @Test("Hours of the day lie on a circle")
  func circle() {
    #expect(seen([0], .plus(1), .hourOfDay).band == -1...1)
    #expect(seen([22, 3], .plus(0), .hourOfDay).band == 22...27)
    #expect(HoursOfDay.near(0, 23) == -1 && HoursOfDay.near(25, 2) == 26 && HoursOfDay.wrapped(-1) == 23)
  }

  private func verdict(
    _ interval: ClosedRange<Double>?, isLowerBound: Bool = false
  ) -> ObservedComparison.Verdict {
    ObservedComparison(
      seen: seen([10], .times(2)), unit: "s", simulated: 1, interval: interval, isLowerBound: isLowerBound
    ).verdict
  }

  @Test(
    "The verdict is inside or outside if the whole interval is, otherwise undecided; a lower bound is never inside"
  )
  func verdicts() {
    #expect(verdict(5...20) == .inside)
    #expect(verdict(21...30) == .outside && verdict(1...4.9) == .outside)
    #expect(verdict(4...6) == .undecided && verdict(19...21) == .undecided && verdict(1...30) == .undecided)
    #expect(verdict(nil) == .undecided)
    #expect(
      verdict(6...8, isLowerBound: true) == .undecided && verdict(1...2, isLowerBound: true) == .undecided)
    #expect(verdict(21...30, isLowerBound: true) == .outside)
  }

  @Test("Values and tolerances are read in the unit of the quantity")
  func decoded() throws {
    let study = try StudyFile(path: "\(PackageRoot.path)/Tests/StudiesTests/Format/Fixtures/every-key.yaml")
      .study
    let expectations = study.expectations.suffix(2)
    #expect(expectations.first?.hours == HoursOfDay(from: 22, to: 3))
    var shares = seen([0.05, 0.2], .plus(0.03), .share)
    (shares.id, shares.phones, shares.source) = ("O99", 2, "two logs")
    (shares.isComparable, shares.why) = (false, "phones of another kind")
    var delay = seen([120], .times(1.5))
    (delay.id, delay.phones, delay.grade) = ("O98", 0, .b)
    #expect(expectations.map(\.side) == [.observed(shares), .observed(delay)])
  }

  @Test(
    "The grade determines the default tolerance, also in all observed studies")
  func usualTolerance() throws {
    #expect(PublicObservation.Tolerance.usual(.b) == .times(1.5))
    #expect(PublicObservation.Tolerance.usual(.c) == .times(2))
    var rows = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(PackageRoot.path)/scenarios/observed")
    where name.hasSuffix(".yaml") {
      let study = try StudyFile(path: "\(PackageRoot.path)/scenarios/observed/\(name)").study
      for case .observed(let seen) in study.expectations.map(\.side) {
        rows += 1
        guard case .times = seen.tolerance else { continue }
        #expect(seen.tolerance == .usual(seen.grade), "\(name): \(seen.id)")
      }
    }
    #expect(rows >= 50)
  }

  @Test("Every study of an observed scenario is valid, has a question, and expects only observations")
  func shipped() throws {
    #expect(ShippedStudy.observed.count > 25)
    for name in ShippedStudy.observed {
      let file = try StudyFile(path: ShippedStudy.path("observed/\(name)"))
      #expect(file.study.name == name && !file.study.question.isEmpty, "\(name)")
      #expect(file.study.expectations.allSatisfy { $0.relation == .observed && !$0.words.isEmpty }, "\(name)")
    }
  }
}
