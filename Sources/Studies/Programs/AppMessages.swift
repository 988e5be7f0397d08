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
        line.member("run", number: run)
      case .transferEnded(let id, let isLost, let up, let down):
        line.member("kind", "transferEnded")
        line.member("id", id)
        line.member("up", up)
        line.member("down", down)
        // NSURLErrorNetworkConnectionLost.
        line.member("error", number: isLost ? -1005 : nil)
        if let status { line.member("status", status) }
      case .processorEnded(let id):
        line.member("kind", "processorEnded")
        line.member("id", id)
      case .sessionFinished(let run, let session):
        line.member("kind", "sessionFinished")
        line.member("run", number: run)
        line.member("session", session)
      case .terminated(let reason):
        line.member("kind", "terminated")
        line.member("reason", reason)
      }
    }
  }

  mutating func answer(_ answer: AppAnswer) {
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
        line.member("remaining_us", number: state.remaining?.microseconds)
      }
    }
  }

  private mutating func member(_ name: StaticString, number: (some BinaryInteger)?) {
    self.name(name)
    if let number { value(Int64(number)) } else { null() }
  }
}

/// A line that an app that is a program writes: a question, or that it rests.
enum AppLine {
  case rest(until: Instant?)
  case ask(AppRequest)
  /// A transfer whose bytes the server's rules decide.
  case fetch(id: Int, url: String, up: Int64)
  /// The program does what it cannot do here, in its words.
  case escape(String)

  private static let words = [
    "rest", "submit", "cancel", "list", "complete", "handles_expiry", "transfer", "processor", "stop",
    "progress", "content", "begin_assertion", "end_assertion", "download", "state", "end", "escape",
  ]

  init(_ reply: JSONValue) throws(ReplyError) {
    let line = try ReplyObject(reply, "", keys: Self.words)
    guard let members = reply.members, members.count == 1 else {
      throw ReplyError("one name with an object, out of \(Self.words.joined(separator: ", "))")
    }
    let word = members[0].name
    func object(_ keys: String...) throws(ReplyError) -> ReplyObject {
      try ReplyObject(members[0].value, word, keys: keys)
    }
    switch word {
    case "escape": self = .escape(try line.text("escape"))
    case "rest": self = .rest(until: try object("until_us").instant("until_us"))
    case "submit":
      let request = try object(
        "identifier", "mechanism", "earliest_us", "requires_external_power", "requires_network_connectivity")
      let name = try request.text("mechanism")
      guard let mechanism = Mechanism.allCases.first(where: { $0.name == name && $0.isRequest }) else {
        let known = Mechanism.allCases.filter(\.isRequest).map(\.name).joined(separator: ", ")
        throw ReplyError("`submit.mechanism` to be one of \(known)")
      }
      self = .ask(
        .submit(
          identifier: try request.text("identifier"), mechanism, earliest: try request.instant("earliest_us"),
          power: try request.flag("requires_external_power") ?? false,
          network: try request.flag("requires_network_connectivity") ?? false))
    case "cancel":
      let request = try object("identifier")
      self = .ask(.cancel(request["identifier"] == nil ? nil : try request.text("identifier")))
    case "list":
      _ = try object()
      self = .ask(.list)
    case "complete":
      let request = try object("run", "success")
      guard let success = try request.flag("success") else {
        throw ReplyError("`complete.success` to be true or false")
      }
      self = .ask(.complete(run: try request.whole("run"), success: success))
    case "handles_expiry": self = .ask(.handlesExpiry(run: try object("run").whole("run")))
    case "transfer":
      let request = try object("id", "url", "up", "down")
      let (id, up) = (try request.whole("id"), try request.bytes("up"))
      if request["url"] != nil {
        guard request["down"] == nil else {
          throw ReplyError("`transfer` to have either `url`, whose bytes the server decides, or `down`")
        }
        self = .fetch(id: id, url: try request.text("url"), up: up)
      } else {
        self = .ask(.transfer(id: id, up: up, down: try request.bytes("down")))
      }
    case "processor":
      let request = try object("id", "time_us")
      self = .ask(
        .processor(id: try request.whole("id"), .microseconds(try request.bytes("time_us"))))
    case "stop": self = .ask(.stop(id: try object("id").whole("id")))
    case "progress":
      let request = try object("run", "share")
      guard let share = try request.number("share"), (0...1).contains(share) else {
        throw ReplyError("`progress.share` to be a number from 0 to 1")
      }
      self = .ask(.progress(run: try request.whole("run"), share))
    case "content":
      guard let instant = try object("as_of_us").instant("as_of_us") else {
        throw ReplyError("`content.as_of_us` to be a whole number of microseconds")
      }
      self = .ask(.content(asOf: instant))
    case "begin_assertion":
      let request = try object("id", "name")
      let name = request["name"] == nil ? "" : try request.text("name")
      self = .ask(.beginAssertion(id: try request.whole("id"), name: name))
    case "end_assertion": self = .ask(.endAssertion(id: try object("id").whole("id")))
    case "download":
      let request = try object("session", "up", "down")
      self = .ask(
        .download(
          session: try request.text("session"), up: try request.bytes("up"),
          down: try request.bytes("down")))
    case "state":
      _ = try object()
      self = .ask(.state)
    default:
      let name = try object("how").text("how")
      guard let end = AppEnd(rawValue: name) else {
        throw ReplyError("`end.how` to be one of \(AppEnd.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      self = .ask(.end(end))
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
    guard let number = self[key]?.wholeNumber else {
      throw ReplyError("`\(join(key))` to be a whole number")
    }
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

  /// A terabyte, and eleven days of processor time in microseconds.
  private static let mostBytes: Int64 = 1_000_000_000_000
}
