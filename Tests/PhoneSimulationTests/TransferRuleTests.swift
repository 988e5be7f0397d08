import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Transfers of background sessions")
struct TransferRuleTests {
  /// Seconds at which `count` files of 20 s end that start to move one after another.
  private func ends(from start: Double, count: Int, each: Double = 20) -> [Double] {
    (1...count).map { start + each * Double($0) }
  }

  @Test("URL-1 a killed app changes nothing: the bytes go on and the batch ends at the same time")
  func systemCarries() throws {
    var bench = try PhoneBench([.moving(.files(20))])
    // On the charger, so that the energy of 2 GB delays no relaunch (BUD-8).
    bench.initial.charger = .wired20W
    bench.use(0, at: .hour, for: .seconds(10))
    let undisturbed = try bench.run()
    bench.at(.seconds(3650), .kill(app: 0, isCrash: false))
    let killed = try bench.run()
    #expect(killed.seconds(.terminated, .memoryPressure) == [3650])
    #expect(killed.transferSeconds(.completed) == ends(from: 3600, count: 20))
    #expect(undisturbed.transferSeconds(.completed) == killed.transferSeconds(.completed))
    #expect(undisturbed.seconds(.launched, .resume, .wake) == [4000])
    #expect(killed.seconds(.launched, .cold, .wake) == [4000])
    #expect(killed.mechanism(.transferN).counts[.bytesWifi] == 2_000_000_000)
  }

  @Test("demands for files come at a rate, or with a share of the triggers, alike under every policy")
  func demands() throws {
    func created(
      _ demand: TransferSpecification.Demand, _ policy: any SchedulingPolicy = Immediate()
    ) throws -> [Double] {
      var transfer = try TransferSpecification.files(megabytes: 0.001)
      transfer.demand = demand
      var bench = try PhoneBench([.moving(transfer)])
      bench.end = .day(20)
      bench.initial.charger = .wired20W
      for hour in 0..<480 { bench.use(0, at: .hours(hour), for: .seconds(10)) }
      return try bench.run(policy).transferSeconds(.submitted)
    }
    let all = try created(.always)
    #expect(all.count == 480)
    let daily = try created(.perDay(3))
    // Twenty days at three a day, within three standard deviations; each is made at an open.
    #expect(abs(Double(daily.count) - 60) < 24, "\(daily.count)")
    holds(Set(daily).isSubset(of: all))
    #expect(try created(.perDay(3), ChargingOnly()) == daily)
    let share = try created(.share(0.2))
    #expect(abs(Double(share.count) - 96) < 27, "\(share.count)")
    holds(try created(.share(1)) == all && created(.share(0)).isEmpty)
  }

  @Test("URL-1 LIFE-7 a reboot pauses transfers until the first unlock")
  func reboot() throws {
    var bench = try PhoneBench([.moving(.files(3))])
    bench.use(0, at: .hour, for: .seconds(10))
    bench.at(.seconds(3630), .reboot)
    bench.at(.hours(2), .unlock)
    let result = try bench.run()
    #expect(result.transferSeconds(.paused, .firstUnlock) == [3630, 3630])
    #expect(result.log(.paused).map(\.value) == [50e6, 0])
    #expect(result.transferSeconds(.resumed) == [7200, 7200])
    #expect(result.transferSeconds(.completed) == [3620, 7210, 7230])
  }

  @Test("URL-2 QUIT-3 force quit cancels all transfers, starts no relaunch, and they do not come back")
  func forceQuit() throws {
    var bench = try PhoneBench([.moving(.files(20, on: .script), .files(2, "other", chained: true))])
    bench.use(0, at: .hour, for: .seconds(10))
    bench.at(.seconds(3605), .transfer(app: 0, index: 0))
    bench.at(.seconds(3650), .forceQuit, app: 0)
    bench.at(.hours(2), .screenOn)
    let result = try bench.run()
    // A file of the chain and one of the batch are done; 19 are not, nor is the second of the chain.
    #expect(result.transferSeconds(.completed) == [3620, 3640])
    #expect(result.transferSeconds(.cancelled, .appRemoved) == Array(repeating: 3650, count: 20))
    #expect(result.log(.cancelled).map(\.value).max() == 50e6)
    #expect(result.seconds(.launched, nil, .wake) == [3620])
    #expect(result.mechanism(.transferN).counts[.cancelled] == 19)
    #expect(result.mechanism(.transferD).counts[.cancelled] == 1)
  }

