import PlainText

/// Writes the wire format of protocol buffers: fields of varints, 64-bit words and nested bytes.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func key(_ field: Int, _ wireType: UInt64) { varint(UInt64(field) << 3 | wireType) }

  mutating func unsigned(_ field: Int, _ value: UInt64) {
    key(field, 0)
    varint(value)
  }

  mutating func signed(_ field: Int, _ value: Int64) { unsigned(field, UInt64(bitPattern: value)) }

  mutating func fixed64(_ field: Int, _ value: UInt64) {
    key(field, 1)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  mutating func double(_ field: Int, _ value: Double) { fixed64(field, value.bitPattern) }

  mutating func text(_ field: Int, _ value: String) {
    let utf8 = Array(value.escapingControls.utf8)
    key(field, 2)
    varint(UInt64(utf8.count))
    bytes += utf8
  }

  mutating func message(_ field: Int, _ write: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    write(&inner)
    key(field, 2)
    varint(UInt64(inner.bytes.count))
    bytes += inner.bytes
  }
}
