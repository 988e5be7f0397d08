import ResultsStore
import Workload

/// The runs of an ablation: a policy without each of its parts in turn.
///
/// A gate is off in that the policy does not obey it. A factor is off by its parameter: a hard factor, or a factor that
/// also has a part in the score. Without its score, a policy starts each candidate that no gate denies.
package struct AblationPlan: Sendable {
  package struct Variant: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case gate, allGates, factor, score }
    package var kind: Kind
    /// The part that is off: a gate, `all soft gates`, the parameter of a factor, or `score`.
    package var name: String
    /// The enforcement of the part in the unchanged policy: `hard` or `soft`.
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
  /// The variants to compare with ``base``: soft gates, then all of them together, then factors, then the score.
  package let variants: [Variant]
  package let absences: [Absence]
  /// Every setting to run, each once; the policy as it is comes first.
  package let settings: [AblationSetting]

  package init(_ policy: AblationPolicy) {
    let base = policy.setting
    var variants: [Variant] = []
    var absences: [Absence] = []
    var factors: [Variant] = []
    var open = base
    for factor in LiftableFactor.sevenFactors + LiftableFactor.conditions {
      let place = LiftableFactor.sevenFactors.firstIndex(of: factor)
      let enforcement = place.map { policy.enforcements[$0] } ?? "soft"
      guard enforcement != "off" else {
        absences.append(Absence(name: factor.name, reason: "off in this study"))
        continue
      }
      if let place, let parameter = factor.parameter,
        enforcement == "hard" || policy.hasScore && factor.name == "appUsage"
      {
        var setting = base
        setting.off.insert(place)
        factors.append(Variant(kind: .factor, name: parameter, enforcement: enforcement, setting: setting))
      }
      guard enforcement == "soft" else { continue }
      guard !base.enforces.isDisjoint(with: factor.reasons) else {
        absences.append(Absence(name: factor.name, reason: "not obeyed by \(policy.label)"))
        continue
      }
      var setting = base
      setting.enforces.subtract(factor.reasons)
      open.enforces.subtract(factor.reasons)
      variants.append(Variant(kind: .gate, name: factor.name, enforcement: "soft", setting: setting))
    }
    if !variants.isEmpty {
      variants.append(Variant(kind: .allGates, name: "all soft gates", enforcement: "soft", setting: open))
    }
    variants += factors
    if policy.hasScore {
      var setting = base
      setting.hasScore = false
      variants.append(Variant(kind: .score, name: "score", enforcement: "soft", setting: setting))
    }

    (self.policy, self.base, self.variants, self.absences) = (policy, base, variants, absences)
    settings = ([base] + variants.map(\.setting)).unique
  }

  package func label(_ setting: AblationSetting) -> String {
    let variant = variants.first { $0.setting == setting }
    return policy.label + (variant.map { " without \($0.name)" } ?? "")
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

/// The active parts of a policy: the disabled factors, the soft gates it obeys, and its score.
package struct AblationSetting: Hashable, Sendable {
  /// Factors that are off, by their places among ``factorNames``.
  package var off: Set<Int>
  package var enforces: BlockingSet
  /// Whether the policy decides. Otherwise each candidate starts that no gate denies.
  package var hasScore = true

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
      .policyChoice, .firstEvaluation, .externalPower, .deviceInUse, .resumeDelay, .quietDay,
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
