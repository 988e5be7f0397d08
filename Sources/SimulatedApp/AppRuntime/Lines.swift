import Foundation

/// A line of the phone, one object of JSON, or a part of it.
public struct Line {
  private let value: Any?

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    if value == nil { return nil }
  }
  private init(value: Any?) { self.value = value }

  public subscript(name: String) -> Line { Line(value: (value as? [String: Any])?[name]) }
  public var number: Int64? { (value as? NSNumber)?.int64Value }
  public var integer: Int? { (value as? NSNumber)?.intValue }
  public var fraction: Double? { (value as? NSNumber)?.doubleValue }
  public var text: String? { value as? String }
  public var flag: Bool { value as? Bool ?? false }
  public var elements: [Line]? { (value as? [Any])?.map { Line(value: $0) } }

  var event: Line? {
    let event = self["event"]
    return event["kind"].text != nil && event["now_us"].number != nil ? event : nil
  }
  var kind: String { self["kind"].text ?? "" }
  /// Microseconds since midnight of day 0.
  var now: Int64 { self["now_us"].number ?? 0 }
}

/// A line of the app: a word with its members, in their order. Times are microseconds since midnight of day 0.
func line(_ word: String, _ members: KeyValuePairs<String, Any?>) -> String {
  #"{"\#(word)":\#(object(members))}"#
}

func object(_ members: KeyValuePairs<String, Any?>) -> String {
  let texts = members.map { name, value in
    switch value {
    case let text as String: "\"\(name)\":\(quoted(text))"
    case let value?: "\"\(name)\":\(value)"
    case nil: "\"\(name)\":null"
    }
  }
  return "{\(texts.joined(separator: ","))}"
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\0"..<" ": result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
