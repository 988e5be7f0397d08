import DeviceModel
import Testing

@testable import PhoneSimulation

@Suite("Baseline power")
struct BaselinePowerTests {
  @Test("a reading counts in whole microwatts, from nothing to what the power model can count")
  func microwatts() {
    var baseline = BaselinePower()
    #expect(baseline.microwatts == 0)
    for (watts, microwatts) in [(1.25, 1_250_000), (0.000_000_6, 1), (-3, 0)] as [(Double, Int64)] {
      baseline.read(watts: watts)
      #expect(baseline.microwatts == microwatts)
    }
    baseline.read(watts: .infinity)
    #expect(baseline.microwatts == Int64(PhonePower.greatestWatts * 1e6))
  }
}
