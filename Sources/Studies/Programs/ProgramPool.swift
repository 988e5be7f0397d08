import Basics
import Synchronization

/// The processes of a study's policies and apps that wait for their next device or are about to end.
///
/// A process serves one policy, or one app, of one device at a time, so each policy and app has at most one
/// process per worker. The pool ends all processes when it is deallocated.
package final class ProgramPool: Sendable {
  struct Kind: Hashable, Sendable {
    var command: ProgramCommand
    var hello: [UInt8]
  }
  private struct State {
    /// The one that was used last comes last.
    var idle: [Conversation] = []
    /// The processes whose input has ended, with the deadline for their own end.
    var ending: [(process: ProgramProcess, deadline: Deadline)] = []
    var shouldStop: @Sendable () -> Bool = { false }
    var isOpen: Bool
    var started = 0
    var hasKilled = false
  }
  private let state: Mutex<State>
  /// Whether all devices are served by one process, one after the other, because it learns.
  let isTraining: Bool

  /// More waiting processes than these, left behind by earlier design points, are ended, the longest unused first.
  private static let idleLimit = 32
  /// How long processes may take to end by themselves, in seconds.
  static let grace = 1.0

  init(isOpen: Bool = true, isTraining: Bool = false) {
    state = Mutex(State(isOpen: isOpen))
    self.isTraining = isTraining
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func open() { state.withLock { $0.isOpen = true } }

  func stop(when shouldStop: @escaping @Sendable () -> Bool) { state.withLock { $0.shouldStop = shouldStop } }

  func take(_ kind: Kind) throws(ProgramFailure) -> Conversation {
    let (waiting, shouldStop) = state.withLock { state in
      Self.sweep(&state)
      let index = state.idle.lastIndex { $0.kind == kind }
      return (index.map { state.idle.remove(at: $0) }, state.shouldStop)
    }
    if var waiting {
      waiting.shouldStop = shouldStop
      return waiting
    }
    let command = kind.command
    func failure(_ found: String, _ expected: String) -> ProgramFailure {
      ProgramFailure(command, found: found, sent: [], expected: expected)
    }
    guard isOpen else { throw failure("was not started", "a study whose commands are allowed") }
    let earlier = state.withLock { state in
      defer { state.started += 1 }
      return state.started
    }
    // Another process would not know what the first one has learned.
    guard !isTraining || earlier == 0 else {
      throw failure(Self.hasGone, "one process for all devices of a seed")
    }
    let process: ProgramProcess
    do {
      process = try ProgramProcess(command)
    } catch {
      throw failure("could not be started (\(error.reason))", "a program that runs")
    }
    var conversation = Conversation(kind, process, shouldStop: shouldStop)
    let limit = ProgramCommand.text(within: command.startLimit)
    let expected = "one line `{\"hello\":\(JSONLine.protocolVersion),\"\(command.role)\":…}`\(limit)"
    do {
      conversation.traits = try conversation.ask(
        kind.hello, within: command.startLimit, expected: expected
      ) { reply throws(ReplyError) in
        let traits = try ProcessTraits(reply, of: command.role)
        guard traits.learns || !isTraining else { throw ReplyError("`learns` to be true in training") }
        return traits
      }
      try conversation.expectSilence()
      return conversation
    } catch {
      process.kill()
      throw error
    }
  }

  static let hasGone = "ended, or wrote an unrequested line"

  /// Takes a process back whose policy has done its device. One that cannot serve another is ended.
  func giveBack(_ conversation: Conversation, isUsable: Bool) {
    state.withLock { state in
      Self.sweep(&state)
      if isUsable, conversation.traits.isReusable || isTraining {
        state.idle.append(conversation)
        if state.idle.count > Self.idleLimit { Self.end(state.idle.removeFirst().process, &state) }
      } else {
        Self.end(conversation.process, &state)
      }
    }
  }

  /// The process that learns, between two devices; nil if it has gone.
  func takeOnlyOne() -> Conversation? { state.withLock { $0.idle.popLast() } }

  private static func end(_ process: ProgramProcess, _ state: inout State) {
    process.close()
    state.ending.append((process, Deadline(in: grace)))
  }

  /// Forgets processes that have ended, and ends those that take too long.
  private static func sweep(_ state: inout State) {
    var hasKilled = false
    state.ending.removeAll { process, deadline in
      if process.isGone() { return true }
      guard deadline.hasPassed else { return false }
      hasKilled = true
      process.kill()
      return true
    }
    if hasKilled { state.hasKilled = true }
  }

  /// Lets all processes that serve nobody end. Returns whether every process of the pool has ended by itself.
  @discardableResult package func endAll() -> Bool {
    state.withLock { state in
      for idle in state.idle { Self.end(idle.process, &state) }
      state.idle = []
      for (process, deadline) in state.ending {
        if process.ending(by: deadline) == nil { state.hasKilled = true }
        process.kill()
      }
      state.ending = []
      return !state.hasKilled
    }
  }

  deinit { endAll() }
}
