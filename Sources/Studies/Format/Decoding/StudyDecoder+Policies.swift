import Basics
import ModelParameters
import SchedulingPolicies
import UsageModels
import Workload

extension StudyDecoder {
  func policies(_ parameters: ParameterSet) -> [StudyPolicy] {
    var result: [StudyPolicy] = []
    for place in root.list("policies") ?? [] {
      guard let policy = policy(place, parameters) else { continue }
      if result.contains(where: { $0.label == policy.label }) {
        log.add(place, found: "a second policy `\(policy.label)`", expected: "different labels")
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
    let word = map == nil ? place : place.at("name")
    guard let name = word.text, var descriptor = catalogue.descriptor(name) else {
      return log.refuse(word, expected: "one of \(names.joined(separator: ", "))", among: names)
    }
    let enforces = map.flatMap(softGates) ?? descriptor.enforces
    let label = map?.name("label") ?? name
    let command = self.command(descriptor, place, map, label)
    if let command {
      descriptor.make = { [pool = resources.pool] in ProcessPolicy(command, $0, pool: pool) }
    }
    let own = map?.place["parameters"]
    for entry in own?.node.entries ?? [] where entry.key.hasPrefix("mix.") {
      log.add(
        place.at("parameters").at(entry.key), found: "an app parameter, which applies to all policies",
        expected: "this parameter in `parameters` of the study")
    }
    return StudyPolicy(
      name: name, label: label, parameters: parameterSet(own, over: parameters), enforces: enforces,
      descriptor: descriptor,
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
  ) -> ProgramCommand? {
    guard descriptor.name == ProcessPolicy.name else {
      for key in ["command", "settings", "state", "stateDigest", "replyLimit"] where map?.has(key) == true {
        map?.add(
          key, found: "`\(key)` of `\(descriptor.name)`",
          expected: "this key in the policy `\(ProcessPolicy.name)` only")
      }
      return nil
    }
    guard let map else {
      return log.refuse(place, found: "`\(ProcessPolicy.name)`", expected: "a mapping with a `command`")
    }
    return ProgramDecoder(map: map, resources: resources, study: root.node.file).command(.policy, label)
  }
}

struct ProgramDecoder {
  let map: MapReader
  let resources: StudyResources
  /// Path of the study. A file that it extends may not bring programs along.
  let study: String

  func command(_ role: ProgramCommand.Role, _ label: String) -> ProgramCommand? {
    // A list that is none, or has no texts in it, has been refused already.
    let given = map.texts("command", areShown: false) ?? []
    guard !given.isEmpty else {
      if map.node["command"]?.elements?.isEmpty ?? !map.has("command") {
        map.add("command", found: "", expected: "the program and its arguments, as a list")
      }
      return nil
    }
    let file = map.node["command"]?.file ?? map.node.file
    if let stranger = ([map.node["command"]].compactMap(\.self) + given.map(\.node)).first(where: isForeign) {
      return map.log.refuse(
        Place(stranger, map.place.at("command").path), found: "a command",
        expected: "commands only in `\(study)` itself")
    }
    var words = given.compactMap(\.text).map {
      ProgramCommand.Word($0, digest: resources.digest(of: $0, from: file))
    }
    // The folder changes before a program with a slash is looked up, and a system may look it up before.
    if words[0].text.contains("/") {
      guard let absolute = StudyFiles.absolutePath(of: words[0].text, from: file) else {
        return map.log.refuse(given[0], expected: "an existing program, relative to the study")
      }
      words[0].path = absolute
    }
    return ProgramCommand(
      role: role, label: label, words: words, folder: StudyFiles.folder(of: file), settings: settings(),
      state: role == .policy && resources.hasStates ? state() : nil,
      replyLimit: map.quantity("replyLimit", .seconds)
        ?? (role == .policy ? ProgramCommand.defaultReplyLimit : ProgramCommand.defaultAppLimit))
  }

  /// Whether a node comes from another file than the study; the command line is the user's own.
  private func isForeign(_ node: YAMLNode) -> Bool {
    node.file != study && !["--set", "--policy"].contains(node.file)
  }

  private func state() -> PolicyState? {
    guard let relative = map.text("state"), let node = map.node["state"] else {
      if map.has("stateDigest"), !map.has("state") {
        map.add("stateDigest", found: "no `state`", expected: "a digest of a `state`")
      }
      return nil
    }
    let path = StudyFiles.resolve(relative, from: node.file)
    let state: PolicyState
    do {
      state = try resources.state(at: path)
    } catch {
      return map.refuse("state", found: "`\(path)`, \(error.found)", expected: PolicyStateError.expected)
    }
    if let expected = map.text("stateDigest"), expected != state.digest {
      map.add(
        "state", found: "`\(path)` with the SHA-256 \(state.digest)",
        expected: "the file of `stateDigest`, \(expected)")
    }
    return state
  }

  private func settings() -> String {
    guard let node = map.node["settings"], node.entries != nil else {
      if map.has("settings") { map.add("settings", expected: "a mapping") }
      return "{}"
    }
    return node.json(isTyped: true).text(.oneLine)
  }
}

/// The programs that a study starts, and the contents of files that it names, each read once for all its design points.
final class StudyResources {
  typealias Trace = (trace: TraceFile, digest: String)

  let pool: ProgramPool
  /// Whether policies have the states that the study names; those in training have others.
  let hasStates: Bool
  private var digests: [String: String?] = [:]
  private var states: [String: Result<PolicyState, PolicyStateError>] = [:]
  private var traces: [String: Result<Trace, any Error>] = [:]

  init(pool: ProgramPool = ProgramPool(isOpen: false), hasStates: Bool = true) {
    (self.pool, self.hasStates) = (pool, hasStates)
  }

  /// SHA-256 of the file that a word names, seen from the folder of `file`; nil if it names no file.
  func digest(of word: String, from file: String) -> String? {
    let path = StudyFiles.resolve(word, from: file)
    if let known = digests[path] { return known }
    let digest =
      StudyFiles.isFile(path) ? (try? StudyFiles.bytes(of: path)).map { SHA256.hexadecimal($0) } : nil
    digests[path] = .some(digest)
    return digest
  }

  func state(at path: String) throws(PolicyStateError) -> PolicyState {
    let state = states[path] ?? Result { () throws(PolicyStateError) in try PolicyState(path: path) }
    states[path] = state
    return try state.get()
  }

  func trace(at path: String) throws -> Trace {
    let trace =
      traces[path]
      ?? Result {
        let bytes = try StudyFiles.bytes(of: path)
        return (try TraceFile(name: path, bytes: bytes), SHA256.hexadecimal(bytes))
      }
    traces[path] = trace
    return try trace.get()
  }
}

extension PolicyCatalogue {
  /// The policies that every study can name: the built-in policies and `process`.
  package static let standard: PolicyCatalogue = {
    do { return try builtIn.adding([ProcessPolicy.descriptor]) } catch { preconditionFailure("\(error)") }
  }()
}
