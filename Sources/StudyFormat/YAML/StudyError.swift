import PlainText

/// Something wrong in a study: where it stands, what was found and what was expected.
public struct StudyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Name of the file as the user gave it, or of the option that the value came from.
  public var file: String
  /// From 1; 0 where the place is the whole file.
  public var line: Int
  /// From 1, in characters; 0 where the place is the whole file.
  public var column: Int
  /// `apps[2].tasks[0].floor`; empty for the whole file.
  public var keyPath: String
  /// Description of the wrong text or node.
  public var found: String
  /// Description of the texts or nodes that are allowed.
  public var expected: String
  /// The nearest right name of a misspelt one.
  public var suggestion: String?

  public var description: String {
    var text = line > 0 ? "\(file):\(line):\(column): " : "\(file): "
    if !keyPath.isEmpty { text += "\(keyPath): " }
    text += "found \(found), expected \(expected)"
    if let suggestion { text += "; did you mean `\(suggestion)`?" }
    return text.escapingControls
  }
}

/// All that is wrong with a study, in order of file and line.
public struct StudyErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// At least one error, in order of file and line.
  public var errors: [StudyError]
  public init(_ errors: [StudyError]) { self.errors = errors }

  /// Whether all of them lie in options of the command line, such as `--set`, and none in a file.
  public var areOfOptions: Bool { errors.allSatisfy { $0.file.hasPrefix("--") } }

  /// Number of errors that are printed; the rest is counted.
  public static let printed = 100

  public var description: String {
    var lines = errors.prefix(Self.printed).map(\.description)
    if errors.count > Self.printed { lines.append("and \(Self.grouped(errors.count - Self.printed)) more") }
    return lines.joined(separator: "\n")
  }

  /// A number with commas between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text += "," }
      text.append(digit.element)
    }
  }
}
