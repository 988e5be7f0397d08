/// A small check that a text is well-formed XML without a document type.
enum WellFormedness {
  /// The defect, or nil.
  static func error(of text: String) -> String? {
    var open: [Substring] = []
    var rest = text[...]
    var roots = 0
    while let start = rest.firstIndex(of: "<") {
      if let problem = wrongText(rest[..<start], isInside: !open.isEmpty) { return problem }
      rest = rest[start...]
      if rest.hasPrefix("<?") || rest.hasPrefix("<!--") {
        let end = rest.hasPrefix("<?") ? "?>" : "-->"
        guard let range = rest.firstRange(of: end) else { return "`\(rest.prefix(20))` does not end" }
        rest = rest[range.upperBound...]
        continue
      }
      guard let end = rest.firstIndex(of: ">") else { return "`\(rest.prefix(20))` does not end" }
      let tag = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return "`<\(tag)>` closes nothing" }
        continue
      }
      let isEmpty = tag.hasSuffix("/")
      guard
        let match = (isEmpty ? tag.dropLast() : tag).wholeMatch(
          of: /([A-Za-z][A-Za-z0-9:-]*)((?:\s+[A-Za-z][A-Za-z0-9:-]*=(?:"[^"<]*"|'[^'<]*'))*)\s*/)
      else { return "`<\(tag)>` is no tag" }
      if let problem = wrongText(match.2, isInside: true) { return problem }
      if open.isEmpty { roots += 1 }
      if !isEmpty { open.append(match.1) }
    }
    if let problem = wrongText(rest, isInside: false) { return problem }
    if let last = open.last { return "`<\(last)>` is not closed" }
    return roots == 1 ? nil : "\(roots) roots"
  }

  private static func wrongText(_ text: Substring, isInside: Bool) -> String? {
    if !isInside, text.contains(where: { !$0.isWhitespace }) { return "`\(text)` is outside" }
    let references = text.matches(of: /&(#[0-9]+|#x[0-9A-Fa-f]+|amp|lt|gt|quot|apos);/).count
    return text.count { $0 == "&" } == references ? nil : "`\(text)` has a bare `&`"
  }
}
