/// The lines between a phone and an app: one JSON object each, strictly in turn.

/// A value of JSON, as far as the phone writes it.
enum JSON {
  case null
  case flag(Bool)
  case number(Int64)
  case text(String)
  case list([JSON])
  case object([(name: String, value: JSON)])

  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
  var number: Int64? { if case .number(let number) = self { number } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var flag: Bool { if case .flag(let flag) = self { flag } else { false } }
  var elements: [JSON] { if case .list(let elements) = self { elements } else { [] } }

  /// Nil for what is no JSON.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var reader = JSONReader(bytes: bytes)
    guard let value = reader.value() else { return nil }
    self = value
  }
}

private struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var place = 0

  /// The next byte after spaces, 0 at the end.
  private mutating func next() -> UInt8 {
    while place < bytes.count, bytes[place] <= 32 { place += 1 }
    return place < bytes.count ? bytes[place] : 0
  }
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  mutating func value() -> JSON? {
    switch next() {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return list()
    case UInt8(ascii: "\""): return text().map { .text($0) }
    default:
      let start = place
      while place < bytes.count, !",]} ".utf8.contains(bytes[place]) { place += 1 }
      let word = UnsafeBufferPointer(rebasing: bytes[start..<place])
      if let first = word.first, first <= UInt8(ascii: "9") { return number(word) }
      switch String(decoding: word, as: UTF8.self) {
      case "true": return .flag(true)
      case "false": return .flag(false)
      case "null": return .null
      default: return nil
      }
    }
  }

  private func number(_ word: UnsafeBufferPointer<UInt8>) -> JSON? {
    var (number, isNegative) = (Int64(0), false)
    for (index, digit) in word.enumerated() {
      if index == 0, digit == UInt8(ascii: "-") {
        isNegative = true
      } else if (48...57).contains(digit), number < Int64.max / 10 - 1 {
        number = number * 10 + Int64(digit - 48)
      } else {
        return Double(String(decoding: word, as: UTF8.self)).map { .number(Int64($0)) }
      }
    }
    return .number(isNegative ? -number : number)
  }

  private mutating func object() -> JSON? {
    var members: [(name: String, value: JSON)] = []
    place += 1
    if take("}") { return .object(members) }
    members.reserveCapacity(8)
    repeat {
      guard next() == UInt8(ascii: "\""), let name = text(), take(":"), let value = value() else {
        return nil
      }
      members.append((name, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func list() -> JSON? {
    var elements: [JSON] = []
    place += 1
    if take("]") { return .list(elements) }
    repeat {
      guard let element = value() else { return nil }
      elements.append(element)
    } while take(",")
    return take("]") ? .list(elements) : nil
  }

  private mutating func text() -> String? {
    place += 1
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\") {
      place += 1
    }
    var text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
    if take("\"") { return text }
    // An escape: the rest is taken by the character.
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") { return text }
      guard byte == UInt8(ascii: "\\"), place < bytes.count else {
        let rest =
          bytes[place...].firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } ?? bytes.count
        text += String(decoding: UnsafeBufferPointer(rebasing: bytes[(place - 1)..<rest]), as: UTF8.self)
        place = rest
        continue
      }
      let letter = bytes[place]
      place += 1
      switch letter {
      case UInt8(ascii: "n"): text += "\n"
      case UInt8(ascii: "t"): text += "\t"
      case UInt8(ascii: "u"):
        let digits = String(decoding: bytes[place..<min(place + 4, bytes.count)], as: UTF8.self)
        place = min(place + 4, bytes.count)
        guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else { return nil }
        text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append(Unicode.Scalar(letter))
      }
    }
    return nil
  }
}

/// A message of the phone.
enum Message {
  /// `permitted`: The permitted identifiers of the bundle; nil where nobody has said them. `longestSilence`: Seconds of processor
  /// time without a line that the study's settings allow; nil where they say nothing.
  case hello(app: String, permitted: [String]?, longestSilence: Int64?)
  /// `weekday`: That of day 0, 0 for Monday.
  case device(key: String, weekday: Int64)
  case event(AppEvent)

  static let version = 2

  init?(_ line: JSON) {
    if let event = line["event"], let now = event["now_us"]?.number, let kind = event["kind"]?.text {
      self = .event(AppEvent(kind: kind, now: now, members: event))
    } else if let device = line["device"], let key = device["device_key"]?.text {
      self = .device(key: key, weekday: device["first_weekday"]?.number ?? 0)
    } else if line["hello"]?.number == Int64(Self.version), let app = line["app"]?.text {
      self = .hello(
        app: app, permitted: line["permitted_identifiers"]?.elements.compactMap(\.text),
        longestSilence: line["settings"]?["processorSeconds"]?.number)
    } else {
      return nil
    }
  }
}

/// What the phone says has happened.
public struct AppEvent {
  /// `launched`, `opened`, `started`, …
  public var kind: String
  /// Microseconds since midnight of day 0.
  public var now: Int64
  fileprivate var members: JSON

