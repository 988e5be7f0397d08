import EventSimulation
import ModelParameters
import PlainText
import UsageModels
import Workload

/// Decodes the fleet of a study.
struct PopulationDecoder {
  let map: MapReader
  let parameters: ParameterSet
  /// The bundle ids of the study's apps.
  let apps: [String]
  let remarks: RemarkList

  func population() -> PopulationSpecification {
    let devices = map.integer("devices") ?? 1
    var population = PopulationSpecification.everyday(devices: devices, parameters: parameters)
    let commonDevice = device(map) ?? DeviceCatalogue.standard.name
    if let node = map.node["archetypes"] {
      if let elements = node.elements {
        population.archetypes = archetypes(elements, commonDevice)
        if population.archetypes.allSatisfy({ $0.userModel != .synthetic }) {
          population.settings = .allDefault
        }
      } else if map.word(node, map.join("archetypes"), of: ["everyday", "scripted"]) == "scripted" {
        population = .scripted(devices: devices)
      }
    }
    population.cellularNetworks = NetworkSharesDecoder(map).shares
    if map.node["archetypes"]?.elements == nil {
      for index in population.archetypes.indices {
        population.archetypes[index].deviceProfile = commonDevice
      }
    }
    if let settings = map.map("settings", .settings) {
      var shares = population.settings ?? SettingShares(parameters)
      shares.barOff = settings.share("barOff") ?? shares.barOff
      shares.barWifiOnly = settings.share("barWifiOnly") ?? shares.barWifiOnly
      shares.perAppOff = settings.share("perAppOff") ?? shares.perAppOff
      shares.manualLowPowerMode = settings.share("manualLowPowerMode") ?? shares.manualLowPowerMode
      population.settings = shares
    }
    return population
  }

  /// - Parameter commonDevice: The phone of archetypes that name none.
  private func archetypes(_ elements: [YAMLNode], _ commonDevice: String) -> [Archetype] {
    var result: [Archetype] = []
    for (index, node) in elements.enumerated() {
      let item = MapReader(node, "\(map.join("archetypes"))[\(index)]", .archetype, map.log)
      guard let name = item.name("name"), let share = item.share("share") else { continue }
      result.append(
        Archetype(
          name: name, share: share,
          userModel: item.choice("user") == "scripted" ? .scripted(ScriptedUser()) : .synthetic,
          charging: charging(item), network: network(item),
          noNetwork: item.maps("noNetwork", .networkSpan).compactMap { $0.dailyInterval() },
          cellularNetworks: NetworkSharesDecoder(item).shares,
          stateOfHealth: item.share("stateOfHealth"),
          deviceProfile: device(item, and: [DevicePlan.simulatorProfile]) ?? commonDevice,
          start: start(item)))
    }
    let sum = result.reduce(0) { $0 + $1.share }
    if result.count == elements.count, abs(sum - 1) > 1e-9, let node = map.node["archetypes"] {
      map.log.add(
        node, map.join("archetypes"), found: "shares that sum to \((sum * 1e6).rounded() / 1e4) %",
        expected: "shares that sum to 100 %")
    }
    return result
  }

  /// The name of a phone of the catalogue, or one of further words.
  private func device(_ item: MapReader, and words: [String] = []) -> String? {
    guard let node = item.node["device"] else { return nil }
    let names = DeviceCatalogue.names + words
    if let name = node.text, names.contains(name) { return name }
    let further = words.map { ", or \($0)" }.joined()
    item.log.add(
      node, item.join("device"), expected: "a phone of `slumber devices`\(further)",
      suggestion: node.text.flatMap { NameSuggestion.nearest(to: $0, in: names) })
    return nil
  }

  private func start(_ item: MapReader) -> StartState {
    let earlier = earlierCharge(item)
    guard let start = item.map("start", .start) else { return StartState(charge: earlier) }
    let frontApp = start.text("frontApp")
    if let frontApp, let node = start.node["frontApp"], !apps.contains(frontApp) {
      start.log.add(
        node, start.join("frontApp"), expected: "the bundle id of an app of the study",
        suggestion: NameSuggestion.nearest(to: frontApp, in: apps))
    }
    let isLocked = start.boolean("locked") ?? (frontApp == nil)
    if isLocked, frontApp != nil, let node = start.node["frontApp"] {
      start.log.add(node, start.join("frontApp"), expected: "no app in front of a phone with `locked: true`")
    }
    return StartState(
      charge: start.share("charge") ?? earlier, isLocked: isLocked, frontApp: frontApp,
      isPlugged: start.boolean("plugged"),
      path: NetworkPath.allCases.first { $0.name == start.choice("path") }, newApps: newApps(start))
  }

  /// The charge under the name that it had in earlier studies; it is taken, with a warning.
  private func earlierCharge(_ item: MapReader) -> Double? {
    guard let node = item.node["initialCharge"] else { return nil }
    let place = item.join("initialCharge")
    if item.node["start"]?["charge"] != nil {
      item.log.add(node, place, found: "`initialCharge` beside `start.charge`", expected: "one of the two")
    }
    remarks.add(node, place, "is `start: {charge: …}` now")
    return item.share("initialCharge")
  }

  private func newApps(_ start: MapReader) -> [String] {
    (start.texts("newApps") ?? []).map { text, node, path in
      if !apps.contains(text) {
        start.log.add(
          node, path, expected: "the bundle id of an app of the study",
          suggestion: NameSuggestion.nearest(to: text, in: apps))
      }
      return text
    }
  }

  private func charging(_ item: MapReader) -> ChargingHabit {
    guard let node = item.node["charging"] else { return .night }
    if node.elements != nil {
      return .scripted(
        item.maps("charging", .dailySpan).compactMap { span in
          guard let interval = span.dailyInterval() else { return nil }
          let charger = ChargerKind.allCases.first { $0.name == span.choice("charger") } ?? .wired20W
          return DailyCharge(interval, charger: charger, screenOn: span.boolean("screenOn") ?? false)
        })
    }
    switch item.word(
      node, item.join("charging"), of: ["night", "topUp", "docked", "irregular", "scattered", "never"])
    {
    case "topUp": return .topUp
    case "docked": return .docked
    case "irregular": return .irregular
    case "scattered": return .scattered
    case "never": return .never
    default: return .night
    }
  }

  private func network(_ item: MapReader) -> NetworkHabit {
    guard let node = item.node["network"] else { return .commuting }
    if node.elements != nil {
      return .scripted(wifi: item.maps("network", .networkSpan).compactMap { $0.dailyInterval() })
    }
    switch item.word(node, item.join("network"), of: ["commuting", "wifi", "cellular", "none"]) {
    case "wifi": return .always(.wifi)
    case "cellular": return .always(.cellular)
    case "none": return .always(.none)
    default: return .commuting
    }
  }
}
