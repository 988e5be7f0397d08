import EventSimulation
import JSON
import PlainText
import SchedulingPolicies
import Workload

/// The defect of a reply.
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
      throw ReplyError("no `\(join(unknown.name.shortened))`; known are \(keys.joined(separator: ", "))")
    }
  }

  func join(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  subscript(key: String) -> JSONValue? { value[key] }

  func flag(_ key: String) throws(ReplyError) -> Bool? {
    guard let value = value[key] else { return nil }
    guard let flag = value.flag else { throw ReplyError("`\(join(key))` to be true or false") }
    return flag
  }

  /// A number, or nil where there is none or null.
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

/// Reads `{"decisions":[…]}`.
enum ProcessReply {
  /// Candidates that an error names.
  private static let quotedItems = 20
  private static let reasons = Dictionary(
    uniqueKeysWithValues: BlockingReason.allCases.map { ($0.name, $0) })

  static func decisions(_ reply: JSONValue, _ candidates: [Candidate]) throws(ReplyError) -> [Decision] {
    let reply = try ReplyObject(reply, "", keys: ["decisions"])
    guard let elements = reply["decisions"]?.elements else { throw ReplyError("`decisions` to be a list") }
    let items = Set(candidates.map(\.item))
    var decisions: [Decision] = []
    decisions.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      decisions.append(try decision(element, "decisions[\(index)]", items))
    }
    return decisions
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
      reason = wait.characters.flatMap { reasons[$0] }
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
