import Workload

/// Starts work only on external power.
public struct ChargingOnly: SchedulingPolicy {
  let enforces: BlockingSet

  public init(enforces: BlockingSet = []) { self.enforces = enforces }

  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    guard observation.isPlugged else { return candidates.map { .wait($0) } }
    return decideImmediately(candidates, enforces: enforces)
  }

  public static let descriptor = PolicyDescriptor(
    name: "charging-only",
    summary: "Starts work only while the phone is on external power.",
    idea: "Background work must not cost battery life at all.",
    rule: "the device is plugged in, oldest window first.",
    weakness: "Content ages all day, and wakes of held pushes come with the charger.",
    source: "specification of background execution, 8.3",
    make: { ChargingOnly(enforces: $0.enforces) })
}
