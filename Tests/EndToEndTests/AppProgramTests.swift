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
    #expect(conform.error.contains("--days"))
    let page = try folder.slumber(
      "conform", "--study", "examples/news.yaml", "--app", "org.example.news", "--allow-commands", "--set",
      "horizonDays=3", code: 0)
    #expect(page.output.split(separator: "\n").count { $0.hasPrefix("  holds  ") } == 3, "\(page.output)")
  }

  @Test("a study starts no app without the flag, and is described without starting one")
  func permission() throws {
    try copyExample()
    let outcome = try folder.slumber("run", "examples/news.yaml", code: 3)
    #expect(
      outcome.error.contains(
        "apps[0].command: found the command `python3 news.py`, expected `--allow-commands`"))
    try folder.slumber("describe", "examples/news.yaml", code: 0)
    try folder.slumber("validate", "examples/news.yaml", code: 0)
  }

  @Test("an app that has changed is another app: its runs do not mix with those of before")
  func identity() throws {
    try copyExample()
    let run = [
      "run", "examples/news.yaml", "--allow-commands", "--days", "3", "--replications", "1", "--results",
      "a.sqlite",
    ]
    func hashes(_ options: String...) throws -> Set<String> {
      try folder.slumber(run + options, code: 0)
      return Set(try folder.export("a.sqlite").rows("runs.csv").compactMap { $0["event_hash"] })
    }
    let first = try hashes()
    #expect(try hashes() == first)
    try folder.write(
      try folder.text("examples/news.py").replacing("900_000_000", with: "9_000_000_000"),
      to: "examples/news.py")
    #expect(try folder.slumber(run, code: 1).error.contains("other settings or another program"))
    #expect(try hashes("--fresh") != first)
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
    #expect(outcome.error.contains("2 runs failed"), "\(outcome.error)")
    let runs = try folder.export("a.sqlite", code: 4).rows("runs.csv")
    let error = try #require(runs.first?["error"])
    #expect(error.contains("app `org.example.news`: the process `python3 news.py` "), "\(error)")
    #expect(error.contains(found), "\(error)")
    #expect(error.contains("; replay: slumber run news.yaml"), "\(error)")
  }

  @Test("conform names what an app does not keep")
  func conform() throws {
    try copyExample()
    let text =
      try folder.text("examples/news.py").replacing("import sys", with: "import random, sys")
      .replacing("900_000_000", with: "random.randrange(9_000_000_000)") + "\nimport time\ntime.sleep(30)\n"
    try folder.write(text, to: "examples/news.py")
    let outcome = try folder.slumber(
      "conform", "--study", "examples/news.yaml", "--app", "org.example.news", "--allow-commands", "--json")
    let clauses = try #require(try outcome.object["clauses"] as? [[String: Any]])
    #expect(clauses.compactMap { $0["outcome"] as? String } == ["holds", "fails", "fails"])
  }

  @Test("a starter in Swift is a package beside slumber's checkout, and a study of what it builds")
  func swiftStarter() throws {
    let made = try folder.slumber(
      "init", "mine", "--from", "app-swift", "--package", "../checkout", code: 0)
    #expect(made.output.contains("swift build -c release"))
    #expect(try folder.text("mine/Package.swift").contains(#"path: "../checkout/Sources/SimulatedApp""#))
    #expect(try folder.text("mine/Sources/App.swift").contains("@main"))
    let built = URL(fileURLWithPath: folder.path("mine/.build/release"))
    try FileManager.default.createDirectory(at: built, withIntermediateDirectories: true)
    try folder.write("", to: "mine/.build/release/mine")
    #expect(try folder.text("mine/study.yaml").contains("command: [.build/release/mine]"))
    try folder.slumber("validate", "mine/study.yaml", "--strict", code: 0)
  }

  @Test("a property list that no build has filled in is refused, and a mode that it lacks is a warning")
  func propertyList() throws {
    try folder.slumber("init", "mine", "--from", "app-python", code: 0)
    let study = try folder.text("mine/study.yaml") + "    pushes: {on: poisson, perDay: 6}\n"
    try folder.write(study, to: "mine/study.yaml")
    let lacking = try folder.slumber("validate", "mine/study.yaml", "--strict", code: 3)
    #expect(lacking.error.contains("plist: lacks `remote-notification`, without which `pushes` do not run"))
    let plist = try folder.text("mine/Info.plist")
    try folder.write(
      plist.replacing("org.example.news", with: "$(PRODUCT_BUNDLE_IDENTIFIER)"), to: "mine/Info.plist")
    let unfilled = try folder.slumber("validate", "mine/study.yaml", code: 3)
    #expect(unfilled.error.contains("which a build fills in, expected the Info.plist of the built app"))
  }

  @Test("a starter in Python is the news of the examples, and runs")
  func starter() throws {
    let made = try folder.slumber("init", "mine", "--from", "app-python", code: 0)
    #expect(made.output.contains("mine/app.py") && made.output.contains("--app org.example.news"))
    let example = PackageRoot.file("scenarios/examples/news.py")
    #expect(try folder.text("mine/app.py") == String(contentsOf: example, encoding: .utf8))
    try folder.slumber(
      "run", "mine/study.yaml", "--allow-commands", "--days", "3", "--replications", "1", "--results",
      "a.sqlite",
      code: 0)
  }
}
