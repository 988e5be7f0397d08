import Testing

@Suite("slumber check") struct CheckTests {
  @Test("expectations that hold end with 0, one that fails with 5, and nothing is stored")
  func judgements() throws {
    let folder = try TestFolder()
    try folder.write(
      Studies.small(
        extra: """
          expect:
            - {that: work runs, event: launched, policy: fixed-interval, greaterThan: {policy: never}}
            - {that: never means never, metric: refresh_energy_j_per_day, policy: never, equals: 0}
          """), to: "holds.yaml")
    try folder.write(
      Studies.small(
        name: "other",
        extra: """
          expect:
            - {that: work runs, event: launched, policy: fixed-interval, greaterThan: 0}
            - {that: no phone uses energy, metric: energy_j_per_day, lessThan: 1}
          """), to: "fails.yaml")
    let holds = try folder.slumber("check", "holds.yaml")
    #expect(holds.code == 0, "\(holds.summary)")
    let fails = try folder.slumber("check", "fails.yaml")
    #expect(fails.code == 5, "\(fails.summary)")
    #expect(fails.output.contains("holds  work runs"))
    #expect(fails.output.contains("FAILS  no phone uses energy"))
    let both = try folder.slumber("check", "holds.yaml", "fails.yaml", "--jobs", "2")
    #expect(both.code == 5)
    #expect(both.output.contains("holds.yaml: ") && both.output.contains("fails.yaml: "))
    #expect(try folder.names() == ["fails.yaml", "holds.yaml"])
  }

  @Test("a study that expects nothing is refused: there is nothing to judge")
  func nothing() throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(), to: "small.yaml")
    let outcome = try folder.slumber("check", "small.yaml")
    #expect(outcome.code == 3 && outcome.output.isEmpty, "\(outcome.summary)")
    #expect(
      outcome.error
        == "slumber: small.yaml: found no `expect`, expected what the study expects: there is nothing to judge\n"
    )
  }
}
