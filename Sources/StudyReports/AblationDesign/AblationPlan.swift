import OutputAnalysis
import RandomStreams
import ResultsStore
import Workload

/// A policy without each of its parts in turn: what has to be run to tell what each part is worth.
///
/// A factor is off by its parameter, also where it is hard; a condition is off in that the policy does not obey
/// it. Settings that several questions share are run once.
package struct AblationPlan: Sendable {
  package struct Variant: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case factor, condition, allSoft }
    package var kind: Kind
    /// The part that is off: a factor, a condition, or `all soft`.
    package var name: String
    /// How a factor works in the policy as it is: `hard` or `soft`.
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
  package let orders: ShapleyOrders?
  /// Every setting to run, each once; the policy as it is comes first.
  package let settings: [AblationSetting]

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
      let setting = AblationSetting(off: base.off.adding(place), enforces: base.enforces)
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
      let setting = AblationSetting(off: base.off, enforces: base.enforces.subtracting(condition.reasons))
      variants.append(Variant(kind: .condition, name: condition.name, enforcement: "soft", setting: setting))
    }
    variants.append(Variant(kind: .allSoft, name: "all soft", enforcement: "soft", setting: allSoft))

    (self.policy, self.base, self.variants, self.absences) = (policy, base, variants, absences)
    self.orders = orders.map {
      ShapleyOrders(players: AblationSetting.factorNames.count, orders: $0, seed: seed)
    }
    let ofCoalitions = (self.orders?.coalitions ?? []).map { Self.setting(base, $0) }
    settings = ([base] + variants.map(\.setting) + ofCoalitions).unique
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
  package var name: String
  package var reasons: BlockingSet
  package var parameter: String?

  /// That an app is in front, already running, or out of slots is no one's decision and is not lifted.
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
  package var failures: [Failure]

  package init(runs: [PolicyRun], failures: [Failure] = []) { (self.runs, self.failures) = (runs, failures) }

  package static func name(ofSetting place: Int) -> String { String(place) }
}

/// The orders of joining behind a Shapley split, drawn before any value is known.
///
/// Knowing the coalitions beforehand, all of them can be run side by side on the same timelines. Where the
/// orders could meet as many coalitions as there are, all are run and the split is exact.
package struct ShapleyOrders: Hashable, Sendable {
  package let players: Int
  /// Orders drawn, each walked in both directions; none is behind an exact split.
  package let orders: Int
  package let isExact: Bool
  package let coalitions: [Coalition]
  /// The drawn permutations, in the order in which the estimator asks for them.
  private let choices: [Int]

  package init(players: Int, orders: Int, seed: UInt64) {
    self.players = players
    let all = 1 << players
    // Each order passes players - 1 coalitions one way and as many the other, beside nobody and everybody.
    isExact = orders >= all || orders * 2 * (players - 1) + 2 >= all
    if isExact {
      self.orders = 0
      choices = []
      coalitions = (0..<all).map { Coalition(bits: UInt64($0)) }
      return
    }
    self.orders = orders
    let stream = RandomStream(.design, seed: seed, group: "ablate")
    var drawn: [Int] = []
    var met: Set<UInt64> = []
    _ = ShapleySampling(
      players: players, orders: orders,
      choose: { count in
        drawn.append(stream.integer(below: count))
        return drawn[drawn.count - 1]
      },
      value: { coalition in
        met.insert(coalition.bits)
        return 0
      })
    choices = drawn
    coalitions = met.sorted().map { Coalition(bits: $0) }
  }

  /// The values of the players, and their standard errors by the draw of orders: 0 if exact, nil for one order.
  package func split(_ value: (Coalition) throws -> Double) rethrows -> (values: [Double], errors: [Double]?)
  {
    if isExact {
      let values = try ShapleySampling.exact(players: players, value: value)
      return (values, values.map { _ in 0 })
    }
    var next = 0
    let sampling = try ShapleySampling(
      players: players, orders: orders,
      choose: { _ in
        next += 1
        return choices[next - 1]
      }, value: value)
    return (sampling.values, sampling.standardErrors)
  }
}
