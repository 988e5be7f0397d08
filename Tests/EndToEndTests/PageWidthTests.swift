import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Width of pages") struct PageWidthTests {
  /// Every command of the table, as the list of the program's help names them.
  static func commands(_ list: String) -> [String] {
    list.split(separator: "\n").filter { $0.hasPrefix("  ") && $0.dropFirst(2).first != " " }
      .drop { !$0.hasPrefix("  init ") }.prefix { !$0.hasPrefix("  -") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// Lines that are wider than a page.
  private static func wide(_ text: String, _ width: Int) -> [Substring] {
    text.split(separator: "\n").filter { $0.count > width }
  }

  @Test("help is as wide as COLUMNS says", arguments: [60, 80])
  func help(_ width: Int) throws {
    let folder = try TestFolder()
    let list = try folder.shell("COLUMNS=\(width) slumber --help")
    holds(Self.wide(list.output, width).isEmpty)
    let commands = Self.commands(list.output)
    holds(commands.count > 25 && commands.last == "manual", "\(commands)")
    for command in commands {
      let outcome = try folder.shell("COLUMNS=\(width) slumber \(command) --help", code: 0)
      holds(Self.wide(outcome.output, width).isEmpty, "\(command)")
    }
  }

  @Test(
    "catalogues and their pages are as wide as COLUMNS says",
    arguments: [
      "policies", "policies seven-factor", "policies clairvoyant", "parameters", "parameters push",
      "parameters battery.capacity", "metrics", "metrics energy", "metrics staleness_at_open_s", "rules",
      "rules SUB", "rules SUB-4", "distributions", "distributions lognormal", "devices",
      "devices iphone-15-pro", "networks", "networks nsaVerizon", "schema", "schema apps.tasks",
      "schema paths", "conform never", "--version",
    ])
  func catalogues(_ words: String) throws {
    let folder = try TestFolder()
    let narrow = try folder.shell("COLUMNS=80 slumber \(words)", code: 0)
    holds(!narrow.output.isEmpty && Self.wide(narrow.output, 80).isEmpty)
    let piped = try folder.shell("unset COLUMNS; slumber \(words)")
    holds(Self.wide(piped.output, 100).isEmpty)
  }

  /// Commands whose output is for programs, or wraps in the reader's own program, those of the catalogues, and `fit`, whose observations no small study has.
  private static let others: Set = [
    "completions", "manual", "schema", "policies", "parameters", "networks", "rules", "metrics",
    "distributions", "devices", "conform", "fit",
  ]

  @Test("everything that is printed of a study is as wide as COLUMNS says")
  func studies() throws {
    let folder = try TestFolder(
      Studies.small(
        record: "regret",
        extra: "factors: {refresh.minGap: [10 min, 1 h]}\nexpect:\n  - "
          + "{metric: energy_j_per_day, policy: never, lessThan: {policy: seven-factor}}\n"))
    try folder.write(Studies.small(name: "plain"), to: "plain.yaml")
    let root = PackageRoot.file("scenarios").path
    let results = "small.results.sqlite"
    let lines = [
      "validate small.yaml", "describe small.yaml", "describe small.yaml --all-parameters", "plan small.yaml",
      "run small.yaml --progress none", "compare \(results)", "compare \(results) --metric energy_j_per_day",
      "compare \(results) --app org.example.news", "status \(results)", "verify \(results) --sample 1",
      "explain small.yaml --app org.example.news", "explain small.yaml --app org.example.news --gates",
      "explain small.yaml --summary", "explain small.yaml --list",
      "run small.yaml --shard 1/2 --results other.sqlite --progress none", "status other.sqlite",
      "merge other.sqlite",
      "ablate small.yaml --replications 2 --progress none",
      "trace small.yaml --to log.csv",
      "timeline small.yaml --to timeline.csv", "export \(results) --to tables",
      "slurm small.yaml --results third.sqlite --shards 2 --to jobs",
      "slurm small.yaml --shards 2 --to jobs", "check small.yaml --progress none", "init new",
      "init own --from policy-python", "init own-swift --from policy-swift", "warm-up \(results)",
      "report \(results) --to report.html",
      "run plain.yaml --precision --max-replications 10 --progress none",
      "run plain.yaml --precision --plan",
      "run plain.yaml --progress none --results q.sqlite --select energy_j_per_day --delta 5000 --max-replications 20",
      "sensitivity \(root)/threshold-corner.yaml --quick --over score.threshold --points 4 --budget 0 "
        + "--replications 2 --progress none --to found",
      "sensitivity \(root)/threshold-corner.yaml --over score.threshold --shares 7 --budget 0 --replications 2 "
        + "--progress none",
      "train \(root)/trained-policy.yaml --policy trained --seeds 11..11 --days 4 --state state.json --allow-commands "
        + "--progress none",
      "import \(root)/examples/batterystats.txt --to phone", "compare-log phone",
      "battery \(PackageRoot.file("Tests/EndToEndTests/Fixtures/iphone-telemetry.csv").path) --device iphone-16-pro-max",
    ]
    let listed = Self.commands(try folder.shell("COLUMNS=80 slumber --help").output)
    let called = Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
    holds(
      Set(listed).subtracting(called).subtracting(Self.others).isEmpty, "a command that no line here calls")
    for words in lines {
      let outcome = try folder.shell("COLUMNS=80 slumber \(words)")
      holds([0, 4, 5, 6].contains(outcome.code), "\(words): \(outcome.summary)")
      // Where a file lies is told in one word.
      let wide = Self.wide(outcome.output, 80).filter { !$0.contains(folder.path) }
      holds(wide.isEmpty, "\(words): \(wide)")
    }
  }

  @Test("without COLUMNS a pipe has 100 columns; what is no number is passed over")
  func pipes() throws {
    let folder = try TestFolder()
    let piped = try folder.shell("unset COLUMNS; slumber parameters").output
    holds(Self.wide(piped, 100).isEmpty && !Self.wide(piped, 80).isEmpty)
    #expect(try folder.shell("COLUMNS=wide slumber parameters").output == piped)
    #expect(try folder.shell("COLUMNS=0 slumber parameters").output == piped)
    let wide = try folder.shell("COLUMNS=400 slumber parameters").output
    holds(!Self.wide(wide, 100).isEmpty)
  }
}
