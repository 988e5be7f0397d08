import Testing

@Suite("Usage errors") struct UsageErrorTests {
  @Test(
    "a mistake on the command line ends with 2 and a message",
    arguments: [
      (["comapre", "a"], "there is no command `comapre`; did you mean `compare`?"),
      (["zzzzzzzz"], "there is no command `zzzzzzzz`"),
      (["run", "a.yaml", "--job", "2"], "`run` has no option `--job`; did you mean `--jobs`?"),
      (["run", "a.yaml", "--jobs"], "`--jobs` needs a value: N"),
      (["run", "a.yaml", "--seed", "1", "--seed", "2"], "`--seed` was given twice"),
      (["run", "a.yaml", "--fresh", "--fresh"], "`--fresh` was given twice"),
      (["run", "a.yaml", "--fresh=yes"], "`--fresh` takes no value"),
      (
        ["run", "a.yaml", "--shard"],
        "`--shard` needs a value: I/N"
      ),
      (["run"], "`run` was given 0 arguments, expected STUDY"),
      (["run", "a.yaml", "b.yaml"], "`run` was given 2 arguments, expected STUDY"),
      (["validate"], "`validate` was given 0 arguments, expected STUDY…"),
      (["export", "a.sqlite"], "`export` needs --to DIR"),
      (["timeline", "small.yaml"], "`timeline` needs --to FILE.csv"),
      (
        ["run", "small.yaml", "--jobs", "0"], "`--jobs` was given `0`, expected a whole number of at least 1"
      ),
      (["run", "small.yaml", "--replications", "x"], "`--replications` was given `x`"),
      (
        ["run", "small.yaml", "--set", "gate.herdPause"],
        "`--set` was given `gate.herdPause`, expected PATH=VALUE"
      ),
      (["run", "small.yaml", "--device", "1"], "`--device` goes with `--only`"),
      (
        ["run", "small.yaml", "--progress", "much"],
        "`--progress` was given `much`, expected auto, plain or none"
      ),
      (["policies", "--nothing"], "`policies` has no option `--nothing`"),
    ])
  func mistakes(_ words: [String], _ message: String) throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(), to: "small.yaml")
    let outcome = try folder.slumber(words)
    #expect(outcome.code == 2, "\(outcome.summary)")
    #expect(outcome.error.hasPrefix("slumber: \(message)"), "\(outcome.summary)")
    #expect(outcome.output.isEmpty)
    #expect(try folder.names() == ["small.yaml"])
  }

  @Test(
    "commands of the interface that are not built yet are refused by name",
    arguments: ["battery"])
  func later(_ command: String) throws {
    let outcome = try TestFolder().slumber(command, "small.yaml", "--device", "1")
    #expect(outcome.code == 2)
    #expect(outcome.error.hasPrefix("slumber: `\(command)` is not in this version"))
  }
}
