import ResultsStore
import Studies
import TestSupport
import Testing

@Suite("A run made of its parts") struct RunOfPartsTests {
  private static let run: PlannedRun = {
    var run = PlannedRun()
    (run.runID, run.designPoint, run.policy) = ("r", "base", "p")
    run.devicesExpected = 2 * devices
    run.replay = "slumber replay f r"
    return run
  }()
  private static let devices = SmallFleet.accumulator().deviceCount
  private static let sums = SmallFleet.accumulator().encoded

  private func part(
    _ place: Int, bytes: [UInt8] = sums, devices: Int = devices, failing device: Int? = nil
  ) -> PartSums {
    let first = place * Self.devices
    return PartSums(
      devices: first..<first + devices, devicesDone: device == nil ? devices : 1,
      failure: device.map { .init(device: $0, message: "device \($0): no") }, bytes: bytes)
  }

  private func run(_ parts: [PartSums]) throws(PartDamage) -> CompletedRun {
    var run = RunOfParts(Self.run, parts: parts.count)
    for part in parts { try run.add(part) }
    return try run.finish()
  }

  private func damage(_ parts: [PartSums]) -> PartDamage? {
    do throws(PartDamage) {
      _ = try run(parts)
      return nil
    } catch {
      return error
    }
  }

  @Test("has the sums of all of them")
  func whole() throws {
    var whole = SmallFleet.accumulator()
    whole.merge(SmallFleet.accumulator())
    let completed = try run([part(0), part(1)])
    #expect(completed.metrics == whole.metrics(runID: "r"))
    #expect(completed.eventCounts == whole.eventCountRows(runID: "r"))
    holds(completed.days == whole.dayRows(runID: "r") && completed.days.count == 4)
    #expect(
      completed.outcome
        == .ok(devices: 2 * Self.devices, events: whole.events, eventHash: whole.eventHash))
  }

  @Test("a run fails with the failure of the first device, also if later parts are invalid")
  func failure() throws {
    let failed = Self.devices + 1
    let completed = try run([part(0), part(1, bytes: [], failing: failed)])
    #expect(
      completed.outcome
        == .failed(
          "device \(failed): no; replay: slumber replay f r --device \(failed)", devicesDone: Self.devices + 1
        ))
    holds(completed.metrics.isEmpty)
    let two = try run([part(0, bytes: [], failing: 0), part(1, bytes: [1], failing: failed)])
    #expect(two.outcome.error?.hasPrefix("device 0: no") == true)
  }

  @Test("is damaged with a gap, too few devices, other devices than said, and sums that cannot be read")
  func refusals() {
    let devices = Self.devices
    #expect(
      damage([part(1)])
        == PartDamage(firstDevice: devices, what: "found device \(devices), expected device 0"))
    #expect(
      damage([part(0)])
        == PartDamage(firstDevice: 0, what: "found \(devices) devices, expected \(2 * devices)"))
    #expect(
      damage([part(0, devices: devices + 1)])
        == PartDamage(firstDevice: 0, what: "found sums of \(devices) devices, expected \(devices + 1)"))
    #expect(damage([part(0), part(1, bytes: [])])?.firstDevice == devices)
  }
}
