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
    let folder = try TestFolder(study.text, as: "broken.yaml")
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

  @Test("a study whose level fails ends with 4, names the replay, and keeps the other levels")
  func failingLevel() throws {
    let folder = try TestFolder()
    try folder.write(
      """
      formatVersion: 1
      name: level
      horizonDays: 4
      replications: 1
      population:
        devices: 1
        archetypes:
          - name: desk
            share: 100 %
            user: scripted
            network: cellular
            charging: [{from: "00:00", to: "12:00"}, {from: "12:00", to: "00:00"}]
      apps: [{id: org.example.mail, content: {process: none}, pushes: {on: poisson, perDay: 10000}}]
      policies: [never]
      parameters: {radio.nsaVerizon.inactivityTimer: 0 s, radio.lteVerizon.inactivityTimer: 0 s, radio.cellular.promotionPower: 20 W}
      factors: {radio.cellular.promotionTime: [1 s, 1 h, 2 s]}

      """, to: "level.yaml")
    let outcome = try folder.slumber("run", "level.yaml", code: 4)
    let runs = try folder.export("level.results.sqlite", code: 4).rows("runs.csv")
    #expect(runs.map { $0["status"] } == ["ok", "failed", "ok"])
    #expect(outcome.error.contains("the energy of the device cannot be counted in 64 bits"))
  }
}