  @Test("URL-2 a waiting transfer is cancelled too, and a batch half done is not reported")
  func forceQuitWaiting() throws {
    var bench = try PhoneBench([.moving(.files(2, floor: .hours(3)), .files(1, "now"))])
    bench.use(0, at: .hour, for: .seconds(10))
    bench.at(.hours(2), .forceQuit, app: 0)
    let result = try bench.run()
    #expect(result.transferSeconds(.cancelled, .appRemoved) == [7200, 7200])
    #expect(result.mechanism(.transferN).counts[.launched] == 1)
    #expect(result.seconds(.launched, nil, .wake) == [3620])
  }

  @Test("URL-3 what is created in the background is discretionary, whatever its configuration says")
  func background() throws {
    var bench = try PhoneBench([
      .moving(.files(1, "open"), .files(1, "exit", on: .exit), .files(1, "lazy", discretionary: true))
    ])
    bench.use(0, at: .hour)
    let result = try bench.run()
    let kinds = result.log(.submitted).filter { $0.mechanism != .wake }.map {
      ($0.identifier, $0[.discretionary])
    }
    #expect(kinds.map(\.0) == ["open", "lazy", "exit"])
    #expect(kinds.map(\.1) == [.flag(false), .flag(true), .flag(true)])
  }

  @Test("URL-3 a crash is no exit: nothing is created on the way out")
  func crash() throws {
    var bench = try PhoneBench([.moving(.files(1, on: .exit))])
    bench.use(0, at: .hour)
    bench.at(.seconds(3630), .kill(app: 0, isCrash: true))
    holds(try bench.run().log(.submitted).isEmpty)
  }

  @Test("URL-4 without discretion it starts at the latest of creation, floor and path", arguments: [0, 1, 2])
  func prompt(which: Int) throws {
    var bench = try PhoneBench([.moving(.files(3, floor: which > 0 ? .minutes(30) : nil))])
    if which > 1 {
      bench.initial.network = .none
      bench.at(.hours(2), network: .wifi)
    }
    bench.use(0, at: .hour, for: .seconds(10))
    let result = try bench.run(NeverStart())
    let start: Double = [3600, 5400, 7200][which]
    #expect(result.seconds(.launched, .system, .transferN) == [start, start, start])
    #expect(result.transferSeconds(.completed) == ends(from: start, count: 3))
    #expect(result.log(.deferred).first?.word == [nil, .earliestBeginDate, .earliestBeginDate][which])
    #expect(result.log(.deferred).last?.word == [nil, .earliestBeginDate, .noPermittedPath][which])
  }

  @Test(
    "URL-5 stages of age: Wi-Fi and power, then Wi-Fi and enough charge, then any path",
    arguments: [("plugged", 36_000.0), ("wifi", 90_000), ("cellular", 176_400)])
  func stages(state: String, start: Double) throws {
    var bench = try PhoneBench([.moving(.files(discretionary: true))], hours: 72)
    if state == "plugged" { bench.at(.hours(10), plug: .wired20W) }
    if state == "cellular" { bench.initial.network = .cellular }
    bench.use(0, at: .hour)
    let result = try bench.runObediently()
    #expect(result.log(.deferred, nil, .transferD).map(\.word) == [.transferStage])
    #expect(result.seconds(.launched, .system, .transferD) == [start])
    // A policy that does not obey the gate starts it at once.
    #expect(try bench.run().seconds(.launched, .system, .transferD) == [3600])
  }

