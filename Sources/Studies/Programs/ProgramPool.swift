import Basics
import Synchronization

/// The processes of a study's policies and apps: those that wait for their next device, and those that are about to end.
///
/// A process serves one policy, or one app, of one device at a time, so there are as many of a kind as workers. The pool ends
/// all of them when it goes.
package final class ProgramPool: Sendable {
  struct Kind: Hashable, Sendable {
    var words: [String]
    var folder: String
    var hello: [UInt8]
  }
  struct Ready: Sendable {
    let process: ProgramProcess
    let traits: ProcessTraits
  }
  private struct State {
    /// The one that was used last comes last.
    var idle: [(kind: Kind, ready: Ready)] = []
    /// Those whose input has ended, and until when they may take to end by themselves.
    var ending: [(process: ProgramProcess, deadline: Deadline)] = []
    var shouldStop: @Sendable () -> Bool = { false }
    var isOpen: Bool
    var started = 0
    var hasKilled = false
  }
  private let state: Mutex<State>
  /// Whether all devices are served by one process, one after the other, because it learns.
  let isTraining: Bool

  /// More waiting processes than these are ended, the longest unused first: design points that are done leave
  /// theirs behind.
  private static let idleLimit = 32
  /// How long processes may take to end by themselves, in seconds.
  static let grace = 1.0

  init(isOpen: Bool = true, isTraining: Bool = false) {
    state = Mutex(State(isOpen: isOpen))
    self.isTraining = isTraining
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func open() { state.withLock { $0.isOpen = true } }

  func stop(when shouldStop: @escaping @Sendable () -> Bool) {
    state.withLock { $0.shouldStop = shouldStop }
  }

  var shouldStop: @Sendable () -> Bool { state.withLock { $0.shouldStop } }

  func take(_ kind: Kind, for command: ProgramCommand) throws(ProgramFailure) -> Ready {
    let waiting = state.withLock { state -> Ready? in
      Self.sweep(&state)
      guard let index = state.idle.lastIndex(where: { $0.kind == kind }) else { return nil }
      return state.idle.remove(at: index).ready
    }
    if let waiting { return waiting }
    let limit = ProgramCommand.text(within: command.startLimit)
    let expected = "one line `{\"hello\":\(JSONLine.protocolVersion),\"\(command.role)\":…}`\(limit)"
    guard state.withLock({ $0.isOpen }) else {
      throw ProgramFailure(
        command, found: "was not started", sent: [], expected: "a study whose commands are allowed")
    }
    let earlier = state.withLock { state in
      defer { state.started += 1 }
      return state.started
    }
    // Another process would not know what the first one has learned.
    guard !isTraining || earlier == 0 else {
      throw ProgramFailure(
        command, found: "does not run any more, or has written what nobody asked for,", sent: [],
        expected: "one process for all devices of a seed")
    }
    let process: ProgramProcess
    do {
      process = try ProgramProcess(kind.words, in: kind.folder, limit: command.startLimit)
    } catch {
      throw ProgramFailure(
        command, found: "could not be started (\(error.reason))", sent: [], expected: "a program that runs")
    }
    var conversation = Conversation(command, process, shouldStop: shouldStop)
    do {
      let answer = try conversation.ask(kind.hello, within: command.startLimit, expected: expected)
      let traits = try conversation.read(answer) { reply throws(ReplyError) in
        let traits = try ProcessTraits(reply, of: command.role)
        guard traits.learns || !isTraining else { throw ReplyError("`learns` to be true in training") }
        return traits
      }
      try conversation.expectSilence()
      return Ready(process: process, traits: traits)
    } catch {
      process.kill()
      throw error
    }
  }

  /// Takes a process back whose policy has done its device. One that cannot serve another is ended.
  func giveBack(_ ready: Ready, _ kind: Kind, isUsable: Bool) {
    state.withLock { state in
      Self.sweep(&state)
      if isUsable, ready.traits.isReusable || isTraining {
        state.idle.append((kind, ready))
        if state.idle.count > Self.idleLimit { Self.end(state.idle.removeFirst().ready.process, &state) }
      } else {
        Self.end(ready.process, &state)
      }
    }
  }

  /// The process that learns, between two devices; nil if it has gone.
  func takeOnlyOne() -> Ready? { state.withLock { $0.idle.popLast()?.ready } }

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
      for idle in state.idle { Self.end(idle.ready.process, &state) }
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
