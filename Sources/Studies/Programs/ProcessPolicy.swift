import Basics
import EventSimulation
import SchedulingPolicies

/// A policy that another process decides, in any language: one line of JSON per decision point, one line back.
///
/// It keeps its process from the first to the last moment of one device. When the process ends, is late or
/// answers what the protocol does not know, the policy starts nothing any more and its ``refusal`` says why.
package final class ProcessPolicy: SchedulingPolicy {
  private let command: ProgramCommand
  private let pool: ProgramPool
  private let kind: ProgramPool.Kind
  private var ready: ProgramPool.Ready?
  private var conversation: Conversation?
  private var failure: ProgramFailure?
  /// Nil for a program that does not want details.
  private var history: AppHistory?
  /// Messages that wait for the next question, then the question.
  private var lines = JSONLine()
  private let expected: String

  init(_ command: ProgramCommand, _ context: PolicyContext, pool: ProgramPool) {
    self.command = command
    self.pool = pool
    expected = "one line `{\"decisions\":[…]}`\(ProgramCommand.text(within: command.replyLimit))"
    var hello = JSONLine()
    hello.hello(command, context.parameters, enforces: context.enforces)
    kind = ProgramPool.Kind(
      words: command.words.map { $0.path ?? $0.text }, folder: command.folder, hello: hello.bytes)
    do {
      let ready = try pool.take(kind, for: command)
      self.ready = ready
      conversation = Conversation(command, ready.process, shouldStop: pool.shouldStop)
    } catch {
      failure = error
    }
    lines.device(key: context.deviceKey, firstWeekday: context.firstWeekday)
  }

  deinit {
    guard let ready else { return }
    var isUsable = conversation?.isQuiet() == true
    // In training a device ends with what became known after its last decision; a run drops it.
    if pool.isTraining, isUsable, let conversation {
      isUsable = conversation.tell(lines.bytes, within: command.replyLimit)
    }
    pool.giveBack(ready, kind, isUsable: isUsable)
  }

  package var traits: PolicyTraits { ready?.traits.policy ?? PolicyTraits() }

  package func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {
    if ready?.traits.wantsDetails == true { self.history = history }
  }

  /// Asks the process and waits for its answer. Once the process has failed, nothing is started.
  package func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    guard failure == nil, conversation != nil else { return }
    let question = lines.bytes.count
    lines.decisionPoint(observation, candidates, details: history)
    defer { lines.removeAll() }
    do {
      let reply = try conversation?.ask(
        lines.bytes, question: question, within: command.replyLimit, expected: expected)
      guard let reply else { return }
      let decisions = try conversation?.read(reply) { reply throws(ReplyError) in
        try ProcessReply.decisions(reply, candidates)
      }
      answer.append(contentsOf: decisions ?? [])
    } catch {
      // A process that cannot be trusted any more is ended at once.
      failure = error
      ready?.process.kill()
      (ready, conversation) = (nil, nil)
    }
  }

  /// Passes on an event with the next question, if the process has asked for its kind.
  package func observe(_ event: PolicyEvent) {
    if traits.listens.contains(event.kind) { lines.event(event, details: history) }
  }

  package var refusal: PolicyRefusal? { failure.map { .failed($0.description) } }
}
