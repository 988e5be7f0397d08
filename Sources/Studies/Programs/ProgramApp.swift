import Basics
import EventSimulation
import RandomStreams
import Workload

/// An app that is a separate program in any language. It receives an event, asks questions, receives answers,
/// and rests.
///
/// The program always rests while the device acts, so the end of the app's process at any instant is one
/// message. If a program ends, is late, or violates the protocol, the simulation of the device ends.
package final class ProgramApp: AppBehavior {
  private let command: ProgramCommand
  private let session: ProgramSession
  package private(set) var failure: String?

  // What the servers decide
  private var servers: AppServers
  /// Statuses of the transfers under way, and those whose servers have still to answer.
  private var statuses: [Int: Int] = [:]
  private var awaited: [(due: Instant, id: Int, up: Int64, down: Int64)] = []
  private var wake: Instant?

  /// Questions in one turn; a program that asks more never rests.
  private static let mostQuestions = 100_000

  init(
    _ command: ProgramCommand, _ context: AppContext, permitted: [String]? = nil, rules: [ServerRule] = [],
    pool: ProgramPool
  ) {
    self.command = command
    servers = AppServers(rules, context.servers)
    var hello = JSONLine()
    hello.hello(app: command, permitted: permitted)
    session = ProgramSession(command, hello: hello, pool: pool, expecting: "a question or `{\"rest\":{}}`")
    failure = session.failure?.sentence
    session.lines.device(key: context.deviceKey, firstWeekday: context.firstWeekday)
  }

  package func handle(_ event: AppEvent, at now: Instant, ask: (AppRequest) -> AppAnswer) -> Instant? {
    guard failure == nil else { return nil }
    do {
      try tell(event, at: now, ask)
      return (awaited.map(\.due) + (wake.map { [$0] } ?? [])).min()
    } catch {
      failure = "\(error.sentence), at \(now) s"
      session.end(error)
      return nil
    }
  }

  /// Tells the program an event, after what has become due at its servers.
  private func tell(
    _ event: AppEvent, at now: Instant, _ ask: (AppRequest) -> AppAnswer
  ) throws(ProgramFailure) {
    if event == .launched { (statuses, awaited) = ([:], []) }
    for due in awaited where due.due <= now {
      awaited.removeAll { $0.id == due.id }
      guard ask(.transfer(id: due.id, up: due.up, down: due.down)) != .done else { continue }
      statuses[due.id] = nil
      try turn(.transferEnded(id: due.id, isLost: true, up: 0, down: 0), at: now, ask)
    }
    if event == .timer, wake.map({ $0 > now }) ?? true { return }
    try turn(event, at: now, ask)
  }

  private func turn(
    _ event: AppEvent, at now: Instant, _ ask: (AppRequest) -> AppAnswer
  ) throws(ProgramFailure) {
    var question = session.lines.bytes.count
    var status: Int?
    if case .transferEnded(let id, let isLost, _, _) = event {
      status = statuses.removeValue(forKey: id)
      if isLost { status = nil }
    }
    session.lines.event(event, at: now, status: status)
    for _ in 0...Self.mostQuestions {
      let line = try session.ask(question: question) { reply throws(ReplyError) in try AppLine(reply) }
      guard let line else { return }
      question = 0
      switch line {
      case .rest(let until):
        wake = until
        return
      case .ask(let request):
        if case .stop(let id) = request { awaited.removeAll { $0.id == id } }
        session.lines.answer(ask(request), details: session.traits?.wantsDetails == true)
      case .escape(let reason):
        throw failure("ended itself with `\(reason)`", "a supported action")
      case .fetch(let id, let url, let up):
        session.lines.answer(fetch(id, url, up, at: now, ask), details: false)
      }
    }
    throw failure("asked more than \(Self.mostQuestions) times", "a rest")
  }

  private func failure(_ found: String, _ expected: String) -> ProgramFailure {
    ProgramFailure(command, found: found, sent: session.lines.bytes, expected: expected)
  }

  /// Begins a transfer whose answer the servers decide; nobody answers an address without a rule.
  private func fetch(
    _ id: Int, _ url: String, _ up: Int64, at now: Instant, _ ask: (AppRequest) -> AppAnswer
  ) -> AppAnswer {
    guard case .state(let state) = ask(.state) else { return .refused(0) }
    guard state.isOnline else { return .refused(-1009) }
    // NSURLErrorCannotFindHost.
    guard let answer = servers.answer(url) else {
      _ = ask(.missingServer(url: url))
      return .refused(-1003)
    }
    statuses[id] = answer.status
    guard answer.delay > 0 else { return ask(.transfer(id: id, up: up, down: answer.down)) }
    awaited.append((now + .seconds(answer.delay), id, up, answer.down))
    return .done
  }
}

/// The answer of servers to an address that fits a pattern, drawn for each fetch.
package struct ServerRule: Sendable {
  /// The pattern of the address; `*` matches any number of characters.
  package var pattern: String
  package var down: any Distribution
  /// The time until the bytes arrive; nil for no delay.
  package var delay: (any Distribution)?
  package var status = 200
  /// The share of answers that fail, 0 to 1, with `failureStatus` and no bytes.
  package var failures = 0.0
  package var failureStatus = 500

  func fits(_ url: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return url == pattern }
    guard url.hasPrefix(first) else { return false }
    var rest = url.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}

/// The servers of one app on one device. The n-th answer of a rule is the same under every policy.
struct AppServers {
  struct Answer: Equatable {
    var down: Int64
    var delay: Double
    var status: Int
  }

  private let rules: [ServerRule]
  private let address: StreamAddress
  private let stream = RandomStream()
  private var answers: [Int]

  init(_ rules: [ServerRule], _ address: StreamAddress) {
    (self.rules, self.address) = (rules, address)
    answers = Array(repeating: 0, count: rules.count)
  }

  /// Nil where no rule fits the address.
  mutating func answer(_ url: String) -> Answer? {
    guard let index = rules.firstIndex(where: { $0.fits(url) }) else { return nil }
    let rule = rules[index]
    var event = address
    event.index = UInt32(truncatingIfNeeded: index << 24 + answers[index])
    answers[index] += 1
    stream.seek(event: event)
    let down = Int64(max(0, rule.down.sample(stream)).rounded())
    let delay = max(0, rule.delay?.sample(stream) ?? 0)
    let fails = stream.bernoulli(rule.failures)
    return Answer(down: fails ? 0 : down, delay: delay, status: fails ? rule.failureStatus : rule.status)
  }
}
