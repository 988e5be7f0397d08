import Basics
import EventSimulation
import Workload

extension JSONLine {
  /// - Parameter permitted: The permitted identifiers of the bundle; nil where it declares none and all are.
  mutating func hello(app command: ProgramCommand, permitted: [String]?) {
    line { line in
      line.member("hello", Self.protocolVersion)
      line.member("app", command.label)
      if let permitted {
        line.name("permitted_identifiers")
        line.list(permitted) { $0.value($1) }
      }
      line.member("settings", literal: command.settings)
    }
  }

  /// - Parameter status: The server's status of a transfer that has ended; nil for all other events.
  mutating func event(_ event: AppEvent, at now: Instant, status: Int? = nil) {
    message("event") { line in
      line.member("now_us", now)
      switch event {
      case .launched, .opened, .enteredBackground, .timer, .assertionsExpire:
        line.member("kind", "\(event)")
      case .started(let run, let identifier, let mechanism):
        line.member("kind", "started")
        line.member("run", run)
        line.member("identifier", identifier)
        line.member("mechanism", mechanism.name)
      case .expired(let run):
        line.member("kind", "expired")
        line.member("run", run)
      case .pushed(let run):
        line.member("kind", "pushed")
        line.member("run", run)
      case .transferEnded(let id, let isLost, let up, let down):
        line.member("kind", "transferEnded")
        line.member("id", id)
        line.member("up", up)
        line.member("down", down)
        // NSURLErrorNetworkConnectionLost.
        line.member("error", isLost ? -1005 : nil)
        if let status { line.member("status", status) }
      case .processorEnded(let id):
        line.member("kind", "processorEnded")
        line.member("id", id)
      case .sessionFinished(let run, let session):
        line.member("kind", "sessionFinished")
        line.member("run", run)
        line.member("session", session)
      case .terminated(let reason):
        line.member("kind", "terminated")
        line.member("reason", reason)
      }
    }
  }

  /// - Parameter details: Whether the program has requested the state of the charger, the battery, and the network.
  mutating func answer(_ answer: AppAnswer, details: Bool) {
    switch answer {
    case .done: line { $0.member("done", true) }
    case .refused(let code): line { $0.member("refused", code) }
    case .pending(let requests):
      line { line in
        line.name("pending")
        line.list(requests) { line, request in
          line.object { line in
            line.member("identifier", request.identifier)
            line.member("mechanism", request.mechanism.name)
            line.member("earliest_us", request.earliest)
          }
        }
      }
    case .state(let state):
      message("state") { line in
        line.member("foreground", state.isForeground)
        line.member("low_power_mode", state.isLowPowerMode)
        line.member("online", state.isOnline)
        line.member("refresh_status", state.refreshStatus)
        line.member("remaining_us", state.remaining?.microseconds)
        guard details else { return }
        line.member("is_plugged", state.isPlugged)
        line.member("state_of_charge", state.stateOfCharge)
        line.member("network", state.network.name)
      }
    }
  }
}

/// A line that an external app writes: a question, or its rest.
enum AppLine {
  case rest(until: Instant?)
  case ask(AppRequest)
  /// A transfer whose bytes the server's rules decide.
  case fetch(id: Int, url: String, up: Int64)
  /// The program used an unsupported feature, with its reason.
  case escape(String)

  /// The names of the lines, each with those in its object.
  private static let names: KeyValuePairs<String, [String]> = [
    "rest": ["until_us"],
    "submit": [
      "identifier", "mechanism", "earliest_us", "requires_external_power", "requires_network_connectivity",
    ],
    "cancel": ["identifier"], "list": [], "complete": ["run", "success"], "handles_expiry": ["run"],
    "transfer": ["id", "url", "up", "down"], "processor": ["id", "time_us"], "stop": ["id"],
    "progress": ["run", "share"], "content": ["as_of_us"], "begin_assertion": ["id", "name"],
    "end_assertion": ["id"], "download": ["session", "up", "down"], "state": [], "end": ["how"],
    "escape": [],
  ]
  private static let words = names.map(\.key)

