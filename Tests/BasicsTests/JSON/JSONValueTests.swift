import Basics
import TestSupport
import Testing

@Suite("Values of JSON")
struct JSONValueTests {
  private let value = JSONValue.members([
    "name": "a \"b\"\n\u{1B}", "list": [1, true, .null], "number": .number(0.5),
    "as written": .literal("1.50"),
    "none": .object([]),
  ])

  @Test("one line has no blanks, and unsafe characters are escaped")
  func oneLine() {
    #expect(
      value.text(.oneLine)
        == #"{"name":"a \"b\"\n\u001b","list":[1,true,null],"number":0.5,"as written":1.50,"none":{}}"#)
  }

  @Test("members are on separate lines, elements on separate lines or on one line")
  func layouts() {
    let small = JSONValue.members(["a": [1, .members(["b": 2])]])
    #expect(small.text() == "{\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ]\n}\n")
    #expect(small.text(.indentedMembers) == "{\n  \"a\": [1, {\n    \"b\": 2\n  }]\n}\n")
  }

  @Test("a value returns its type and contents")
  func reading() {
    holds(value["list"]?.elements?.count == 3 && value["list"]?.kind == "a list of 3")
    holds(value["number"]?.real == 0.5 && value["number"]?.wholeNumber == nil)
    #expect(JSONValue.number(3.6e9).wholeNumber == 3_600_000_000)
    holds(value["name"]?.characters?.first == "a" && value["name"]?.isLiteral == false)
    holds(value["missing"] == nil && value["none"]?.members?.isEmpty == true)
    holds(JSONValue.boolean(true).flag == true && JSONValue.boolean(true).kind == "true")
  }
}
