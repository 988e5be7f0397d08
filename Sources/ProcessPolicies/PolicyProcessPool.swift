import Synchronization

/// The processes of a study's policies: those that wait for their next device, and those that are about to end.
///
/// A process serves one policy of one device at a time, so there are as many of a kind as workers. The pool ends
/// all of them when it goes.
public final class PolicyProcessPool: Sendable {
  /// What processes must have in common to stand in for each other.
  struct Kind: Hashable, Sendable {
    var words: [String]
    var folder: String
    var hello: [UInt8]
  }
  private struct State {
    /// The one that was used last comes last.
    var idle: [(kind: Kind, process: PolicyProcess)] = []
    /// Those whose input has ended, and until when they may take to end by themselves.
    var ending: [(process: PolicyProcess, deadline: Deadline)] = []
  }
  private let state = Mutex(State())

  /// More waiting processes than these are ended, the longest unused first: design points that are done leave
  /// theirs behind.
  private static let idleLimit = 32
  /// How long processes may take to end by themselves, in seconds.
  static let grace = 1.0

  public init() {}

  /// A process that has answered `hello`, waiting or new.
  func take(_ kind: Kind, for command: PolicyCommand) throws(PolicyProcessFailure) -> PolicyProcess {
    let waiting = state.withLock { state -> PolicyProcess? in
      Self.sweep(&state)
      guard let index = state.idle.lastIndex(where: { $0.kind == kind }) else { return nil }
      return state.idle.remove(at: index).process
    }
    if let waiting { return waiting }
    return try start(kind, command)
  }

  private func start(_ kind: Kind, _ command: PolicyCommand) throws(PolicyProcessFailure) -> PolicyProcess {
    let expected = "one line `{\"hello\":1,\"policy\":…}` within \(command.limitText)"
    var process: PolicyProcess
    do {
      process = try PolicyProcess(kind.words, in: kind.folder)
    } catch {
      throw PolicyProcessFailure(
        command, found: "could not be started (\(error.reason))", sent: [], expected: "a program that runs")
    }
    var conversation = Conversation(command, process)
    do {
      let answer = try conversation.ask(kind.hello, expected: expected)
      process.traits = try conversation.read(answer) { reply throws(ReplyError) in try ProcessTraits(reply) }
      return process
    } catch {
      process.kill()
      process.close()
      throw error
    }
  }

  /// Takes a process back whose policy has done its device. One that cannot serve another is ended.
  func giveBack(_ process: PolicyProcess, _ kind: Kind, isUsable: Bool) {
    state.withLock { state in
      Self.sweep(&state)
      if isUsable, process.traits.isReusable {
        state.idle.append((kind, process))
        if state.idle.count > Self.idleLimit { Self.end(state.idle.removeFirst().process, &state) }
      } else {
        Self.end(process, &state)
      }
    }
  }

  private static func end(_ process: PolicyProcess, _ state: inout State) {
    process.close()
    state.ending.append((process, Deadline(in: grace)))
  }

  /// Takes processes that have ended off the system's table, and ends those that take too long.
  private static func sweep(_ state: inout State) {
    state.ending.removeAll { process, deadline in
      if process.ending() != nil { return true }
      guard deadline.hasPassed else { return false }
      process.kill()
      return true
    }
  }

  deinit {
    state.withLock { state in
      for idle in state.idle { Self.end(idle.process, &state) }
      state.idle = []
      for (process, deadline) in state.ending where process.ending(by: deadline) == nil { process.kill() }
      state.ending = []
    }
  }
}
