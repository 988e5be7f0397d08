/// Paragraphs, tables and commands in the order in which they are shown, before their width and form are known.
public struct TextPage: Sendable, Equatable {
  /// Columns of a page that goes to a file or to another program.
  public static let pipeWidth = 100

  enum Block: Sendable, Equatable {
    /// A line of prose, which is broken where the page ends; empty for an empty line.
    case line(String)
    /// The title of a part of the page; a page as a whole has level 1.
    case heading(String, level: Int)
    case table(TextTable)
    /// A command to be copied, which is broken as a shell allows.
    case command(String, indentation: Int)
    case legend(Legend)
  }

  private(set) var blocks: [Block] = []

  public init() {}
  public init(_ text: String) { add(text) }
  public init(_ table: TextTable) { add(table) }

  public init(_ title: String, _ table: TextTable) {
    add(title)
    add(table)
  }

  public var isEmpty: Bool { blocks.isEmpty }

  /// Adds lines of prose; the end of the last one may be left out. Blanks at the beginning of a line indent it.
  public mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    let body = text.last == "\n" ? text.dropLast() : text[...]
    blocks += body.split(separator: "\n", omittingEmptySubsequences: false).map { .line(String($0)) }
  }

  public mutating func add(heading: String, level: Int = 2) {
    blocks.append(.heading(heading, level: level))
  }

  public mutating func add(_ table: TextTable) { blocks.append(.table(table)) }
  public mutating func add(_ page: TextPage) { blocks += page.blocks }

  public mutating func add(command: String, indentation: Int = 2) {
    blocks.append(.command(command, indentation: indentation))
  }

  /// Adds the words of the tables above with their meanings; the page explains each word once.
  public mutating func add(_ legend: Legend) { blocks.append(.legend(legend.marked(for: self))) }

  public mutating func addGap() { blocks.append(.line("")) }

  public var tables: [TextTable] {
    blocks.compactMap { if case .table(let table) = $0 { table } else { nil } }
  }

  var legends: [Legend] { blocks.compactMap { if case .legend(let legend) = $0 { legend } else { nil } } }

  /// The lines with their ends.
  ///
  /// - Parameter explainsAll: Whether legends have all entries; without it they have the words that tables use.
  public func text(width: Int = TextPage.pipeWidth, explainsAll: Bool = false) -> String {
    func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
    return blocks.map { block in
      switch block {
      case .line(let line), .heading(let line, _): text(WrappedText.lines(of: line, width: width))
      case .table(let table): table.text(width: width)
      case .command(let command, let indentation):
        text(Self.lines(ofCommand: command, width: width, indentation))
      case .legend(let legend): legend.text(width: width, isComplete: explainsAll)
      }
    }.joined()
  }

  /// The lines of a command, with the mark of a shell at the end of those that go on.
  private static func lines(ofCommand command: String, width: Int, _ indentation: Int) -> [String] {
    let blanks = String(repeating: " ", count: indentation)
    guard blanks.count + command.count > width else { return [blanks + command] }
    var lines = [blanks]
    for word in ShellWord.words(command) {
      if let last = lines.last, last.count > blanks.count, last.count + word.count + 3 > width {
        lines[lines.count - 1] += " \\"
        lines.append("\(blanks)  \(word)")
      } else {
        lines[lines.count - 1] += lines[lines.count - 1].allSatisfy { $0 == " " } ? word : " \(word)"
      }
    }
    return lines
  }
}

extension TextPage: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(text) }
}

public enum WrappedText {
  /// Breaks a line of prose between words into at most the given number of lines. The last line takes the
  /// remaining words. Words are never broken, so that paths can be copied. The blanks that the text begins
  /// with, and the mark `- `, indent all its lines.
  public static func lines(of text: String, width: Int, most: Int = .max) -> [String] {
    guard text.count > width, most > 1 else { return [text] }
    let blanks = text.prefix { $0 == " " }.count
    var mark = String(repeating: " ", count: blanks)
    if text.dropFirst(blanks).hasPrefix("- ") { mark += "- " }
    var body = text.dropFirst(mark.count)
    let indentation = String(repeating: " ", count: mark.count)
    var lines: [String] = []
    while true {
      let room = max(1, width - mark.count)
      let start = lines.isEmpty ? mark : indentation
      guard body.count > room, lines.count < most - 1,
        let end = lastBlank(of: body, within: room) ?? body.firstIndex(of: " ")
      else {
        lines.append(start + body)
        return lines
      }
      lines.append(start + body[..<end])
      body = body[end...].drop { $0 == " " }
    }
  }

  /// Breaks a cell of a table between words; long words are broken after `.`, `-`, `_`, `/`, `;` and `,`, or else anywhere.
  package static func cell(_ text: String, width: Int) -> [String] {
    guard text.count > width else { return [text] }
    var lines: [String] = []
    var rest = text[...]
    while rest.count > width {
      if let blank = lastBlank(of: rest, within: width) {
        lines.append(String(rest[..<blank]))
        rest = rest[blank...].drop { $0 == " " }
        continue
      }
      let piece = rest.prefix(width)
      let end = piece.lastIndex(where: isBreakable).map { rest.index(after: $0) } ?? piece.endIndex
      lines.append(String(rest[..<end]))
      rest = rest[end...]
    }
    lines.append(String(rest))
    return lines
  }

  static func isBreakable(_ character: Character) -> Bool { ".-_/;,".contains(character) }

  /// The last blank that leaves at most `width` characters before it, and at least one.
  private static func lastBlank(of text: Substring, within width: Int) -> String.Index? {
    guard let end = text.index(text.startIndex, offsetBy: width, limitedBy: text.endIndex) else { return nil }
    let part = end < text.endIndex ? text[...end] : text[..<end]
    guard var blank = part.lastIndex(of: " ") else { return nil }
    // A number keeps its percent sign.
    if text[text.index(after: blank)...].hasPrefix("%"), let earlier = text[..<blank].lastIndex(of: " ") {
      blank = earlier
    }
    while blank > text.startIndex, text[text.index(before: blank)] == " " {
      blank = text.index(before: blank)
    }
    return blank > text.startIndex ? blank : nil
  }
}
