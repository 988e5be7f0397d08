import Experiments
import Testing

@Suite("Shipped studies")
struct ShippedScenarioTests {
  static let root = packageRoot + "/scenarios"
  static let studies =
    ["quickstart.yaml", "real-phones.yaml", "process-policy.yaml"]
    + CannedScenario.all.map { "canned/\($0).yaml" }

  @Test("Every shipped study is read without errors and warnings", arguments: studies)
  func decodes(_ name: String) throws {
    let file = try StudyFile(path: "\(Self.root)/\(name)")
    #expect(file.points.allSatisfy { $0.study.warnings.isEmpty })
    #expect(!file.study.question.isEmpty)
  }

  @Test("The quickstart compares five policies on twenty devices with twelve apps")
  func quickstart() throws {
    let study = try StudyFile(path: "\(Self.root)/quickstart.yaml").study
    #expect(
      study.policies.map(\.label) == [
        "seven-factor", "immediate", "never", "fixed-interval", "charging-only",
      ])
    #expect(study.deviceCount == 20)
    #expect(study.apps.count == 12)
    #expect(study.horizonDays == 28 && study.warmUpDays == 14 && study.replications == 10)
  }

  @Test("The study of real phones replays four devices")
  func realPhones() throws {
    let study = try StudyFile(path: "\(Self.root)/real-phones.yaml").study
    #expect(study.trace?.devices.map(\.id) == ["android-A", "android-B", "android-C", "iphone-A"])
    #expect(study.deviceCount == 4)
  }
}
