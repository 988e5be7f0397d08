import ModelParameters
import Workload

/// The policies that studies can name: the built-in policies, and the policies that a program adds.
public struct PolicyCatalogue: Sendable {
  /// All policies, in the order of their list.
  public let all: [PolicyDescriptor]
  /// The apps that are code and that the program brings along.
  public let apps: [AppCode]

  /// Adding a policy is adding its file and a line here.
  public static let builtIn = PolicyCatalogue(all: [
    Immediate.descriptor,
    Immediate.gatesOnly,
    NeverStart.descriptor,
    FixedInterval.descriptor,
    ChargingOnly.descriptor,
    RandomStart.descriptor,
    ExponentialDelay.descriptor,
    UsagePredictive.descriptor,
    EarliestDeadline.descriptor,
    EnergyBudget.descriptor,
    Aligned.descriptor,
    AndroidBuckets.descriptor,
    Learned.descriptor,
    Clairvoyant.descriptor,
    SevenFactor.descriptor,
  ])

  private init(all: [PolicyDescriptor], apps: [AppCode] = []) { (self.all, self.apps) = (all, apps) }

  /// The catalog with further policies after its policies, and with further apps that are code.
  ///
  /// - Throws: ``PolicyCatalogueError`` if a policy, a parameter of a policy, or an app has a name that is
  ///   taken.
  public func adding(
    _ policies: [PolicyDescriptor], apps others: [AppCode] = []
  ) throws(PolicyCatalogueError) -> PolicyCatalogue {
    var names = Set(names)
    var parameters = Set(ParameterCatalogue.all.map(\.name) + ownParameters.map(\.name))
    for policy in policies {
      guard names.insert(policy.name).inserted else { throw .policyNameTaken(policy.name) }
      for parameter in policy.ownParameters where !parameters.insert(parameter.name).inserted {
        throw .parameterNameTaken(parameter.name, policy: policy.name)
      }
    }
    let apps = apps + others
    for (index, app) in apps.enumerated() where apps[..<index].contains(where: { $0.name == app.name }) {
      throw .appNameTaken(app.name)
    }
    return PolicyCatalogue(all: all + policies, apps: apps)
  }

  /// The descriptor of a name, if there is one.
  public func descriptor(_ name: String) -> PolicyDescriptor? { all.first { $0.name == name } }

  /// Names in the order of the list.
  public var names: [String] { all.map(\.name) }

  /// Parameters that its policies bring along.
  public var ownParameters: [ParameterDefinition] { all.flatMap(\.ownParameters) }
}

/// Why policies cannot be added to a catalogue.
public enum PolicyCatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  case policyNameTaken(String)
  case appNameTaken(String)
  case parameterNameTaken(String, policy: String)

  public var description: String {
    switch self {
    case .policyNameTaken(let name): "there already is a policy `\(name)`"
    case .appNameTaken(let name): "there already is an app `\(name)`"
    case .parameterNameTaken(let name, let policy):
      "policy `\(policy)` brings a parameter `\(name)`, which there already is"
    }
  }
}
