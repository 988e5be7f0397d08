import DeviceModel
import ModelParameters
import SchedulingPolicies
import StudyReports
import UsageModels
import Workload

/// The assumptions of the catalogue on which a design point of a study can depend.
///
/// Parameters of a policy count where a policy that is compared lists them, settings that its user chooses only where they
/// are asked for by name. Of the others, all count but those of a mechanism that no app of the study uses, of a network
/// that no phone is in, and those that its phones know better. What counts and plays no part shows: no run differs.
struct StudyAssumptions {
  private let study: Study
  /// Read only by policies that are not compared; nothing where a program is compared, which may read all.
  private let ofOtherPolicies: Set<String>
  private let broughtAlong: Set<String>
  private let isAsked: Bool
  private let networks: Set<String>
  private let ofDevices: Set<String>

  init(_ study: Study, policies: [String], isAsked: Bool, catalogue: PolicyCatalogue) {
    self.study = study
    self.isAsked = isAsked
    broughtAlong = Set(catalogue.ownParameters.map(\.name))
    let compared = study.policies.filter { policies.contains($0.label) }
    ofOtherPolicies =
      compared.contains { $0.process != nil }
      ? []
      : Set(catalogue.all.flatMap(\.parameterNames)).subtracting(
        compared.flatMap(\.descriptor.parameterNames))
    networks = Set(Self.networks(of: study).map(\.name))
    ofDevices = Set(
      study.population.archetypes.flatMap { archetype in
        DeviceCatalogue.device(archetype.deviceProfile)?.values.map(\.parameter) ?? []
      }.filter { !study.parameters.isStated($0) })
  }

  /// Parameters that only a cell with a voltage reads.
  private static let ofCells: Set = [
    "battery.polarization", "battery.polarizationTime", "battery.activationEnergy", "battery.cutOff",
    "thermal.ambientSwing", "thermal.warmestHour", "thermal.resistance", "thermal.timeConstant",
    "thermal.ambient", "charger.heatShare", "charger.holdTemperature", "charger.slowLevel",
    "charger.slowRate",
    "charger.endRate", "thermal.model", "thermal.levels", "thermal.hysteresis", "thermal.chargeShares",
  ]

  /// Parameters that choose a part of the model.
  private static let ofModels: Set = ["battery.model", "thermal.model", "usage.predictor"]

  private static func networks(of study: Study) -> [NetworkProfile] {
    let shares = study.population.archetypes.map { archetype -> NetworkShares in
      if let own = archetype.cellularNetworks ?? study.population.cellularNetworks { return own }
      return archetype.userModel == .synthetic ? NetworkShares(study.parameters) : .standard
    }
    let used = NetworkProfile.allCases.enumerated().filter { place, _ in
      shares.contains { $0.shares[place] > 0 }
    }.map(\.element)
    // Low Power Mode moves phones to the network without 5G.
    return used + used.map(\.withoutFifthGeneration)
  }

  func reasonToLeaveOut(_ definition: ParameterDefinition) -> String? {
    let name = definition.name
    if name == "gate.wakesPerHour" { return "a safety limit that stops runs" }
    if name.hasPrefix("factor.") { return "a switch; `slumber ablate` measures its effect" }
    if ofOtherPolicies.contains(name) { return "used only by policies that are not compared" }
    if !isAsked, ParameterCatalogue.isPolicySetting(name) || broughtAlong.contains(name) {
      return "policy settings, which the study chooses; to vary them, use --over NAME"
    }
    if !isAsked, Self.ofModels.contains(name) {
      return "a choice of model, which the study makes; to vary it, use --over NAME"
    }
    if Self.ofCells.contains(name), study.parameters.choice("battery.model") != CellModel.thevenin.rawValue {
      return "used only by a battery model that the study does not choose"
    }
    if ofDevices.contains(name) { return "set by the devices of the study" }
    let parts = name.split(separator: ".")
    if parts.count == 3, parts[0] == "radio", NetworkProfile.names.contains(String(parts[1])),
      !networks.contains(String(parts[1]))
    {
      return "used only by networks without devices"
    }
    return reasonOfUse(String(parts.first ?? ""), name)
  }

  private func reasonOfUse(_ chapter: String, _ name: String) -> String? {
    let apps = study.apps
    let scripted = !study.script.isEmpty
    let uses: Bool
    switch chapter {
    case "population":
      return name == study.population.name?.shares ? nil : "used only by other populations"
    case "trace": return study.trace == nil ? "used only by traces, which the study does not have" : nil
    case "continued", "device":
      uses = apps.contains { $0.tasks.contains { $0.mechanism == .continued } } || scripted
    case "transfer": uses = apps.contains { !$0.transfers.isEmpty } || scripted
    case "voip": uses = apps.contains { $0.voipPushes != nil } || scripted
    case "audio": uses = apps.contains { $0.modes.audio != nil }
    case "movement": uses = apps.contains { $0.modes.significantChanges || $0.modes.regions != nil }
    case "bluetooth", "health":
      uses = apps.contains { $0.wakes.contains { $0.source.rawValue == chapter } }
    case "modes": uses = apps.contains { $0.modes.audio != nil || $0.modes.location != nil }
    default: uses = true
    }
    return uses ? nil : "used only by mechanisms that the apps do not use"
  }
}

extension SensitivityBox {
  /// - Parameters:
  ///   - patterns: Beginnings of the names of the parameters to vary; empty for all.
  ///   - named: Assumptions that count with any grade.
  package init(
    _ point: DesignPoint, policies: [String], grades: Set<EvidenceGrade>, patterns: [String],
    named: [String] = [], catalogue: PolicyCatalogue
  ) {
    let assumptions = StudyAssumptions(
      point.study, policies: policies, isAsked: !patterns.isEmpty, catalogue: catalogue)
    self.init(
      point.study.parameters, grades: grades, patterns: patterns, named: named,
      reasonToLeaveOut: assumptions.reasonToLeaveOut)
  }
}
