import Basics
import Testing

@Suite("Text that is shown")
struct PlainTextTests {
  @Test(
    "control characters, changes of direction and noncharacters are escaped; all else stays",
    arguments: [
      ("plain, 5 % – „é“ 日本 👩‍💻", "plain, 5 % – „é“ 日本 👩‍💻"), ("\u{1B}[31mred", "\\u{1B}[31mred"),
      ("a\nb\r\tc", "a\\u{A}b\\u{D}\\u{9}c"), ("\0", "\\u{0}"), ("\u{7F}\u{9B}5m", "\\u{7F}\\u{9B}5m"),
      ("a\u{202E}gnp", "a\\u{202E}gnp"), ("\u{2028}\u{2029}\u{FEFF}", "\\u{2028}\\u{2029}\\u{FEFF}"),
      ("\u{FFFF}\u{FFFE}", "\\u{FFFF}\\u{FFFE}"), ("", ""),
    ])
  func escapes(_ text: String, _ shown: String) {
    #expect(text.escapingControls == shown)
    #expect(text.hasUnsafeCharacters == (text != shown))
  }

  @Test("reports keep their lines")
  func lines() {
    #expect("a\n\u{1B}b\n".escapingControlsInLines == "a\n\\u{1B}b\n")
  }

  @Test(
    "names are no formulas of a spreadsheet and have no control characters",
    arguments: [
      ("=1+1", "a name that does not begin with `=`, `+`, `-` or `@`"),
      ("+1", "a name that does not begin with `=`, `+`, `-` or `@`"),
      ("-a", "a name that does not begin with `=`, `+`, `-` or `@`"),
      ("@SUM(1)", "a name that does not begin with `=`, `+`, `-` or `@`"),
      ("a\nb", "a name without control characters"), (" a", "a name without blanks at its start and end"),
      (String(repeating: "a", count: 201), "a name of at most 200 characters"), ("a=1 + b", nil),
      ("x'); DROP TABLE runs;--", nil), ("„日本“ <b>&amp;", nil),
    ])
  func names(_ name: String, _ violation: String?) {
    #expect(NameRule.violation(name) == violation)
  }
}
