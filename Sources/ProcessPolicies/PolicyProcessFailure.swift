import PlainText

/// A process that did not do what the protocol asks for.
public struct PolicyProcessFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The policy's name in tables.
  public var label: String
  /// The command of the process, as the study has it.
  public var command: String
  /// The kind of failure.
  public var found: String
  /// The message that it was answering, without its line end; empty before the first one.
  public var sent: String
  /// Description of the answer or behavior that the protocol asks for.
  public var expected: String

  init(_ command: PolicyCommand, found: String, sent: [UInt8], expected: String) {
    label = command.label
    self.command = command.text
    self.found = found
    self.sent = Self.shortened(sent)
    self.expected = expected
  }

  public var description: String {
    let message = sent.isEmpty ? "" : " when it was sent `\(sent)`"
    let command = command.escapingControls
    return
      "policy `\(label.escapingControls)`: the process `\(command)` \(found)\(message), expected \(expected)"
  }

  /// A line as errors quote it: its beginning, without characters that would do something to a terminal.
  static func shortened(_ line: some Collection<UInt8>) -> String {
    let text =
      String(decoding: line.prefix(Self.quotedBytes), as: UTF8.self).split(separator: "\n").first ?? ""
    return text.escapingControls + (line.count > Self.quotedBytes ? "…" : "")
  }

  private static let quotedBytes = 400
}