  @Test("URL-6 loss of the path pauses a transfer, and it resumes by itself")
  func pauses() throws {
    var bench = try PhoneBench([.moving(.files(2))])
    bench.use(0, at: .hour, for: .seconds(10))
    bench.at(.seconds(3615), network: .none)
    bench.at(.hours(2), network: .wifi)
    let result = try bench.run()
    #expect(result.transferSeconds(.paused, .noNetwork) == [3615, 3615])
    #expect(result.log(.paused).map(\.value) == [75e6, 0])
    #expect(result.transferSeconds(.resumed) == [7200, 7200])
    #expect(result.transferSeconds(.completed) == [7205, 7225])
  }

  @Test("URL-6 it fails only when older than its timeout, started or not", arguments: [true, false])
  func timeout(starts: Bool) throws {
    var bench = try PhoneBench([.moving(.files())], hours: 24 * 8)
    bench.initial.charger = .wired20W
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.seconds(starts ? 3610 : 60), network: .none)
    let result = try bench.run()
    let end = 3600 + 7 * 86_400.0
    let event: LogEvent = starts ? .failed : .failedUnstarted
    #expect(result.transferSeconds(event, starts ? .timeout : .resourceTimeout) == [end])
    #expect(result.log(event).map(\.value) == [starts ? 50e6 : 0])
    #expect(result.mechanism(.transferN).counts[.failed] == (starts ? 1 : 0))
    #expect(result.mechanism(.transferN).counts[.lost] == (starts ? 0 : 1))
    // The batch is finished, if badly: the app learns of it.
    #expect(result.seconds(.launched, nil, .wake) == [end])
  }

  @Test("URL-6 a path of another kind takes over, at its own rate and on its own account")
  func reroutes() throws {
    var bench = try PhoneBench([.moving(.files())], ["budget.relaxedDenied": "true"])
    bench.initial.cellularNetwork = .lteVerizon
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.seconds(3610), network: .cellular)
    let result = try bench.run()
    // 50 MB at 40 and 50 MB at 20 Mbit/s, and a promotion.
    #expect(result.transferSeconds(.completed) == [3630.26])
    holds(result.log(.paused).isEmpty)
    let moved = try #require(result.log(.completed, nil, .transferN).first)
    holds(moved.integer(.bytesWifi) == 50_000_000 && moved.integer(.bytesCellular) == 50_000_000)
    #expect(result.log(.budgetDebited, .cellular, app: 0).map(\.value) == [50e6])
  }

  @Test("URL-6 a session without cellular pauses until Wi-Fi is back, and debits no bytes")
  func withoutCellular() throws {
    var files = try TransferSpecification.files()
    files.allowsCellular = false
    var bench = try PhoneBench([.moving(files)], ["budget.relaxedDenied": "true"])
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.seconds(3610), network: .cellular)
    bench.at(.seconds(3700), network: .wifi)
    let result = try bench.run()
    #expect(result.log(.paused).map(\.time.seconds) == [3610])
    #expect(result.log(.resumed).map(\.time.seconds) == [3700])
    let moved = try #require(result.log(.completed, nil, .transferN).first)
    holds(moved.integer(.bytesWifi) == 100_000_000 && moved.integer(.bytesCellular) == 0)
    holds(moved.time.seconds >= 3710 && moved.time.seconds < 3713, "\(moved.time.seconds)")
    holds(result.log(.budgetDebited, .cellular).isEmpty)
    // The debit names what it is for.
    let debits = result.log(.budgetDebited, .energy)
    holds(debits.contains { $0.item == moved.item } && debits.allSatisfy { $0.item > 0 })
  }

  @Test("Files of a phone share its path: one moves after another, those without discretion first")
  func order() throws {
    var bench = try PhoneBench([
      .moving(.files(1, "lazy", discretionary: true), .files(1, "now", on: .script))
    ])
    bench.use(0, at: .hour)
    bench.at(.seconds(3605), .transfer(app: 0, index: 1))
    let result = try bench.run()
    #expect(result.seconds(.launched, .system) == [3600, 3605])
    #expect(result.log(.completed).map(\.identifier) == ["now", "lazy"])
    #expect(result.seconds(.completed) == [3625, 3640])
  }

  @Test("A step of the script needs code that runs")
  func unavailable() throws {
    var bench = try PhoneBench([.moving(.files(on: .script))])
    bench.at(.hour, .transfer(app: 0, index: 0))
    let result = try bench.run()
    #expect(result.seconds(.rejected, .unavailable, .transferN) == [3600])
    holds(result.mechanism(.transferN).counts[.rejected] == 1 && result.log(.submitted).isEmpty)
  }

  @Test("BAR-2 the switch denies discretionary transfers and leaves the others alone")
  func switchedOff() throws {
    var bench = try PhoneBench([
      .moving(.files(1, "lazy", discretionary: true), .files(1, "now"))
    ])
    bench.initial.backgroundRefresh = 0
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.hours(2), set: .backgroundRefresh, to: 2)
    let result = try bench.run()
    #expect(result.seconds(.launched, .system, .transferN) == [3600])
    #expect(result.seconds(.launched, nil, .wake) == [3620, 7220])
    #expect(result.seconds(.deferred, .barOff, .transferD) == [3600])
    #expect(result.seconds(.launched, .system, .transferD) == [7200])
  }

  @Test("BAR-3 switching off cancels requests, not transfers")
  func switchingOff() throws {
    var bench = try PhoneBench([.moving(.files(discretionary: true))])
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.hours(2), set: .backgroundRefresh, to: 0)
    let result = try bench.run(NeverStart())
    holds(result.log(.cancelled).isEmpty && result.mechanism(.transferD).counts[.pending] == 1)
  }

  @Test(
    "PWR-1 PWR-2 GATE-9 low battery, Low Power Mode and heat deny discretionary transfers only",
    arguments: [LogWord.lowBattery, .lowPowerMode, .thermalCritical])
  func power(reason: LogWord) throws {
    var bench = try PhoneBench([
      .moving(.files(1, "lazy", discretionary: true), .files(1, "now"))
    ])
    if reason == .lowBattery { bench.initial.stateOfCharge = 0.15 }
    if reason == .lowPowerMode { bench.initial.lowPowerMode = true }
    if reason == .thermalCritical { bench.at(.minute, set: .thermal, to: 3) }
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.runObediently()
    #expect(result.log(.deferred, nil, .transferD).first?.word == reason)
    holds(result.log(.launched, nil, .transferD).isEmpty)
    #expect(result.seconds(.launched, .system, .transferN) == [3600])
  }

  @Test("8.4.4 the composite policy asks the gates of a transfer, and no score")
  func noScore() throws {
    // Fair heat keeps every score below this threshold at first.
    var bench = try PhoneBench(
      [.moving(.files(discretionary: true))], ["score.thresholdStart": "0.95"])
    bench.initial.charger = .wired20W
    bench.at(.minute, set: .thermal, to: 1)
    bench.use(0, at: .hour)
    #expect(try bench.runSevenFactor().seconds(.launched, .system, .transferD) == [3600])
  }

  @Test("8.3 an interval between fetches is none between transfers; charging-only waits for power")
  func otherPolicies() throws {
    var bench = try PhoneBench([.moving(.files(3, discretionary: true))])
    bench.use(0, at: .hour)
    bench.at(.hours(5), plug: .wired20W)
    let interval = try bench.run(FixedInterval(interval: .hour))
    #expect(interval.seconds(.launched, .system, .transferD) == [3600, 3600, 3600])
    #expect(
      try bench.run(ChargingOnly()).seconds(.launched, .system, .transferD) == [18_000, 18_000, 18_000])
    let never = try bench.run(NeverStart())
    holds(never.mechanism(.transferD).counts[.pending] == 3 && never.log(.launched).isEmpty)
  }

  @Test("BUD-3 a transfer debits at its end and once more when its tail ends; on the charger no energy")
  func debits() throws {
    var bench = try PhoneBench([.moving(.files())], ["budget.relaxedDenied": "true"])
    bench.initial.cellularNetwork = .lteVerizon
    bench.initial.network = .cellular
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.run()
    let energy = result.log(.budgetDebited, .energy, app: 0)
    let end = 3640.26
    holds(energy.first?.time.seconds == end && energy.count > 1)
    #expect(result.seconds(.budgetDebited, .cellular, app: 0) == [end])
    let billed = result.attempts.filter { $0.mechanism == .transferN }.map(\.energyNanojoules)
    let wakes = result.attempts.filter { $0.mechanism == .wake }.map(\.energyNanojoules)
    #expect(Int64(energy.reduce(0) { $0 + $1.value }) == (billed + wakes).reduce(0, +))
    bench.initial.charger = .wired20W
    holds(try bench.run().log(.budgetDebited, .energy).isEmpty)
  }

  @Test(
    "BUD-8 what no policy sees is denied only beyond the overdraft",
    arguments: [("0", "soft", true), ("1", "soft", false), ("0", "off", false)])
  func overdraft(share: String, budgets: String, isDenied: Bool) throws {
    var bench = try PhoneBench(
      [.moving(.files())], hours: 48,
      [
        "budget.relaxedOverdraft": share, "factor.budgets": budgets, "budget.initialFraction": "0",
        "budget.slotsPerDay": "1", "budget.relaxedDenied": "true",
      ])
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.run()
    #expect(result.seconds(.deferred, .energyBudget, .transferN) == (isDenied ? [3600] : []))
    #expect(result.seconds(.launched, .system, .transferN) == [isDenied ? 86_400 : 3600])
    // On the charger the cellular ledger alone counts.
    bench.initial.charger = .wired20W
    bench.initial.network = .cellular
    let cellular = try bench.run()
    #expect(cellular.seconds(.deferred, .dataBudget, .transferN) == (isDenied ? [3600] : []))
  }

  @Test("URL-4 BUD-8 BUD-3 what the user starts in front, and its relaunch, no budget denies and none pays")
  func free() throws {
    var bench = try PhoneBench(
      [.moving(.files())], hours: 48,
      ["budget.relaxedOverdraft": "0", "budget.initialFraction": "0", "budget.slotsPerDay": "1"])
    bench.initial.network = .cellular
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.run()
    #expect(result.seconds(.launched, .system, .transferN) == [3600])
    #expect(result.log(.launched, nil, .wake).count == 1)
    holds(result.log(.deferred).isEmpty && result.log(.budgetDebited).isEmpty)
    // The relaunch for discretionary files debits, and waits for a balance.
    bench.apps = [try .moving(.files(discretionary: true))]
    bench.initial.network = .wifi
    bench.initial.charger = .wired20W
    bench.at(.seconds(3610), .unplug)
    let discretionary = try bench.run()
    #expect(discretionary.log(.deferred, .energyBudget, .wake).count == 1)
    holds(!discretionary.log(.budgetDebited).isEmpty)
  }

  @Test("LOG-3 what is in flight or waits at the horizon is censored")
  func horizon() throws {
    var bench = try PhoneBench([.moving(.files(3), .files(1, "far", floor: .hours(50)))], hours: 1)
    bench.use(0, at: .seconds(3570), for: .seconds(5))
    let result = try bench.run()
    let transfers = result.mechanism(.transferN)
    holds(
      transfers.counts[.submitted] == 4 && transfers.counts[.launched] == 3 && transfers.counts[.pending] == 1
    )
    holds(transfers.counts[.completed] == 1 && transfers.counts[.unfinished] == 2)
    #expect(transfers.counts[.bytesWifi] == 150_000_000)
    #expect(transfers.completionTimes.map(\.isCensored) == [false, true, true])
    #expect(result.attempts.map(\.outcome.name).sorted() == ["completed", "pending", "running", "running"])
  }

  @Test("The size of a file is the same under every policy")
  func sizes() throws {
    var transfer = try TransferSpecification.files(5, discretionary: true)
    transfer.down = try Exponential(mean: 1e6)
    var bench = try PhoneBench([.moving(transfer)])
    bench.use(0, at: .hour)
    let early = try bench.run().log(.submitted, nil, .transferD).map { $0.integer(.bytes) }
    let late = try bench.run(NeverStart()).log(.submitted, nil, .transferD).map { $0.integer(.bytes) }
    holds(early == late && Set(early).count == 5)
  }
}
