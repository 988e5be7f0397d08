import AppRuntime
import Foundation

/// Looks whether what an app can ask of time and chance is simulated by this build, since toolchains differ.
enum SelfTest {
  /// The first draws of the stream whose seed is 1.
  private static let firstDraw: UInt64 = 0x910A_2DEC_8902_5CC1
  private static let firstUUID = "67EC8E65-A18D-4BBE-9E55-32FBEEA293F8"

  /// - Parameter end: Ends the process, with what is not simulated or nil.
  static func run(_ end: @escaping (String?) -> Never) {
    nonisolated(unsafe) var expected = 8
    let start = Date()
    func arrived(_ name: String, after seconds: Double) {
      let passed = Date().timeIntervalSince(start)
      if abs(passed - seconds) > 0.001 { end("the \(name) takes \(passed) s instead of \(seconds) s") }
      expected -= 1
      if expected == 0 { end(nil) }
    }
    nonisolated(unsafe) let report = arrived
    if start.timeIntervalSince1970 > AppProcess.unix(1_000_001) {
      end("the date differs from the date of the device")
    }
    if UInt64.random(in: 0 ... .max) != firstDraw {
      end("random numbers do not come from the device's generator")
    }
    if UUID().uuidString != firstUUID { end("UUIDs do not come from the device's random numbers") }
    if NSHomeDirectory() != ProcessInfo.processInfo.environment["HOME"] {
      end("the home folder differs from the home folder of the device")
    }
    Task {
      try? await Task.sleep(for: .seconds(10))
      report("task", 10)
    }
    Task { @MainActor in
      dispatchPrecondition(condition: .onQueue(.main))
      try? await ContinuousClock().sleep(for: .seconds(11))
      report("main actor", 11)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 12) { report("queue", 12) }
    _ = Timer.scheduledTimer(withTimeInterval: 13, repeats: false) { _ in report("timer", 13) }
    let source = DispatchSource.makeTimerSource(queue: .main)
    source.schedule(deadline: .now() + 14)
    source.setEventHandler { report("dispatch timer", 14) }
    source.resume()
    DispatchQueue.global().async {
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: .now() + 15) { semaphore.signal() }
      semaphore.wait()
      report("semaphore", 15)
      OperationQueue().addOperation {
        Thread.sleep(forTimeInterval: 1)
        report("operation", 16)
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) { sleep(1) }
        group.notify(queue: .main) { report("group", 17) }
      }
    }
  }
}
