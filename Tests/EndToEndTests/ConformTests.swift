import Foundation
import Testing

@Suite("slumber conform") struct ConformTests {
  @Test("a policy that keeps every clause ends with 0 and a line per clause")
  func holds() throws {
    let outcome = try TestFolder().slumber("conform", "never", code: 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "never on 18 phones")
    #expect(lines.count { $0.hasPrefix("  holds  ") } == 9)
    #expect(lines.count { $0.hasPrefix("  -      ") } == 2)
    #expect(outcome.flowing.ranges(of: "; not promised").count == 2)
    #expect(outcome.error.isEmpty)
  }

  @Test("--json has every clause with its outcome")
  func json() throws {
    let outcome = try TestFolder().slumber("conform", "energy-budget", "--json", code: 0)
    let object = try outcome.object
    #expect(object["policy"] as? String == "energy-budget" && object["holds"] as? Bool == true)
    #expect((object["devices"] as? [String])?.count == 18)
    let clauses = try #require(object["clauses"] as? [[String: Any]])
    let outcomes = Dictionary(
      uniqueKeysWithValues: clauses.compactMap { clause in
        (clause["clause"] as? String).map { ($0, clause["outcome"] as? String) }
      })
    #expect(outcomes.count == 11)
    #expect(outcomes["monotoneCost"] == "holds" && outcomes["noStarvation"] == "notDeclared")
  }

  // MARK: Programs

  /// Answers each decision point with what the shell does in `answer`.
  private func folder(answer: String, hello: String = "echo '{\"hello\":2,\"policy\":\"sh\"}'") throws
    -> TestFolder
  {
    let folder = try TestFolder()
    try folder.write(
      """
      read -r hello
      \(hello)
      while read -r line; do
        case $line in *'"observation":'*) \(answer);; esac
      done

      """, to: "policy.sh")
    try folder.write(
      Studies.small(
        name: "shell",
        policies: "never, {name: process, label: mine, command: [sh, policy.sh], replyLimit: 500 ms}"),
      to: "shell.yaml")
    return folder
  }

  private func conform(_ folder: TestFolder, _ label: String = "mine", _ more: String...) throws -> Outcome {
    try folder.slumber(["conform", "--study", "shell.yaml", "--policy", label, "--allow-commands"] + more)
  }

  // That a program keeps every clause is seen by the command of the page on policies.
  @Test("a policy of a study is judged with the study's parameters")
  func ofStudy() throws {
    let folder = try folder(answer: "exit")
    let outcome = try conform(folder, "never")
    #expect(outcome.code == 0 && outcome.output.hasPrefix("never of shell.yaml on 18 phones\n"))
    let json = try conform(folder, "never", "--json")
    #expect(json.code == 0 && json.output.contains("\"study\": \"shell.yaml\""), "\(json.summary)")
  }

  @Test(
    "a program that goes wrong at a decision breaks the clause that every phone comes to its end",
    arguments: [
      ("exit 3", "ended with exit code 3"), ("sleep 60", "has not answered"),
      ("echo oh", "has answered `oh`"),
    ])
  func wrong(_ answer: String, _ found: String) throws {
    let outcome = try conform(try folder(answer: answer))
    #expect(outcome.code == 5, "\(outcome.summary)")
    #expect(
      outcome.flowing.contains("FAILS finishing") && outcome.flowing.contains(found), "\(outcome.summary)")
    #expect(outcome.flowing.contains("not judged, as a phone did not come to its end"))
  }

  @Test(
    "a program that does not answer the first message is an error without a judgement",
    arguments: [
      ("exit 7", "policy `mine`: the process `sh policy.sh` ended with exit code 7"),
      ("echo oh", "has answered `oh`"),
    ])
  func deaf(_ hello: String, _ found: String) throws {
    let outcome = try conform(try folder(answer: "exit", hello: hello))
    #expect(outcome.code == 1 && outcome.output.isEmpty, "\(outcome.summary)")
    #expect(outcome.error.contains(found), "\(outcome.summary)")
  }
}
