import EventSimulation

/// Why a simulation cannot be believed and was stopped.
public struct SimulationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The check that failed, or the reason of the stop.
  public enum Cause: Hashable, Sendable {
    /// The energy ledger does not close.
    case energy(String)
    /// Submissions, pushes or launches do not balance: LOG-1, LOG-2, LOG-3.
    case conservation(rule: String, app: String, mechanism: String, detail: String)
    /// A budget ledger does not close: BUD-9.
    case budget(String)
    /// A sum has left 64 bits.
    case overflow(String)
    /// The run loop stopped before the horizon.
    case stopped(String)
    /// The run was asked to stop.
    case interrupted
    /// The policy could not decide any more.
    case policy(String)
    /// The policy asked for more decision points than an hour may have: `gate.wakesPerHour`.
    case wakes(limit: Int, hour: Instant)
  }
  /// The check that failed, or the reason of the stop.
  public var cause: Cause
  /// Number of the replication, from 0 on.
  public var replication: Int
  /// Number of the device in its population, from 0 on.
  public var device: Int
  /// Label of the policy in its study, where the caller knows it.
  public var policy = ""

  /// The failure with the label of the policy under which it happened.
  public func naming(_ policy: String) -> SimulationFailure {
    var failure = self
    failure.policy = policy
    return failure
  }

  public var description: String {
    let place = "replication \(replication), device \(device)"
    switch cause {
    case .energy(let detail): return "\(place): the energy ledger does not close: \(detail)"
    case .conservation(let rule, let app, let mechanism, let detail):
      return "\(place): \(rule) is broken for \(mechanism) of \(app): \(detail)"
    case .budget(let detail): return "\(place): BUD-9 is broken: \(detail)"
    case .overflow(let sum): return "\(place): \(sum) cannot be counted in 64 bits"
    case .stopped(let reason): return "\(place): the simulation stopped: \(reason)"
    case .interrupted: return "\(place): interrupted"
    case .policy(let reason): return "\(place): \(reason)"
    case .wakes(let limit, let hour):
      let name = policy.isEmpty ? "the policy" : "policy `\(policy)`"
      return
        "\(place): \(name) asked for more than \(limit) decision points in the hour from \(hour) s "
        + "(`gate.wakesPerHour`)"
    }
  }
}
