import Basics
import TestSupport
import Testing

@Suite("Pages of text and tables") struct TextPageTests {
  private static let table: TextTable = {
    var table = TextTable(
      [("parameter", .left), ("default", .right), ("meaning", .left)], indentation: 2)
    table.add(["battery.capacity", "12.7 Wh", "energy of a full battery at the beginning of its life"])
    table.add(["push.minGap", "−1 ± 2", "a | b"])
    return table
  }()

  @Test("a table that fits has a line for each row, with numbers at the right")
  func fits() {
    var table = TextTable([("name", .left), ("n", .right)], indentation: 2)
    table.add(["a", "5"])
    table.add(["bcdef", "12"])
    #expect(table.text(width: 80) == "  name    n\n  a       5\n  bcdef  12\n")
  }

  @Test("an empty column is omitted on request")
  func emptyColumns() {
    var table = TextTable([("policy", .left), ("needed", .right), ("note", .left)], subject: "energy")
    table.add(["A", "", ""])
    table.add(["B", "", "few"])
    #expect(table.withoutEmptyColumns.text() == "policy  note\nA\nB       few\n")
    #expect(table.withoutEmptyColumns.subject == "energy")
  }

  @Test("long cells go on within their column; numbers and names stay whole")
  func wraps() {
    #expect(
      Self.table.text(width: 60) == """
          parameter         default  meaning
          battery.capacity  12.7 Wh  energy of a full battery at the
                                     beginning of its life
          push.minGap        −1 ± 2  a | b

        """)
  }

  @Test("columns that do not fit are printed in parts, each with the first column")
  func parts() {
    #expect(
      Self.table.text(width: 40) == """
          parameter         default
          battery.capacity  12.7 Wh
          push.minGap        −1 ± 2

          parameter         meaning
          battery.capacity  energy of a full
                            battery at the
                            beginning of its
                            life
          push.minGap       a | b

        """)
  }

  @Test("texts are complete and fit, at any width", arguments: 30...120)
  func everyWidth(_ width: Int) {
    var table = TextTable([
      ("key", .left), ("number", .right), ("words", .left), ("path", .left), ("more", .right),
    ])
    table.add([
      "staleness_at_open_s", "8123 ± 12", "one two three four five six seven eight nine ten eleven twelve",
      "org.example.a.long.identifier.of.an.app", "17",
    ])
    table.add(["", "1", "x", String(repeating: "z", count: 50), "0"])
    let text = table.text(width: width)
    for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    func letters(_ text: String) -> [Character: Int] {
      text.reduce(into: [:]) { if $1 != " ", $1 != "\n" { $0[$1, default: 0] += 1 } }
    }
    let found = letters(text)
    for (letter, count) in letters((table.lines.flatMap { $0 }).joined()) {
      #expect(found[letter, default: 0] >= count, "\(letter)")
    }
  }

  @Test("the widest column gives way first, so that one long value does not widen the table")
  func oneLongValue() {
    var table = TextTable([("a", .left), ("b", .left)])
    table.add(["x", String(repeating: "word ", count: 40)])
    holds(table.text(width: 50).split(separator: "\n").allSatisfy { $0.count <= 50 })
  }

  @Test(
    "empty titles do not print a line; missing cells are empty, and extra cells are dropped")
  func cells() {
    var table = TextTable([("", .left), ("", .left)])
    table.add(["a"])
    table.add(["b", "c", "d"])
    #expect(table.text(width: 80) == "a\nb  c\n")
  }

  @Test("prose is broken between words; what begins a line indents all of it")
  func prose() {
    #expect(WrappedText.lines(of: "one two three", width: 8) == ["one two", "three"])
    #expect(WrappedText.lines(of: "- one two three", width: 9) == ["- one two", "  three"])
    #expect(WrappedText.lines(of: "  one two three", width: 9) == ["  one two", "  three"])
    #expect(WrappedText.lines(of: "short", width: 8) == ["short"])
    #expect(WrappedText.lines(of: "a /a/long/path b", width: 6) == ["a", "/a/long/path", "b"])
    #expect(WrappedText.lines(of: "a b c d", width: 1, most: 2) == ["a", "b c d"])
    #expect(WrappedText.lines(of: "about 12 % of it", width: 9) == ["about", "12 % of", "it"])
    #expect(WrappedText.lines(of: "", width: 8) == [""])
  }

  @Test("cells are broken between words, after marks, or anywhere")
  func cellLines() {
    #expect(WrappedText.cell("org.example.news", width: 12) == ["org.example.", "news"])
    #expect(WrappedText.cell("abcdefghij", width: 4) == ["abcd", "efgh", "ij"])
    #expect(WrappedText.cell("one  two", width: 4) == ["one", "two"])
  }

  @Test("a command continues after the shell's continuation mark, and quoted words are not broken")
  func commands() {
    var page = TextPage()
    page.add(command: "slumber explain study.yaml --app org.example.news --set 'a b=c d' --device 3")
    holds(page.text(width: 100).hasPrefix("  slumber explain study.yaml"))
    #expect(
      page.text(width: 40) == """
          slumber explain study.yaml --app \\
            org.example.news --set 'a b=c d' \\
            --device 3

        """)
  }

  @Test("lines keep their order; an empty line is printed, an empty text is not")
  func lines() {
    var page = TextPage("a\n\nb\n")
    page.add("")
    page.addGap()
    page.add(TextPage("c", Self.table))
    holds(page.text(width: 80).hasPrefix("a\n\nb\n\nc\n  parameter  "))
    #expect(page.tables == [Self.table])
    holds(TextPage().isEmpty && TextPage("").isEmpty)
  }

  @Test(
    "CSV has the titles and rows of each table with the minus sign of numbers; equal columns make one table")
  func csv() {
    var page = TextPage("a heading", Self.table)
    for (subject, cell) in [("one", "say \"b\", c"), ("two", "d")] {
      var other = TextTable([("a", .left)], subject: subject)
      other.add([cell])
      page.add(other)
    }
    #expect(
      page.csv == """
        parameter,default,meaning
        battery.capacity,12.7 Wh,energy of a full battery at the beginning of its life
        push.minGap,-1 ± 2,a | b

        subject,a
        one,"say ""b"", c"
        two,d

        """)
  }

  @Test("Markdown has the lines, the tables and the commands")
  func markdown() {
    var page = TextPage("a_b\n  c `d_e`", Self.table)
    page.add(command: "slumber run study.yaml")
    #expect(
      page.markdown == """
        a\\_b\\
        c `d_e`

        | parameter | default | meaning |
        | --- | ---: | --- |
        | battery.capacity | 12.7 Wh | energy of a full battery at the beginning of its life |
        | push.minGap | −1 ± 2 | a \\| b |

        ```sh
        slumber run study.yaml
        ```

        """)
  }

  @Test("LaTeX has the unit of a column in its head, which the page has above the table")
  func latexUnits() {
    let table = TextTable(
      ["1 ± 2"],
      [.page("staleness", .right, unit: "h") { $0 }, .page("share", .right, unit: "1") { $0 }])
    #expect(TextPage(table).latex.contains("\nstaleness (h) & share \\\\\n"))
    #expect(!table.text().contains("(h)"))
  }

  @Test("a table with a caption floats in LaTeX, with its note below")
  func latexCaption() {
    var table = TextTable([("share", .left)])
    table.add(["1 %"])
    (table.caption, table.note) = ("Share (%).", "95 % intervals.")
    let latex = TextPage(table).latex
    #expect(latex.hasPrefix("\\begin{table}\n\\caption{Share (\\%).}\n\\begin{tabular}{l}\n"))
    #expect(
      latex.hasSuffix(
        "\\end{tabular}\n\n\\smallskip\n\\footnotesize 95 \\% intervals.\n\\end{table}\n"))
  }

  @Test("the head of a column in CSV can differ from the head on the page")
  func csvKey() {
    let table = TextTable(["1"], [.page("extra replications", .right, key: "needed") { $0 }])
    #expect(
      TextPage(table).csv == "needed\n1\n" && table.text() == "extra replications\n                 1\n")
  }

  @Test(
    "a legend explains the words that tables use, each once and in eight lines, or all words",
    arguments: [
      (["better +3"], false, "better, worse  beyond the margin\n"),
      (["slightly better"], false, ""), (["worsened"], false, ""),
      (["1"], true, "better, worse  beyond the margin\nn              a number\nsame           equal\n"),
      (["same; robust"], false, "same  equal\n"),
    ])
  func legends(_ cells: [String], _ isComplete: Bool, _ expected: String) {
    let words: Legend = ["better, worse": "beyond the margin", "n": "a number", "same": "equal"]
    var page = TextPage(TextTable(cells, [.page("cell") { $0 }]))
    let start = page.text().count
    page.add(words)
    page.add(words)
    #expect(page.text(explainsAll: isComplete).dropFirst(start) == expected)
  }

  @Test("a legend with more than eight lines names the option for all words")
  func longLegends() {
    let names = (1...12).map { "word \($0)" }
    var page = TextPage(TextTable(names, [.page("cell") { $0 }]))
    page.add(Legend(names.map { ($0, "meaning") }))
    let lines = page.text().split(separator: "\n").dropFirst(13)
    #expect(lines.count == 8 && lines.last == "Use --legend to explain 5 more words.")
    #expect(page.text(explainsAll: true).split(separator: "\n").count == 13 + 12)
    #expect(page.markdown.contains("| word 12 | meaning |"))
  }

  @Test("LaTeX has the tables with its own marks escaped")
  func latex() {
    var table = TextTable([("fresh_share", .left), ("%", .right)])
    table.add(["a & b", "−1 ± 2"])
    #expect(
      TextPage("left out", table).latex == """
        \\begin{tabular}{lr}
        \\toprule
        fresh\\_share & \\% \\\\
        \\midrule
        a \\& b & $-$1 $\\pm$ 2 \\\\
        \\bottomrule
        \\end{tabular}

        """)
  }

  @Test(
    "an unknown name gets the nearest name, or similar names, as a suggestion",
    arguments: [
      ("seven-facter", "; did you mean `seven-factor`?"),
      ("factor", "; names that contain it: `seven-factor`"),
      ("stalness", "; names with a similar word: `staleness_at_open_s`"),
      ("push.silence", "; names that begin with `push.`: `push.minGap`, `push.window`"), ("zzz", ""),
    ])
  func hints(_ name: String, _ hint: String) {
    let names = ["seven-factor", "push.minGap", "push.window", "random", "staleness_at_open_s"]
    #expect(NameSuggestion.hint(for: name, in: names) == hint)
  }
}
