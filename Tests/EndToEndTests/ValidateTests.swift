import Testing

@Suite("Wrong studies") struct ValidateTests {
  private static let broken: [(name: String, text: String, message: String)] = [
    ("a misspelt key", Studies.small().replacing("horizonDays", with: "horizonDay"), "horizonDay"),
    (
      "no policy of that name", Studies.small().replacing("fixed-interval", with: "fixed-intervall"),
      "fixed-interval"
    ),
    ("text for a number", Studies.small().replacing("replications: 2", with: "replications: two"), "two"),
    (
      "nothing left after warm-up", Studies.small().replacing("warmUpDays: 1", with: "warmUpDays: 5"),
      "warmUpDays"
    ),
    ("a wrong unit", Studies.small().replacing("15 min", with: "15 kB"), "15 kB"),
    ("no YAML", "formatVersion: [1\n", "broken.yaml"),
    ("an empty file", "", "broken.yaml"),
    ("a key twice", Studies.small() + "name: again\n", "name"),
    ("an unknown parameter", Studies.small(extra: "parameters: {gate.herdPaus: 1 min}"), "gate.herdPaus"),
  ]

  @Test("a broken study ends with 3 and a message, and nothing is written", arguments: broken.map(\.name))
  func broken(_ name: String) throws {
    let (_, text, message) = try #require(Self.broken.first { $0.name == name })
    let folder = try TestFolder()
    try folder.write(text, to: "broken.yaml")
    for command in [
      ["validate", "broken.yaml"], ["run", "broken.yaml"], ["check", "broken.yaml"],
      ["describe", "broken.yaml"],
      ["timeline", "broken.yaml", "--to", "a.csv"],
    ] {
      let outcome = try folder.slumber(command)
      #expect(outcome.code == 3, "\(command): \(outcome.summary)")
      #expect(outcome.output.isEmpty, "\(command): \(outcome.summary)")
      #expect(outcome.error.contains("broken.yaml"), "\(command): \(outcome.summary)")
      #expect(outcome.error.contains(message), "\(command): \(outcome.summary)")
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
    #expect(outcome.error.contains("gate.herdPaus"))
    #expect(try folder.names() == ["small.yaml"])
  }
}
