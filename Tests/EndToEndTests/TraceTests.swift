import Testing

@Suite("slumber trace") struct TraceTests {
  @Test("a day of a phone is drawn, the same each time, alone or in a page")
  func picture() throws {
    let folder = try TestFolder(Studies.small())
    let options = ["--app", "org.example.mail", "--device", "2", "--day", "3"]
    for name in ["a.svg", "b.svg", "c.html"] {
      let outcome = try folder.slumber(["trace", "small.yaml", "--to", name] + options, code: 0)
      #expect(
        outcome.error.contains("of org.example.mail on device 2 under seven-factor") && outcome.output.isEmpty
      )
    }
    let svg = try folder.xml("a.svg")
    #expect(svg.hasPrefix("<svg ") && svg.contains("battery, %") && svg.contains("refresh sync"))
    #expect(try folder.text("b.svg") == svg)
    #expect(try folder.text("c.html").contains(svg))
    // Without --day there is an open of the app that was chosen.
    let usual = try folder.slumber("trace", "small.yaml", "--to", "d.svg", code: 0)
    #expect(usual.error.contains(" of org.example.news on device 0") && !usual.error.contains("day 0"))
  }

  @Test(
    "what cannot be drawn is said with exit code 2, and nothing is written",
    arguments: [
      (["--to", "a.svg", "--day", "5"], "days 0 to 4, found --day 5"),
      (["--to", "a.svg", "--day", "x"], "--day"),
      (["--to", "a.svg", "--app", "news"], "no app `news`"), (["--to", "a.png"], "FILE.svg"),
      (["--to", "a.csv", "--day", "2"], "`--day`"), (["--to", "a.pftrace", "--app", "a"], "`--app`"),
    ])
  func refused(_ options: [String], _ words: String) throws {
    let folder = try TestFolder(Studies.small())
    let outcome = try folder.slumber(["trace", "small.yaml"] + options, code: 2)
    #expect(outcome.error.contains(words), "\(outcome.summary)")
    #expect(try folder.names() == ["small.yaml"])
  }
}
