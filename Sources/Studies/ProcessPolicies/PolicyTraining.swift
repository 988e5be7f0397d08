import Basics
import SchedulingPolicies

/// One program that learns: the process that serves all devices of one seed, one after the other, and says at the end
/// what it has learned.
///
/// It is started afresh for each seed and knows no more of the seeds before than its state, so that a training which was
/// interrupted goes on as if it had not been.
public final class PolicyTraining: Sendable {
  private let command: PolicyCommand
  private let pool: PolicyProcessPool

  /// - Parameters:
  ///   - command: The program.
  ///   - state: The state with which it begins; nil for none.
  ///   - shouldStop: Asked while an answer is awaited, which may take any time.
  public init(
    _ command: PolicyCommand, from state: PolicyState?, shouldStop: @escaping @Sendable () -> Bool
  ) {
    var command = command
    command.isTraining = true
    command.state = state
    command.replyLimit = .infinity
    self.command = command
    pool = PolicyProcessPool(isTraining: true)
    pool.stop(when: shouldStop)
  }

  /// The policy of the next device. The one before has to be gone.
  public func policy(_ context: PolicyContext) -> ProcessPolicy {
    ProcessPolicy(command, context, pool: pool)
  }

  /// Asks for what was learned, and ends the program.
  ///
  /// - Returns: The state, one JSON value on one line.
  /// - Throws: ``PolicyProcessFailure`` for a program that has ended or does not answer with a state.
  public func save() throws(PolicyProcessFailure) -> String {
    let expected = "one line `{\"state\":…}`"
    guard let ready = pool.takeOnlyOne() else {
      throw PolicyProcessFailure(
        command, found: "does not run any more, or has written what nobody asked for,", sent: Self.question,
        expected: expected)
    }
    defer {
      ready.process.close()
      _ = ready.process.ending(by: Deadline(in: PolicyProcessPool.grace))
    }
    var conversation = Conversation(command, ready.process, shouldStop: pool.shouldStop)
    let answer = try conversation.ask(
      Self.question, within: .infinity, expected: expected, limits: .state)
    let state = try conversation.read(answer) { reply throws(ReplyError) in
      guard let state = try ReplyObject(reply, "", keys: ["state"])["state"] else {
        throw ReplyError("`state` to be there")
      }
      return state
    }
    try conversation.expectSilence()
    return state.text(.oneLine)
  }

  private static let question = Array("{\"save\":{}}\n".utf8)
}

/// The state that a program has learned in training, as it is handed over in `hello`.
public struct PolicyState: Sendable, Hashable {
  /// One JSON value on one line.
  public let text: String
  /// SHA-256 of the file that holds it, in hexadecimal digits.
  public let digest: String

  /// Longest text of a state, 1 MiB, in a file and in a reply.
  public static let sizeLimit = PolicyProcess.lineLimit

  /// Reads the contents of a file.
  ///
  /// - Parameters:
  ///   - bytes: One JSON value, on any number of lines.
  ///   - digest: SHA-256 of the bytes.
  /// - Throws: ``PolicyStateError`` for a text that is too long or no JSON.
  public init(_ bytes: [UInt8], digest: String) throws(PolicyStateError) {
    guard bytes.count <= Self.sizeLimit else {
      throw PolicyStateError(found: "more than \(Self.sizeLimit) bytes")
    }
    // Line ends stand between values alone: in a text they would have to be escaped.
    let line = bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    do {
      text = try JSONParser.value(of: line[...], limits: .state).text(.oneLine)
    } catch {
      throw PolicyStateError(found: "no JSON (byte \(error.column) should be \(error.expected))")
    }
    self.digest = digest
  }
}

/// The reason why a file holds no state.
public struct PolicyStateError: Error, Hashable, Sendable {
  /// The description of the contents, for an error.
  public var found: String

  /// The contents that a file of states has.
  public static let expected = "a state: one JSON value in at most \(PolicyState.sizeLimit) bytes"
}

extension JSONParser.Limits {
  /// The limits of a state, which may have a name for each app of a large study.
  static let state = JSONParser.Limits(depth: 32, members: 4096, numberLength: 400)
}
