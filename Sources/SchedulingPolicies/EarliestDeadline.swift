import EventSimulation
import ModelParameters
import Workload

package struct EarliestDeadline: SchedulingPolicy {
  /// On battery an item starts this long before its deadline, or later if it is late.
  let slack: TimeSpan
  let enforces: BlockingSet

  /// It reads the clock only where its wait has an end.
  package var traits: PolicyTraits { .onChange }

  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    let mostUrgentFirst = candidates.sorted { ($0.deadline, $0.item) < ($1.deadline, $1.item) }
    answer.decide(mostUrgentFirst, obeying: enforces) { candidate in
      observation.isPlugged
        ? .start(candidate) : .start(candidate, notBefore: candidate.deadline - slack, at: observation.now)
    }
  }

  package static let descriptor = PolicyDescriptor(
    name: "deadline",
    summary: "Waits for the charger until shortly before the deadline; earliest deadline first.",
    idea: "Work may cost battery only if waiting for the charger would make it late.",
    rule: """
      the device is plugged in, or the deadline has passed or is at most `deadline.slack` away; earliest \
      deadline first while slots are free.
      """,
    parameterNames: ["deadline.slack"],
    weakness: "On battery, work starts at the end of the window, even at a bad moment and often in bursts.",
    source: "earliest deadline first [LiuLayland1973]",
    make: { EarliestDeadline(slack: $0.parameters.span("deadline.slack"), enforces: $0.enforces) })
}
