import Basics
import SchedulingPolicies

/// One program that learns: the process that serves all devices of one seed, one after the other, and says at the end
/// what it has learned.
///
/// It is started afresh for each seed and knows no more of the seeds before than its state, so that a training which was
/// interrupted goes on as if it had not been.
final class PolicyTraining: Sendable {
  private let command: ProgramCommand
  private let pool = ProgramPool(isTraining: true)

  /// - Parameters:
  ///   - state: The state with which it begins; nil for none.
  ///   - shouldStop: Asked while an answer is awaited, which may take any time.
  init(_ command: ProgramCommand, from state: PolicyState?, shouldStop: @escaping @Sendable () -> Bool) {
    var command = command
    (command.isTraining, command.state, command.replyLimit) = (true, state, .infinity)
    self.command = command
    pool.stop(when: shouldStop)
  }

  /// The policy of the next device. The one before has to be gone.
  func policy(_ context: PolicyContext) -> ProcessPolicy { ProcessPolicy(command, context, pool: pool) }

  /// Asks for what was learned, one JSON value on one line, and ends the program.
  func save() throws(ProgramFailure) -> String {
    let expected = "one line `{\"state\":…}`"
    guard let ready = pool.takeOnlyOne() else {
      throw ProgramFailure(
        command, found: "does not run any more, or has written what nobody asked for,", sent: Self.question,
        expected: expected)
    }
    defer {
      ready.process.close()
      _ = ready.process.ending(by: Deadline(in: ProgramPool.grace))
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
