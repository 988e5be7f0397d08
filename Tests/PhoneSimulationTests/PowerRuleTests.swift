import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Power, budgets and gates over time")
struct PowerRuleTests {
  @Test(
    "PWR-1 GATE-3 low battery denies until the charger comes, and falling to the level is a decision point")
  func lowBattery() throws {
    var bench = try PhoneBench([.with()])
    bench.initial.stateOfCharge = 0.15
    bench.at(.hours(5), plug: .wired20W)
    let result = try bench.runObediently()
    #expect(result.seconds(.deferred, .lowBattery) == [0])
    #expect(result.seconds(.launched) == [18_000])
    var falling = try PhoneBench([.with(floor: .hours(20))])
    falling.initial.stateOfCharge = 0.21
    let fell = try falling.runObediently()
    #expect(fell.log(.powerChanged, .level).count == 1)
    holds(fell.log(.launched).isEmpty)
  }

  @Test(
    "PWR-2 Low Power Mode denies refresh, also on the charger unless the switch says otherwise",
    arguments: [true, false])
  func lowPowerMode(appliesPlugged: Bool) throws {
    var bench = try PhoneBench([.with()], ["lpm.appliesWhilePlugged": "\(appliesPlugged)"])
    bench.initial.lowPowerMode = true
    bench.at(.hour, plug: .wired5W)
    let result = try bench.run()
    #expect(result.seconds(.deferred, .lowPowerMode) == [0])
    #expect(result.seconds(.launched) == (appliesPlugged ? [] : [3600]))
  }

  @Test(
    "PWR-3 PWR-4 the prompt comes once per discharge, and what it switched on ends at 80 % on the charger")
  func prompt() throws {
    var bench = try PhoneBench([.with(floor: .hours(30))], ["lpm.promptAcceptance": "1"])
    bench.initial.stateOfCharge = 0.2
    bench.use(0, at: .hour)
    bench.at(.hours(2), set: .lowPowerMode, to: 0)
    bench.use(0, at: .hours(3))
    bench.at(.hours(4), plug: .wired20W)
    bench.at(.hours(4.1), .unplug)
    let result = try bench.run()
    // On at the first unlock, off by hand, and not asked again before the next unplugging.
    #expect(result.log(.settingChanged, .lowPowerMode).map(\.time.seconds) == [3600, 7200])
    var charged = try PhoneBench([.with(floor: .hours(30))], ["lpm.promptAcceptance": "1"])
    charged.initial.stateOfCharge = 0.2
    charged.use(0, at: .hour)
    charged.at(.hours(2), plug: .wired20W)
    let ended = try charged.run(records: [.log, .timeseries])
    let off = try #require(ended.log(.settingChanged, .lowPowerMode).last)
    #expect(off.value == 0)
    let after = try #require(ended.samples.first { $0.time >= off.time })
    let before = try #require(ended.samples.last { $0.time < off.time })
    holds(before.stateOfCharge < 0.8 && after.stateOfCharge >= 0.8)
    charged.parameters.set("lpm.promptAcceptance", .number(0))
    holds(try charged.run().log(.settingChanged, .lowPowerMode).isEmpty)
  }

  @Test("PWR-4 a mode switched on by hand stays")
  func manual() throws {
    var bench = try PhoneBench([.with()])
    bench.initial = InitialState(stateOfCharge: 0.5, charger: .wired20W, lowPowerMode: true)
    let result = try bench.run()
    #expect(result.stateOfChargeEnd == 1)
    holds(result.log(.settingChanged).isEmpty && result.log(.launched).isEmpty)
  }

  @Test("PWR-5 held at the charging limit it still counts as plugged")
  func limit() throws {
    var bench = try PhoneBench([.with(.processing, floor: .hours(12))], ["charge.limitLevel": "80 %"])
    bench.initial = InitialState(stateOfCharge: 0.7, charger: .wired20W)
    let result = try bench.run()
    #expect(abs(result.stateOfChargeEnd - 0.8) < 1e-9)
    #expect(result.seconds(.launched) == [12 * 3600])
  }

  @Test("optimized charging holds a plug-in at night once five nights were charged, and tops up in time")
  func hold() throws {
    var bench = try PhoneBench([], hours: 24 * 8)
    for day in 0..<7 {
      bench.at(
        .days(day) + .hours(22), .plug, app: Int(ChargerKind.wired20W.rawValue), value2: 6 * 3600)
      bench.at(.days(day) + .hours(31), .unplug)
    }
    let samples = try bench.run(records: .timeseries).samples
    func isFull(_ hour: Int) -> [Bool] { (1...7).map { samples[24 * $0 + hour].stateOfCharge > 0.999 } }
    // Held above the level of the hold, the cell neither takes nor gives.
    #expect(isFull(3) == [true, true, true, true, true, false, false])
    #expect(isFull(6) == Array(repeating: true, count: 7))
  }

