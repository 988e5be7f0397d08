/// The facts about policies that reports need, by the name of the policy in the catalogue.
///
/// A policy without an entry knows no future, can start something and has no parameters.
package struct PolicyFacts: Sendable {
  /// The facts about one policy.
  package struct Entry: Sendable, Hashable {
    /// Whether the policy is told what will happen, so that no phone could run it.
    package var usesFuture: Bool
    /// Whether the policy starts nothing by design.
    package var startsNothing: Bool
    /// Names of the parameters that the policy reads.
    package var parameters: [String]

    package init(usesFuture: Bool, startsNothing: Bool, parameters: [String]) {
      self.usesFuture = usesFuture
      self.startsNothing = startsNothing
      self.parameters = parameters
    }
  }

  private let entries: [String: Entry]

  package init(_ entries: [String: Entry]) { self.entries = entries }

  func usesFuture(_ policy: String) -> Bool { entries[policy]?.usesFuture ?? false }
  func startsNothing(_ policy: String) -> Bool { entries[policy]?.startsNothing ?? false }
  func parameters(of policy: String) -> [String] { entries[policy]?.parameters ?? [] }
}
