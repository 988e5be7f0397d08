import EventSimulation
import ModelParameters
import Workload

package struct Aligned: SchedulingPolicy {
  /// Longest postponement after an item's window has opened.
  let tolerance: TimeSpan
  let enforces: BlockingSet

  package init(tolerance: TimeSpan, enforces: BlockingSet = []) {
    (self.tolerance, self.enforces) = (tolerance, enforces)
  }

  /// An app that is launched anyway, or a wake of the system, is the occasion that the policy waits for.
  package var traits: PolicyTraits { PolicyTraits(ignoresLikelihoodWhenDenied: nil, decidesAtLaunches: true) }

  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    let isTime =
      observation.isAwake
      || candidates.contains {
        // What an obeyed gate holds back will not wake the device, so it takes nothing with it.
        $0.denials.isDisjoint(with: enforces) && observation.now >= $0.open + tolerance
      }
    answer.decide(isTime ? candidates.oldestFirst : candidates, obeying: enforces) { candidate in
      isTime ? .start(candidate) : .wait(candidate, until: candidate.open + tolerance)
    }
  }

  package static let descriptor = PolicyDescriptor(
    name: "aligned",
    summary: "Postpones work until the device is awake, then starts all of it together.",
    idea: "One run and many runs cost the same wake-up and radio tail: share them.",
    rule: """
      the device is awake, or the window of one candidate opened `aligned.tolerance` ago. All candidates start \
      together, oldest window first. The device is awake if it is unlocked, a run executes, a push was delivered \
      at this instant, or the system does work.
      """,
    parameterNames: ["aligned.tolerance"],
    weakness: "Runs compete with the user for CPU and network, and batches reach the limits of slots.",
    source: "alarm batching and similarity of wake-ups on Android [AndroidPower]",
    make: { Aligned(tolerance: $0.parameters.span("aligned.tolerance"), enforces: $0.enforces) })
}
