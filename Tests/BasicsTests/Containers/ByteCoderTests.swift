import Basics
import Testing

@Suite("Numbers and texts as bytes") struct ByteCoderTests {
  @Test("are read back in the order in which they were written")
  func roundTrip() {
    var coder = ByteCoder()
    for number in [0, 127, 128, .max] as [UInt64] { coder.append(number) }
    coder.append(UInt128.max)
    coder.append(Int64.min.zigzag)
    coder.append(Int128(-5).zigzag)
    coder.append(bits: 0x0102_0304_0506_0708)
    coder.append(counted: "hé".utf8)
    var reader = ByteCoder(coder.bytes)
    for number in [0, 127, 128, .max] as [UInt64] { #expect(reader.number(UInt64.self) == number) }
    #expect(reader.number(UInt128.self) == .max)
    #expect(reader.number(UInt64.self).map { Int64(zigzag: $0) } == .min)
    #expect(reader.number(UInt128.self).map { Int128(zigzag: $0) } == -5)
    #expect(reader.bits() == 0x0102_0304_0506_0708)
    #expect(reader.count(atMost: 3) == 3 && reader.text(3) == "hé" && reader.isAtEnd)
  }

  @Test(
    "a number that is cut off, too large, or longer than needed is invalid",
    arguments: [[], [0x80], [0x80, 0], Array(repeating: 0xFF, count: 9) + [2]] as [[UInt8]])
  func refusals(bytes: [UInt8]) {
    var reader = ByteCoder(bytes)
    #expect(reader.number(UInt64.self) == nil)
  }
}
