import ModelParameters
import RandomStreams
import Workload

/// A policy's entry in the catalogue: its manual page and how to make one.
public struct PolicyDescriptor: Sendable {
  /// The name in studies and tables.
  public var name: String
  /// One sentence.
  public var summary: String
  public var idea: String
  /// "Runs work when …".
  public var rule: String
  /// Names of the parameters that it reads, without those of the gates.
  public var parameterNames: [String]
  /// Parameters of its own, beside the catalogue's.
  public var ownParameters: [ParameterDefinition]
  /// Soft gates that it obeys unless a study says otherwise.
  public var enforces: BlockingSet
  /// Whether it is told what will happen to the device: no phone could run it.
  public var usesFuture: Bool
  /// What it promises beyond the contract that every policy keeps.
  public var declares: PolicyProperties
  public var weakness: String
  public var source: String
  /// What else its manual page has to say, such as a protocol; lines of text, empty for nothing.
  public var manual: String
  /// Makes a policy with the given parameters.
  public var make: @Sendable (PolicyContext) -> any SchedulingPolicy

  /// A policy with the sections of its manual page; those that are left empty are not printed.
  ///
  /// - Parameters:
  ///   - name: The name in studies and tables.
  ///   - summary: One sentence.
  ///   - parameterNames: Parameters of the catalogue that it reads.
  ///   - ownParameters: Parameters that it brings along; studies set them like any other.
  ///   - enforces: Soft gates that it obeys unless a study says otherwise.
  ///   - make: Makes a fresh policy, once for every device of every run.
  public init(
    name: String, summary: String, idea: String = "", rule: String = "", parameterNames: [String] = [],
    ownParameters: [ParameterDefinition] = [], enforces: BlockingSet = [],
    usesFuture: Bool = false, declares: PolicyProperties = [], weakness: String = "", source: String = "",
    manual: String = "",
    make: @escaping @Sendable (PolicyContext) -> any SchedulingPolicy
  ) {
    self.name = name
    self.summary = summary
    self.idea = idea
    self.rule = rule
    self.parameterNames = parameterNames + ownParameters.map(\.name)
    self.ownParameters = ownParameters
    self.enforces = enforces
    self.usesFuture = usesFuture
    self.declares = declares
    self.weakness = weakness
    self.source = source
    self.manual = manual
    self.make = make
  }
}

/// What a policy is made from.
public struct PolicyContext: Sendable {
  public var parameters: ParameterSet
  /// The soft gates to obey: the descriptor's, or the study's `policy.enforces`.
  public var enforces: BlockingSet
  /// The identity of the run, which the policy's own random numbers depend on.
  public var seed: UInt64
  public var replication: Int
  public var device: Int
  /// The weekday of day 0, 0 for Monday.
  public var firstWeekday: Int
  /// What will happen to the device; nil unless the policy declares that it uses it.
  public var future: DeviceFuture?

  public init(
    parameters: ParameterSet, enforces: BlockingSet, seed: UInt64 = 0, replication: Int = 0, device: Int = 0,
    firstWeekday: Int = 0, future: DeviceFuture? = nil
  ) {
    self.parameters = parameters
    self.enforces = enforces
    self.seed = seed
    self.replication = replication
    self.device = device
    self.firstWeekday = firstWeekday
    self.future = future
  }

  /// The context of a device of a run.
  ///
  /// - Parameter plan: Its timeline is shown to policies that use the future, and to no other.
  public init(
    _ descriptor: PolicyDescriptor, parameters: ParameterSet, enforces: BlockingSet, seed: UInt64,
    plan: DevicePlan
  ) {
    self.init(
      parameters: parameters, enforces: enforces, seed: seed, replication: plan.replication,
      device: plan.device, firstWeekday: plan.firstWeekday,
      future: descriptor.usesFuture ? DeviceFuture(plan) : nil)
  }

  /// The random numbers of the policy with that name on this device.
  public func draws(of policy: String) -> PolicyDraws {
    PolicyDraws(
      StreamAddress(
        seed: seed, group: StreamAddress.group(of: policy), replication: replication, device: device,
        purpose: .policy))
  }
}
