import Basics
import Testing

@Suite("Rates and spans of time") struct RateTextTests {
  @Test(
    "a rate keeps the digits that say something",
    arguments: [
      (0, "0"), (0.004, "under 0.01"), (0.04, "0.04"), (0.7, "0.7"), (0.96, "1.0"), (1.26, "1.3"),
      (9.94, "9.9"), (9.96, "10"), (12.4, "12"), (1234.5, "1235"), (1e300, "1000000000000000"),
    ] as [(Double, String)])
  func rates(_ rate: Double, _ text: String) { #expect(RateText.text(rate) == text) }

  @Test(
    "a span of time has at most two units",
    arguments: [
      (-1, "0 s"), (0, "0 s"), (0.001, "0.01 s"), (0.3, "0.3 s"), (42.4, "42 s"), (59.6, "1 min"),
      (310, "5 min 10 s"), (3600, "1 h"), (12000, "3 h 20 min"), (190_000, "2 d 4 h"), (86_400, "1 d"),
    ] as [(Double, String)])
  func spans(_ seconds: Double, _ text: String) { #expect(TimeSpanText.text(seconds) == text) }

  @Test(
    "a word for a shell is in quotes where it needs them",
    arguments: [
      ("a-b_c.d/e=f:g,h", "a-b_c.d/e=f:g,h"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"),
      ("$HOME", "'$HOME'"), ("a\nb", "'a\nb'"),
    ])
  func words(_ word: String, _ quoted: String) { #expect(ShellWord.quoted(word) == quoted) }
}
