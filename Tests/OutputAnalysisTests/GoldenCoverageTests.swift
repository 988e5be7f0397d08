import TestSupport
import Testing

@Suite("Every row of the golden tables is accounted for")
struct GoldenCoverageTests {
  /// Rows that are computed and rows that are listed as not used.
  static let counts: [String: [Int]] = [
    "compare.csv": [43, 110],
    "distributions.csv": [90, 28],
    "doe.csv": [23, 27],
    "opchar.csv": [13, 16],
    "output_analysis.csv": [45, 85],
    "rng.csv": [35, 23],
    "simcheck.csv": [14, 104],
  ]

  @Test("each row belongs to one target or is listed with a reason", arguments: GoldenTable.files)
  func complete(file: String) throws {
    let coverage = try GoldenCoverage()
    #expect(try coverage.complaints(about: file) == [])
    let listed = coverage.notUsed[file]?.count ?? 0
    #expect(try [GoldenTable(file).rows.count - listed, listed] == Self.counts[file])
  }

  @Test("not-used.txt names no other file, and gives a reason for every row")
  func files() throws {
    let notUsed = try GoldenCoverage().notUsed
    holds(notUsed.keys.allSatisfy(GoldenTable.files.contains))
    holds(notUsed.values.allSatisfy { $0.values.allSatisfy { $0.count > 10 } })
  }

  private static let header = "name,inputs,expected,tolerance,tol_kind\n"

  /// Golden values of one file in a folder of their own.
  private func folder(_ rows: String, notUsed: String, file: String = "compare.csv") throws -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.header + rows, as: file)
    try folder.write(notUsed, as: "not-used.txt")
    return folder
  }

  @Test("a row in no group and not in the list is a failure, and so is a name without a row")
  func gaps() throws {
    let folder = try folder(
      "known,{},1,0,exact\nnew,{},2,0,exact\n", notUsed: "compare.csv: not built\n  gone\n")
    let coverage = try GoldenCoverage(in: folder.url)
    #expect(try coverage.complaints(about: "compare.csv") == ["gone: listed, but no row of compare.csv"])
    let (rows, complaints) = try coverage.judge("compare.csv", for: "OutputAnalysisTests") { row in
      row.name == "known" ? .number(1) : nil
    }
    #expect(rows == 2)
    #expect(
      complaints == ["new: no group of OutputAnalysisTests computes it, and not-used.txt does not list it"])
    let other = try self.folder("stray,{},1,0,exact\n", notUsed: "", file: "simcheck.csv")
    #expect(
      try GoldenCoverage(in: other.url).complaints(about: "simcheck.csv")
        == ["stray: in no group and not in not-used.txt"])
  }

  @Test("a wrong answer, a thrown error and a missing value are each a complaint")
  func complaints() throws {
    let folder = try folder(
      """
      a,"{""x"":[1,2]}",3,1e-9,rel
      b,{},[1;2],0,exact
      c,{},4,0.5,abs
      d,{},ab cd,0,exact

      """, notUsed: "")
    let (_, complaints) = try GoldenCoverage(in: folder.url).judge("compare.csv", for: "OutputAnalysisTests")
    {
      row in
      switch row.name {
      case "a": .number(row.numbers("x").reduce(0.1, +))
      case "b": .numbers([1])
      case "c": .estimate(5, within: 0.5)
      default: .text("ab ce")
      }
    }
    #expect(
      complaints == [
        "a: found 3.1, expected 3.0 within 3.0000000000000004e-09", "b: found 1 values [1.0], expected [1;2]",
        "c: found 5.0, expected 4 within 0.5", "d: found ab ce, expected ab cd",
      ])
  }

  @Test("integers beyond 2⁶³ are read and compared to the last digit")
  func largeIntegers() throws {
    let row = try GoldenRow(
      name: "seed", inputs: #"{"seed":18446744073709551615}"#, expected: "[18446744073709551614;7]",
      tolerance: "0", kind: "exact")
    #expect(try row.integer("seed") == .max)
    #expect(row.complaint(about: .integers([.max - 1, 7])) == nil)
    #expect(row.complaint(about: .integers([.max, 7])) != nil)
    #expect(row.complaint(about: .numbers([0x1p64, 7])) != nil)
    #expect(throws: GoldenError.self) { try row.integer("other") }
  }

  @Test(
    "text that is not JSON is refused",
    arguments: ["", "{", "[1,]", "{\"a\":1,\"a\":2}", "nul", "\"a", "{} x", "[1 2]"])
  func notJSON(text: String) {
    #expect(JSONText(text) == nil)
  }
}
