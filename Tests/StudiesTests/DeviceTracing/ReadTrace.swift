/// An independent reader of the few messages that a trace consists of.
struct ReadTrace {
  struct Slice {
    var track: String
    var name: String
    var start: UInt64
    var end: UInt64
  }
  enum Broken: Error { case truncated, wireType(UInt64) }

  private(set) var trackNames: [String] = []
  private(set) var slices: [Slice] = []
  private(set) var flows: [(flow: UInt64, track: String)] = []
  private(set) var unknownTracks = 0
  private(set) var unknownNames = 0
  private(set) var overlaps = 0

  private var tracks: [UInt64: String] = [:]
  private var names: [UInt64: String] = [:]
  private var open: [UInt64: (name: String, start: UInt64)] = [:]
  var openSlices: Int { open.count }

  private enum Field {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  init(_ bytes: [UInt8]) throws {
    for (number, field) in try Self.fields(bytes[...]) {
      guard number == 1, case .bytes(let packet) = field else { continue }
      try read(packet)
    }
  }

  private mutating func read(_ packet: ArraySlice<UInt8>) throws {
    let fields = try Self.fields(packet)
    var time: UInt64 = 0
    for (number, field) in fields {
      switch (number, field) {
      case (8, .number(let value)): time = value
      case (12, .bytes(let interned)):
        for (_, entry) in try Self.fields(interned) {
          guard case .bytes(let bytes) = entry else { continue }
          var identity: UInt64 = 0
          for case let (part, value) in try Self.fields(bytes) {
            if case .number(let number) = value, part == 1 { identity = number }
            if case .bytes(let text) = value { names[identity] = String(decoding: text, as: UTF8.self) }
          }
        }
      case (60, .bytes(let descriptor)):
        var identity: UInt64 = 0
        for (part, value) in try Self.fields(descriptor) {
          if case .number(let number) = value, part == 1 { identity = number }
          if case .bytes(let text) = value, part == 2 {
            tracks[identity] = String(decoding: text, as: UTF8.self)
            trackNames.append(tracks[identity] ?? "")
          }
        }
      default: break
      }
    }
    for (number, field) in fields {
      if number == 11, case .bytes(let event) = field { try read(event: event, at: time) }
    }
  }

  private mutating func read(event: ArraySlice<UInt8>, at time: UInt64) throws {
    var type: UInt64 = 0
    var track: UInt64 = 0
    var name: UInt64 = 0
    var flow: [UInt64] = []
    for (number, field) in try Self.fields(event) {
      guard case .number(let value) = field else { continue }
      switch number {
      case 9: type = value
      case 10: name = value
      case 11: track = value
      case 47: flow.append(value)
      default: break
      }
    }
    guard let trackName = tracks[track] else {
      unknownTracks += 1
      return
    }
    if name > 0, names[name] == nil { unknownNames += 1 }
    for value in flow { flows.append((value, trackName)) }
    if type == 1 {
      if open[track] != nil { overlaps += 1 }
      open[track] = (names[name] ?? "", time)
    } else if type == 2, let begun = open.removeValue(forKey: track) {
      if time < begun.start { overlaps += 1 }
      slices.append(Slice(track: trackName, name: begun.name, start: begun.start, end: time))
    }
  }

  private static func fields(_ bytes: ArraySlice<UInt8>) throws -> [(number: Int, field: Field)] {
    var rest = bytes
    func varint() throws -> UInt64 {
      var value: UInt64 = 0
      var shift: UInt64 = 0
      while let byte = rest.popFirst() {
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
      throw Broken.truncated
    }
    var found: [(number: Int, field: Field)] = []
    while !rest.isEmpty {
      let key = try varint()
      switch key & 7 {
      case 0: found.append((Int(key >> 3), .number(try varint())))
      case 1:
        guard rest.count >= 8 else { throw Broken.truncated }
        let value = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        found.append((Int(key >> 3), .number(value)))
      case 2:
        let count = Int(try varint())
        guard rest.count >= count else { throw Broken.truncated }
        found.append((Int(key >> 3), .bytes(rest.prefix(count))))
        rest = rest.dropFirst(count)
      default: throw Broken.wireType(key & 7)
      }
    }
    return found
  }
}
