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
    "an unknown name or value in an option is a usage error in every command, a wrong file is not",
    arguments: [
      (["run", "--policy", "nevr"], "did you mean `never`?"),
      (["run", "--set", "refresh.minGapp=3 min"], "did you mean `refresh.minGap`?"),
      (["run", "--set", "refresh.minGap=3 parsec"], "expected a number and a unit"),
      (["run", "--only", "0123456789abcdef"], "the study has no run `0123456789abcdef`"),
      (["explain", "--app", "org.example.newz"], "did you mean `org.example.news`?"),
      (["explain", "--app", "org.example.news", "--policy", "nevr"], "did you mean `never`?"),
      (["trace", "--to", "a.csv", "--device", "99"], "the study has 3 devices, found --device 99"),
      (["timeline", "--to", "a.csv", "--arm", "x"], "the study has no arm `x`, expected one of: base"),
      (["ablate", "--policy", "seven-facter"], "did you mean `seven-factor`?"),
      (["train", "--policy", "zzz", "--seeds", "1..2", "--state", "s"], "found `zzz`, expected one of"),
      (["sensitivity", "--quick", "--over", "zzz"], "found no assumption to vary by --over `zzz`"),
      (["conform", "--policy", "zzz"], "has no policy `zzz`, expected one of"),
    ])
  func unknownNames(_ words: [String], _ message: String) throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(), to: "small.yaml")
    let study = words[0] == "conform" ? ["--study", "small.yaml"] : ["small.yaml"]
    let outcome = try folder.slumber([words[0]] + study + words.dropFirst())
    #expect(outcome.code == 2 && outcome.error.contains(message), "\(outcome.summary)")
    #expect(outcome.output.isEmpty)
    #expect(try folder.names() == ["small.yaml"])
    try folder.write(Studies.small(extra: "colour: red\n"), to: "small.yaml")
    let wrong = try folder.slumber("run", "small.yaml", "--policy", "nevr")
    #expect(wrong.code == 3, "\(wrong.summary)")
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
