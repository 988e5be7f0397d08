import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("A policy in another language") struct ProcessPolicyTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

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
}
