import OutputAnalysis
import Workload

/// A policy without each of its parts in turn: what has to be run to tell what each part is worth.
///
/// A factor is off by its parameter, also where it is hard; a condition is off in that the policy does not obey
/// it. Settings that several questions share are run once.
package struct AblationPlan: Sendable {
  /// The policy without something.
  package struct Variant: Hashable, Sendable {
    /// The kind of part that is off: one of the seven factors, one condition, or everything soft.
    package enum Kind: String, Hashable, Sendable { case factor, condition, allSoft }
    /// The kind of part that is off.
    package var kind: Kind
    /// The part that is off: a factor, a condition, or `all soft`.
    package var name: String
    /// How a factor works in the policy as it is: `hard` or `soft`.
    package var enforcement: String
    /// The setting of the policy with that part off.
    package var setting: AblationSetting
  }

  /// Something that cannot be taken away, and why.
  package struct Absence: Hashable, Sendable {
    /// Name of the factor, condition or factor group.
    package var name: String
    /// The reason, as text after the name: `off in this study`.
    package var reason: String
  }

  /// The policy as the study has it.
  package let policy: AblationPolicy
  /// The setting of the policy as it is.
  package let base: AblationSetting
  /// The variants to compare with ``base``: factors, then conditions, then all soft parts together.
  package let variants: [Variant]
  /// Factors and conditions that play no part in the policy as it is.
  package let absences: [Absence]
  /// The orders of the split, where it was asked for.
  package let orders: ShapleyOrders?
  /// Every setting to run, each once; the policy as it is comes first.
  package let settings: [AblationSetting]

  /// - Parameters:
  ///   - orders: Orders to draw for the Shapley split; nil for none.
  ///   - seed: The study's seed, for the draw.
  package init(_ policy: AblationPolicy, orders: Int? = nil, seed: UInt64) {
    let base = policy.setting
    var variants: [Variant] = []
    var absences: [Absence] = []
    var allSoft = base
    for (place, factor) in LiftableFactor.sevenFactors.enumerated() {
      if base.off.contains(place) {
        absences.append(Absence(name: factor.name, reason: "off in this study"))
        continue
      }
      var setting = base
      setting.off = base.off.adding(place)
      let enforcement = policy.enforcements[place]
      variants.append(
        Variant(kind: .factor, name: factor.name, enforcement: enforcement, setting: setting))
      if enforcement == "soft" { allSoft.off = allSoft.off.adding(place) }
    }
    for condition in LiftableFactor.conditions {
      allSoft.enforces.subtract(condition.reasons)
      guard !base.enforces.isDisjoint(with: condition.reasons) else {
        absences.append(Absence(name: condition.name, reason: "not obeyed by \(policy.label)"))
        continue
      }
      var setting = base
      setting.enforces.subtract(condition.reasons)
      variants.append(
        Variant(kind: .condition, name: condition.name, enforcement: "soft", setting: setting))
    }
    variants.append(Variant(kind: .allSoft, name: "all soft", enforcement: "soft", setting: allSoft))

    self.policy = policy
    self.base = base
    self.variants = variants
    self.absences = absences
    self.orders = orders.map {
      ShapleyOrders(players: AblationSetting.factorNames.count, orders: $0, seed: seed)
    }
    var settings = [base]
    var known: Set<AblationSetting> = [base]
    let coalitions = self.orders?.coalitions ?? []
    for setting in variants.map(\.setting) + coalitions.map({ Self.setting(base, $0) })
    where known.insert(setting).inserted { settings.append(setting) }
    self.settings = settings
  }

  /// The policy with the factors of a coalition off; those that the study has off stay off.
  private static func setting(_ base: AblationSetting, _ coalition: Coalition) -> AblationSetting {
    AblationSetting(off: Coalition(bits: base.off.bits | coalition.bits), enforces: base.enforces)
  }

  /// The setting with the factors of a coalition off.
  package func setting(of coalition: Coalition) -> AblationSetting { Self.setting(base, coalition) }

  /// Name of a setting's runs.
  package func label(_ setting: AblationSetting) -> String {
    if setting == base { return policy.label }
    if let variant = variants.first(where: { $0.setting == setting }) {
      return "\(policy.label) without \(variant.name)"
    }
    let names = AblationSetting.factorNames.enumerated().filter { setting.off.contains($0.offset) }
    return "\(policy.label) without \(names.map(\.element).joined(separator: ", "))"
  }
}
