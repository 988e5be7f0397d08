import ResultsStore
import Workload

/// The runs of an ablation: a policy without each of its parts in turn.
///
/// A factor is off by its parameter, also where it is hard; a condition is off in that the policy does not obey
/// it. Settings that several questions share are run once.
package struct AblationPlan: Sendable {
  package struct Variant: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case factor, condition, allSoft }
    package var kind: Kind
    /// The part that is off: a factor, a condition, or `all soft`.
    package var name: String
    /// The enforcement of a factor in the unchanged policy: `hard` or `soft`.
    package var enforcement: String
    package var setting: AblationSetting
  }

  package struct Absence: Hashable, Sendable {
    package var name: String
    /// The reason, as text after the name: `off in this study`.
    package var reason: String
  }

  package let policy: AblationPolicy
  package let base: AblationSetting
  /// The variants to compare with ``base``: factors, then conditions, then all soft parts together.
  package let variants: [Variant]
  package let absences: [Absence]
  /// Every setting to run, each once; the policy as it is comes first.
  package let settings: [AblationSetting]

  package init(_ policy: AblationPolicy) {
    let base = policy.setting
    var variants: [Variant] = []
    var absences: [Absence] = []
    var allSoft = base
    for (place, factor) in LiftableFactor.sevenFactors.enumerated() {
      if base.off.contains(place) {
        absences.append(Absence(name: factor.name, reason: "off in this study"))
        continue
      }
      let setting = AblationSetting(off: base.off.union([place]), enforces: base.enforces)
      let enforcement = policy.enforcements[place]
      variants.append(Variant(kind: .factor, name: factor.name, enforcement: enforcement, setting: setting))
      if enforcement == "soft" { allSoft.off.insert(place) }
    }
    for condition in LiftableFactor.conditions {
      allSoft.enforces.subtract(condition.reasons)
      guard !base.enforces.isDisjoint(with: condition.reasons) else {
        absences.append(Absence(name: condition.name, reason: "not obeyed by \(policy.label)"))
        continue
      }
      let setting = AblationSetting(off: base.off, enforces: base.enforces.subtracting(condition.reasons))
      variants.append(Variant(kind: .condition, name: condition.name, enforcement: "soft", setting: setting))
    }
    variants.append(Variant(kind: .allSoft, name: "all soft", enforcement: "soft", setting: allSoft))

    (self.policy, self.base, self.variants, self.absences) = (policy, base, variants, absences)
    settings = ([base] + variants.map(\.setting)).unique
  }

  package func label(_ setting: AblationSetting) -> String {
    if setting == base { return policy.label }
    if let variant = variants.first(where: { $0.setting == setting }) {
      return "\(policy.label) without \(variant.name)"
    }
    let names = AblationSetting.factorNames.enumerated().filter { setting.off.contains($0.offset) }
    return "\(policy.label) without \(names.map(\.element).joined(separator: ", "))"
  }
}

package struct AblationPolicy: Hashable, Sendable {
  package var label: String
  /// `hard`, `soft` or `off`: how each of the seven factors works in the policy.
  package var enforcements: [String]
  package var enforces: BlockingSet
  package var changes: [Change]
  package var hasScore: Bool

  package struct Change: Hashable, Sendable {
    package var parameter: String
    package var value: String

    package init(parameter: String, value: String) { (self.parameter, self.value) = (parameter, value) }
  }

  package init(
    label: String, enforcements: [String], enforces: BlockingSet, changes: [Change] = [], hasScore: Bool
  ) {
    (self.label, self.enforcements, self.enforces) = (label, enforcements, enforces)
    (self.changes, self.hasScore) = (changes, hasScore)
  }

  var setting: AblationSetting {
    AblationSetting(
      off: Set(enforcements.indices.filter { enforcements[$0] == "off" }), enforces: enforces)
  }
}

extension LiftableFactor {
  /// The seven published factors, each with the parameter that switches it off, in the order of ``AblationSetting/off``.
  package static let sevenFactors = all.filter { $0.parameter != nil }

  /// The soft conditions other than the scheduling factors; a condition is off if a policy does not obey it.
  package static let conditions = all.filter {
    $0.parameter == nil && BlockingSet.softGates.isSuperset(of: $0.reasons)
  }
}

/// The active parts of a policy: the disabled factors and the soft gates it obeys.
package struct AblationSetting: Hashable, Sendable {
  /// Factors that are off, by their places among ``factorNames``.
  package var off: Set<Int>
  package var enforces: BlockingSet

  package static let factorNames = LiftableFactor.sevenFactors.map(\.name)
}

/// A part of a policy that a counterfactual can lift, with its reasons.
package struct LiftableFactor: Sendable, Hashable {
  package var name: String
  package var reasons: BlockingSet
  package var parameter: String?

  /// All parts. A foreground app, a running app and missing slots are no decisions of a policy, so they are not lifted.
  package static let all: [LiftableFactor] =
    sevenReasons.map { LiftableFactor(name: $0, reasons: $1, parameter: "factor.\($0)") }
    + [
      BlockingReason.bootHold, .busy, .cpuLoad, .thermalSerious, .herd, .settling, .transferStage, .score,
      .policyChoice, .externalPower, .deviceInUse, .resumeDelay,
    ].map { LiftableFactor(name: $0.name, reasons: .of($0)) }

  private static let sevenReasons: [(name: String, reasons: BlockingSet)] = [
    ("lowBattery", .of(.lowBattery)), ("lowPowerMode", .of(.lowPowerMode)), ("appUsage", .of(.appUsage)),
    ("appSwitcher", .of(.forceQuit)), ("backgroundRefresh", .of(.barOff, .barWifiOnly)),
    ("budgets", .of(.energyBudget, .dataBudget)), ("rateLimit", .of(.rateLimit)),
  ]
}

package struct AblationResults: Sendable {
  package struct Failure: Sendable, Hashable {
    /// The policy and the parts that are off, such as `seven-factor without budgets`.
    package var label: String
    package var text: String

    package init(label: String, text: String) { (self.label, self.text) = (label, text) }
  }

  /// Finished runs by setting, then replication; their policy is the label of the setting.
  package var runs: [PolicyRun]
  package var failures: [Failure]

  package init(runs: [PolicyRun], failures: [Failure] = []) { (self.runs, self.failures) = (runs, failures) }
}
