import Basics
import Workload

/// A policy that is a program: what a study says of it.
public struct PolicyCommand: Sendable, Hashable {
  public struct Word: Sendable, Hashable {
    /// The word as the study has it.
    public var text: String
    /// SHA-256 of the file that the word names, seen from the folder; nil if it names none.
    public var digest: String?
    /// The program that is started instead, where it has a path.
    public var path: String?

    public init(_ text: String, digest: String? = nil) {
      self.text = text
      self.digest = digest
    }
  }
  /// The policy's name in tables, for errors.
  public var label: String
  /// The program and its arguments; at least one word.
  public var words: [Word]
  /// Where the program is started: the folder of the study file.
  public var folder: String
  /// The settings that the study has for this program alone, as one JSON object.
  public var settings: String
  /// The state that the program is handed; nil for none.
  public var state: PolicyState?
  /// Whether the program learns, and is asked for its state in the end.
  var isTraining = false
  /// Longest wait for a reply, in seconds.
  public var replyLimit: Double
  /// Longest wait for the program to be loaded and to answer the first message, in seconds.
  public var startLimit: Double

  /// - Parameter settings: The text of a JSON object on one line.
  public init(
    label: String, words: [Word], folder: String = ".", settings: String = "{}", state: PolicyState? = nil,
    replyLimit: Double = PolicyCommand.defaultReplyLimit,
    startLimit: Double = PolicyCommand.defaultStartLimit
  ) {
    self.label = label
    self.words = words
    self.folder = folder
    self.settings = settings
    self.state = state
    self.replyLimit = replyLimit
    self.startLimit = startLimit
  }

  /// Five seconds: a thousand times what a decision takes, and soon enough to notice that nothing comes.
  public static let defaultReplyLimit = 5.0

  /// One minute: interpreters and virtual machines load slowly on a machine that is busy.
  public static let defaultStartLimit = 60.0

  /// The text that identifies the program in digests: its words, the contents of the files that they name, its settings,
  /// and its state. The folder and the limit cannot change a result.
  public var canonicalText: String {
    let command = words.map { "\($0.text)#\($0.digest ?? "")" }.joined(separator: " ")
    let state = state.map { "|state=\($0.digest)" } ?? ""
    return "\(command)|\(settings)\(state)"
  }

  /// Whether a text is a number, true, false or null in JSON.
  public static func isLiteral(_ text: String) -> Bool {
    (try? JSONParser.value(of: Array(text.utf8)[...]))?.isLiteral ?? false
  }

  /// The command as one would type it.
  public var text: String { words.map(\.text).joined(separator: " ") }

  /// A limit with its unit, after what has to come within it; empty where it may take any time.
  static func text(within seconds: Double) -> String {
    guard seconds.isFinite else { return "" }
    let whole = Int(exactly: seconds).map(String.init)
    return " within \(whole ?? "\(seconds)") s"
  }
}
