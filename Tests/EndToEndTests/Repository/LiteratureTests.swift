import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("The list of claims in papers")
struct LiteratureTests {
  @Test("the scoreboard has one row with an allowed verdict and a reason for each study")
  func scoreboard() throws {
    let text = Data(try PackageRoot.text("scenarios/literature/scoreboard.csv").utf8)
    let rows = try Export(files: ["scoreboard.csv": text]).rows("scoreboard.csv")
    #expect(rows.count == 10)
    #expect(rows.compactMap { $0["study"] }.sorted() == ShippedStudy.literature)
    for row in rows {
      let verdict = row["verdict"] ?? ""
      holds(["reproduced", "order kept", "not reproduced"].contains(verdict), "\(row)")
      for column in ["paper", "claim", "setting", "paper number", "result", "reason"] {
        holds(row[column]?.isEmpty == false, "\(row): `\(column)` is empty")
      }
    }
  }
}
