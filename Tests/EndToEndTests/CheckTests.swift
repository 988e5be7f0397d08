import Testing

@Suite("slumber check") struct CheckTests {
  @Test("expectations that hold end with 0, one that fails with 5, and nothing is stored")
  func judgements() throws {
    let folder = try TestFolder(
      Studies.small(
        extra: """
          expect:
            - {that: work runs, event: launched, policy: fixed-interval, greaterThan: {policy: never}}
            - {that: never means never, metric: refresh_energy_j_per_day, policy: never, equals: 0}
          """), as: "holds.yaml")
    try folder.write(
      Studies.small(
        name: "other",
        extra: """
          expect:
            - {that: work runs, event: launched, policy: fixed-interval, greaterThan: 0}
            - {that: no phone uses energy, metric: energy_j_per_day, lessThan: 1}
            - {that: a mean is enough, event: launched, policy: fixed-interval, greaterThan: 1000000}
          """), to: "fails.yaml")
    try folder.slumber("check", "holds.yaml", code: 0)
    let fails = try folder.slumber("check", "fails.yaml", code: 5)
    #expect(fails.output.contains("holds  work runs"))
    #expect(fails.output.contains("FAILS  no phone uses energy"))
    #expect(fails.flowing.contains("shown below 0.001"))
    #expect(fails.flowing.contains("over 2 replications, each of which is judged"))
    let both = try folder.slumber("check", "holds.yaml", "fails.yaml", "--jobs", "2", code: 5)
    #expect(both.output.contains("holds.yaml: ") && both.output.contains("fails.yaml: "))
    #expect(try folder.names() == ["fails.yaml", "holds.yaml"])
  }
}
