import SchedulingPolicies
import Studies
import TestSupport
import Testing
import Workload

@Suite("Shipped studies")
struct ShippedScenarioTests {
  static let root = PackageRoot.path + "/scenarios"
  static let studies =
    [
      "quickstart.yaml", "real-phones.yaml", "all-policies.yaml", "fixed-interval-frontier.yaml",
      "refresh-off.yaml",
      "process-policy.yaml", "trained-policy.yaml",
    ] + ShippedStudy.canned.map { "canned/\($0).yaml" }

  @Test("Every shipped study is read without errors", arguments: studies)
  func decodes(_ name: String) throws {
    let file = try StudyFile(path: "\(Self.root)/\(name)")
    holds(!file.study.question.isEmpty)
  }

  @Test("The quickstart compares six policies on fleets of five devices with fifteen apps")
  func quickstart() throws {
    let study = try StudyFile(path: "\(Self.root)/quickstart.yaml").study
    #expect(
      study.policies.map(\.label) == [
        "seven-factor", "gates-only", "immediate", "never", "fixed-interval", "charging-only",
      ])
    #expect(study.deviceCount == 5)
    #expect(study.apps.count == 15)
    holds(study.horizonDays == 28 && study.warmUpDays == 14 && study.replications == 80)
  }

  @Test("The study of real phones replays four devices")
  func realPhones() throws {
    let study = try StudyFile(path: "\(Self.root)/real-phones.yaml").study
    let phones = ["android-A", "android-B", "android-C", "android-D", "iphone-A"]
    #expect(study.trace?.devices.map(\.id) == phones)
    #expect(study.deviceCount == 5)
  }

  @Test("The study of all policies has every built-in one, on the quickstart's phones")
  func allPolicies() throws {
    let study = try StudyFile(path: "\(Self.root)/all-policies.yaml").study
    let quickstart = try StudyFile(path: "\(Self.root)/quickstart.yaml").study
    #expect(study.policies.map(\.name).sorted() == PolicyCatalogue.builtIn.names.sorted())
    #expect(study.policies.first?.label == study.comparison.baseline)
    holds(
      study.apps.map(\.bundleID) == quickstart.apps.map(\.bundleID)
        && study.deviceCount == quickstart.deviceCount)
    holds(study.horizonDays == quickstart.horizonDays && study.replications == 80)
  }

  @Test("A policy is chosen by its label before its name")
  func labels() throws {
    let labels = ["immediate+gates", "immediate", "never"]
    let study = try StudyFile(path: "\(Self.root)/gated-policies.yaml", policies: labels).study
    #expect(study.policies.map(\.label) == labels)
  }

  @Test("The study of the fixed interval varies one parameter of one policy")
  func fixedInterval() throws {
    let file = try StudyFile(path: "\(Self.root)/fixed-interval-frontier.yaml")
    holds(
      file.points.count == 6 && file.study.deviceCount == 5 && file.study.replications == 80
        && file.study.apps.count == 15)
    #expect(Set(file.points.flatMap { $0.levels.map(\.name) }) == ["policies.fixed-interval.fixed.interval"])
  }
}
