import OutputAnalysis
import ResultsStore
import Workload

/// A policy without each of its parts in turn: what has to be run to tell what each part is worth.
///
/// A factor is off by its parameter, also where it is hard; a condition is off in that the policy does not obey
/// it. Settings that several questions share are run once.
package struct AblationPlan: Sendable {
  package struct Variant: Hashable, Sendable {
    /// The kind of part that is off: one of the seven factors, one condition, or everything soft.
    package enum Kind: String, Hashable, Sendable { case factor, condition, allSoft }
    package var kind: Kind
    /// The part that is off: a factor, a condition, or `all soft`.
    package var name: String
    /// How a factor works in the policy as it is: `hard` or `soft`.
    package var enforcement: String
    package var setting: AblationSetting
  }

  /// Something that cannot be taken away, and why.
  package struct Absence: Hashable, Sendable {
    package var name: String
    /// The reason, as text after the name: `off in this study`.
    package var reason: String
  }

  package let policy: AblationPolicy
  package let base: AblationSetting
  /// The variants to compare with ``base``: factors, then conditions, then all soft parts together.
  package let variants: [Variant]
  /// Factors and conditions that play no part in the policy as it is.
  package let absences: [Absence]
  /// The orders of the split, where it was asked for.
  package let orders: ShapleyOrders?
  /// Every setting to run, each once; the policy as it is comes first.
  package let settings: [AblationSetting]

  /// - Parameter orders: Orders to draw for the Shapley split; nil for none.
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
      variants.append(Variant(kind: .factor, name: factor.name, enforcement: enforcement, setting: setting))
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

    (self.policy, self.base, self.variants, self.absences) = (policy, base, variants, absences)
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

  package func setting(of coalition: Coalition) -> AblationSetting { Self.setting(base, coalition) }

  package func label(_ setting: AblationSetting) -> String {
    if setting == base { return policy.label }
    if let variant = variants.first(where: { $0.setting == setting }) {
      return "\(policy.label) without \(variant.name)"
    }
    let names = AblationSetting.factorNames.enumerated().filter { setting.off.contains($0.offset) }
    return "\(policy.label) without \(names.map(\.element).joined(separator: ", "))"
  }
}

/// The policy that is ablated, as far as an ablation and its report have to know it.
package struct AblationPolicy: Hashable, Sendable {
  package var label: String
  /// `hard`, `soft` or `off`: how each of the seven factors works in the policy.
  package var enforcements: [String]
  package var enforces: BlockingSet
  /// Parameters of the seven factors that the study has changed, with their values.
  package var changes: [Change]
  /// Whether the policy weighs its candidates by the score of the moment.
  package var hasScore: Bool

  /// A parameter that is not at its default.
  package struct Change: Hashable, Sendable {
    package var parameter: String
    /// `hard`, `soft` or `off`, as the study sets it.
    package var value: String

    package init(parameter: String, value: String) {
      self.parameter = parameter
      self.value = value
    }
  }

  package init(
    label: String, enforcements: [String], enforces: BlockingSet, changes: [Change] = [], hasScore: Bool
  ) {
    (self.label, self.enforcements, self.enforces) = (label, enforcements, enforces)
    (self.changes, self.hasScore) = (changes, hasScore)
  }

  var setting: AblationSetting {
    AblationSetting(
      off: enforcements.indices.reduce(.none) { enforcements[$1] == "off" ? $0.adding($1) : $0 },
      enforces: enforces)
  }
}

extension LiftableFactor {
  /// The seven published factors, each with the parameter that switches it off, in the order of coalitions.
  package static let sevenFactors = all.filter { $0.parameter != nil }

  /// The soft conditions beside them, which are off where a policy does not obey them.
  package static let conditions = all.filter {
    $0.parameter == nil && BlockingSet.softGates.isSuperset(of: $0.reasons)
  }
}

/// The active parts of a policy: the disabled factors and the soft gates it obeys.
package struct AblationSetting: Hashable, Sendable {
  /// Factors that are off, by their places among ``factorNames``.
  package var off: Coalition
  package var enforces: BlockingSet

  package static let factorNames = LiftableFactor.sevenFactors.map(\.name)
}

/// A part of a policy that can be lifted in a counterfactual, with the reasons that it stands for.
package struct LiftableFactor: Sendable, Hashable {
  /// Name in options, tables and messages, unique among ``all``.
  package var name: String
  /// The reasons that block no more once the factor is lifted.
  package var reasons: BlockingSet
  /// The parameter that switches it off throughout; nil where it has none.
  package var parameter: String?

  /// The seven factors, the conditions, the scheduler's own reasons, and the constraints of a mechanism.
  ///
  /// That an app is in front, already running, or out of slots is no one's decision and is not lifted.
  package static let all: [LiftableFactor] = [
    LiftableFactor(name: "lowBattery", reasons: .of(.lowBattery), parameter: "factor.lowBattery"),
    LiftableFactor(name: "lowPowerMode", reasons: .of(.lowPowerMode), parameter: "factor.lowPowerMode"),
    LiftableFactor(name: "appUsage", reasons: .of(.appUsage), parameter: "factor.appUsage"),
    LiftableFactor(name: "appSwitcher", reasons: .of(.forceQuit), parameter: "factor.appSwitcher"),
    LiftableFactor(
      name: "backgroundRefresh", reasons: .of(.barOff, .barWifiOnly), parameter: "factor.backgroundRefresh"),
    LiftableFactor(name: "budgets", reasons: .of(.energyBudget, .dataBudget), parameter: "factor.budgets"),
    LiftableFactor(name: "rateLimit", reasons: .of(.rateLimit), parameter: "factor.rateLimit"),
    LiftableFactor(name: "bootHold", reasons: .of(.bootHold)),
    LiftableFactor(name: "busy", reasons: .of(.busy)),
    LiftableFactor(name: "cpuLoad", reasons: .of(.cpuLoad)),
    LiftableFactor(name: "thermalSerious", reasons: .of(.thermalSerious)),
    LiftableFactor(name: "herd", reasons: .of(.herd)),
    LiftableFactor(name: "settling", reasons: .of(.settling)),
    LiftableFactor(name: "transferStage", reasons: .of(.transferStage)),
    LiftableFactor(name: "score", reasons: .of(.score)),
    LiftableFactor(name: "policyChoice", reasons: .of(.policyChoice)),
    LiftableFactor(name: "externalPower", reasons: .of(.externalPower)),
    LiftableFactor(name: "deviceInUse", reasons: .of(.deviceInUse)),
    LiftableFactor(name: "resumeDelay", reasons: .of(.resumeDelay)),
  ]
}

package struct AblationResults: Sendable {
  /// A run that could not be believed.
  package struct Failure: Sendable, Hashable {
    package var setting: Int
    /// The policy and the parts that are off, such as `seven-factor without budgets`.
    package var label: String
    package var replication: Int
    package var text: String

    package init(setting: Int, label: String, replication: Int, text: String) {
      (self.setting, self.label, self.replication, self.text) = (setting, label, replication, text)
    }
  }

  /// Finished runs by setting, then replication; their policy is ``name(ofSetting:)``.
  package var runs: [PolicyRun]
  /// Runs that failed or were not believed; ``runs`` leaves them out.
  package var failures: [Failure]

  package init(runs: [PolicyRun], failures: [Failure] = []) {
    self.runs = runs
    self.failures = failures
  }

  /// The name under which the runs of a setting are found, by its place in the plan.
  package static func name(ofSetting place: Int) -> String { String(place) }
}
