/// Questions to one process and its answers.
struct Conversation {
  private let command: PolicyCommand
  private let process: PolicyProcess
  private var received: [UInt8] = []
  /// The message at hand, for errors.
  private var sent: [UInt8] = []
  private var line: ArraySlice<UInt8> = []

  init(_ command: PolicyCommand, _ process: PolicyProcess) {
    self.command = command
    self.process = process
  }

  /// Whether the process has said nothing that it was not asked.
  var isQuiet: Bool { received.isEmpty }

  /// Sends lines, the last of which is a question, and waits for one line.
  ///
  /// - Parameters:
  ///   - lines: What is sent.
  ///   - question: Where the last line starts.
  ///   - expected: What the process should answer, for errors.
  mutating func ask(
    _ lines: [UInt8], question: Int = 0, expected: String
  ) throws(PolicyProcessFailure) -> JSONReply {
    sent = Array(lines[question...])
    guard received.isEmpty else {
      throw failure(
        "has written `\(PolicyProcessFailure.shortened(received))`, which nobody asked for,", expected)
    }
    do {
      let deadline = Deadline(in: command.replyLimit)
      try process.send(lines, by: deadline)
      line = try process.line(&received, by: deadline)
    } catch {
      switch error {
      case .late: throw failure("has not answered", expected)
      case .longLine: throw failure("has answered more than \(PolicyProcess.lineLimit) bytes", expected)
      case .ended:
        let ending = process.ending(by: Deadline(in: PolicyProcessPool.grace))
        throw failure(ending ?? "has closed its output", expected)
      }
    }
    do {
      return try JSONParser.value(of: line)
    } catch {
      throw wrongAnswer("JSON, with \(error.expected) at column \(error.column)")
    }
  }

  /// Reads an answer; what is wrong with it becomes a failure that quotes it.
  func read<Value>(
    _ answer: JSONReply, _ body: (JSONReply) throws(ReplyError) -> Value
  ) throws(PolicyProcessFailure) -> Value {
    do { return try body(answer) } catch { throw wrongAnswer(error.expected) }
  }

  private func wrongAnswer(_ expected: String) -> PolicyProcessFailure {
    failure("has answered `\(PolicyProcessFailure.shortened(line))`", expected)
  }

  private func failure(_ found: String, _ expected: String) -> PolicyProcessFailure {
    PolicyProcessFailure(command, found: found, sent: sent, expected: expected)
  }
}
