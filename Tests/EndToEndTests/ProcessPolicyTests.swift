import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("A policy in another language") struct ProcessPolicyTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test("the Python of the scenarios decides as the same policy in Swift, with any number of workers")
  func python() throws {
    let scenarios = PackageRoot.file("scenarios").path
    try FileManager.default.copyItem(atPath: scenarios, toPath: folder.path("scenarios"))
    var exports: [Export] = []
    for jobs in ["1", "2"] {
      try folder.slumber(
        "run", "scenarios/process-policy.yaml", "--allow-commands", "--days", "3", "--devices", "3",
        "--replications", "2",
        "--jobs", jobs, "--results", "\(jobs).sqlite", code: 0)
      exports.append(try folder.export("\(jobs).sqlite"))
    }
    #expect(exports[0].differences(from: exports[1]) == [])
    let runs = try exports[0].rows("runs.csv")
    func hashes(_ label: String) -> [String?] {
      runs.filter { $0["policy"] == label }.map { $0["event_hash"] }
    }
    holds(hashes("fixed-interval").count == 2 && hashes("fixed-interval") == hashes("hourly-python"))
    // Its own setting changes what it decides.
    try folder.slumber(
      "run", "scenarios/process-policy.yaml", "--allow-commands", "--days", "3", "--devices", "3",
      "--replications", "2",
      "--set", "policies.hourly-python.settings.hours=3", "--results", "3.sqlite", code: 0)
    let others = try folder.export("3.sqlite").rows("runs.csv").filter { $0["policy"] == "hourly-python" }
    #expect(others.map { $0["event_hash"] } != hashes("hourly-python"))
  }

  @Test("an export has the files of the program and the replications that were run, and is run again alone")
  func export() throws {
    try study("echo '{\"decisions\":[]}'")
    try folder.slumber("run", "shell.yaml", "--allow-commands", "--replications", "1", code: 0)
    try folder.slumber("export", "shell.results.sqlite", "--to", "out", code: 0)
    #expect(try folder.text("out/policy.sh") == folder.text("policy.sh"))
    let package = try #require(
      try JSONSerialization.jsonObject(with: folder.data("out/datapackage.json")) as? [String: Any])
    let description = try #require(package["description"] as? String)
    holds(
      description.hasSuffix("The folder alone can be run again: slumber run study.json --allow-commands."))
    let resources = try #require(package["resources"] as? [[String: Any]])
    let file = try #require(resources.first { $0["path"] as? String == "policy.sh" })
    #expect((file["hash"] as? String)?.hasPrefix("sha256:") == true)
    let alone = try TestFolder()
    for name in ["study.json", "policy.sh"] { try alone.write(folder.text("out/\(name)"), to: name) }
    try alone.slumber("run", "study.json", "--allow-commands", code: 0)
    #expect(
      try alone.export("study.results.sqlite").rows("runs.csv").map { [$0["run_id"], $0["event_hash"]] }
        == folder.export("shell.results.sqlite").rows("runs.csv").map { [$0["run_id"], $0["event_hash"]] })
    // What has another file in its place is not written over.
    try folder.write("mine", to: "out/policy.sh")
    let refused = try folder.slumber("export", "shell.results.sqlite", "--to", "out", code: 1)
    holds(refused.error.contains("a file with other contents is in its place"), "\(refused.error)")
    #expect(try folder.text("out/policy.sh") == "mine")
  }

  @Test("an export names the files that it lacks, such as those outside the folder of the study")
  func lackingFile() throws {
    try study("echo '{\"decisions\":[]}'")
    let path = folder.path("policy.sh")
    try folder.write(folder.text("shell.yaml").replacing("policy.sh", with: path), to: "shell.yaml")
    try folder.slumber("run", "shell.yaml", "--allow-commands", "--replications", "1", code: 0)
    let text = try #require(try folder.export("shell.results.sqlite").files["datapackage.json"])
    let description = String(decoding: text, as: UTF8.self).replacing("\\/", with: "/")
    holds(
      description.contains("after you add the files that it lacks, \(path) (SHA-256 "), "\(description)")
  }

  /// A study of two replications with a program of the shell, which goes wrong on device 1 of replication 1: the
  /// key is from SHA-256 of "1 1 1".
  private func study(_ program: String, keys: String = "") throws {
    try folder.write(
      """
      echo "starting" >&2
      read -r hello
      echo '{"hello":2,"policy":"test","reusable":true}'
      while read -r line; do
        case $line in
          *'"device_key":"c413f845fbe90b26"'*) isBad=1;;
          *'"device":'*) isBad=0;;
          *'"observation":'*) if [ "$isBad" = 1 ]; then \(program); else echo '{"decisions":[]}'; fi;;
        esac
      done

      """, to: "policy.sh")
    try folder.write(
      Studies.small(name: "shell").replacing(
        "policies: [seven-factor, never, fixed-interval]",
        with: "policies: [never, {name: process, label: mine, command: [sh, policy.sh]\(keys)}]"),
      to: "shell.yaml")
  }

  @Test(
    "what goes wrong on one device fails its run alone, with an error that names what was expected",
    arguments: [
      ("exit 9", "", "ended with exit code 9", "one line `{\"decisions\":[…]}` within 5 s"),
      (
        "sleep 60", ", replyLimit: 300 ms", "has not answered",
        "one line `{\"decisions\":[…]}` within 0.3 s"
      ),
      ("echo oh", "", "has answered `oh`", "JSON, with a value at column 1"),
      (
        "echo '{\"decisions\":[{\"item\":0,\"start\":true}]}'", "",
        "has answered `{\"decisions\":[{\"item\":0,\"start\":true}]}`",
        "`decisions[0].item` to be a candidate: 1"
      ),
    ])
  func fails(_ program: String, _ keys: String, _ found: String, _ expected: String) throws {
    try study(program, keys: keys)
    let outcome = try folder.slumber("run", "shell.yaml", "--allow-commands", "--jobs", "2", code: 4)
    holds(outcome.error.contains("starting\n"))
    holds(outcome.error.contains("1 run failed; each stored error names the command that replays it"))
    let runs = try folder.export("shell.results.sqlite", code: 4).rows("runs.csv")
    #expect(runs.map { $0["status"] } == ["ok", "ok", "ok", "failed"])
    let failed = try #require(runs.last)
    let error = try #require(failed["error"])
    let id = try #require(failed["run_id"])
    holds(
      error.hasPrefix(
        "replication 1, device 1: policy `mine`: the process `sh policy.sh` \(found) when it was sent "
          + "`{\"observation\":{\"now_us\":"), "\(error)")
    holds(error.contains("`, expected \(expected)"), "\(error)")
    holds(error.hasSuffix("; replay: slumber run shell.yaml --allow-commands --only \(id) --device 1"))
    let replay = try folder.slumber(
      "run", "shell.yaml", "--allow-commands", "--only", id, "--device", "1", code: 4)
    holds(error.hasPrefix(replay.error.split(separator: "\n").last?.dropFirst("slumber: ".count) ?? "?"))
  }

  @Test("a wish that no policy may have is a violation and no failure")
  func violations() throws {
    try study("echo '{\"decisions\":[]}'")
    let text = try folder.text("policy.sh").replacing(
      "else echo '{\"decisions\":[]}'",
      with: """
        else item=${line#*'"item":'}; echo '{"decisions":[{"item":'${item%%,*}',"wait":"policyChoice","until_us":0}]}'
        """)
    try folder.write(text, to: "policy.sh")
    try folder.slumber("run", "shell.yaml", "--allow-commands", code: 0)
    let metrics = try folder.export("shell.results.sqlite").rows("events.csv")
    holds(metrics.contains { $0.values.contains("policyViolation") })
  }
}
