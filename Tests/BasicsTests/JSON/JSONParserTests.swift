import Basics
import TestSupport
import Testing

@Suite("JSON of replies")
struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue {
    let bytes = Array(text.utf8)
    return try JSONParser.value(of: bytes[...])
  }

  private func failure(_ text: String) -> JSONParser.Failure? {
    do {
      _ = try parse(text)
      return nil
    } catch { return error as? JSONParser.Failure }
  }

  @Test("every kind of value, with blanks anywhere")
  func values() throws {
    #expect(try parse("null") == .null)
    #expect(try parse(" \t[true , false]\r") == .array([.boolean(true), .boolean(false)]))
    holds(try parse("[]") == .array([]) && parse("{}") == .object([]))
    #expect(try parse(#"{"a": {"b": [1]}}"#)["a"]?["b"] == .array([.integer(1)]))
  }

  @Test(
    "numbers: whole ones stay exact, and may be written with an exponent",
    arguments: [
      ("0", JSONValue.integer(0)), ("-0", .integer(0)), ("9007199254740993", .integer(9_007_199_254_740_993)),
      ("-9223372036854775808", .integer(.min)), ("1.5", .number(1.5)), ("-2e-3", .number(-0.002)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)),
    ])
  func numbers(_ text: String, _ expected: JSONValue) throws { #expect(try parse(text) == expected) }

  @Test("3.6e9 microseconds are whole, half of one is not")
  func whole() throws {
    #expect(try parse("3.6e9").wholeNumber == 3_600_000_000)
    #expect(try parse("7").wholeNumber == 7)
    #expect(try parse("0.5").wholeNumber == nil)
    #expect(try parse("1e30").wholeNumber == nil)
    #expect(try parse("\"7\"").wholeNumber == nil)
  }

  @Test("texts with every escape, also beyond the basic plane")
  func texts() throws {
    #expect(try parse(#""\"\\\/\b\f\n\r\té🙂 é""#) == .string("\"\\/\u{8}\u{C}\n\r\té🙂 é"))
  }

  @Test(
    "a text that is not JSON is an error with its column",
    arguments: [
      ("", 1, "a value"), ("{", 2, "a name in double quotes"), ("{\"a\" 1}", 6, "`:`"),
      ("{\"a\":1,}", 8, "a name in double quotes"), ("[1 2]", 4, "`,` or `]`"), ("[1,]", 4, "a value"),
      ("01", 1, "a number"), ("1.", 3, "a digit"), ("1e", 3, "a digit"), ("-", 1, "a number"),
      ("1e999", 1, "a number that a double can hold"), ("nul", 1, "a value"), ("True", 1, "a value"),
      ("1 2", 3, "the end of the line"), ("\"a", 3, "`\"`"), ("\"\\x\"", 3, "an escaped character"),
      (#""\ud800""#, 4, "a Unicode character"), (#""\u12g4""#, 4, "four hexadecimal digits"),
      ("{\"a\":1,\"a\":2}", 8, "each name once"), ("\"\u{1}\"", 2, "no control character in a text"),
    ])
  func failures(_ text: String, _ column: Int, _ expected: String) {
    let failure = failure(text)
    holds(failure?.column == column && failure?.expected == expected)
  }

  @Test("nesting has a limit, and bytes that are no UTF-8 are refused")
  func limits() {
    #expect(failure(String(repeating: "[", count: 33))?.expected == "at most 32 levels")
    #expect {
      try JSONParser.value(of: [0x22, 0xFF, 0x22])
    } throws: { error in
      let failure = error as? JSONParser.Failure
      return failure?.column == 2 && failure?.expected == "UTF-8"
    }
  }
}
