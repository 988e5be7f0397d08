import Basics
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  @Test("A message in pieces of any length has the digest of the whole", arguments: [1, 3, 63, 64, 65, 200])
  func pieces(_ length: Int) {
    let message = (0..<1000).map { UInt8($0 % 251) }
    var hash = SHA256()
    for start in stride(from: 0, to: message.count, by: length) {
      hash.update(message[start..<min(start + length, message.count)])
    }
    #expect(hash.hexadecimal() == SHA256.hexadecimal(message))
    // Asking for the digest does not end the message.
    hash.update("more")
    #expect(hash.hexadecimal() == SHA256.hexadecimal(message + Array("more".utf8)))
  }

  @Test("The test vectors of FIPS 180-4 and NIST")
  func vectors() {
    #expect(
      SHA256.hexadecimal("".utf8) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.hexadecimal("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      SHA256.hexadecimal(
        ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
          + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8)
        == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
    #expect(
      SHA256.hexadecimal(Array(repeating: UInt8(ascii: "a"), count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
