/// A function or computed property of `Phone`, and what its body may call.
struct PhoneMember {
  /// A parameter as calls see it.
  struct Parameter {
    var label: String
    var name: String
    var hasDefault: Bool
  }

  /// A name in a body that may be one of `Phone`'s, with the labels of its arguments where it is called.
  struct Use {
    var name: String
    var labels: [String]?
  }

  var file: String
  var name: String
  /// Nil for a property.
  var parameters: [Parameter]?
  var isPrivate: Bool
  var uses: [Use]

  /// Whether a use in a file can mean this member, by name and labels.
  func fits(_ use: Use, in file: String) -> Bool {
    guard use.name == name, !isPrivate || file == self.file else { return false }
    guard let labels = use.labels else { return parameters == nil }
    guard let parameters else { return false }
    var given = labels[...]
    for parameter in parameters {
      if given.first == parameter.label {
        given.removeFirst()
      } else if !parameter.hasDefault {
        return false
      }
    }
    return given.isEmpty
  }

  /// The members that a file gives to `Phone`.
  static func members(of file: SourceFile) -> [PhoneMember] {
    var members: [PhoneMember] = []
    var text: [String] = []
    var isInPhone = false
    func close() {
      if let member = PhoneMember(text.joined(separator: "\n"), file: file.path) { members.append(member) }
      text = []
    }
    for line in file.lines {
      if line.hasPrefix("extension Phone ") || line.hasPrefix("extension Phone:")
        || line.hasPrefix("struct Phone ") || line.hasPrefix("struct Phone:")
      {
        isInPhone = true
      } else if line == "}" {
        close()
        isInPhone = false
      } else if isInPhone {
        // A member begins at the first level of indentation.
        if line.hasPrefix("  "), let first = line.dropFirst(2).first, first.isLetter || first == "@" {
          let isAttribute = text.count == 1 && text[0].hasPrefix("  @") && !text[0].contains("func ")
          if !isAttribute { close() }
        }
        text.append(line)
      }
    }
    return members
  }

  /// Reads one declaration; nil where it is neither a function nor a computed property.
  private init?(_ text: String, file: String) {
    let characters = Array(text)
    let words = Self.words(of: characters)
    guard
      let keyword = words.firstIndex(where: { $0.text == "func" || $0.text == "var" || $0.text == "init" })
    else { return nil }
    let isFunction = words[keyword].text != "var"
    // A stored property has no body, or a value before it.
    guard isFunction || (text.contains("{") && !text.prefix { $0 != "{" }.contains("=")) else { return nil }
    let named = words[keyword].text == "init" ? keyword : keyword + 1
    guard named < words.count else { return nil }
    self.file = file
    name = words[named].text
    isPrivate = words[..<keyword].contains { $0.text == "private" }
    var start = words[named].end
    var locals: Set<String> = []
    if isFunction, let (arguments, end) = Self.arguments(in: characters, at: start) {
      parameters = arguments.map { Parameter($0) }
      locals = Set(parameters?.map(\.name) ?? [])
      start = end
    }
    for (index, word) in words.enumerated() where index + 1 < words.count && word.start >= start {
      if ["let", "var", "for", "func", "inout"].contains(word.text) { locals.insert(words[index + 1].text) }
    }
    uses = []
    for word in words where word.start >= start {
      let before = word.start > 0 ? characters[word.start - 1] : " "
      let isOwn = before != "." || String(characters[..<word.start]).hasSuffix("Self.")
      guard isOwn, !(word.end < characters.count && characters[word.end] == ":") else { continue }
      if let (arguments, _) = Self.arguments(in: characters, at: word.end) {
        uses.append(Use(name: word.text, labels: arguments.map { Self.label(of: $0) }))
      } else if !locals.contains(word.text) {
        uses.append(Use(name: word.text, labels: nil))
      }
    }
  }

  private struct Word {
    var text: String
    var start: Int
    var end: Int
  }

  private static func words(of characters: [Character]) -> [Word] {
    var words: [Word] = []
    var start: Int?
    for (index, character) in characters.enumerated() {
      let isPart = character.isLetter || character.isNumber || character == "_"
      if isPart, start == nil { start = index }
      if !isPart, let first = start {
        words.append(Word(text: String(characters[first..<index]), start: first, end: index))
        start = nil
      }
    }
    if let first = start {
      words.append(Word(text: String(characters[first...]), start: first, end: characters.count))
    }
    return words
  }

  /// The arguments in the parentheses that open at an index, and the index after them.
  private static func arguments(in characters: [Character], at start: Int) -> ([String], Int)? {
    guard start < characters.count, characters[start] == "(" else { return nil }
    var depth = 0
    var arguments: [String] = []
    var current = ""
    for index in start..<characters.count {
      let character = characters[index]
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if depth == 0 {
        if current.contains(where: { !$0.isWhitespace }) { arguments.append(current) }
        return (arguments, index + 1)
      }
      if depth == 1, character == "," {
        arguments.append(current)
        current = ""
      } else if index > start {
        current.append(character)
      }
    }
    return nil
  }

  /// The label of an argument, "_" without one.
  private static func label(of argument: String) -> String {
    let text = argument.drop { $0.isWhitespace }
    let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return !word.isEmpty && text.dropFirst(word.count).first == ":" ? String(word) : "_"
  }
}

extension PhoneMember.Parameter {
  /// Reads a declaration such as `_ app: AppIndex` or `origin: SubmissionOrigin = .app`.
  fileprivate init(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    let words = (parts.first ?? "").split { $0.isWhitespace }
    label = words.first.map(String.init) ?? "_"
    name = words.last.map(String.init) ?? "_"
    hasDefault = text.contains(" = ")
  }
}
