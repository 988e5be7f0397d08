import BackgroundExecution
import EventSimulation
import Testing

@Suite("Processor time in a sliding window")
struct ProcessorMonitorTests {
  private let window = TimeSpan.minute
  private let limit = TimeSpan.seconds(48)

  private func at(_ seconds: Double) -> Instant { .seconds(seconds) }

  @Test("LIFE-5 a full core reaches the limit after it, two cores after half of it")
  func constant() {
    for cores in [1, 2] {
      var monitor = ProcessorMonitor()
      monitor.setRate(Int64(cores) * ProcessorMonitor.fullRate, window: window, at: at(100))
      #expect(monitor.reaches(limit, window: window, from: at(100)) == at(100 + 48 / Double(cores)))
      #expect(monitor.reaches(limit, window: window, from: at(110)) == at(100 + 48 / Double(cores)))
    }
  }

  @Test(
    "LIFE-5 a share that fills the limit in a full window reaches it at the end of the window, a smaller share never"
  )
  func shares() {
    var monitor = ProcessorMonitor()
    monitor.setRate(800_000, window: window, at: at(0))
    #expect(monitor.reaches(limit, window: window, from: at(0)) == at(60))
    monitor.reset()
    monitor.setRate(799_999, window: window, at: at(0))
    #expect(monitor.reaches(limit, window: window, from: at(0)) == nil)
    monitor.setRate(0, window: window, at: at(30))
    #expect(monitor.reaches(limit, window: window, from: at(30)) == nil)
  }

  @Test("LIFE-5 pauses inside the window do not count, and time that leaves the window is available again")
  func pauses() {
    var monitor = ProcessorMonitor()
    let full = ProcessorMonitor.fullRate
    monitor.setRate(full, window: window, at: at(0))
    monitor.setRate(0, window: window, at: at(30))
    monitor.setRate(full, window: window, at: at(40))
    #expect(monitor.used(window: window, at: at(45)) == 35_000_000 * full)
    #expect(monitor.reaches(limit, window: window, from: at(40)) == at(58))
    // From 50 s on: 30 s in the window up to 60 s; then each second gained is one lost, until 90 s.
    var late = ProcessorMonitor()
    late.setRate(full, window: window, at: at(0))
    late.setRate(0, window: window, at: at(30))
    late.setRate(full, window: window, at: at(50))
    #expect(late.reaches(limit, window: window, from: at(50)) == at(98))
  }
}
