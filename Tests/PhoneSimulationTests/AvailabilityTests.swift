import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Availability for training")
struct AvailabilityTests {
  private func bench(_ app: AppSpecification..., hours: Double = 6) throws -> PhoneBench {
    var bench = try PhoneBench(app, hours: hours)
    bench.initial = InitialState(stateOfCharge: 0.5, charger: .wired5W)
    return bench
  }

  private func run(_ bench: PhoneBench) throws -> DeviceResult {
    try bench.run(records: [.attempts, .availability])
  }

  /// Starts and ends in seconds.
  private func spans(_ result: DeviceResult, _ kind: AvailabilityInterval.Kind) -> [[Double]] {
    result.availability.filter { $0.kind == kind }.map { [$0.start.seconds, $0.end.seconds] }
  }

  @Test("PROC-1 eligible is idle for the delay, plugged and on Wi-Fi")
  func eligible() throws {
    var bench = try bench(.with(.refresh))
    bench.unlock(at: .hour, for: .minute)
    bench.at(.hours(2), .unplug)
    bench.at(.hours(3), plug: .wired5W)
    bench.at(.hours(4), network: .cellular)
    bench.at(.hours(4.5), network: .none)
    bench.at(.hours(5), network: .wifi)
    let result = try run(bench)
    #expect(spans(result, .observed) == [[0, 21_600]])
    #expect(
      spans(result, .eligible) == [[300, 3600], [3960, 7200], [10_800, 14_400], [18_000, 21_600]])
    #expect(spans(result, .granted) == [])
    let levels = result.availability.map { [$0.stateOfChargeStart, $0.stateOfChargeEnd] }
    #expect(levels[0] == [0.5, result.stateOfChargeEnd])
    holds(levels.dropFirst().allSatisfy { $0[0] < $0[1] })
    #expect(levels[2][1] > levels[3][0])
  }

  @Test("a change that is reverted at the same instant does not end an interval")
  func flicker() throws {
    var bench = try bench(.with(.refresh), hours: 2)
    bench.at(.hour, network: .none)
    bench.at(.hour, network: .wifi)
    #expect(spans(try run(bench), .eligible) == [[300, 7200]])
  }

  @Test(
    "granted is a run of processing with both flags, from its handler's call to its end",
    arguments: [true, false])
  func granted(network: Bool) throws {
    let result = try run(try bench(.with(.processing, wait: 200, power: true, network: network)))
    #expect(spans(result, .granted) == (network ? [[302, 503]] : []))
    guard network, let run = result.availability.last else { return }
    holds(run.item == result.attempts[0].item && run.outcome == .completed)
    holds(run.energyNanojoules == result.attempts[0].energyNanojoules && run.energyNanojoules ?? 0 > 0)
    holds(run.stateOfChargeStart > 0.5 && run.stateOfChargeEnd > run.stateOfChargeStart)
  }

  @Test("a run that the owner ends has failed; a run in progress ends with the horizon")
  func endsOtherwise() throws {
    var used = try bench(.with(.processing, wait: 200, power: true, network: true))
    used.at(.seconds(400), .screenOn)
    let broken = try run(used)
    #expect(spans(broken, .granted) == [[302, 400.5]])
    #expect(broken.availability.last?.outcome == .failed)
    #expect(spans(broken, .eligible) == [[300, 400]])
    used.end = .zero + .seconds(390)
    let cut = try run(used)
    holds(spans(cut, .granted) == [[302, 390]] && cut.availability.last?.outcome == .running)
    #expect(cut.availability.last?.energyNanojoules == cut.attempts[0].energyNanojoules)
  }

  @Test("all data are reported from the end of warm-up, and reporting them changes no event")
  func warmUp() throws {
    var bench = try bench(.with(.processing, wait: 200, power: true, network: true))
    bench.warmUpEnd = .zero + .seconds(400)
    let result = try run(bench)
    #expect(spans(result, .observed) == [[400, 21_600]])
    #expect(spans(result, .eligible) == [[400, 21_600]])
    #expect(spans(result, .granted) == [])
    #expect(try bench.run(records: []).eventHash == result.eventHash)
  }
}