  init(_ reply: JSONValue) throws(ReplyError) {
    let line = try ReplyObject(reply, "", keys: Self.words)
    guard let members = reply.members, members.count == 1 else {
      throw ReplyError("one name with an object, out of \(Self.words.joined(separator: ", "))")
    }
    let word = members[0].name
    if word == "escape" {
      self = .escape(try line.text(word))
      return
    }
    let keys = Self.names.first { $0.key == word }?.value ?? []
    let object = try ReplyObject(members[0].value, word, keys: keys)
    if word == "rest" {
      self = .rest(until: try object.instant("until_us"))
    } else if word == "transfer", object["url"] != nil {
      let (id, up) = (try object.whole("id"), try object.bytes("up"))
      guard object["down"] == nil else {
        throw ReplyError("`transfer` to have either `url` (the server sets the size) or `down`")
      }
      self = .fetch(id: id, url: try object.text("url"), up: up)
    } else {
      self = .ask(try Self.request(word, object))
    }
  }

  private static func request(_ word: String, _ object: ReplyObject) throws(ReplyError) -> AppRequest {
    switch word {
    case "submit":
      let name = try object.text("mechanism")
      guard let mechanism = Mechanism.allCases.first(where: { $0.name == name && $0.isRequest }) else {
        let known = Mechanism.allCases.filter(\.isRequest).map(\.name).joined(separator: ", ")
        throw ReplyError("`submit.mechanism` to be one of \(known)")
      }
      return .submit(
        identifier: try object.text("identifier"), mechanism, earliest: try object.instant("earliest_us"),
        power: try object.flag("requires_external_power") ?? false,
        network: try object.flag("requires_network_connectivity") ?? false)
    case "cancel": return .cancel(object["identifier"] == nil ? nil : try object.text("identifier"))
    case "list": return .list
    case "complete":
      guard let success = try object.flag("success") else {
        throw ReplyError("`complete.success` to be true or false")
      }
      return .complete(run: try object.whole("run"), success: success)
    case "handles_expiry": return .handlesExpiry(run: try object.whole("run"))
    case "transfer":
      return .transfer(id: try object.whole("id"), up: try object.bytes("up"), down: try object.bytes("down"))
    case "processor":
      return .processor(id: try object.whole("id"), .microseconds(try object.bytes("time_us")))
    case "stop": return .stop(id: try object.whole("id"))
    case "progress":
      guard let share = try object.number("share"), (0...1).contains(share) else {
        throw ReplyError("`progress.share` to be a number from 0 to 1")
      }
      return .progress(run: try object.whole("run"), share)
    case "content":
      guard let instant = try object.instant("as_of_us") else {
        throw ReplyError("`content.as_of_us` to be a whole number of microseconds")
      }
      return .content(asOf: instant)
    case "begin_assertion":
      let name = object["name"] == nil ? "" : try object.text("name")
      return .beginAssertion(id: try object.whole("id"), name: name)
    case "end_assertion": return .endAssertion(id: try object.whole("id"))
    case "download":
      return .download(
        session: try object.text("session"), up: try object.bytes("up"), down: try object.bytes("down"))
    case "state": return .state
    default:
      guard let end = AppEnd(rawValue: try object.text("how")) else {
        throw ReplyError("`end.how` to be one of \(AppEnd.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return .end(end)
    }
  }
}

extension ReplyObject {
  fileprivate func text(_ key: String) throws(ReplyError) -> String {
    guard let text = self[key]?.characters, !text.isEmpty, !text.hasUnsafeCharacters else {
      throw ReplyError("`\(join(key))` to be a text on one line")
    }
    return text
  }

  fileprivate func whole(_ key: String) throws(ReplyError) -> Int {
    guard let number = self[key]?.wholeNumber else { throw ReplyError("`\(join(key))` to be a whole number") }
    return Int(number)
  }

  /// An amount: 0 where there is none.
  fileprivate func bytes(_ key: String) throws(ReplyError) -> Int64 {
    guard let value = self[key] else { return 0 }
    guard let number = value.wholeNumber, (0...Self.mostBytes).contains(number) else {
      throw ReplyError("`\(join(key))` to be a whole number from 0 to \(Self.mostBytes)")
    }
    return number
  }

  /// A terabyte, and eleven days of CPU time in microseconds.
  private static let mostBytes: Int64 = 1_000_000_000_000
}
