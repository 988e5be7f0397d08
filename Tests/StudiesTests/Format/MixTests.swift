import Studies
import StudyTestSupport
import TestSupport
import Testing
import Workload

@Suite("The mix of a study, varied")
struct MixTests {
  private static func mix(_ ids: String...) -> String {
    "apps:\n" + ids.map { "  - {id: \($0), usage: {at: [\"09:00\"]}}\n" }.joined()
  }

  private func folder() throws -> StudyFolder {
    let folder = try StudyFolder()
    _ = try folder.write(Self.mix("org.mix.a", "org.mix.shared"), as: "a.yaml")
    _ = try folder.write(Self.mix("org.mix.b", "org.mix.shared"), as: "b.yaml")
    return folder
  }

  private func text(mix: String? = "a.yaml", _ rest: String = "") -> String {
    let line = mix.map { "  mix: \($0)\n" } ?? ""
    return StudyText.minimal.replacing("  devices: 3\n", with: "  devices: 3\n" + line) + rest
  }

  private func apps(_ file: StudyFile) -> [[String]] { file.points.map { $0.study.apps.map(\.bundleID) } }

  private let a = ["org.mix.a", "org.mix.shared", "org.example.mail"]
  private let b = ["org.mix.b", "org.mix.shared", "org.example.mail"]

  @Test("a level, an arm and --set change the apps", arguments: ["a.yaml", nil])
  func changes(base: String?) throws {
    let folder = try folder()
    let levels = try folder.study(text(mix: base, "factors: {population.mix: [a.yaml, b.yaml]}\n"))
    holds(apps(levels) == [a, b] && levels.warnings.isEmpty)
    let arms = """
      arms:
        - {name: first, set: {population.mix: a.yaml}}
        - {name: second, set: {population: {devices: 3, archetypes: scripted, mix: b.yaml}}}
        - {name: none, set: {population: {devices: 3, archetypes: scripted}}}

      """
    #expect(try apps(folder.study(text(mix: base, arms))) == [a, b, ["org.example.mail"]])
    let set = try folder.study(text(mix: base), overrides: [("population.mix", "\(folder.path)/b.yaml")])
    #expect(apps(set) == [b])
  }

  @Test("--set on an app of the mix holds at every level that has the app")
  func overrides() throws {
    let file = try folder().study(
      text("factors: {population.mix: [a.yaml, b.yaml]}\n"),
      overrides: [("apps.org.mix.shared.heavy", "true")])
    #expect(file.points.map { $0.study.apps[1].isHeavy } == [true, true])
  }

  @Test("runs and the study have other identities under another mix, and stored studies keep all mixes")
  func identity() throws {
    let folder = try folder()
    let (one, two) = (try folder.study(text()), try folder.study(text(mix: "b.yaml")))
    holds(one.baseDigest != two.baseDigest && one.points[0].digest != two.points[0].digest)
    let arms = "arms:\n  - {name: x, set: {}}\n  - {name: y, set: {population: {devices: 3, mix: b.yaml}}}\n"
    let levels = "factors: {population.mix: [a.yaml, b.yaml, everyday-apps]}\n"
    for rest in [levels, arms] {
      // The mix of the program has an app of the same id.
      let file = try folder.study(text(rest).replacing("org.example.mail", with: "org.example.own"))
      let stored = try StudyFile(stored: file.effectiveText, path: "r.sqlite")
      #expect(stored.points.map(\.digest) == file.points.map(\.digest))
      #expect(stored.points.map(\.name) == file.points.map(\.name))
      // A person runs the exported study from another folder.
      let exported = try StudyFile(text: file.effectiveText, path: "elsewhere/study.json")
      #expect(exported.points.map(\.digest) == file.points.map(\.digest))
      holds(
        stored.baseDigest == file.baseDigest && Set(file.points.map(\.digest)).count == file.points.count)
    }
  }

  @Test("a mix that cannot be read is an error with its place, wherever it is written")
  func missing() throws {
    let folder = try folder()
    let expected = "population.mix: found `no.yaml`, expected a file with apps ("
    let level = try folder.errors(text("factors: {population.mix: [a.yaml, no.yaml]}\n"))
    holds(level.count == 1 && level.first?.hasPrefix("study.yaml:18:36: \(expected)") == true)
    let arm = "arms:\n  - {name: x, set: {population.mix: no.yaml}}\n"
    #expect(try folder.errors(text(arm)).first?.hasPrefix("study.yaml:19:37: \(expected)") == true)
    let set = try folder.errors(text(), overrides: [("population.mix", "no.yaml")])
    holds(set.first?.hasPrefix("--set: \(expected)") == true && set.count == 1)
    #expect(try folder.errors(text(mix: "[a.yaml]")).count == 1)
    let apps = try folder.errors(text(mix: "{apps: [{id: org.mix.a}]}"))
    holds(apps.count == 1 && apps.first?.contains("expected `everyday-apps`, or a path") == true, "\(apps)")
  }
}
