import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("What an interrupted run has done")
struct ProgressRuleTests {
  /// A processing task on the charger; its first handler starts at 302 s and its runs may last 600 s.
  private func processing(
    cpu: Double = 0, wait: Double = 0, down: Double = 0, hours: Double = 2,
    quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> PhoneBench {
    var bench = try PhoneBench(
      [.with(.processing, cpu: cpu, wait: wait, down: down, resubmits: .atStart, quality: quality)],
      hours: hours)
    bench.initial = InitialState(stateOfCharge: 0.5, charger: .wired5W)
    return bench
  }

  /// The shares that runs found done at their start.
  private func starts(_ result: DeviceResult) -> [Double] {
    result.log(.handlerStarted).map { record in
      guard case .number(let share)? = record[.workDone] else { return -1 }
      return (share * 10_000).rounded() / 10_000
    }
  }

  @Test("BAD-9 bytes of an interrupted run count like processor time and waiting")
  func bytes() throws {
    // 4.5 GB at 40 Mbit/s take 900 s.
    let result = try processing(down: 4.5e9).run()
    #expect(starts(result).prefix(3) == [0, 0.6667, 0])
    #expect(result.log(.completed).map(\.word).prefix(2) == [.failure, .success])
    let lengths = result.log(.completed).map(\.value)
    holds(result.seconds(.expired).first == 902 && abs(lengths[1] - 300) < 0.01)
    guard case .number(let done)? = result.log(.completed)[0][.workDone] else { return holds(Bool(false)) }
    #expect(abs(done - 600.0 / 900) < 1e-6)
  }

  @Test("BAD-9 what is kept of the bytes is what had moved at the last checkpoint")
  func lastCheckpoint() throws {
    var bench = try processing(down: 4.5e9)
    bench.at(.seconds(302 + 103), .kill(app: 0, isCrash: true))
    #expect(try starts(bench.run()).prefix(2) == [0, 0.1111])
    // Without checkpoints all of it is lost.
    var lost = try processing(down: 4.5e9) { $0.checkpointInterval = nil }
    lost.at(.seconds(302 + 103), .kill(app: 0, isCrash: true))
    #expect(try starts(lost.run()).prefix(2) == [0, 0])
  }

  @Test("BAD-9 time without a path is no progress, and what moved before it is kept")
  func stalled() throws {
    var bench = try processing(down: 4.5e9)
    bench.at(.seconds(402), network: .none)
    bench.at(.seconds(502), network: .wifi)
    bench.at(.seconds(602), .kill(app: 0, isCrash: true))
    // 100 s before the gap and 100 s after it.
    #expect(try starts(bench.run()).prefix(2) == [0, 0.2222])
  }

  @Test("BAD-9 waiting begins when processor and bytes are done")
  func waiting() throws {
    // 100 s of bytes beside 20 s of processor, then 100 s of waiting.
    var bench = try processing(cpu: 20, wait: 100, down: 5e8)
    bench.at(.seconds(302 + 152), .kill(app: 0, isCrash: true))
    let result = try bench.run()
    #expect(starts(result).prefix(2) == [0, 0.75])
    let rest = try #require(result.log(.completed, .success).first)
    #expect(rest.value == 50)
  }

  @Test(
    "BAD-9 checkpoints count however the run ended: reboot, memory, crash, force quit",
    arguments: ["reboot", "memory", "crash", "forceQuit"])
  func ends(end: String) throws {
    var bench = try PhoneBench([.with(floor: .hour, cpu: 0, wait: 20, resubmits: .atStart)], hours: 6)
    let time = TimeSpan.seconds(3618)
    switch end {
    case "reboot": bench.at(time, .reboot)
    case "memory": bench.at(time, .kill(app: 0, isCrash: false))
    case "crash": bench.at(time, .kill(app: 0, isCrash: true))
    default: bench.at(time, .forceQuit, app: 0)
    }
    bench.use(0, at: .hours(1.5))
    let result = try bench.run()
    #expect(starts(result).prefix(2) == [0, 0.75])
  }

  @Test("BAD-9 work that had ended but was not reported keeps its checkpoints when the process is killed")
  func unreported() throws {
    let bench = try PhoneBench(
      [
        .with(floor: .hour, cpu: 0, wait: 32, resubmits: .atStart) {
          $0.completesOn = [.failure]
          $0.expiryReaction = nil
        }
      ], hours: 2.2)
    let result = try bench.run()
    #expect(result.log(.terminated, .completionTimeout).first?.time == .zero + .seconds(3637))
    #expect(starts(result) == [0, 0.9375])
  }

  @Test("BAD-9 a push run has no checkpoints")
  func pushes() throws {
    var bench = try PhoneBench([.pushed(cpu: 20)], hours: 3)
    bench.push(at: .hour, .hours(2))
    bench.at(.seconds(3618), .kill(app: 0, isCrash: true))
    let result = try bench.run()
    holds(starts(result) == [0, 0] && result.log(.progress).isEmpty)
  }

  // MARK: A lost path

  @Test("PROC-5 a run whose path comes back before its limit goes on and completes")
  func pathReturns() throws {
    // 500 MB take 100 s; its planned end, 402 s, passes without a path.
    var bench = try processing(down: 5e8, hours: 0.5)
    bench.at(.seconds(352), network: .none)
    bench.at(.seconds(652), network: .wifi)
    let result = try bench.run()
    holds(result.log(.expired).isEmpty)
    #expect(result.log(.completed).first.map { [$0.time.seconds] } == [702])
    #expect(result.log(.completed).first?.word == .success)
  }

  @Test("PROC-5 a run whose path stays away ends at its limit, with what it has moved")
  func pathStaysAway() throws {
    var bench = try processing(down: 5e8, hours: 0.5)
    bench.at(.seconds(352), network: .none)
    let result = try bench.run()
    #expect(result.seconds(.expired, .timeLimit).first == 902)
    #expect(result.log(.completed).first?.word == .failure)
    #expect(starts(result).prefix(2) == [0, 0.5])
  }

  @Test("PROC-5 a refresh whose bytes cannot move still fails at the end of its wall time")
  func refresh() throws {
    // The earlier rule starts it without a path.
    var bench = try PhoneBench(
      [.with(floor: .hour, cpu: 1, wait: 3, down: 1e6)], hours: 2, ["launch.needsPath": "false"])
    bench.at(.minutes(50), network: .none)
    let result = try bench.run()
    holds(result.seconds(.completed, .failure) == [3606] && result.log(.expired).isEmpty)
  }

  @Test("PROC-5 a run whose work goes on in its grace follows the path too")
  func grace() throws {
    // 31 s of bytes: half a second without a path in the grace puts their end off to 3633.5 s.
    var bench = try PhoneBench(
      [.with(floor: .hour, cpu: 0, down: 1.55e8) { $0.expiryReaction = nil }], hours: 2)
    bench.at(.seconds(3632.2), network: .none)
    bench.at(.seconds(3632.7), network: .wifi)
    let result = try bench.run()
    #expect(result.seconds(.expired) == [3632])
    #expect(result.seconds(.completed, .success) == [3633.5])
  }

  // MARK: The charger

  @Test("PROC-3 PROC-4 unplugging during the launch expires a run with the power flag only")
  func unpluggedLaunch() throws {
    for needsPower in [true, false] {
      var bench = try PhoneBench([.with(.processing, cpu: 0, wait: 60, power: needsPower)], hours: 1)
      bench.initial = InitialState(stateOfCharge: 0.5, charger: .wired5W)
      bench.at(.seconds(301), .unplug)
      let result = try bench.run()
      #expect(result.seconds(.handlerStarted) == [302])
      #expect(result.seconds(.expired, .unplugged) == (needsPower ? [302] : []))
      #expect(result.seconds(.completed, .success) == (needsPower ? [] : [362]))
    }
  }
}
