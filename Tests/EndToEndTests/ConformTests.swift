import Foundation
import Testing

@Suite("slumber conform") struct ConformTests {
  @Test("a policy that keeps every clause ends with 0 and a line per clause")
  func holds() throws {
    let outcome = try TestFolder().slumber("conform", "never")
    #expect(outcome.code == 0, "\(outcome.summary)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "never on 18 phones")
    #expect(lines.count { $0.hasPrefix("  holds  ") } == 9)
    #expect(lines.count { $0.hasPrefix("  -      ") } == 2)
    #expect(outcome.flowing.ranges(of: "; not promised").count == 2)
    #expect(outcome.error.isEmpty)
  }

  @Test("--json has every clause with its outcome")
  func json() throws {
    let outcome = try TestFolder().slumber("conform", "energy-budget", "--json")
    #expect(outcome.code == 0, "\(outcome.summary)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
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

  @Test("an unknown policy is an error with the nearest one")
  func unknown() throws {
    let outcome = try TestFolder().slumber("conform", "seven-facter")
    #expect(outcome.code == 2)
    #expect(
      outcome.error.hasPrefix("slumber: there is no policy `seven-facter`; did you mean `seven-factor`?"))
  }
}
