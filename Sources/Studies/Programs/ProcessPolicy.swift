import Basics
import SchedulingPolicies

/// A policy whose decisions come from a program in any language: one line of JSON per decision point, and one
/// line per answer.
///
/// If the process ends, is late, or violates the protocol, the policy starts no further work, and its
/// ``refusal`` contains the reason.
package final class ProcessPolicy: SchedulingPolicy {
  private let session: ProgramSession
  /// Nil for a program that does not want details.
  private var history: AppHistory?

  init(_ command: ProgramCommand, _ context: PolicyContext, pool: ProgramPool) {
    var hello = JSONLine()
    hello.hello(command, context.parameters, enforces: context.enforces)
    session = ProgramSession(command, hello: hello, pool: pool, expecting: "one line `{\"decisions\":[…]}`")
    session.lines.device(key: context.deviceKey, firstWeekday: context.firstWeekday)
  }

  package var traits: PolicyTraits { session.traits?.policy ?? PolicyTraits() }

  package func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {
    if session.traits?.wantsDetails == true { self.history = history }
  }

  /// Sends the decision point to the process and waits for its answer. After a failure of the process, the
  /// policy starts no work.
  package func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    guard session.failure == nil else { return }
    let question = session.lines.bytes.count
    session.lines.decisionPoint(observation, candidates, details: history)
    do {
      let decisions = try session.ask(question: question) { reply throws(ReplyError) in
        try ProcessReply.decisions(reply, candidates)
      }
      answer.append(contentsOf: decisions ?? [])
    } catch {
      session.end(error)
    }
  }

  /// Passes on an event with the next question, if the process has asked for its kind.
  package func observe(_ event: PolicyEvent) {
    if traits.listens.contains(event.kind) { session.lines.event(event, details: history) }
  }

  package var refusal: PolicyRefusal? { session.failure.map { .failed($0.description) } }
}
