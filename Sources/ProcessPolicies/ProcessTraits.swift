import JSON

/// The traits that a process declares in its answer to `hello`.
struct ProcessTraits: Sendable, Hashable {
  /// Messages without a reply that a process can ask for.
  enum Message: String, Sendable, Hashable, CaseIterable {
    case runStarted = "run_started"
    case runEnded = "run_ended"
    case event
  }

  /// Its own name.
  var policy = ""
  /// Whether it forgets everything at `device`, so that it may serve one device after the other.
  var isReusable = false
  var decidesAtLaunches = false
  /// Whether it wants what ``SchedulingPolicies/AppHistory`` knows beside each candidate, and more of the device.
  var wantsDetails = false
  /// Whether it wants to be told what became of its decisions: ``SchedulingPolicies/PolicyOutcome``.
  var wantsOutcomes = false
  /// Whether it can be trained: it answers `save`.
  var learns = false
  var listens: Set<Message> = []

  init() {}

  /// Reads the answer.
  ///
  /// - Throws: ``ReplyError`` for anything that the protocol does not know.
  init(_ reply: JSONValue) throws(ReplyError) {
    let reply = try ReplyObject(
      reply, "",
      keys: [
        "hello", "policy", "reusable", "decides_at_launches", "details", "outcomes", "learns", "listens",
      ])
    guard reply["hello"]?.wholeNumber == JSONLine.protocolVersion else {
      throw ReplyError("`hello` to be \(JSONLine.protocolVersion)")
    }
    guard let name = reply["policy"]?.characters, !name.isEmpty else {
      throw ReplyError("`policy` to be a name")
    }
    policy = name
    isReusable = try reply.flag("reusable") ?? false
    decidesAtLaunches = try reply.flag("decides_at_launches") ?? false
    wantsDetails = try reply.flag("details") ?? false
    wantsOutcomes = try reply.flag("outcomes") ?? false
    learns = try reply.flag("learns") ?? false
    guard let value = reply["listens"] else { return }
    let names = Message.allCases.map(\.rawValue).joined(separator: ", ")
    guard let elements = value.elements else { throw ReplyError("`listens` to be a list out of \(names)") }
    for element in elements {
      guard let message = element.characters.flatMap(Message.init(rawValue:)) else {
        throw ReplyError("`listens` to be a list out of \(names)")
      }
      listens.insert(message)
    }
  }
}