  @Test(
    "a charge taken at a chance ends by itself, unless the user connects a charger", arguments: [false, true])
  func chance(isReplaced: Bool) throws {
    var bench = try PhoneBench([], hours: 14)
    bench.at(.hours(10), .plugChance, app: Int(ChargerKind.usb.rawValue), value: 0, value2: 3600)
    if isReplaced {
      bench.at(.hours(10.5), plug: .wired20W)
      bench.at(.hours(12), .unplug)
    }
    let result = try bench.run()
    #expect(result.seconds(.powerChanged, .plugged) == [36_000])
    #expect(result.seconds(.powerChanged, .unplugged) == [isReplaced ? 43_200 : 39_600])
  }

  @Test("PWR-7 an empty phone powers off, pushes stay at the server, and it boots locked on the charger")
  func empty() throws {
    var bench = try PhoneBench([.with(floor: .hours(8), takesPushes: true)], hours: 24)
    bench.initial.stateOfCharge = 0.005
    bench.use(0, at: .minutes(5))
    bench.push(at: .hours(6))
    bench.at(.hours(9), plug: .wired20W)
    bench.unlock(at: .hours(12))
    let result = try bench.run()
    #expect(result.log(.poweredOff).count == 1)
    #expect(result.log(.terminated, .powerOff).count == 1)
    #expect(result.seconds(.stored) == [21_600])
    let boot = try #require(result.seconds(.rebooted).first)
    // 2 % of 12.98 Wh at 12.9 W are 72 s, then 30 s of boot.
    #expect(abs(boot - (9 * 3600 + 72 + 30)) < 15)
    #expect(Set(result.seconds(.launched)) == Set<Double>([43_200]))
    #expect(result.mechanism(.push).counts[.delivered] == 1)
    #expect(TimeSpan.microseconds(result.counts[.dead]) > .hours(6))
  }

  @Test("BUD-3 BUD-4 a run on battery debits device and app; plugged in, or over Wi-Fi, no ledger is touched")
  func debits() throws {
    var bench = try PhoneBench([.with(down: 50_000)])
    let onWifi = try bench.run()
    holds(onWifi.log(.budgetDebited, .cellular).isEmpty)
    let energies = onWifi.log(.budgetDebited, .energy)
    holds(energies.count >= 2 && energies.count % 2 == 0)
    for pair in stride(from: 0, to: energies.count, by: 2) {
      holds(energies[pair].app == -1 && energies[pair + 1].app == 0)
      #expect(energies[pair].value == energies[pair + 1].value)
    }
    let billed = energies.filter { $0.app == 0 }.map(\.value).reduce(0, +)
    #expect(billed == Double(onWifi.mechanism(.refresh).counts[.energy]))
    bench.initial.charger = .wired20W
    holds(try bench.run().log(.budgetDebited).isEmpty)
    bench.initial.network = .cellular
    #expect(try bench.run().log(.budgetDebited, .cellular).map(\.value) == [50_000, 50_000])
  }

