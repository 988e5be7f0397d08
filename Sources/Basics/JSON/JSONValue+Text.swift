extension JSONValue {
  /// The positions of line breaks in the text.
  public enum Layout: Sendable {
    /// No breaks and no blanks.
    case oneLine
    /// Each member and element on a separate line, with two spaces of indentation and a line end at the end.
    case indented
    /// Each member on a separate line, with all elements of a list on one line and a line end at the end.
    case indentedMembers
  }

  /// The text, with two spaces of indentation and a line end, or on one line without.
  public func text(isPretty: Bool = true) -> String { text(isPretty ? .indented : .oneLine) }

  public func text(_ layout: Layout) -> String {
    var text = ""
    write(to: &text, layout, depth: 0)
    if layout != .oneLine { text += "\n" }
    return text
  }

  private func write(to text: inout String, _ layout: Layout, depth: Int) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .number(let value): text += ShortestNumber.text(value)
    case .literal(let characters): text += characters
    case .string(let value): Self.write(value, to: &text)
    case .array(let values) where layout == .indentedMembers:
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        value.write(to: &text, layout, depth: depth)
      }
      text += "]"
    case .array(let values):
      Self.write(values, "[", "]", to: &text, layout, depth) { $0.write(to: &$1, layout, depth: $2) }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, layout, depth) { member, text, depth in
        Self.write(member.name, to: &text)
        text += layout == .oneLine ? ":" : ": "
        member.value.write(to: &text, layout, depth: depth)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, _ layout: Layout,
    _ depth: Int, _ body: (Element, inout String, Int) -> Void
  ) {
    let isBroken = layout != .oneLine && !elements.isEmpty
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if isBroken { text += "\n" + String(repeating: "  ", count: depth + 1) }
      body(element, &text, depth + 1)
    }
    if isBroken { text += "\n" + String(repeating: "  ", count: depth) }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isUnsafeToShow:
        for unit in String(scalar).utf16 { text += "\\u" + unit.text(digits: 4, radix: 16) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
