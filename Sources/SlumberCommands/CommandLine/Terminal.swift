import Basics
import Libc
import ResultsStore
import Synchronization

/// The two streams of the process: data on standard output, everything else on standard error. Text that came from a
/// file cannot control the terminal: all but line ends is escaped here. Pages are as wide as the terminal; messages
/// are single lines, so that other programs can read them.
enum Terminal {
  private static let hasLostOutput = Atomic<Bool>(false)
  private static let chosenVerbosity = Atomic<Int>(Verbosity.normal.rawValue)

  enum Verbosity: Int { case quiet, normal, verbose }

  static var verbosity: Verbosity {
    get { Verbosity(rawValue: chosenVerbosity.load(ordering: .relaxed)) ?? .normal }
    set { chosenVerbosity.store(newValue.rawValue, ordering: .relaxed) }
  }

  static func show(
    _ page: @autoclosure () throws -> TextPage, json: @autoclosure () -> JSONValue? = nil,
    _ arguments: ParsedArguments
  ) throws {
    let form = try OutputForm(arguments)
    if form == .json, let value = json() {
      var text = value.text()
      while text.last == "\n" { text.removeLast() }
      return out(text)
    }
    let page = try page()
    let explainsAll = arguments.has("--legend")
    switch form {
    case .text, .json: return raw(page.text(width: width, explainsAll: explainsAll))
    case .markdown: return raw(page.markdown(explainsAll: explainsAll))
    case .csv, .latex: break
    }
    guard !page.tables.isEmpty else {
      throw UsageError("this command prints no table; remove `\(form.option ?? "")`")
    }
    raw(form == .csv ? page.csv : page.latex)
  }

  static func show(_ page: TextPage) { raw(page.text(width: width)) }

  /// The width of the output: `COLUMNS`, the width of the terminal, or the width of a pipe.
  static var width: Int {
    if let text = environment("COLUMNS"), let columns = Int(text), columns > 0 {
      return max(leastWidth, columns)
    }
    var size = winsize()
    guard isatty(1) == 1, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return TextPage.pipeWidth
    }
    return max(leastWidth, Int(size.ws_col))
  }
  /// The smallest width. Narrower terminals break the lines themselves.
  private static let leastWidth = 40

  static func out(_ text: String) { raw(text + "\n") }
  static func raw(_ text: String) {
    if !put(text.escapingControlsInLines, to: 1) { hasLostOutput.store(true, ordering: .relaxed) }
  }

  /// The exit code of the process: work whose output was lost, say on a full disk, is not done.
  static func outcome(_ code: ExitCode) -> ExitCode {
    guard hasLostOutput.load(ordering: .relaxed) else { return code }
    error("slumber: standard output cannot be written")
    return code == .done ? .failed : code
  }

  static func error(_ text: String) { put(text.escapingControlsInLines + "\n", to: 2) }
  static func note(_ text: String) { if verbosity != .quiet { error(text) } }
  static func detail(_ text: String) { if verbosity == .verbose { error(text) } }
  /// Writes text of the program that moves the cursor.
  static func status(_ text: String) { put(text, to: 2) }

  static var hasStatusLine: Bool {
    guard isatty(2) == 1, verbosity != .quiet else { return false }
    guard let kind = environment("TERM") else { return false }
    return kind != "dumb" && environment("NO_COLOR") == nil
  }

  @discardableResult private static func put(_ text: String, to descriptor: Int32) -> Bool {
    if writeAll(Array(text.utf8)[...], to: descriptor) { return true }
    if errno == EPIPE, descriptor == 1 { endAsReaderDid() }
    return false
  }

  /// Ends the process as programs in a pipe end whose reader has gone, `head` for example: without a word.
  private static func endAsReaderDid() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // The signal is blocked.
    _exit(128 + SIGPIPE)
  }
}

enum OutputForm: String, CaseIterable {
  case text, csv, markdown, latex, json

  var option: String? { self == .text ? nil : "--\(rawValue)" }

  init(_ arguments: ParsedArguments) throws {
    let asked = Self.allCases.filter { $0.option.map(arguments.has) ?? false }
    guard asked.count <= 1 else {
      let names = asked.compactMap { $0.option.map { "`\($0)`" } }.joined(separator: " and ")
      throw UsageError("\(names) exclude each other")
    }
    self = asked.first ?? .text
  }
}

enum OutputFile {
  /// - Parameter what: The name of the file in a note; nil for no note.
  static func write(_ text: String, to path: String, as what: String? = nil) throws {
    try write(Array(text.utf8), to: path)
    if let what { Terminal.note("\(what): \(path)") }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    do { try WholeFile.write(bytes, to: path) } catch .system(_, _, _, let message) {
      throw CommandFailure("`\(path)` cannot be written: \(message)")
    }
  }
}
