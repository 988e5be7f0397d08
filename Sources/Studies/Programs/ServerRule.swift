import RandomStreams

/// The answer of servers to an address that fits a pattern, drawn for each fetch.
package struct ServerRule: Sendable {
  /// The address, where `*` stands for any characters, or none.
  package var pattern: String
  package var down: any Distribution
  /// Time until the bytes come; nil for none.
  package var delay: (any Distribution)?
  package var status: Int
  /// The share of answers that fail, 0 to 1, with `failureStatus` and no bytes.
  package var failures: Double
  package var failureStatus: Int

  package init(
    pattern: String, down: any Distribution, delay: (any Distribution)? = nil, status: Int = 200,
    failures: Double = 0, failureStatus: Int = 500
  ) {
    (self.pattern, self.down, self.delay, self.status) = (pattern, down, delay, status)
    (self.failures, self.failureStatus) = (failures, failureStatus)
  }

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