  fileprivate init(kind: String, now: Int64, members: JSON) {
    (self.kind, self.now, self.members) = (kind, now, members)
  }
  init(launchedAt now: Int64) { self.init(kind: "launched", now: now, members: .null) }
  public var run: Int? { members["run"]?.number.map { Int($0) } }
  public var id: Int { Int(members["id"]?.number ?? 0) }
  public var identifier: String { members["identifier"]?.text ?? "" }
  public var mechanism: String { members["mechanism"]?.text ?? "" }
  public var session: String { members["session"]?.text ?? "" }
  /// Bytes that have moved.
  public var down: Int64 { members["down"]?.number ?? 0 }
  public var error: Int? { members["error"]?.number.map { Int($0) } }
  /// The server's status.
  public var status: Int? { members["status"]?.number.map { Int($0) } }
}

/// What the app asks of its phone. Times are microseconds since midnight of day 0.
public enum Question {
  case submit(identifier: String, mechanism: String, earliest: Int64?, power: Bool, network: Bool)
  case cancel(String?)
  case list, state
  case complete(run: Int, success: Bool)
  case handlesExpiry(run: Int)
  case fetch(id: Int, url: String, up: Int64)
  case processor(id: Int, time: Int64)
  case stop(id: Int)
  case progress(run: Int, share: Double)
  case content(asOf: Int64)
  case beginAssertion(id: Int, name: String)
  case endAssertion(id: Int)
  case download(session: String, up: Int64, down: Int64)
  case end(String)

  var line: String {
    switch self {
    case .submit(let identifier, let mechanism, let earliest, let power, let network):
      return #"{"submit":{"identifier":\#(quoted(identifier)),"mechanism":"\#(mechanism)","earliest_us":"#
        + "\(earliest.map { "\($0)" } ?? "null"),"
        + #""requires_external_power":\#(power),"requires_network_connectivity":\#(network)}}"#
    case .cancel(nil): return #"{"cancel":{}}"#
    case .cancel(let identifier?): return #"{"cancel":{"identifier":\#(quoted(identifier))}}"#
    case .list: return #"{"list":{}}"#
    case .state: return #"{"state":{}}"#
    case .complete(let run, let success): return #"{"complete":{"run":\#(run),"success":\#(success)}}"#
    case .handlesExpiry(let run): return #"{"handles_expiry":{"run":\#(run)}}"#
    case .fetch(let id, let url, let up):
      return #"{"transfer":{"id":\#(id),"url":\#(quoted(url)),"up":\#(up)}}"#
    case .processor(let id, let time): return #"{"processor":{"id":\#(id),"time_us":\#(time)}}"#
    case .stop(let id): return #"{"stop":{"id":\#(id)}}"#
    case .progress(let run, let share): return #"{"progress":{"run":\#(run),"share":\#(share)}}"#
    case .content(let instant): return #"{"content":{"as_of_us":\#(instant)}}"#
    case .beginAssertion(let id, let name):
      return #"{"begin_assertion":{"id":\#(id)"# + (name.isEmpty ? "}}" : #","name":\#(quoted(name))}}"#)
    case .endAssertion(let id): return #"{"end_assertion":{"id":\#(id)}}"#
    case .download(let session, let up, let down):
      return #"{"download":{"session":\#(quoted(session)),"up":\#(up),"down":\#(down)}}"#
    case .end(let how): return #"{"end":{"how":"\#(how)"}}"#
    }
  }
}

/// The lines that are no questions.
enum Statement {
  static func hello(app: String) -> String {
    #"{"hello":\#(Message.version),"app":\#(quoted(app)),"reusable":true}"#
  }
  static func rest(until: Int64?) -> String {
    if let until { #"{"rest":{"until_us":\#(until)}}"# } else { #"{"rest":{}}"# }
  }
  /// No word of the protocol: whoever reads it ends the run, and quotes it.
  static func escape(_ reason: String) -> String { #"{"escape":\#(quoted(reason))}"# }
}

/// What a phone answers.
public struct Answer {
  fileprivate let line: JSON

  init(_ line: JSON) { self.line = line }

  /// The code of the error; nil where it is done.
  public var refusal: Int? { line["refused"]?.number.map { Int($0) } }
  public var pending: [(identifier: String, mechanism: String, earliest: Int64?)] {
    (line["pending"]?.elements ?? []).map {
      ($0["identifier"]?.text ?? "", $0["mechanism"]?.text ?? "", $0["earliest_us"]?.number)
    }
  }
  public var isForeground: Bool { line["state"]?["foreground"]?.flag ?? false }
  public var isLowPowerMode: Bool { line["state"]?["low_power_mode"]?.flag ?? false }
  public var refreshStatus: String { line["state"]?["refresh_status"]?.text ?? "" }
  /// Seconds in the background that are left; nil where they do not count.
  public var remaining: Double? { line["state"]?["remaining_us"]?.number.map { Double($0) / 1e6 } }
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\0"..<" ": result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