  @Test("BUD-2 BUD-6 a run is never stopped by a budget; the debt is paid back by refills")
  func debt() throws {
    let bench = try PhoneBench(
      [.with(floor: .minutes(20), cpu: 25, resubmits: .atStart)], hours: 12,
      ["budget.energyFraction": "0.00002"])
    let result = try bench.runObediently()
    holds(result.log(.expired).isEmpty)
    let balances = result.log(.budgetRefilled, .energy).filter { $0.app < 0 }.compactMap { $0[.balance] }
    holds(balances.contains { if case .integer(let balance) = $0 { balance < 0 } else { false } })
    holds(!result.log(.deferred, .energyBudget).isEmpty)
    #expect(
      result.log(.budgetRefilled, .energy).filter { $0.app < 0 }.map(\.time.seconds)
        == (1...12).map { Double($0) * 3600 })
    let free = try bench.run()
    #expect(free.log(.launched).count > result.log(.launched).count)
  }

  @Test("GATE-3 the grid, the plug, the lock, the network, refills and ends of runs are decision points")
  func decisionPoints() throws {
    var bench = try PhoneBench(
      [.with(), .with(floor: .hours(5), bundleID: "org.other")], hours: 6,
      ["gate.evaluationInterval": "60 min"])
    bench.at(.seconds(1001), plug: .usb)
    bench.at(.seconds(1002), network: .cellular)
    bench.at(.seconds(1003), .screenOn)
    bench.at(.seconds(1004), .unlock)
    bench.at(.seconds(1005), .lock)
    bench.at(.seconds(1006), .screenOff)
    bench.at(.seconds(1007), .unplug)
    bench.at(.seconds(1008), set: .busy, to: 1)
    bench.at(.seconds(1009), set: .lowPowerMode, to: 1)
    bench.at(.seconds(1010), set: .lowPowerMode, to: 0)
    let policy = Recorder()
    _ = try bench.run(policy)
    let instants = Set(policy.instants.map(\.seconds))
    for second in 1001...1008 { holds(instants.contains(Double(second))) }
    holds(!instants.contains(1009))
    for second in [300, 1010, 1306, 3600, 7200, 18_000] { holds(instants.contains(Double(second))) }
    holds(zip(policy.instants, policy.instants.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("GATE-7 no launch of the app in front; the request is not consumed")
  func foreground() throws {
    var bench = try PhoneBench([.with(floor: .hour)])
    bench.use(0, at: .minutes(55), for: .minutes(10))
    let result = try bench.run()
    #expect(result.seconds(.deferred, .appForeground) == [3300])
    #expect(result.seconds(.launched, .joined) == [3900])
  }

  @Test("GATE-7 an identifier does not start while its last run has not ended")
  func duplicate() throws {
    let result = try PhoneBench([.with(floor: .zero, cpu: 10, resubmits: .atStart)], hours: 0.01).run()
    // 36 s: cold 2 s + 10 s, then joined runs of 10 s.
    #expect(result.seconds(.launched) == [0, 12, 22, 32])
    holds(result.log(.deferred).allSatisfy { $0.word == .alreadyRunning })
  }

  @Test(
    "GATE-8 after an unlock that ends three hours of lock nothing starts for five minutes",
    arguments: [2.9, 3.0])
  func herd(hours: Double) throws {
    var bench = try PhoneBench([.with(floor: .hours(hours))])
    bench.unlock(at: .hours(hours))
    let launch = try #require(try bench.runObediently().seconds(.launched).first)
    #expect(launch == hours * 3600 + (hours < 3 ? 0 : 300))
  }

  @Test("GATE-8 LIFE-7 a boot hold of five minutes")
  func bootHold() throws {
    var bench = try PhoneBench([.with(floor: .hour)])
    bench.at(.hour, .reboot)
    bench.unlock(at: .seconds(3610))
    let result = try bench.runObediently()
    #expect(result.log(.deferred).map(\.word) == [.earliestBeginDate, .firstUnlock, .bootHold])
    #expect(result.seconds(.launched) == [3900])
  }

  @Test("GATE-9 hostile conditions for the whole horizon: no launch, and the request is still pending")
  func hostile() throws {
    var bench = try PhoneBench(
      [.with(resubmits: .atStart), .with(.processing, bundleID: "org.other")], hours: 72)
    bench.initial.charger = .usb
    bench.at(.zero, set: .thermal, to: 3)
    let result = try bench.run()
    holds(result.log(.launched).isEmpty)
    #expect(result.mechanism(.processing, app: 1).counts[.pending] == 1)
    let refreshes = result.attempts.filter { $0.mechanism == .refresh }
    holds(refreshes.map(\.outcome) == [.pending] && refreshes[0].isCensored)
    #expect(refreshes[0].reason == .thermalCritical)
  }

  @Test("GATE-1 a factor that is off never occurs as a reason; soft hands the verdict to the policy")
  func ablation() throws {
    for (word, obeyed, unobeyed) in [("hard", 0, 0), ("soft", 0, 1), ("off", 1, 1)] {
      var bench = try PhoneBench([.with()], ["factor.lowPowerMode": word])
      bench.initial.lowPowerMode = true
      let obedient = try bench.runObediently()
      #expect(obedient.log(.launched).count == obeyed)
      #expect(obedient.log(.deferred, .lowPowerMode).count == 1 - obeyed)
      #expect(try bench.run().log(.launched).count == unobeyed)
    }
  }

  @Test("LOG-3 a run that the horizon cuts off is unfinished and censored")
  func unfinished() throws {
    let result = try PhoneBench([.with(floor: .hour, cpu: 25)], hours: 3610.0 / 3600).run()
    #expect(result.mechanism(.refresh).counts[.unfinished] == 1)
    holds(result.attempts.map(\.outcome) == [.running] && result.attempts[0].isCensored)
  }
}
