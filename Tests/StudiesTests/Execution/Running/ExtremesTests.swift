import ModelParameters
import PhoneSimulation
import RandomStreams
import Studies
import StudyTestSupport
import TestSupport
import Testing

/// A key of a study that takes a number, with a unit where it has one.
struct NumericKey: Sendable, CustomTestStringConvertible {
  var path: String
  /// The same value in every place of a list.
  var count: Int?
  var unit: String
  var domain: ParameterDomain
  var testDescription: String { path }

  func words(_ number: String) -> String {
    let word = unit.isEmpty ? number : "\(number) \(unit)"
    return count.map { "[" + Array(repeating: word, count: $0).joined(separator: ", ") + "]" } ?? word
  }
}

@Suite("Extremes")
struct ExtremesTests {
  private static let folder = PackageRoot.path + "/Tests/StudiesTests/Format/Fixtures"
  /// Keys that have no place in a short run of one synthetic and one scripted user.
  private static let left = [
    "trace", "policies", "arms", "factors", "design", "expect", "compare", "record", "extends", "question",
  ]

  /// The study with every key, cut down to one phone, two days and one policy.
  private static let text: String = {
    let bytes = (try? StudyFiles.bytes(of: "\(folder)/every-key.yaml")) ?? []
    var kept: [Substring] = []
    var isKept = true
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if let first = line.first, first.isLetter {
        isKept = !left.contains(String(line.prefix { $0 != ":" }))
      }
      if isKept { kept.append(line) }
    }
    return kept.joined(separator: "\n").replacing("horizonDays: 4", with: "horizonDays: 2")
      .replacing("warmUpDays: 1", with: "warmUpDays: 0").replacing("replications: 3", with: "replications: 1")
      .replacing("devices: 5", with: "devices: 2")
      // The apps of a mix would come before those whose keys are named here.
      .replacing("mix: every-key-mix.yaml", with: "")
      + "\npolicies: [seven-factor]\n"
  }()

  /// Every key of the study that takes a number.
  static let keys: [NumericKey] = {
    guard let tree = try? YAMLReader.read(Array(text.utf8), file: "study.yaml") else { return [] }
    var keys: [NumericKey] = []
    collect(tree, "", "study", &keys)
    return keys
  }()

  private static func collect(_ node: YAMLNode, _ path: String, _ name: String, _ keys: inout [NumericKey]) {
    for (index, element) in (node.elements ?? []).enumerated() {
      collect(element, "\(path)[\(index)]", name, &keys)
    }
    guard let table = FieldTable.all.first(where: { $0.name == name }) else { return }
    for entry in node.entries ?? [] {
      guard let field = table.fields.first(where: { $0.key == entry.key }) else { continue }
      let place = path.isEmpty ? entry.key : "\(path).\(entry.key)"
      switch field.kind {
      case .integer, .number:
        if let domain = field.domain { keys.append(NumericKey(path: place, unit: "", domain: domain)) }
      case .quantity(let unit, _), .distribution(let unit):
        if let domain = field.domain { keys.append(NumericKey(path: place, unit: unit, domain: domain)) }
      case .list(let below), .map(let below), .textOrMap(let below), .listOfTextOrMap(let below):
        collect(entry.value, place, FieldTable.below(field)?.name ?? below, &keys)
      default: break
      }
    }
  }

  /// Every parameter that is a number or a list of numbers.
  static let parameters: [NumericKey] = ParameterCatalogue.all.compactMap { definition in
    guard let domain = definition.domain else { return nil }
    let unit = definition.unit == .none ? "" : definition.unit.rawValue
    guard case .numbers(let values) = definition.defaultValue else {
      return NumericKey(path: definition.name, unit: unit, domain: domain)
    }
    return NumericKey(path: definition.name, count: values.count, unit: unit, domain: domain)
  }

  /// Simulates both kinds of phones where the value is taken.
  ///
  /// - Returns: Whether it is.
  private func runs(_ path: String, _ value: String, days: Int = 2) throws -> Bool {
    let folder = try StudyFolder()
    let text = Self.text.replacing("horizonDays: 2", with: "horizonDays: \(days)")
    guard let file = try? folder.study(text, overrides: [(path, value)]) else { return false }
    // A longer run or a larger fleet is no other model.
    guard file.study.horizonDays <= 2 else { return true }
    for device in 0..<min(2, file.study.deviceCount) {
      let replay = DeviceReplay(file.study, policy: 0, replication: 0, device: device)
      _ = try? replay.run(records: [.attempts, .energy, .timeseries])
    }
    return true
  }

  /// Values that no key takes.
  private static let nonsense = ["nan", "-inf", "1e300", "1e999"]

  @Test("The keys are found: more than sixty, and all parameters with a domain")
  func found() {
    #expect(Self.keys.count > 60)
    #expect(Self.parameters.count > 200)
  }

  @Test("Any value of a key is rejected or simulated, and never crashes the program", arguments: keys)
  func key(_ key: NumericKey) throws {
    let domain = key.domain
    for value in Self.nonsense { holds(try !runs(key.path, key.words(value)), "\(key.words(value))") }
    let step = max(1, abs(domain.greatest) * 1e-6)
    for outside in [domain.least - step, domain.greatest + step] {
      holds(try !runs(key.path, key.words(ParameterDefinition.text(outside))), "\(outside)")
    }
    // Taken or refused: shares must sum to 100 %, and a warm-up must end before the horizon.
    for value in [domain.least, domain.greatest, 0, -1, 1, 1e9] {
      _ = try runs(key.path, key.words(ParameterDefinition.text(value)))
    }
  }

  /// Parameters that limit each other: an end of the domain of one is refused beside the defaults of the others.
  private static let limited: Set = [
    "usage.learningDays", "usage.refreshEligibilityDays", "task.expiryGrace", "refresh.shortGrantMin",
    "refresh.runtimeLimit", "processing.runtimeLimit", "device.quietDayShare",
  ]

  @Test(
    "Any value of a parameter is rejected or simulated, and never crashes the program", arguments: parameters)
  func parameter(_ key: NumericKey) throws {
    // What is refused needs no study: see the domains of parameters.
    for value in [key.domain.least, key.domain.greatest] {
      let isTaken = try runs(key.path, key.words(ParameterDefinition.text(value)), days: 1)
      if !Self.limited.contains(key.path) { holds(isTaken, "\(value)") }
    }
  }
}
