import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("An app in another language") struct AppProgramTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func copyExample() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("examples"), withIntermediateDirectories: true)
    for name in ["news.py", "news.yaml"] {
      try FileManager.default.copyItem(
        atPath: PackageRoot.file("scenarios/examples/\(name)").path, toPath: folder.path("examples/\(name)"))
    }
  }

  @Test("the news of the examples runs alike for any number of workers, and keeps the protocol")
  func example() throws {
    try copyExample()
    var exports: [Export] = []
    for jobs in ["1", "8"] {
      try folder.slumber(
        "run", "examples/news.yaml", "--allow-commands", "--days", "4", "--replications", "2", "--jobs", jobs,
        "--results", "\(jobs).sqlite", code: 0)
      exports.append(try folder.export("\(jobs).sqlite"))
    }
    #expect(exports[0].differences(from: exports[1]) == [])
    let conform = try folder.slumber(
      "conform", "--study", "examples/news.yaml", "--app", "org.example.news", "--allow-commands", "--days",
      "3", code: 2)
    holds(conform.error.contains("--days"))
    let page = try folder.slumber(
      "conform", "--study", "examples/news.yaml", "--app", "org.example.news", "--allow-commands", "--set",
      "horizonDays=3", code: 0)
    #expect(page.output.split(separator: "\n").count { $0.hasPrefix("  holds  ") } == 3, "\(page.output)")
  }

  @Test(
    "a program that hangs, breaks or ends is named, ends with code 4 and says how to replay it",
    arguments: [
      ("time.sleep(60)", "has not answered"), ("print('oh', flush=True)", "has answered `oh`"),
      ("sys.exit(9)", "ended with exit code 9"),
      ("print('{\"list\":{}}\\n{\"list\":{}}', flush=True)", "which nobody asked for"),
    ])
  func breaks(_ deed: String, _ found: String) throws {
    try copyExample()
    let text = try folder.text("examples/news.py").replacing("import sys", with: "import sys, time")
      .replacing("        submit(now)\n        ask(handles", with: "        \(deed)\n        ask(handles")
    try folder.write(text, to: "examples/news.py")
    let outcome = try folder.slumber(
      "run", "examples/news.yaml", "--allow-commands", "--days", "3", "--replications", "1", "--set",
      "apps[0].replyLimit=500 ms", "--results", "a.sqlite", code: 4)
    holds(outcome.error.contains("2 runs failed"), "\(outcome.error)")
    let runs = try folder.export("a.sqlite", code: 4).rows("runs.csv")
    let error = try #require(runs.first?["error"])
    holds(error.contains("app `org.example.news`: the process `python3 news.py` "), "\(error)")
    holds(error.contains(found), "\(error)")
    holds(error.contains("; replay: slumber run news.yaml"), "\(error)")
  }
}
