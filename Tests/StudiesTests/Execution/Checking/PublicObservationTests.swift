import Foundation
import ModelParameters
import StudyTestSupport
import TestSupport
import Testing

@testable import Studies

@Suite("Observations of phones")
struct PublicObservationTests {
  private func seen(
    _ values: [Double], _ tolerance: PublicObservation.Tolerance, _ scale: PublicObservation.Scale = .amount
  ) -> PublicObservation {
    PublicObservation(
      id: "O1", values: values, reportedUnit: "1", reportedSize: 1, precision: 0, isLowerBound: false,
      tolerance: tolerance, phones: 1, window: ObservationWindow(days: 1), assumedDays: [], rule: nil,
      isPrimary: false, grade: .c, source: "a log", isComparable: true, why: "", scale: scale)
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
    #expect(HoursOfDay.near(0, 23) == -1 && HoursOfDay.near(25, 2) == 26)
  }

  @Test("Values and tolerances are read in the unit of the quantity")
  func decoded() throws {
    let study = try StudyFile(path: "\(PackageRoot.path)/Tests/StudiesTests/Format/Fixtures/every-key.yaml")
      .study
    let expectations = study.expectations.suffix(3)
    #expect(expectations.first?.hours == HoursOfDay(from: 22, to: 3))
    var shares = seen([0.05, 0.2], .plus(0.03), .share)
    (shares.id, shares.phones, shares.source, shares.reportedUnit) = ("O99", 2, "two logs", "%")
    (shares.isComparable, shares.why, shares.reportedSize) = (false, "phones of another kind", 0.01)
    (shares.precision, shares.isLowerBound, shares.assumedDays) = (0.01, true, [1])
    shares.window = ObservationWindow(
      days: 1, beginning: .installation, hours: HoursOfDay(from: 20, to: 5),
      app: study.apps.count == 1 ? 0 : nil)
    var delay = seen([120], .usual(.b))
    (delay.id, delay.grade, delay.isPrimary, delay.precision) = ("O98", .b, true, 30)
    (delay.reportedUnit, delay.reportedSize) = ("min", 60)
    var rule = seen([1], .times(1.5))
    (rule.id, rule.phones, rule.rule, rule.grade, rule.source) = ("O97", 0, "REF-1", .b, "a text")
    #expect(expectations.map(\.side) == [.observed(shares), .observed(delay), .observed(rule)])
    #expect(shares.windows.map(\.days) == [1, 0.5, 2] && delay.windows.map(\.days) == [1])
    #expect(shares.value == 0.125)
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

  @Test(
    "Each known observation is a row or has a reason, and each source with predictions has one primary row")
  func sources() throws {
    var listed = Set(
      try PackageRoot.text("scenarios/data/observations-without-a-row.csv").split(separator: "\n").dropFirst()
        .compactMap { $0.split(separator: ",").first.map(String.init) })
    var primary: [String: Int] = [:]
    for name in ShippedStudy.observed {
      let study = try StudyFile(path: ShippedStudy.path("observed/\(name)")).study
      for case .observed(let seen) in study.expectations.map(\.side) {
        listed.formUnion(seen.id.split(separator: " ").map(String.init))
        guard seen.rule == nil, seen.isCounted else { continue }
        primary[seen.source, default: 0] += seen.isPrimary ? 1 : 0
      }
    }
    #expect(primary.values.allSatisfy { $0 == 1 }, "\(primary.filter { $0.value != 1 })")
    let numbers = """
      01 02 03 05 06 07 08 10 11 12 13 15 16 17 18 19 21 22 23 24 25 26 28 29 31 32 33 34 36 38 40 41 43 44 48 49 50 52 \
      55 56 57 58 60 61 62 63 64 65 66 67 68 72 73 74
      """
    let known =
      numbers.split(separator: " ").map { "O\($0)" } + (1...9).map { "R0\($0)" }
      + ["01", "02", "03", "04", "05", "07", "09"].map { "N\($0)" } + (10...16).map { "N\($0)" }
    #expect(known.count == 77 && Set(known) == listed, "\(Set(known).symmetricDifference(listed).sorted())")
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
