import Testing

@testable import PhoneSimulation

@Suite("Logistic function")
struct LogisticTests {
  @Test("it is a half at zero, symmetric, and ends at 0 and 1")
  func shape() {
    #expect(logistic(0) == 0.5)
    #expect(abs(logistic(1) - 0.731_058_578_630_004_9) < 1e-12)
    for x in [0.1, 1, 5, 20] { #expect(abs(logistic(x) + logistic(-x) - 1) < 1e-12) }
    #expect(logistic(40) == 1)
    #expect(logistic(-40) == 0)
  }
}
