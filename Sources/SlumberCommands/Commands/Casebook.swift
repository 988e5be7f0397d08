import Basics
import ModelParameters
import Studies

/// `slumber check --table`: what was seen on phones beside what studies of the situations give.
enum Casebook {
  struct Row {
    let study: String
    let quantity: String
    let words: String
    let comparison: ObservedComparison

    /// nil where nothing was seen that the expectation compares with.
    init?(_ judgement: ExpectationJudge.Judgement, of file: StudyFile) {
      guard let comparison = judgement.comparison else { return nil }
      self.comparison = comparison
      let expectation = judgement.expectation
      study = file.study.name
      quantity = [
        expectation.quantity.name, expectation.mechanism, expectation.arm, expectation.policy,
      ].compactMap { $0 }.joined(separator: " ")
      words = expectation.words
    }

    var seen: PublicObservation { comparison.seen }
    /// In parentheses where it does not count.
    var verdict: String {
      let word = comparison.verdict == .undecided ? "not decided" : comparison.verdict.rawValue
      return seen.isCounted ? word : "(\(word))"
    }
  }

  private static var columns: [PrintedColumn<Row>] {
    [
      .both("study", "study") { $0.study }, .both("id", "id") { $0.seen.id },
      .both("quantity", "quantity") { $0.quantity }, .json("that") { $0.words },
      .table("observed", at: .right) { $0.seen.valuesText },
      .json("observed") { $0.seen.values },
      .both("unit", "unit") { $0.comparison.unit }, .count("phones", "phones") { Int64($0.seen.phones) },
      .both("grade", "grade") { $0.seen.grade.rawValue }, .json("source") { $0.seen.source },
      .table("band", at: .right) { $0.seen.bandText },
      .json("bandLow") { $0.seen.band.lowerBound },
      .json("bandHigh") { $0.seen.band.upperBound },
      .table("simulated", at: .right) { $0.comparison.simulatedText },
      .json("simulated") { $0.comparison.simulated },
      .table("95 % interval", at: .right) { $0.comparison.intervalText },
      .json("simulatedLow") { $0.comparison.interval?.lowerBound },
      .json("simulatedHigh") { $0.comparison.interval?.upperBound },
      .json("isLowerBound") { $0.comparison.isLowerBound },
      .table("verdict") { $0.verdict }, .json("verdict") { $0.comparison.verdict.rawValue },
      .json("isCounted") { $0.seen.isCounted }, .json("why") { $0.seen.why },
    ]
  }

  static func show(_ rows: [Row], _ arguments: ParsedArguments) throws {
    let counted = rows.filter(\.seen.isCounted)
    func count(_ verdict: ObservedComparison.Verdict) -> Int {
      counted.count { $0.comparison.verdict == verdict }
    }
    var page = TextPage(PrintedColumn.table(rows, columns))
    for row in rows where !row.seen.isComparable {
      page.add("\(row.seen.id) is not comparable: \(row.seen.why)")
    }
    page.addGap()
    page.add(
      "of \(CountText.text(counted.count, "comparable row")): \(count(.inside)) inside, \(count(.outside)) outside, "
        + "\(count(.undecided)) not decided; \(rows.count - counted.count) shown and not counted")
    let json = JSONValue.members([
      "rows": PrintedColumn.json(rows, columns), "comparable": .count(counted.count),
      "inside": .count(count(.inside)), "outside": .count(count(.outside)),
      "undecided": .count(count(.undecided)),
    ])
    try Terminal.show(page, json: json, arguments)
  }
}
