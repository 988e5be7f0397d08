import Basics
import EventSimulation
import SchedulingPolicies
import Workload

struct ReplyError: Error, Hashable {
  var expected: String
  init(_ expected: String) { self.expected = expected }
}

extension String {
  /// The beginning of a name that a process has made up, as errors quote it.
  fileprivate var shortened: String { prefix(60).escapingControls + (count > 60 ? "…" : "") }
}

/// An object of a reply, all of whose names are known.
struct ReplyObject {
  private let value: JSONValue
  private let path: String

  /// - Parameter path: Where the object stands in the reply, empty for the reply itself.
  init(_ value: JSONValue, _ path: String, keys: [String]) throws(ReplyError) {
    self.value = value
    self.path = path
    guard let members = value.members else {
      throw ReplyError(path.isEmpty ? "an object" : "`\(path)` to be an object")
    }
    if let unknown = members.first(where: { !keys.contains($0.name) }) {
      throw ReplyError(
        "no `\(join(unknown.name.shortened))`; known names are \(keys.joined(separator: ", "))")
    }
  }

  func join(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  subscript(key: String) -> JSONValue? { value[key] }

  func flag(_ key: String) throws(ReplyError) -> Bool? {
    guard let value = value[key] else { return nil }
    guard let flag = value.flag else { throw ReplyError("`\(join(key))` to be true or false") }
    return flag
  }

  func number(_ key: String) throws(ReplyError) -> Double? {
    guard let value = value[key], value != .null else { return nil }
    guard let number = value.real else { throw ReplyError("`\(join(key))` to be a number") }
    return number
  }

  func instant(_ key: String) throws(ReplyError) -> Instant? {
    guard let value = value[key], value != .null else { return nil }
    guard let number = value.wholeNumber else {
      throw ReplyError("`\(join(key))` to be a whole number of microseconds")
    }
    return Instant(microseconds: number)
  }
}

enum ProcessReply {
  private static let quotedItems = 20

  static func decisions(_ reply: JSONValue, _ candidates: [Candidate]) throws(ReplyError) -> [Decision] {
    let reply = try ReplyObject(reply, "", keys: ["decisions"])
    guard let elements = reply["decisions"]?.elements else { throw ReplyError("`decisions` to be a list") }
    let items = Set(candidates.map(\.item))
    return try elements.enumerated().map { index, element throws(ReplyError) in
      try decision(element, "decisions[\(index)]", items)
    }
  }

  private static func decision(
    _ element: JSONValue, _ path: String, _ candidates: Set<Int32>
  ) throws(ReplyError) -> Decision {
    let object = try ReplyObject(
      element, path, keys: ["item", "start", "wait", "until_us", "score", "threshold"])
    guard let number = object["item"]?.wholeNumber, let item = Int32(exactly: number),
      candidates.contains(item)
    else {
      let shown = candidates.sorted().prefix(quotedItems).map { "\($0)" }.joined(separator: ", ")
      let rest = candidates.count > quotedItems ? ", …" : ""
      throw ReplyError("`\(path).item` to be a candidate: \(shown)\(rest)")
    }
    let starts = try object.flag("start") ?? false
    var reason: BlockingReason?
    if let wait = object["wait"] {
      reason = BlockingReason.allCases.first { $0.name == wait.characters }
      if reason == nil {
        let names = BlockingReason.allCases.map(\.name).joined(separator: ", ")
        throw ReplyError("`\(path).wait` to be a reason: \(names)")
      }
    }
    let until = try object.instant("until_us")
    guard starts != (reason != nil) else { throw ReplyError("`\(path)` to have either `start` or `wait`") }
    guard !starts || until == nil else { throw ReplyError("`\(path).until_us` to go with `wait`") }
    return Decision(
      item: item, verdict: reason.map { .wait($0, until: until) } ?? .start,
      score: try object.number("score"), threshold: try object.number("threshold"))
  }
}

/// The traits that a process declares in its answer to `hello`.
struct ProcessTraits: Sendable, Hashable {
  var policy = PolicyTraits()
  /// Whether it forgets everything at `device`, so that it may serve one device after the other.
  var isReusable = false
  /// Whether it wants what ``SchedulingPolicies/AppHistory`` knows beside each candidate, and more of the device.
  var wantsDetails = false
  /// Whether it can be trained: it answers `save`.
  var learns = false

  private static let messages: KeyValuePairs<String, PolicyEvent.Kinds> = [
    "run_started": .runStarted, "run_ended": .runEnded, "event": .device,
  ]

  init() {}

  init(_ reply: JSONValue, of role: ProgramCommand.Role = .policy) throws(ReplyError) {
    let ofPolicies = [
      "decides_at_launches", "decides_on_change_only", "details", "outcomes", "learns", "listens",
    ]
    let reply = try ReplyObject(
      reply, "", keys: ["hello", role.rawValue, "reusable"] + (role == .policy ? ofPolicies : ["details"]))
    guard reply["hello"]?.wholeNumber == JSONLine.protocolVersion else {
      throw ReplyError("`hello` to be \(JSONLine.protocolVersion)")
    }
    guard let name = reply[role.rawValue]?.characters, !name.isEmpty else {
      throw ReplyError("`\(role)` to be a name")
    }
    isReusable = try reply.flag("reusable") ?? false
    wantsDetails = try reply.flag("details") ?? false
    learns = try reply.flag("learns") ?? false
    policy.decidesAtLaunches = try reply.flag("decides_at_launches") ?? false
    policy.decidesOnChangeOnly = try reply.flag("decides_on_change_only") ?? false
    if try reply.flag("outcomes") ?? false { policy.listens.insert(.outcome) }
    guard let value = reply["listens"] else { return }
    let error = ReplyError(
      "`listens` to be a list out of \(Self.messages.map(\.key).joined(separator: ", "))")
    guard let elements = value.elements else { throw error }
    for element in elements {
      guard let message = Self.messages.first(where: { $0.key == element.characters }) else { throw error }
      policy.listens.insert(message.value)
    }
  }
}
