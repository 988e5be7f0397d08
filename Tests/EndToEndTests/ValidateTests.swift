import Testing

@Suite("Wrong studies") struct ValidateTests {
  @Test(
    "a broken study ends with 3 and a message, and nothing is written",
    arguments: [
      (Studies.small().replacing("horizonDays", with: "horizonDay"), "horizonDay"),
      (Studies.small().replacing("warmUpDays: 1", with: "warmUpDays: 5"), "warmUpDays"),
      ("formatVersion: [1\n", "broken.yaml"), ("", "broken.yaml"),
    ])
  func broken(_ study: String, _ message: String) throws {
    let folder = try TestFolder(study, as: "broken.yaml")
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
    let folder = try TestFolder(Studies.small(), as: "good.yaml")
    try folder.write(
      Studies.small().replacing("replications: 2", with: "replications: two")
        .replacing("15 min", with: "15 kB"), to: "bad.yaml")
    try folder.write(Studies.small().replacing("never", with: "nevver"), to: "worse.yaml")
    let outcome = try folder.slumber("validate", "good.yaml", "bad.yaml", "worse.yaml", "none.yaml", code: 3)
    #expect(outcome.output == "good.yaml: valid, 1 design point\n")
    for part in ["bad.yaml:6", "bad.yaml:14", "worse.yaml:8", "did you mean `never`", "none.yaml"] {
      #expect(outcome.error.contains(part), "\(part): \(outcome.summary)")
    }
  }

  @Test("a value beyond its range is read with a warning, and the file is valid")
  func warnings() throws {
    let folder = try TestFolder(Studies.small(extra: "parameters: {refresh.minGap: 2 h}"))
    let outcome = try folder.slumber("validate", "small.yaml")
    #expect(outcome.code == 0 && outcome.output == "small.yaml: valid, 1 design point\n")
    #expect(
      outcome.error
        == "small.yaml: warning: small.yaml:23: parameters.refresh.minGap: found `2 h`, "
        + "outside the range from 5 to 60 min\n1 warning\n")
    let strict = try folder.slumber("validate", "small.yaml", "--strict")
    #expect(strict.code == 3 && strict.output == outcome.output)
    #expect(
      strict.error.hasSuffix("\nslumber: 1 warning, expected none with --strict\n"), "\(strict.summary)")
    try folder.write(Studies.small(), to: "good.yaml")
    let good = try folder.slumber("validate", "good.yaml", "--strict")
    #expect(good.code == 0 && good.error.isEmpty, "\(good.summary)")
  }
}
