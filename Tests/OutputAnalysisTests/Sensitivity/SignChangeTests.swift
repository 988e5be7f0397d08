import OutputAnalysis
import Testing

@Suite("The place where a response changes its sign")
struct SignChangeTests {
  private func search(
    _ range: ClosedRange<Double>, error: Double, _ response: (Double) -> Double
  ) -> (SignChange?, Int) {
    func measure(_ x: Double) -> SignChange.Response { .init(response(x), standardError: error) }
    var search = SignChange(
      from: range.lowerBound, measure(range.lowerBound), to: range.upperBound, measure(range.upperBound))
    var steps = 0
    while let x = search?.next {
      search?.add(measure(x))
      steps += 1
    }
    return (search, steps)
  }

  @Test("of a line is found exactly where it is known")
  func line() throws {
    let (found, steps) = search(0...1, error: 1e-6) { 3 * ($0 - 0.37) }
    let place = try #require(found).place
    #expect(abs(place.x - 0.37) < 1e-9)
    #expect(place.halfWidth <= 1.0 / 128 + 1e-9)
    #expect(steps == SignChange.steps)
  }

  @Test("ends if the response does not differ from 0, with the error in units of the slope")
  func noise() throws {
    let (found, steps) = search(0...1, error: 0.1) { 2 * ($0 - 0.52) }
    #expect(steps == 1)
    let place = try #require(found).place
    #expect(abs(place.x - 0.52) < 1e-9)
    #expect(abs(place.halfWidth - 0.1) < 1e-9)
  }

  @Test("of a falling curve lies within its half-width")
  func curve() throws {
    let (found, _) = search(1...10, error: 0.001) { 1 / $0 - 0.3 }
    let place = try #require(found).place
    #expect(abs(place.x - 1 / 0.3) <= place.halfWidth)
  }

  @Test("is not looked for where the ends agree or are unclear")
  func none() {
    #expect(search(0...1, error: 0.1) { $0 + 1 }.0 == nil)
    #expect(search(0...1, error: 2) { $0 - 0.5 }.0 == nil)
  }
}
