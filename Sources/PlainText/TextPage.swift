/// Paragraphs, tables and commands in the order in which they are shown, before their width and form are known.
///
/// Reports make pages; whoever shows a page knows the terminal.
public struct TextPage: Sendable, Equatable {
  /// Columns of a page that goes to a file or to another program.
  public static let pipeWidth = 100

  /// A piece of a page.
  enum Block: Sendable, Equatable {
    /// A line of prose, which is broken where the page ends; empty for an empty line.
    case line(String)
    case table(TextTable)
    /// A command to be copied, which is broken as a shell allows.
    case command(String, indentation: Int)
  }

  private(set) var blocks: [Block] = []

  /// An empty page.
  public init() {}

  /// A page with some text.
  public init(_ text: String) { add(text) }

  /// A page with a table.
  public init(_ table: TextTable) { add(table) }

  /// A page with a table below its title.
  public init(_ title: String, _ table: TextTable) {
    add(title)
    add(table)
  }

  /// Whether the page has nothing on it.
  public var isEmpty: Bool { blocks.isEmpty }

  /// Adds lines of prose; the end of the last one may be left out. Blanks at the beginning of a line indent it.
  public mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    let body = text.last == "\n" ? text.dropLast() : text[...]
    blocks += body.split(separator: "\n", omittingEmptySubsequences: false).map { .line(String($0)) }
  }

  /// Adds a table.
  public mutating func add(_ table: TextTable) { blocks.append(.table(table)) }

  /// Adds all that another page has.
  public mutating func add(_ page: TextPage) { blocks += page.blocks }

  /// Adds a command of a shell.
  ///
  /// - Parameter indentation: Blanks in front of it.
  public mutating func add(command: String, indentation: Int = 2) {
    blocks.append(.command(command, indentation: indentation))
  }

  /// Adds an empty line.
  public mutating func addGap() { blocks.append(.line("")) }

  /// The tables of the page.
  public var tables: [TextTable] {
    blocks.compactMap { block in
      if case .table(let table) = block { return table }
      return nil
    }
  }

  /// The lines with their ends.
  ///
  /// - Parameter width: Columns of a line.
  public func text(width: Int = TextPage.pipeWidth) -> String {
    var text = ""
    for block in blocks {
      switch block {
      case .line(let line):
        text += WrappedText.lines(of: line, width: width).map { $0 + "\n" }.joined()
      case .table(let table): text += table.text(width: width)
      case .command(let command, let indentation):
        text += Self.lines(ofCommand: command, width: width, indentation).map { $0 + "\n" }.joined()
      }
    }
    return text
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
