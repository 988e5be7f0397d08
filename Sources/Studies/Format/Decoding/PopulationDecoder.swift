import EventSimulation
import ModelParameters
import UsageModels
import Workload

struct PopulationDecoder {
  let map: MapReader
  let parameters: ParameterSet
  let apps: [String]
  let remarks: RemarkList

  func population() -> PopulationSpecification {
    let devices = map.integer("devices") ?? 1
    var population = PopulationSpecification.named(.everyday, devices: devices, parameters: parameters)
    let commonDevice = device(map) ?? DeviceCatalogue.standard.name
    if let elements = map.node["archetypes"]?.elements {
      population.archetypes = archetypes(elements.count, commonDevice)
      population.name = nil
      if population.archetypes.allSatisfy({ $0.userModel != .synthetic }) {
        population.settings = .allDefault
      }
    } else {
      let word = map.word("archetypes", of: NamedPopulation.allCases.map(\.rawValue) + ["scripted"])
      if word == "scripted" {
        population = .scripted(devices: devices)
      } else if let name = word.flatMap(NamedPopulation.init) {
        population = .named(name, devices: devices, parameters: parameters)
      }
      for index in population.archetypes.indices { population.archetypes[index].deviceProfile = commonDevice }
    }
    population.cellularNetworks = map.networkShares("cellularNetwork")
    if let settings = map.map("settings") {
      var shares = population.settings ?? SettingShares(parameters)
      Self.settings.read(settings, over: &shares)
      population.settings = shares
    }
    return population
  }

  private static let settings = Mapping<SettingShares>(
    "settings", .allDefault,
    [
      "barOff": .to(\.barOff), "barWifiOnly": .to(\.barWifiOnly), "perAppOff": .to(\.perAppOff),
      "manualLowPowerMode": .to(\.manualLowPowerMode),
    ])

  // MARK: Archetypes

  private static let archetype = Mapping<Archetype>(
    "archetype", Archetype(name: "", share: 0, charging: .night),
    [
      "name": .to(\.name), "share": .to(\.share),
      "user": .by { $0.userModel = $1.choice($2) == "scripted" ? .scripted(ScriptedUser()) : .synthetic },
      "charging": .by { $0.charging = $1.charging($2) }, "network": .by { $0.network = $1.network($2) },
      "noNetwork": .by { $0.noNetwork = $1.maps($2).compactMap { $0.dailyInterval() } },
      "cellularNetwork": .by { $0.cellularNetworks = $1.networkShares($2) },
      "stateOfHealth": .to(\.stateOfHealth),
    ])

  /// - Parameter commonDevice: The phone of archetypes that name none.
  private func archetypes(_ count: Int, _ commonDevice: String) -> [Archetype] {
    let result = map.maps("archetypes").compactMap { item -> Archetype? in
      guard var archetype = Self.archetype.value(of: item) else { return nil }
      archetype.deviceProfile = device(item, and: [DevicePlan.simulatorProfile]) ?? commonDevice
      archetype.start = start(item)
      return archetype
    }
    if result.count == count { map.check(sum: result.reduce(0) { $0 + $1.share }, of: "archetypes") }
    return result
  }

  private func device(_ item: MapReader, and words: [String] = []) -> String? {
    let further = words.map { ", or \($0)" }.joined()
    return item.word(
      "device", of: DeviceCatalogue.names + words, expected: "a device of `slumber devices`\(further)")
  }

  private func start(_ item: MapReader) -> StartState {
    let earlier = earlierCharge(item)
    guard let start = item.map("start") else { return StartState(charge: earlier) }
    let ids = "the bundle id of an app of the study"
    let frontApp = start.text("frontApp")
    if frontApp != nil { _ = start.word("frontApp", of: apps, expected: ids) }
    let isLocked = start.boolean("locked") ?? (frontApp == nil)
    if isLocked, frontApp != nil {
      start.add("frontApp", expected: "`locked: false`, because a locked device has no foreground app")
    }
    return StartState(
      charge: start.share("charge") ?? earlier, isLocked: isLocked, frontApp: frontApp,
      isPlugged: start.boolean("plugged"), path: NetworkPath.read("path", of: start),
      newApps: (start.texts("newApps") ?? []).compactMap { start.word($0, of: apps, expected: ids) })
  }

  /// The charge under the name that it had in earlier studies; it is taken, with a warning.
  private func earlierCharge(_ item: MapReader) -> Double? {
    guard let place = item.place["initialCharge"] else { return nil }
    if item.node["start"]?["charge"] != nil {
      item.log.add(place, found: "`initialCharge` and `start.charge`", expected: "one of them")
    }
    remarks.add(place, "is obsolete. Use `start: {charge: …}`")
    return item.share("initialCharge")
  }
}

extension MapReader {
  fileprivate func charging(_ key: String) -> ChargingHabit {
    if node[key]?.elements != nil {
      return .scripted(
        maps(key).compactMap { span in
          span.dailyInterval().map {
            DailyCharge(
              $0, charger: ChargerKind.read("charger", of: span) ?? .wired20W,
              screenOn: span.boolean("screenOn") ?? false)
          }
        })
    }
    let habits: KeyValuePairs<String, ChargingHabit> = [
      "night": .night, "topUp": .topUp, "docked": .docked, "irregular": .irregular, "scattered": .scattered,
      "never": .never,
    ]
    let word = word(key, of: habits.map(\.key))
    return habits.first { $0.key == word }?.value ?? .night
  }

  /// The daily spans under a key, or else one of these words.
  func spans(_ key: String, or words: [String]) -> (word: String?, spans: [DailyInterval]) {
    if node[key]?.elements != nil { return (nil, maps(key).compactMap { $0.dailyInterval() }) }
    return (word(key, of: words), [])
  }

  fileprivate func network(_ key: String) -> NetworkHabit {
    if node[key]?.elements != nil { return .scripted(wifi: spans(key, or: []).spans) }
    let word = spans(key, or: ["commuting", "wifi", "cellular", "none"]).word
    return NetworkPath.allCases.first { $0.name == word }.map { .always($0) } ?? .commuting
  }

  fileprivate func networkShares(_ key: String) -> NetworkShares? {
    guard let given = node[key] else { return nil }
    guard given.entries != nil, let table = map(key) else {
      return word(key, of: NetworkProfile.names).flatMap { NetworkProfile(name: $0) }.map {
        NetworkShares($0)
      }
    }
    let shares = NetworkShares { table.share($0.name) ?? 0 }
    return check(sum: shares.shares.reduce(0, +), of: key) ? shares : nil
  }

  /// Whether shares sum to one; if not, it is noted.
  @discardableResult fileprivate func check(sum: Double, of key: String) -> Bool {
    guard abs(sum - 1) > 1e-9, has(key) else { return true }
    let found = "shares that sum to \((sum * 1e6).rounded() / 1e4) %"
    add(key, found: found, expected: "shares that sum to 100 %")
    return false
  }

  fileprivate func dailyInterval() -> DailyInterval? {
    let days = weekdays("days")
    let start = place["from"].flatMap { timeOfDay($0) }
    let end = place["to"].flatMap { timeOfDay($0) }
    return start.flatMap { start in end.map { DailyInterval(start, $0, on: days) } }
  }
}
