import Foundation
import Testing

@Suite("slumber check --table") struct CasebookTests {
  private static let observed = """
    expect:
      - that: no work runs
        event: launched
        policy: never
        observed: {id: O1, value: 0, grade: B, source: a log}
      - that: and another phone says otherwise
        event: launched
        policy: never
        observed: {id: O2, value: [3, 5], phones: 2, grade: C, source: a log, tolerance: {times: 2}}
      - that: or somebody has heard so
        observe: launchesPerDay
        policy: never
        observed: {id: O3, value: 1, unit: 1/h, grade: D, source: a talk, tolerance: {plus: 1}}
      - that: which cannot be compared
        event: launched
        policy: never
        observed: {id: O4, value: 0, grade: C, source: a log, comparable: false, why: another system}
    """

  @Test("what was seen stands beside what is simulated, and nothing of it fails the check")
  func table() throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(extra: Self.observed), to: "seen.yaml")
    let lines = try folder.slumber("check", "seen.yaml")
    #expect(lines.code == 0, "\(lines.summary)")
    #expect(lines.output.contains("  inside  no work runs: 0 [0 to 0] in 0 to 0.5, O1\n"))
    #expect(
      lines.output.contains("  outside  and another phone says otherwise: 0 [0 to 0] in 1.5 to 10, O2\n"))
    let table = try folder.slumber("check", "seen.yaml", "--table")
    #expect(table.code == 0, "\(table.summary)")
    #expect(table.output.contains("O4 is not comparable: another system\n"))
    #expect(
      table.output.hasSuffix(
        "\nof 2 comparable rows: 1 inside, 1 outside, 0 not decided; 2 shown and not counted\n"))
    let rows = try folder.slumber("check", "seen.yaml", "--table", "--csv").output
    #expect(
      rows == """
        study,id,quantity,observed,unit,phones,grade,band,simulated,95 % interval,verdict
        small,O1,launched never,0,1,0,B,0 to 0.5,0,0 to 0,inside
        small,O2,launched never,3; 5,1,2,C,1.5 to 10,0,0 to 0,outside
        small,O3,launchesPerDay never,24,1/d,0,D,0 to 48,0,0 to 0,(inside)
        small,O4,launched never,0,1,0,C,0 to 0.5,0,0 to 0,(inside)

        """)
  }

  @Test("JSON has every row with its numbers, the same for any number of workers")
  func json() throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(extra: Self.observed), to: "seen.yaml")
    let outcome = try folder.slumber("check", "seen.yaml", "--table", "--json", "--jobs", "1")
    #expect(outcome.code == 0, "\(outcome.summary)")
    #expect(
      try folder.slumber("check", "seen.yaml", "--table", "--json", "--jobs", "3").output == outcome.output)
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let rows = try #require(value?["rows"] as? [[String: Any]])
    #expect(rows.map { $0["verdict"] as? String } == ["inside", "outside", "inside", "inside"])
    #expect(rows.map { $0["isCounted"] as? Bool } == [true, true, false, false])
    #expect(rows[1]["observed"] as? [Double] == [3, 5] && rows[1]["bandHigh"] as? Double == 10)
    #expect(value?["inside"] as? Int == 1 && value?["comparable"] as? Int == 2)
  }

  @Test("a form without the table is a wrong use, and a table needs something that was seen")
  func refused() throws {
    let folder = try TestFolder()
    try folder.write(
      Studies.small(extra: "expect:\n  - {event: launched, policy: never, equals: 0}"), to: "plain.yaml")
    let form = try folder.slumber("check", "plain.yaml", "--csv")
    #expect(form.code == 2 && form.error.contains("`--csv` is a form of `--table`"), "\(form.summary)")
    let empty = try folder.slumber("check", "plain.yaml", "--table")
    #expect(empty.code == 3 && empty.error.contains("found no `observed`"), "\(empty.summary)")
  }
}
