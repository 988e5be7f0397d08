import Testing

/// A study with one mistake, and a part of its message.
struct BrokenStudy: CustomTestStringConvertible {
  var testDescription: String
  var text: String
  var message: String

  init(_ name: String, _ text: String, _ message: String) {
    testDescription = name
    self.text = text
    self.message = message
  }

  static let all: [BrokenStudy] = [
    .init("a misspelt key", Studies.small().replacing("horizonDays", with: "horizonDay"), "horizonDay"),
    .init(
      "no policy of that name", Studies.small().replacing("fixed-interval", with: "fixed-intervall"),
      "fixed-interval"
    ),
    .init(
      "text for a number", Studies.small().replacing("replications: 2", with: "replications: two"), "two"),
    .init(
      "nothing left after warm-up", Studies.small().replacing("warmUpDays: 1", with: "warmUpDays: 5"),
      "warmUpDays"
    ),
    .init("a wrong unit", Studies.small().replacing("15 min", with: "15 kB"), "15 kB"),
    .init("no YAML", "formatVersion: [1\n", "broken.yaml"),
    .init("an empty file", "", "broken.yaml"),
    .init("a key twice", Studies.small() + "name: again\n", "name"),
    .init(
      "an unknown parameter", Studies.small(extra: "parameters: {gate.herdPaus: 1 min}"), "gate.herdPaus"),
  ]
}

@Suite("Wrong studies") struct ValidateTests {
  @Test("a broken study ends with 3 and a message, and nothing is written", arguments: BrokenStudy.all)
  func broken(_ study: BrokenStudy) throws {
    let folder = try TestFolder()
    try folder.write(study.text, to: "broken.yaml")
    for command in [
      ["validate", "broken.yaml"], ["run", "broken.yaml"], ["check", "broken.yaml"],
      ["describe", "broken.yaml"],
      ["timeline", "broken.yaml", "--to", "a.csv"],
    ] {
      let outcome = try folder.slumber(command)
      #expect(outcome.code == 3, "\(command): \(outcome.summary)")
      #expect(outcome.output.isEmpty, "\(command): \(outcome.summary)")
      #expect(outcome.error.contains("broken.yaml"), "\(command): \(outcome.summary)")
      #expect(outcome.error.contains(study.message), "\(command): \(outcome.summary)")
    }
    #expect(try folder.names() == ["broken.yaml"])
  }

  @Test("all errors of all files are printed, each with its line")
  func several() throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(), to: "good.yaml")
    try folder.write(
      Studies.small().replacing("replications: 2", with: "replications: two")
        .replacing("15 min", with: "15 kB"), to: "bad.yaml")
    try folder.write(Studies.small().replacing("never", with: "nevver"), to: "worse.yaml")
    let outcome = try folder.slumber("validate", "good.yaml", "bad.yaml", "worse.yaml", "none.yaml")
    #expect(outcome.code == 3)
    #expect(outcome.output == "good.yaml: valid, 1 design points\n")
    for part in ["bad.yaml:6", "bad.yaml:14", "worse.yaml:8", "did you mean `never`", "none.yaml"] {
      #expect(outcome.error.contains(part), "\(part): \(outcome.summary)")
    }
  }

  @Test("a wrong --set is an error of the study", arguments: ["gate.herdPause=1 kB", "gate.herdPaus=1 min"])
  func overrides(_ change: String) throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(), to: "small.yaml")
    let outcome = try folder.slumber("run", "small.yaml", "--set", change)
    #expect(outcome.code == 3, "\(outcome.summary)")
    #expect(outcome.error.hasPrefix("--set:1:1: ") && outcome.error.contains("gate"), "\(outcome.summary)")
    #expect(try folder.names() == ["small.yaml"])
  }
}
