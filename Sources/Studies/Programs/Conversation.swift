import Basics

/// Questions to a process of a policy or an app, and its answers.
struct Conversation: Sendable {
  let kind: ProgramPool.Kind
  let process: ProgramProcess
  var traits = ProcessTraits()
  var shouldStop: @Sendable () -> Bool
  private var received: [UInt8] = []
  private var sent: [UInt8] = []
  private var line: ArraySlice<UInt8> = []

  init(_ kind: ProgramPool.Kind, _ process: ProgramProcess, shouldStop: @escaping @Sendable () -> Bool) {
    (self.kind, self.process, self.shouldStop) = (kind, process, shouldStop)
  }

  /// Whether the process has said nothing that it was not asked.
  mutating func isQuiet() -> Bool {
    process.readAvailable(&received)
    return received.isEmpty
  }

  /// Sends lines, the last of which is a question, and waits for one line. What is wrong with it becomes a failure that
  /// quotes it.
  ///
  /// - Parameters:
  ///   - question: Where the last line starts.
  ///   - limit: Seconds until the answer has to be there.
  mutating func ask<Value>(
    _ lines: [UInt8], question: Int = 0, within limit: Double, expected: String,
    limits: JSONParser.Limits = .message, _ read: (JSONValue) throws(ReplyError) -> Value
  ) throws(ProgramFailure) -> Value {
    sent = Array(lines[question...])
    guard isQuiet() else { throw unasked(expected) }
    do {
      let deadline = Deadline(in: limit, shouldStop: shouldStop)
      try process.send(lines, by: deadline)
      line = try process.line(&received, by: deadline)
    } catch {
      switch error {
      case .late: throw failure("did not answer\(beginning)", expected)
      case .stopped: throw failure("did not answer before the study was interrupted", expected)
      case .longLine:
        throw failure(
          "answered `\(ProgramFailure.shortened(received))`, more than \(ProgramProcess.lineLimit) bytes,",
          expected)
      case .ended:
        let ending = process.ending(by: Deadline(in: ProgramPool.grace))
        throw failure((ending ?? "closed its output") + beginning, expected)
      }
    }
    let answer: JSONValue
    do {
      answer = try JSONParser.value(of: line, limits: limits)
    } catch {
      throw wrongAnswer("JSON, with \(error.expected) at column \(error.column)")
    }
    do { return try read(answer) } catch { throw wrongAnswer(error.expected) }
  }

  /// Sends lines that no answer follows; false where not all of them were sent.
  func tell(_ lines: [UInt8]) -> Bool {
    (try? process.send(lines, by: Deadline(in: kind.command.replyLimit, shouldStop: shouldStop))) != nil
  }

  mutating func expectSilence() throws(ProgramFailure) {
    guard isQuiet() else { throw unasked("silence until the next question") }
  }

  private func unasked(_ expected: String) -> ProgramFailure {
    failure("wrote the unrequested line `\(ProgramFailure.shortened(received))`", expected)
  }

  private var beginning: String {
    received.isEmpty ? "" : " after writing `\(ProgramFailure.shortened(received))` without a line end"
  }

  private func wrongAnswer(_ expected: String) -> ProgramFailure {
    failure("answered `\(ProgramFailure.shortened(line))`", expected)
  }

  private func failure(_ found: String, _ expected: String) -> ProgramFailure {
    ProgramFailure(kind.command, found: found, sent: sent, expected: expected)
  }
}

/// A policy or an app on one device: its process is taken from the pool at the first moment and given back at the last.
final class ProgramSession {
  private let command: ProgramCommand
  private let pool: ProgramPool
  private let expected: String
  private var conversation: Conversation?
  private(set) var failure: ProgramFailure?
  /// Messages that wait for the next question, then the question.
  var lines = JSONLine()

  /// - Parameter answer: The answer that questions expect, in words.
  init(_ command: ProgramCommand, hello: JSONLine, pool: ProgramPool, expecting answer: String) {
    (self.command, self.pool) = (command, pool)
    expected = answer + ProgramCommand.text(within: command.replyLimit)
    do {
      conversation = try pool.take(ProgramPool.Kind(command: command, hello: hello.bytes))
    } catch {
      failure = error
    }
  }

  deinit {
    guard var conversation else { return }
    // In training a device ends with what became known after its last decision; a run drops it.
    let isUsable = conversation.isQuiet() && (!pool.isTraining || conversation.tell(lines.bytes))
    pool.giveBack(conversation, isUsable: isUsable)
  }

  var traits: ProcessTraits? { conversation?.traits }

  /// Asks what waits, whose question starts at a place; nil where there is no process any more.
  func ask<Value>(
    question: Int, _ read: (JSONValue) throws(ReplyError) -> Value
  ) throws(ProgramFailure) -> Value? {
    defer { lines.removeAll() }
    return try conversation?.ask(
      lines.bytes, question: question, within: command.replyLimit, expected: expected, read)
  }

  /// Ends a process that cannot be trusted any more at once.
  func end(_ failure: ProgramFailure) {
    self.failure = failure
    conversation?.process.kill()
    conversation = nil
  }
}

struct ProgramFailure: Error, Hashable, Sendable, CustomStringConvertible {
  var command: ProgramCommand
  var found: String
  /// The message that it was answering, without its line end; empty before the first one.
  var sent: String
  var expected: String

  init(_ command: ProgramCommand, found: String, sent: [UInt8], expected: String) {
    (self.command, self.found, self.sent, self.expected) = (command, found, Self.shortened(sent), expected)
  }

  var description: String { "\(command.role) `\(command.label.escapingControls)`: \(sentence)" }

  /// Without the name of the policy or app.
  var sentence: String {
    let message = sent.isEmpty ? "" : " after the message `\(sent)`"
    return "the process `\(command.text.escapingControls)` \(found)\(message), expected \(expected)"
  }

  /// A line as errors quote it: its beginning, without characters that would do something to a terminal.
  static func shortened(_ line: some Collection<UInt8>) -> String {
    let text =
      String(decoding: line.prefix(Self.quotedBytes), as: UTF8.self).split(separator: "\n").first ?? ""
    return text.escapingControls + (line.count > Self.quotedBytes ? "…" : "")
  }

  private static let quotedBytes = 400
}
