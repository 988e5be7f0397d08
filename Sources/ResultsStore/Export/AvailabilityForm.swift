import Basics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

package enum AvailabilityForm: String, CaseIterable, Sendable {
  case fedscale, flash, flgo, plato

  /// The length in seconds of a tick of FLGo.
  static let tick: Int64 = 900

  var frame: (begin: String, end: String) { self == .flgo ? ("[\n", "\n]\n") : ("{\n", "\n}\n") }

  func element(_ client: ClientAvailability) -> String {
    let value =
      switch self {
      case .fedscale: client.fedscale
      case .flash: client.flash
      case .flgo: client.flgo
      case .plato: client.plato
      }
    let text = value.text(isPretty: false)
    return self == .flgo ? text : "\"\(client.number)\": \(text)"
  }
}

/// When a client is available, in whole seconds since the beginning of its trace.
struct ClientAvailability {
  struct Span {
    /// The whole seconds that lie within it; both belong to it.
    var start, end: Int64
    var levelAtStart, levelAtEnd: Double
  }

  let number: Int
  let length: Int64
  private(set) var spans: [Span] = []
  private let levels: (start: Double, end: Double)

  /// - Parameter intervals: In order of their starts; where they overlap they are one.
  init(number: Int, _ observed: AvailabilityRow, _ intervals: [AvailabilityRow]) {
    self.number = number
    let origin = observed.startMicroseconds
    length = (observed.endMicroseconds - origin) / 1_000_000
    levels = (observed.stateOfChargeStart, observed.stateOfChargeEnd)
    for row in intervals {
      let start = (max(row.startMicroseconds, origin) - origin + 999_999) / 1_000_000
      let end = min((row.endMicroseconds - origin) / 1_000_000, length)
      if start > end { continue }
      if let last = spans.last, start <= last.end {
        if end > last.end {
          spans[spans.count - 1].end = end
          spans[spans.count - 1].levelAtEnd = row.stateOfChargeEnd
        }
      } else {
        spans.append(
          Span(
            start: start, end: end, levelAtStart: row.stateOfChargeStart, levelAtEnd: row.stateOfChargeEnd))
      }
    }
  }

  /// FedScale asks a client without an interval for its first one: it gets one that no remainder by the length meets.
  fileprivate var fedscale: JSONValue {
    let record: Table<Self> = [
      "duration": { $0.spans.reduce(0) { $0 + $1.end - $1.start } },
      "active": { $0.spans.isEmpty ? [$0.length] : $0.spans.map(\.start) },
      "inactive": { $0.spans.isEmpty ? [$0.length] : $0.spans.map(\.end) }, "finish_time": \.length,
      "model": { _ in "slumber" },
    ]
    return record.json(self)
  }

  /// Locked and on Wi-Fi throughout, so that the charger tells when the client is ready.
  fileprivate var flash: JSONValue {
    var messages: [String] = []
    func add(_ states: String..., at second: Int64) {
      for state in states { messages.append("\(flashTime(second))\t\(state)") }
    }
    func percent(_ level: Double) -> String { "\(Int((100 * min(1, max(0, level))).rounded()))%" }
    add("battery_charged_off", "screen_off", "screen_lock", "wifi", percent(levels.start), at: 0)
    for span in spans {
      add(percent(span.levelAtStart), "battery_charged_on", at: span.start)
      add("battery_charged_off", percent(span.levelAtEnd), at: span.end)
    }
    add(percent(levels.end), at: length)
    let record: Table<Self> = [
      "guid": { "\($0.number)" }, "model": { _ in "slumber" },
      "messages": { _ in messages.joined(separator: "\n") },
    ]
    return record.json(self)
  }

  fileprivate var flgo: JSONValue {
    let tick = AvailabilityForm.tick
    var seconds = [Int64](repeating: 0, count: Int((length + tick - 1) / tick))
    for span in spans where span.end > span.start {
      for place in span.start / tick...(span.end - 1) / tick {
        seconds[Int(place)] += min(span.end, (place + 1) * tick) - max(span.start, place * tick)
      }
    }
    return seconds.map { Double($0) / Double(tick) }.json
  }

  fileprivate var plato: JSONValue {
    let startsOn = spans.first?.start == 0
    let transitions = spans.flatMap { [$0.start, $0.end] }.dropFirst(startsOn ? 1 : 0)
    return .array([startsOn ? "on" : "off", transitions.filter { $0 < length }.json])
  }
}

/// The date and time of a second of a trace for FLASH, which counts from 2 January 2020 and takes a first message at its second
/// 0 for none: traces begin on the 3rd.
private func flashTime(_ second: Int64) -> String {
  var time = time_t(1_578_009_600 + second)
  var parts = tm()
  gmtime_r(&time, &parts)
  var buffer = [CChar](repeating: 0, count: 32)
  let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
  return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
