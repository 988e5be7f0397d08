import Testing

@Suite("Width of pages") struct PageWidthTests {
  static let commands = [
    "run", "merge", "compare", "export", "plan", "slurm", "status", "verify", "check", "explain", "ablate",
    "sensitivity",
    "trace", "timeline", "validate", "describe", "schema", "policies", "parameters", "networks", "train",
    "conform",
    "rules", "metrics", "distributions", "devices",
  ]

  /// Lines that are wider than a page.
  private static func wide(_ text: String, _ width: Int) -> [Substring] {
    text.split(separator: "\n").filter { $0.count > width }
  }

  @Test("help is as wide as COLUMNS says", arguments: [60, 80])
  func help(_ width: Int) throws {
    let folder = try TestFolder()
    let list = try folder.shell("COLUMNS=\(width) slumber --help")
    #expect(Self.wide(list.output, width).isEmpty)
    let named = list.output.split(separator: "\n").filter {
      $0.hasPrefix("  ") && $0.dropFirst(2).first != " "
    }
    .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(Self.commands.allSatisfy(named.contains), "the list of commands in this test lacks none")
    for command in named where Self.commands.contains(command) {
      let outcome = try folder.shell("COLUMNS=\(width) slumber \(command) --help")
      #expect(outcome.code == 0)
      #expect(Self.wide(outcome.output, width).isEmpty, "\(command)")
    }
  }

  @Test(
    "catalogues and their pages are as wide as COLUMNS says",
    arguments: [
      "policies", "policies seven-factor", "policies clairvoyant", "parameters", "parameters push",
      "parameters battery.capacity", "metrics", "metrics energy", "metrics staleness_at_open_s", "rules",
      "rules SUB", "rules SUB-4", "distributions", "distributions lognormal", "devices",
      "devices iphone-15-pro", "networks", "networks nsaVerizon", "schema", "schema apps.tasks",
      "schema paths", "conform seven-factor", "--version",
    ])
  func catalogues(_ words: String) throws {
    let folder = try TestFolder()
    let narrow = try folder.shell("COLUMNS=80 slumber \(words)")
    #expect(narrow.code == 0, "\(narrow.summary)")
    #expect(!narrow.output.isEmpty && Self.wide(narrow.output, 80).isEmpty)
    let piped = try folder.shell("unset COLUMNS; slumber \(words)")
    #expect(Self.wide(piped.output, 100).isEmpty)
  }

  @Test("everything that is printed of a study is as wide as COLUMNS says")
  func studies() throws {
    let folder = try TestFolder()
    try folder.write(
      Studies.small(
        record: "regret",
        extra: "factors: {refresh.minGap: [10 min, 1 h]}\nexpect:\n  - "
          + "{metric: energy_j_per_day, policy: never, lessThan: {policy: seven-factor}}\n"), to: "small.yaml"
    )
    let results = "small.results.sqlite"
    for words in [
      "validate small.yaml", "describe small.yaml", "describe small.yaml --all-parameters", "plan small.yaml",
      "run small.yaml --progress none", "compare \(results)", "compare \(results) --metric energy_j_per_day",
      "compare \(results) --app org.example.news", "status \(results)", "verify \(results) --sample 1",
      "explain small.yaml --app org.example.news", "explain small.yaml --app org.example.news --gates",
      "explain small.yaml --summary", "explain small.yaml --list",
      "run small.yaml --shard 1/2 --results other.sqlite --progress none", "status other.sqlite",
      "merge other.sqlite",
      "ablate small.yaml --replications 2 --progress none",
      "ablate small.yaml --replications 2 --shapley 1 --progress none", "trace small.yaml --to log.csv",
      "timeline small.yaml --to timeline.csv", "export \(results) --to tables",
      "slurm small.yaml --results third.sqlite --shards 2 --to jobs",
      "slurm small.yaml --shards 2 --to jobs", "check small.yaml --progress none",
    ] {
      let outcome = try folder.shell("COLUMNS=80 slumber \(words)")
      #expect([0, 4, 5].contains(outcome.code), "\(words): \(outcome.summary)")
      // Where a file lies is told in one word.
      let wide = Self.wide(outcome.output, 80).filter { !$0.contains(folder.path) }
      #expect(wide.isEmpty, "\(words): \(wide)")
    }
  }

  @Test("without COLUMNS a pipe has 100 columns; what is no number is passed over")
  func pipes() throws {
    let folder = try TestFolder()
    let piped = try folder.shell("unset COLUMNS; slumber parameters").output
    #expect(Self.wide(piped, 100).isEmpty && !Self.wide(piped, 80).isEmpty)
    #expect(try folder.shell("COLUMNS=wide slumber parameters").output == piped)
    #expect(try folder.shell("COLUMNS=0 slumber parameters").output == piped)
    let wide = try folder.shell("COLUMNS=400 slumber parameters").output
    #expect(!Self.wide(wide, 100).isEmpty)
  }
}
