import ModelParameters
import RandomStreams
import Workload

/// A policy's entry in the catalogue: its manual page and how to make one.
public struct PolicyDescriptor: Sendable {
  /// The name in studies and tables.
  public var name: String
  /// One sentence.
  public var summary: String
  /// The idea of the policy, in a few sentences for its manual page; may be empty.
  public var idea: String
  /// "Runs work when …".
  public var rule: String
  /// The names of the parameters that the policy reads, without the parameters of the gates.
  public var parameterNames: [String]
  /// The parameters that the policy adds to the catalog.
  public var ownParameters: [ParameterDefinition]
  /// Soft gates that it obeys unless a study says otherwise.
  public var enforces: BlockingSet
  /// Whether the policy knows the future of the device. A phone could not run such a policy.
  public var usesFuture: Bool
  /// The properties that the policy promises in addition to its traits and to the contract of every policy.
  public var declares: PolicyProperties
  /// Known weaknesses, for the manual page; may be empty.
  public var weakness: String
  /// The origin of the decision rule, with keys of the bibliography in brackets; may be empty.
  public var source: String
  /// Further text of the manual page, such as a protocol, as lines of text; may be empty.
  public var manual: String
  /// Makes a policy with the given parameters.
  public var make: @Sendable (PolicyContext) -> any SchedulingPolicy

  /// A policy with the sections of its manual page; empty sections are not printed.
  ///
  /// - Parameters:
  ///   - parameterNames: Parameters of the catalogue that it reads.
  ///   - ownParameters: Parameters that it brings along; studies set them like any other.
  ///   - make: Makes a fresh policy, once for every device of every run.
  public init(
    name: String, summary: String, idea: String = "", rule: String = "", parameterNames: [String] = [],
    ownParameters: [ParameterDefinition] = [], enforces: BlockingSet = [], usesFuture: Bool = false,
    declares: PolicyProperties = [], weakness: String = "", source: String = "", manual: String = "",
    make: @escaping @Sendable (PolicyContext) -> any SchedulingPolicy
  ) {
    (self.name, self.summary, self.idea, self.rule) = (name, summary, idea, rule)
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

  /// The names of all promises of the policy, in order: its declared properties, and whether it decides on
  /// change only with all defaults.
  public var promises: [String] {
    let policy = make(PolicyContext(parameters: ParameterSet(adding: ownParameters), enforces: enforces))
    return declares.names + (policy.traits.decidesOnChangeOnly ? ["decidesOnChangeOnly"] : [])
  }
}

/// The properties that a policy may promise beyond its contract; a conformance check holds it to it.
public struct PolicyProperties: OptionSet, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Cheaper runs never reduce the mean number of launches per day.
  public static let monotoneCost = PolicyProperties(rawValue: 1)
  /// A refresh candidate with all soft gates open, on an idle device with a network path and nominal
  /// temperature, starts by its deadline, regardless of its likelihood.
  public static let noStarvation = PolicyProperties(rawValue: 2)

  /// The promises by name, in order.
  public var names: [String] {
    (contains(.monotoneCost) ? ["monotoneCost"] : []) + (contains(.noStarvation) ? ["noStarvation"] : [])
  }
}

/// The inputs of the creation of a policy. They do not identify the run, so a policy can distinguish runs
/// only by its observations.
public struct PolicyContext: Sendable {
  /// The values of the study for the run, for every parameter of the catalogue and of the policy's own.
  public var parameters: ParameterSet
  /// The soft gates to obey: the descriptor's, or the study's `policy.enforces`.
  public var enforces: BlockingSet
  /// Identifies the device of the run: 16 hexadecimal digits, the same for all policies.
  public var deviceKey: String
  /// The weekday of day 0, 0 for Monday.
  public var firstWeekday: Int
  /// The future of the device; nil unless the policy declares that it uses it.
  public var future: DeviceFuture?
  private let drawAddress: StreamAddress

  /// - Parameter draws: The address of the policy's first random number.
  public init(
    parameters: ParameterSet, enforces: BlockingSet,
    draws: StreamAddress = StreamAddress(seed: 0, replication: 0, device: 0, purpose: .policy),
    deviceKey: String = "0000000000000000", firstWeekday: Int = 0, future: DeviceFuture? = nil
  ) {
    self.parameters = parameters
    self.enforces = enforces
    self.deviceKey = deviceKey
    self.firstWeekday = firstWeekday
    self.future = future
    drawAddress = draws
  }

  /// The context of a device of a run. The timeline of the plan is shown to policies that use the future, and to no other.
  public init(
    _ descriptor: PolicyDescriptor, parameters: ParameterSet, enforces: BlockingSet, seed: UInt64,
    plan: DevicePlan, deviceKey: String
  ) {
    self.init(
      parameters: parameters, enforces: enforces,
      draws: StreamAddress(
        seed: seed, group: StreamAddress.group(of: descriptor.name), replication: plan.replication,
        device: plan.device, purpose: .policy),
      deviceKey: deviceKey, firstWeekday: plan.firstWeekday,
      future: descriptor.usesFuture ? DeviceFuture(plan) : nil)
  }

  /// The random numbers of the policy on this device, from the first. They belong to the policy's name, so
  /// that two labels of one policy draw the same.
  public var draws: PolicyDraws { PolicyDraws(drawAddress) }
}

/// The random numbers of one policy on one device: stream purpose `policy`, group of the policy's name.
///
/// Nothing else draws from these addresses, so a policy that draws cannot disturb the device or another policy.
/// Draw number k depends on the identity of the run and on k alone.
public struct PolicyDraws {
  private var address: StreamAddress
  private let stream = RandomStream()

  /// - Parameter address: The start of the policy's stream; see ``PolicyContext/draws``.
  public init(_ address: StreamAddress) { self.address = address }

  /// A stream at the next draw, which may take as many words as its distribution needs.
  public mutating func next() -> RandomStream {
    stream.seek(event: address)
    address.index &+= 1
    return stream
  }

  /// A stream at the draw of an item, which depends on the number of the item and on no other draw.
  public func draw(ofItem item: Int32) -> RandomStream {
    var own = address
    own.index &+= UInt32(bitPattern: item)
    stream.seek(event: own)
    return stream
  }
}
