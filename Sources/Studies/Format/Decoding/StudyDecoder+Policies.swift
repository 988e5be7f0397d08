import ModelParameters
import SchedulingPolicies
import Workload

extension StudyDecoder {
  func policies(_ parameters: ParameterSet) -> [StudyPolicy] {
    var result: [StudyPolicy] = []
    for place in root.list("policies") ?? [] {
      guard let policy = policy(place, parameters) else { continue }
      if result.contains(where: { $0.label == policy.label }) {
        log.add(place, found: "a second policy `\(policy.label)`", expected: "labels that differ")
      }
      result.append(policy)
    }
    if result.isEmpty, root.has("policies"), log.errors.isEmpty {
      root.add("policies", expected: "at least one policy")
    }
    return result
  }

  private func policy(_ place: Place, _ parameters: ParameterSet) -> StudyPolicy? {
    let names = catalogue.names
    let map = place.node.entries == nil ? nil : MapReader(place, .of("policy"), log)
    let own = map == nil ? place : place.at("name")
    guard let name = own.text, var descriptor = catalogue.descriptor(name) else {
      return log.refuse(own, expected: "one of \(names.joined(separator: ", "))", among: names)
    }
    let enforces = map.flatMap(softGates) ?? descriptor.enforces
    let label = map?.name("label") ?? name
    let command = self.command(descriptor, place, map, label)
    if let command {
      let pool = programs.pool
      descriptor.make = { ProcessPolicy(command, $0, pool: pool) }
    }
    return StudyPolicy(
      name: name, label: label,
      parameters: parameterSet(map?.place["parameters"], over: parameters),
      enforces: enforces, descriptor: descriptor,
      onlyWhileCharging: map?.boolean("onlyWhileCharging") ?? false,
      joulesPerDay: map?.quantity("energyPerDay", .joules), process: command)
  }

  /// The soft gates that a policy is to obey; nil where the study leaves that to the policy.
  private func softGates(_ map: MapReader) -> BlockingSet? {
    guard let node = map.node["enforces"] else { return nil }
    switch node.text {
    case "all": return .everyFactorAndCondition
    case "none": return []
    default: break
    }
    let soft = BlockingSet.everyFactorAndCondition.reasons
    let names = soft.map(\.name)
    let words = node.elements == nil ? "`all`, `none` or a soft gate" : "a soft gate"
    var gates = BlockingSet()
    for place in map.oneOrMore("enforces") {
      if let reason = soft.first(where: { $0.name == place.text }) {
        gates.formUnion(BlockingSet(reason))
      } else {
        log.add(place, expected: "\(words): \(names.joined(separator: ", "))", among: names)
      }
    }
    return gates
  }

  /// The program of the policy `process`; what belongs to it is an error in any other.
  private func command(
    _ descriptor: PolicyDescriptor, _ place: Place, _ map: MapReader?, _ label: String
  ) -> PolicyCommand? {
    guard descriptor.name == ProcessPolicy.name else {
      for key in ProcessPolicyDecoder.keys {
        guard let map, map.has(key) else { continue }
        map.add(
          key, found: "`\(key)` of `\(descriptor.name)`",
          expected: "a key of the policy `\(ProcessPolicy.name)` only")
      }
      return nil
    }
    guard let map else {
      return log.refuse(place, found: "`\(ProcessPolicy.name)`", expected: "a mapping with its command")
    }
    return ProcessPolicyDecoder(
      map: map, label: label, files: programs.files, hasStates: programs.hasStates, study: root.node.file
    ).command()
  }
}
