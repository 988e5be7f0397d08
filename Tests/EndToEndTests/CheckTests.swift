import Testing

@Suite("slumber check") struct CheckTests {
  @Test("expectations that hold end with 0, one that is contradicted with 5, and nothing is stored")
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
        name: "other", replications: 8,
        extra: """
          expect:
            - {that: work runs, event: launched, policy: fixed-interval, greaterThan: 0}
            - {that: no phone uses energy, metric: energy_j_per_day, lessThan: 1}
            - {that: a mean is enough, event: launched, policy: fixed-interval, greaterThan: 1000000}
          """), to: "fails.yaml")
    let holds = try folder.slumber("check", "holds.yaml", code: 0)
    #expect(
      holds.flowing.contains("The one-sided 99.9 % confidence bound of the difference decides a metric."))
    let fails = try folder.slumber("check", "fails.yaml", code: 5)
    #expect(fails.output.contains("holds  work runs"))
    #expect(fails.output.contains("CONTRADICTED  no phone uses energy"))
    #expect(fails.output.contains("CONTRADICTED  a mean is enough"))
    let both = try folder.slumber("check", "holds.yaml", "fails.yaml", "--jobs", "2", code: 5)
    #expect(both.output.contains("holds.yaml: ") && both.output.contains("fails.yaml: "))
    #expect(try folder.names() == ["fails.yaml", "holds.yaml"])
  }

  @Test(
    "a metric whose replications differ is not decided by one or two: code 6, or 0 with --lenient",
    arguments: [1, 2])
  func undecided(_ replications: Int) throws {
    let folder = try TestFolder(
      Studies.small(
        replications: replications,
        extra: """
          expect:
            - {that: phones use less, metric: energy_j_per_day, atMost: 1000000}
            - {that: never means never, metric: refresh_energy_j_per_day, policy: never, atMost: 0}
            - {that: work runs, event: launched, policy: fixed-interval, atLeast: 1}
          """))
    let strict = try folder.slumber("check", "small.yaml", code: 6)
    #expect(strict.output.contains("not decided  phones use less: "), "\(strict.summary)")
    #expect(strict.flowing.contains("about 3 replications would decide it), over 2 replications"))
    #expect(
      strict.output.contains("holds  never means never: ") && strict.output.contains("holds  work runs: "))
    let lenient = try folder.slumber("check", "small.yaml", "--lenient", code: 0)
    #expect(lenient.output == strict.output)
    // What is contradicted stays so.
    try folder.write(
      Studies.small(
        replications: replications,
        extra: "expect: [{metric: refresh_energy_j_per_day, policy: never, greaterThan: 0}]"),
      to: "wrong.yaml")
    try folder.slumber("check", "small.yaml", "wrong.yaml", "--lenient", code: 5)
  }

  @Test("the second replication of a study with one serves metrics only")
  func counts() throws {
    func output(_ expectations: String) throws -> String {
      let folder = try TestFolder(Studies.small(replications: 1, extra: "expect:\n\(expectations)"))
      return try folder.slumber("check", "small.yaml", code: 0).output
    }
    let count = "  - {event: launched, policy: fixed-interval, atLeast: 1}\n"
    let alone = try output(count).split(separator: "\n").dropFirst().first
    let metric = "  - {metric: refresh_energy_j_per_day, policy: never, equals: 0}\n"
    #expect(try output(count + metric).split(separator: "\n").dropFirst().first == alone)
  }
}
