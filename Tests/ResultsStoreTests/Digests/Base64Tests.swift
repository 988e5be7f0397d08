import ResultsStore
import TestSupport
import Testing

@Suite("Bytes as text") struct Base64Tests {
  @Test(
    "the vectors of RFC 4648 are written and read",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func vectors(_ plain: String, _ text: String) {
    holds(Base64.text(Array(plain.utf8)) == text && Base64.bytes(text) == Array(plain.utf8))
  }

  @Test("all bytes come back, and texts of another form are refused")
  func bytes() {
    let all = (0...255).map { UInt8($0) }
    #expect(Base64.bytes(Base64.text(all)) == all)
    for text in ["Zg", "Zg=", "Zh==", "Z g=", "Zm9v\n", "=", "Zg==Zg==", "Zm9-"] {
      #expect(Base64.bytes(text) == nil, "\(text)")
    }
  }
}
