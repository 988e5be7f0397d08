import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Canned scenarios")
struct CannedScenarioTests {
  @Test(
    "Everything that a canned scenario expects is observed, with any number of workers",
    arguments: ShippedStudy.canned)
  func expectationsInNumbers(_ name: String) throws {
    let file = try StudyFile(path: ShippedStudy.path("canned/\(name)"))
    // The long tier judges the others.
    let deviceDays = file.points.reduce(0) {
      $0 + $1.study.exactHorizonDays * Double($1.study.deviceCount * $1.study.replications)
    }
    guard Tier.isLong || deviceDays <= 150 else { return }
    let judgments = try file.judgments()
    #expect(!judgments.isEmpty)
    for judgment in judgments {
      #expect(
        judgment.holds,
        "\(name), line \(judgment.expectation.line): \(judgment.expectation.words): \(judgment.numbers)")
    }
    guard Tier.isLong || name == "03-drinks-menu-push" else { return }
    #expect(try file.judgments(jobs: 1).map(\.numbers) == judgments.map(\.numbers))
  }

  @Test("The scenarios of the specification's table are found")
  func names() {
    #expect(ShippedStudy.canned.first == "01-weather-refresh")
    #expect(ShippedStudy.canned.count >= 22)
  }

  @Test("Every canned scenario states its charging and network")
  func surroundings() throws {
    for name in ShippedStudy.canned {
      let text = try String(
        decoding: StudyFiles.bytes(of: ShippedStudy.path("canned/\(name)")), as: UTF8.self)
      #expect(text.contains("      charging: "), "\(name)")
      #expect(text.contains("      network: "), "\(name)")
    }
  }
}
