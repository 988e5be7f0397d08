import Workload

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
    LiftableFactor(name: "transferStage", reasons: .of(.transferStage)),
    LiftableFactor(name: "score", reasons: .of(.score)),
    LiftableFactor(name: "policyChoice", reasons: .of(.policyChoice)),
    LiftableFactor(name: "externalPower", reasons: .of(.externalPower)),
    LiftableFactor(name: "deviceInUse", reasons: .of(.deviceInUse)),
    LiftableFactor(name: "resumeDelay", reasons: .of(.resumeDelay)),
  ]

  init(name: String, reasons: BlockingSet, parameter: String? = nil) {
    self.name = name
    self.reasons = reasons
    self.parameter = parameter
  }
}
