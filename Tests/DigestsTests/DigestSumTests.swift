import Digests
import Testing

@Suite("Sums of digests") struct DigestSumTests {
  private func hash(_ text: String) -> SHA256 {
    var hash = SHA256()
    hash.update(text)
    return hash
  }

  private func sum(_ texts: [String]) -> DigestSum {
    var sum = DigestSum()
    for text in texts { sum.add(hash(text)) }
    return sum
  }

  @Test("one digest is its own sum; the sum of nothing is zero")
  func one() {
    #expect(sum(["abc"]).hexadecimal == SHA256.hexadecimal("abc"))
    #expect(DigestSum().hexadecimal == String(repeating: "0", count: 64))
  }

  @Test("two digests are added as whole numbers, carries included")
  func carries() throws {
    // The published digests of "abc" and of the empty message, added with whole numbers of any length.
    #expect(
      sum(["abc", ""]).hexadecimal == "9e28db0227fdebfedc3d35a6f71ddb47d7b1a387fab30de958a6987d6a52ce02")
    var most = try #require(DigestSum(hexadecimal: String(repeating: "f", count: 64)))
    most.add(try #require(DigestSum(hexadecimal: String(repeating: "0", count: 63) + "2")))
    #expect(most.hexadecimal == String(repeating: "0", count: 63) + "1")
  }

  @Test("the order does not matter, and sums of parts add up to the whole")
  func parts() {
    let texts = (0..<100).map { "row \($0)" }
    let whole = sum(texts)
    #expect(sum(texts.reversed()) == whole)
    for cut in [0, 1, 37, 100] {
      var joined = sum(Array(texts[..<cut]))
      joined.add(sum(Array(texts[cut...])))
      #expect(joined == whole, "\(cut)")
    }
    #expect(sum(texts + ["row 0"]) != whole)
    #expect(sum(Array(texts.dropLast())) != whole)
  }

  @Test(
    "text of another form is no sum",
    arguments: ["", "0", String(repeating: "g", count: 64), String(repeating: "0", count: 65)])
  func form(_ text: String) {
    #expect(DigestSum(hexadecimal: text) == nil)
    #expect(DigestSum(hexadecimal: sum(["x"]).hexadecimal) == sum(["x"]))
  }
}
