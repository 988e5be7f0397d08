import Basics

struct Conversation {
  private let command: ProgramCommand
  private let process: ProgramProcess
  private let shouldStop: @Sendable () -> Bool
  private var received: [UInt8] = []
  private var sent: [UInt8] = []
  private var line: ArraySlice<UInt8> = []

  init(
    _ command: ProgramCommand, _ process: ProgramProcess,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) {
    self.command = command
    self.process = process
    self.shouldStop = shouldStop
  }

  /// Whether the process has said nothing that it was not asked.
  mutating func isQuiet() -> Bool {
    process.readAvailable(&received)
    return received.isEmpty
  }

  /// Sends lines, the last of which is a question, and waits for one line.
  ///
  /// - Parameters:
  ///   - question: Where the last line starts.
  ///   - limit: Seconds until the answer has to be there.
  mutating func ask(
    _ lines: [UInt8], question: Int = 0, within limit: Double, expected: String,
    limits: JSONParser.Limits = .message
  ) throws(ProgramFailure) -> JSONValue {
    sent = Array(lines[question...])
    guard isQuiet() else { throw unasked(expected) }
    do {
      let deadline = Deadline(in: limit, shouldStop: shouldStop)
      try process.send(lines, by: deadline)
      line = try process.line(&received, by: deadline)
    } catch {
      switch error {
      case .late: throw failure("has not answered\(beginning)", expected)
      case .stopped: throw failure("was not waited for, because the study was interrupted,", expected)
      case .longLine:
        throw failure(
          "has answered `\(ProgramFailure.shortened(received))`, more than \(ProgramProcess.lineLimit) bytes,",
          expected)
      case .ended:
        let ending = process.ending(by: Deadline(in: ProgramPool.grace))
        throw failure((ending ?? "has closed its output") + beginning, expected)
      }
    }
    do {
      return try JSONParser.value(of: line, limits: limits)
    } catch {
      throw wrongAnswer("JSON, with \(error.expected) at column \(error.column)")
    }
  }

  /// Sends lines that no answer follows; false where not all of them were sent.
  func tell(_ lines: [UInt8], within limit: Double) -> Bool {
    (try? process.send(lines, by: Deadline(in: limit, shouldStop: shouldStop))) != nil
  }

  mutating func expectSilence() throws(ProgramFailure) {
    guard isQuiet() else { throw unasked("no line before the next question") }
  }

  private func unasked(_ expected: String) -> ProgramFailure {
    failure("has written `\(ProgramFailure.shortened(received))`, which nobody asked for,", expected)
  }

  /// Reads an answer; what is wrong with it becomes a failure that quotes it.
  func read<Value>(
    _ answer: JSONValue, _ body: (JSONValue) throws(ReplyError) -> Value
  ) throws(ProgramFailure) -> Value {
    do { return try body(answer) } catch { throw wrongAnswer(error.expected) }
  }

  private var beginning: String {
    received.isEmpty ? "" : " after writing `\(ProgramFailure.shortened(received))` without a line end"
  }

  private func wrongAnswer(_ expected: String) -> ProgramFailure {
    failure("has answered `\(ProgramFailure.shortened(line))`", expected)
  }

  private func failure(_ found: String, _ expected: String) -> ProgramFailure {
    ProgramFailure(command, found: found, sent: sent, expected: expected)
  }
}

struct ProgramFailure: Error, Hashable, Sendable, CustomStringConvertible {
  var role: ProgramCommand.Role
  var label: String
  var command: String
  var found: String
  /// The message that it was answering, without its line end; empty before the first one.
  var sent: String
  var expected: String

  init(_ command: ProgramCommand, found: String, sent: [UInt8], expected: String) {
    (role, label) = (command.role, command.label)
    self.command = command.text
    self.found = found
    self.sent = Self.shortened(sent)
    self.expected = expected
  }

  var description: String { "\(role) `\(label.escapingControls)`: \(sentence)" }

  /// Without the name of the policy or app.
  var sentence: String {
    let message = sent.isEmpty ? "" : " when it was sent `\(sent)`"
    let command = command.escapingControls
    return "the process `\(command)` \(found)\(message), expected \(expected)"
  }

  /// A line as errors quote it: its beginning, without characters that would do something to a terminal.
  static func shortened(_ line: some Collection<UInt8>) -> String {
    let text =
      String(decoding: line.prefix(Self.quotedBytes), as: UTF8.self).split(separator: "\n").first ?? ""
    return text.escapingControls + (line.count > Self.quotedBytes ? "…" : "")
  }

  private static let quotedBytes = 400
}
