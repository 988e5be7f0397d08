import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import Testing
import Workload

/// Processor times of studies are those of the standard phone's efficiency core.
@Suite("Cores that run work")
struct ProcessorCoreTests {
  private static let lossless = ["battery.internalResistance": "0 ohm"]

  private func refresh(_ changes: [String: String], device: String = "standard") throws -> DeviceResult {
    var bench = try PhoneBench(
      [.with(.refresh, cpu: 6, submits: false)], Self.lossless.merging(changes) { $1 })
    bench.deviceProfile = device
    bench.at(.minute, .submit(app: 0, identifier: "task", mechanism: .refresh, earliestBegin: nil))
    return try bench.run(records: [.log, .energy])
  }

  /// From the start of the handler to its completion.
  private func length(_ result: DeviceResult, _ mechanism: Mechanism) throws -> Double {
    let start = try #require(result.seconds(.handlerStarted, nil, mechanism).first)
    return try #require(result.seconds(.completed, nil, mechanism).first) - start
  }

  @Test("background work runs on an efficiency core, for cpu / speed at its power")
  func background() throws {
    let standard = try refresh([:])
    #expect(try length(standard, .refresh) == 6)
    let fast = try refresh(["processor.efficiencySpeed": "1.5", "processor.efficiencyCore": "0.3 W"])
    #expect(try length(fast, .refresh) == 4)
    // The launch takes the same time on both, at their powers.
    let wake: Int64 = 50_000_000
    let launch: Int64 = standard.billed(.refresh, .processor) - wake - 1_200_000_000
    let expected: Int64 = wake + 1_200_000_000 + launch * 3 / 2
    #expect(launch > 0)
    #expect(fast.billed(.refresh, .processor) == expected, "launch \(launch)")
  }

  @Test("a continued task runs on a performance core; Low Power Mode lowers its clock")
  func userInitiated() throws {
    func export(_ saves: Bool) throws -> DeviceResult {
      var app = try AppSpecification.with(.continued, cpu: 34.4, submits: false)
      app.tasks[0].identifier = "org.example.task"
      var bench = try PhoneBench(
        [app],
        Self.lossless.merging(["processor.performanceSpeed": "3.44"]) { $1 })
      bench.initial.lowPowerMode = saves
      bench.use(0, at: .hour, for: .minutes(10))
      bench.at(
        .hour + .seconds(5),
        .submit(app: 0, identifier: "org.example.task", mechanism: .continued, earliestBegin: nil))
      return try bench.run(records: [.log, .energy])
    }
    let (fast, saving) = (try export(false), try export(true))
    #expect(try abs(length(fast, .continued) - 10) < 1e-6)
    #expect(try abs(length(saving, .continued) - 34.4 / 1.17) < 1e-5)
    #expect(abs(Double(fast.billed(.continued, .processor)) / 1e9 - 37.2) < 0.3)
    let saved = 0.53 * 34.4 / 1.17
    #expect(abs(Double(saving.billed(.continued, .processor)) / 1e9 - saved) < 0.3)
  }

  @Test("the system's work is converted too")
  func system() throws {
    var bench = try PhoneBench(
      [],
      Self.lossless.merging(["processor.efficiencySpeed": "2", "processor.efficiencyCore": "0.3 W"]) { $1 })
    bench.at(.hour, .systemWake, value: 100)
    #expect(try bench.run(records: .energy).billed(.system, .processor) == 50_000_000 + 300_000_000 * 35)
  }

  @Test("a device of the catalogue supplies the values, a stated parameter wins over it")
  func devices() throws {
    let pixel = try refresh([:], device: "pixel-4a")
    // 1.805 GHz instead of 2.016.
    #expect(try abs(length(pixel, .refresh) - 6 / 0.8953) < 1e-4)
    let stated = try refresh(["processor.efficiencySpeed": "1"], device: "pixel-4a")
    #expect(try length(stated, .refresh) == 6)
    #expect(stated.billed(.refresh, .processor) > 0)
  }

  @Test("a phone without 5G uses LTE", arguments: ["iphone-11", "iphone-12"])
  func lte(device: String) throws {
    var bench = try PhoneBench([], Self.lossless)
    bench.deviceProfile = device
    bench.initial.network = .cellular
    bench.at(.hour, .systemWake, value: 20, value2: 1000)
    let cellular = try bench.run(records: .energy).billed(.system, .cellular)
    let tail: Int64 = device == "iphone-11" ? 178_000 * 10_200 : 249_000 * 10_300
    #expect(abs(cellular - tail - 314_600_000) < 2_000_000)
  }
}
