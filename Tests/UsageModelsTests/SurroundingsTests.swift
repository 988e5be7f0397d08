import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Charging")
struct ChargingModelTests {
  @Test("nights on the charger have each habit's rate and plugged time", arguments: [0, 1, 2, 3, 4])
  func nights(row: Int) {
    let generator = Fleet.generator(Fleet.only(Fleet.charging[row].1))
    var (plugs, share) = (0, 0.0)
    for device in 0..<200 {
      let plan = generator.plan(device)
      plugs += plan.count(.plug)
      share += plan.pluggedShare / 200
    }
    let nights = 200.0 * 28
    let p = generator.parameters.numbers("charge.night.probability")[row]
    #expect(abs(Double(plugs) - nights * p) < 6 * (nights * p * (1 - p)).squareRoot() + 30)
    // The mean of the lognormal duration; the next night cuts a little.
    let zeta = generator.parameters.numbers("charge.night.durationLogMean")[row]
    let sigma = generator.parameters.numbers("charge.night.durationLogDeviation")[row]
    let expected = p * Elementary.exp(zeta + sigma * sigma / 2) / 1440
    #expect(abs(share / expected - 1) < 0.06, "plugged \(share), expected \(expected)")
  }

  @Test("chances by day come at their rate, uniform up to the ceiling", arguments: [0, 1, 2, 3, 4])
  func chances(row: Int) {
    let generator = Fleet.generator(Fleet.only(Fleet.charging[row].1))
    let ceiling = generator.parameters.numbers("charge.day.chanceCeiling")[row]
    let rate = generator.parameters.numbers("charge.day.chances")[row] * ceiling
    var values: [Double] = []
    for device in 0..<50 {
      values += generator.plan(device).events(.plugChance).map(
        \.value)
    }
    let expected = 50 * 28 * rate
    #expect(abs(Double(values.count) - expected) < 6 * expected.squareRoot())
    holds(values.allSatisfy { $0 > 0 && $0 < ceiling })
    let mean = values.reduce(0, +) / Double(values.count)
    #expect(abs(mean / ceiling - 0.5) < 6 * 0.289 / Double(values.count).squareRoot())
  }

  @Test("no connection overlaps another, and a hold ends 30 min before the unplugging")
  func connections() {
    let generator = Fleet.generator(Fleet.only(.night), days: 200)
    let context = generator.context(0)
    let connections = ChargingModel(ParameterSet()).connections(context, .night, nightCharger: .qi)
    #expect(connections.count > 150)
    for (a, b) in zip(connections, connections.dropFirst()) { #expect(a.end <= b.start) }
    for connection in connections {
      holds(connection.hold <= .hours(5.5) && connection.hold >= .zero && connection.charger == .qi)
    }
  }

  @Test("a scripted charge from 23:00 to 07:00 begins before the start and ends on the minute")
  func scripted() {
    let plan = Fleet.generator(.scripted(), days: 3, warmUp: 0).plan(0)
    holds(plan.initial.charger == .wired20W && plan.initial.stateOfCharge == 1)
    #expect(plan.events(.unplug).map(\.time) == (0...2).map { .day($0, .hours(7)) })
    #expect(plan.events(.plug).map(\.time) == (0...2).map { .day($0, .hours(23)) })
    let waits = plan.events(.plug).map(\.value2)
    holds(waits.allSatisfy { $0 >= 4.5 * 3600 && $0 <= 5.5 * 3600 })
  }

  @Test("a charge with the screen on leaves no instant idle on the charger")
  func screenOn() {
    let charge = DailyCharge(DailyInterval(.hours(17), .minutes(19 * 60 + 30)), screenOn: true)
    var population = PopulationSpecification.scripted()
    population.archetypes[0].charging = .scripted([charge])
    let plan = Fleet.generator(population, days: 2, warmUp: 0).plan(0)
    let kinds = plan.events(.plug, .unplug, .screenOn, .unlock, .screenOff, .lock)
    holds(kinds.prefix(3).map(\.time).allSatisfy { $0 == .day(0, .hours(17)) })
    holds(kinds.dropFirst(3).prefix(3).map(\.time).allSatisfy { $0 == .day(0, .minutes(19 * 60 + 30)) })
    holds(plan.initial.charger == nil && (0.4...1).contains(plan.initial.stateOfCharge))
  }
}

@Suite("Network, content, habits")
struct SurroundingsTests {
  @Test("users without Wi-Fi where they charge are never on it, and have their share")
  func withoutWifi() {
    let generator = Fleet.generator(Fleet.only(.never), days: 7)
    var without = 0
    for device in 0..<500 {
      let plan = generator.plan(device)
      let paths =
        [plan.initial.network] + plan.events(.network).map { NetworkPath(rawValue: UInt8($0.value)) ?? .none }
      let context = generator.context(device)
      let hasWifi = UserTraits(context, generator.parameters).hasWifi
      #expect(paths.contains(.wifi) == hasWifi)
      without += hasWifi ? 0 : 1
    }
    let share = 1 - generator.parameters.number("network.wifiWhereCharging")
    #expect(abs(Double(without) - 500 * share) < 6 * (500 * share * (1 - share)).squareRoot())
  }

  @Test("spans without network override any habit, on their days, and the usual network returns afterwards")
  func noNetwork() {
    func paths(_ network: NetworkHabit, _ spans: [DailyInterval], days: Int = 9) -> DevicePlan {
      var population = Fleet.only(.never, network: network)
      population.archetypes[0].noNetwork = spans
      return Fleet.generator(population, days: days).plan(3)
    }
    func changes(_ plan: DevicePlan) -> [String] {
      [plan.initial.network.name]
        + plan.events(.network).map { event in
          let path = NetworkPath(rawValue: UInt8(event.value)) ?? .none
          return "\(event.time.day) \(event.time.timeOfDay.hours) \(path.name)"
        }
    }
    let night = DailyInterval(.hours(23), .hours(7))
    #expect(
      changes(paths(.always(.wifi), [night, DailyInterval(.hours(6), .hours(8))], days: 2))
        == ["none", "0 8.0 wifi", "0 23.0 none", "1 8.0 wifi", "1 23.0 none"])
    #expect(
      changes(paths(.always(.cellular), [DailyInterval(.hours(23), .hours(7), on: [1, 6])]))
        == [
          "none", "0 7.0 cellular", "1 23.0 none", "2 7.0 cellular", "6 23.0 none", "7 7.0 cellular",
          "8 23.0 none",
        ])
    let home = NetworkHabit.scripted(wifi: [DailyInterval(.hours(18), .hours(7))])
    #expect(
      changes(paths(home, [night, DailyInterval(.hours(17), .hours(19))], days: 1))
        == ["none", "0 7.0 cellular", "0 17.0 none", "0 19.0 wifi", "0 23.0 none"])
    let (usual, cut) = (paths(.commuting, []), paths(.commuting, [night]))
    func isNight(_ time: Instant) -> Bool { time.timeOfDay < .hours(7) || time.timeOfDay >= .hours(23) }
    let outside = usual.events(.network).filter { !isNight($0.time) && $0.time.timeOfDay != .hours(7) }
    #expect(outside.count > 20)
    #expect(outside == cut.events(.network).filter { !isNight($0.time) && $0.time.timeOfDay != .hours(7) })
  }

  @Test("batteries of drawn users have a distribution of health, within its bounds")
  func health() {
    let law = ParameterSet().numbers("battery.health")
    let generator = Fleet.generator(Fleet.only(.never), days: 1, warmUp: 0)
    let values = (0..<500).map { generator.plan($0).stateOfHealth }
    holds(values.allSatisfy { $0 >= law[2] && $0 <= law[3] })
    #expect(abs(values.reduce(0, +) / 500 - law[0]) < 0.02)
    #expect(Set(values).count > 450)
    var fixed = Fleet.only(.never)
    fixed.archetypes[0].stateOfHealth = 0.8
    let plan = Fleet.generator(fixed, days: 1, warmUp: 0).plan(0)
    #expect(plan.stateOfHealth == 0.8)
    let scripted = Fleet.generator(.scripted(), days: 1, warmUp: 0).plan(0)
    #expect(scripted.stateOfHealth == 1)
  }

  @Test("a commuter is at home on Wi-Fi at night and away on four weekdays out of five")
  func commuting() {
    var everyoneHasWifi = ParameterSet()
    everyoneHasWifi.set("network.wifiWhereCharging", .number(1))
    let generator = Fleet.generator(Fleet.only(.never), parameters: everyoneHasWifi)
    var (away, weekdays, awayWeekend, weekendDays, wifi, outside) = (0, 0, 0, 0, 0, 0)
    for device in 0..<200 {
      let plan = generator.plan(device)
      var path = plan.initial.network
      var events = plan.events(.network)[...]
      for day in 0..<28 {
        var paths: [NetworkPath] = []
        for hour in [3, 13, 16] {
          while let next = events.first, next.time <= .day(day, .hours(hour)) {
            path = NetworkPath(rawValue: UInt8(next.value)) ?? .none
            events.removeFirst()
          }
          paths.append(path)
        }
        #expect(paths[0] == .wifi)
        if plan.isWeekend(day) { weekendDays += 1 } else { weekdays += 1 }
        let isOut = paths[1] == .cellular || paths[2] == .cellular
        if plan.isWeekend(day) { awayWeekend += isOut ? 1 : 0 } else { away += isOut ? 1 : 0 }
        if !plan.isWeekend(day) {
          outside += 1
          wifi += paths[1] == .wifi ? 1 : 0
        }
      }
    }
    // 0.8 are away; at one hour 0.6 of them on cellular (less 1 %), at two hours a little more than that.
    holds((0.48...0.80).contains(Double(away) / Double(weekdays)))
    holds((0.52 - 0.05...0.52 + 0.05).contains(Double(wifi) / Double(outside)))
    #expect(Double(awayWeekend) / Double(weekendDays) < 0.45)
  }

  @Test("scripted Wi-Fi spans change the path on the minute")
  func scriptedNetwork() {
    let plan = Fleet.generator(.scripted(), days: 2, warmUp: 0).plan(0)
    #expect(plan.initial.network == .wifi)
    let events = plan.events(.network)
    #expect(
      events.map(\.time) == [
        .day(0, .minutes(510)), .day(0, .hours(18)), .day(1, .minutes(510)), .day(1, .hours(18)),
      ])
    #expect(events.map(\.value) == [1, 2, 1, 2])
  }

  @Test("content changes have their rate, and every change sends one push with a paging draw")
  func content() {
    let generator = Fleet.generator(apps: [
      Fleet.app("p", perDay: 6), Fleet.app("u", process: .usageClock, perDay: 6),
    ])
    var counts = [0, 0]
    for device in 0..<100 {
      let plan = generator.plan(device)
      for event in plan.events(.contentChange) { counts[Int(event.app)] += 1 }
      #expect(plan.events(.pushSent).map(\.time) == plan.events(.contentChange).map(\.time))
      holds(plan.events(.pushSent).allSatisfy { $0.value == 86_400 && $0.value2 > 0 && $0.value2 < 1 })
    }
    for count in counts { #expect(abs(Double(count) - 16_800) < 6 * 130) }
  }

  @Test("fixed changes come at equal distances, scheduled pushes at their instants")
  func fixedContent() {
    let times = [Instant.day(0, .hours(12)), .day(9), .day(1, .hours(3))]
    let app = Fleet.app("a", process: .fixed, perDay: 4, trigger: .schedule(times))
    let plan = Fleet.generator(.scripted(), apps: [app], days: 2, warmUp: 0).plan(0)
    #expect(plan.events(.contentChange).map(\.time) == (1...7).map { .zero + .hours(6 * $0) })
    #expect(plan.events(.pushSent).map(\.time) == [.day(0, .hours(12)), .day(1, .hours(3))])
  }

  @Test("15 % of users clean up, about once a day, while the phone is unlocked")
  func cleanUps() {
    let generator = Fleet.generator(Fleet.only(.never))
    var (users, events) = (0, 0)
    for device in 0..<400 {
      let plan = generator.plan(device)
      let count = plan.count(.forceQuit)
      users += count > 0 ? 1 : 0
      events += count
      var isUnlocked = false
      for event in plan.timeline.events {
        if event.type == .unlock { isUnlocked = true }
        if event.type == .lock { isUnlocked = false }
        if event.type == .forceQuit { holds(isUnlocked && event.app == -1) }
      }
    }
    #expect(abs(Double(users) - 60) < 6 * 7.2)
    holds((0.85...1.1).contains(Double(events) / Double(users) / 28))
  }

  @Test("settings have their shares, per-app switches their own draws")
  func settings() {
    let generator = Fleet.generator(
      Fleet.only(.never), apps: [Fleet.app("a"), Fleet.app("b")], days: 1, warmUp: 0)
    var counts = [0, 0, 0, 0]
    for device in 0..<2000 {
      let initial = generator.plan(device).initial
      counts[0] += initial.backgroundRefresh == 0 ? 1 : 0
      counts[1] += initial.backgroundRefresh == 1 ? 1 : 0
      counts[2] += initial.lowPowerMode ? 1 : 0
      counts[3] += initial.appsRefreshOff.count
    }
    for (count, expected) in zip(counts, [200.0, 200, 100, 600]) {
      #expect(abs(Double(count) - expected) < 6 * expected.squareRoot())
    }
  }

  @Test("scripted users have default settings, no notifications and no drawn sessions")
  func scriptedUser() {
    let app = Fleet.scripted("weather", ScriptedUse(opensPerDay: 1, times: [.hours(8)], stay: .minutes(2)))
    let plan = Fleet.generator(.scripted(), apps: [app], days: 3, warmUp: 1).plan(0)
    holds(
      plan.initial.backgroundRefresh == 2 && !plan.initial.lowPowerMode && plan.initial.appsRefreshOff.isEmpty
    )
    holds(plan.count(.notification) == 0 && plan.apps.count == 1)
    #expect(
      plan.events(.screenOn, .appForeground).map(\.time) == [0, 0, 1, 1, 2, 2].map { .day($0, .hours(8)) })
    #expect(plan.events(.screenOff, .lock).map(\.time) == [0, 0, 1, 1, 2, 2].map { .day($0, .minutes(482)) })
  }

  @Test("scripted opens follow their days, their spread and their rate")
  func scriptedUse() {
    let apps = [
      Fleet.scripted("rare", ScriptedUse(opensPerDay: 1, times: [.hours(9)], everyDays: 20)),
      Fleet.scripted("loose", ScriptedUse(opensPerDay: 1, times: [.hours(12)], spread: .minutes(30))),
      Fleet.scripted("rate", ScriptedUse(opensPerDay: 3)),
    ]
    let plan = Fleet.generator(.scripted(), apps: apps, days: 400, warmUp: 0).plan(0)
    let opens = plan.events(.appForeground)
    #expect(opens.filter { $0.app == 0 }.map(\.time.day) == stride(from: 0, to: 400, by: 20).map { $0 })
    let loose = opens.filter { $0.app == 1 }.map { $0.time.timeOfDay.hours - 12 }
    #expect(loose.count == 400)
    let deviation = (loose.reduce(0) { $0 + $1 * $1 } / 400).squareRoot()
    holds((0.4...0.6).contains(deviation))
    let rate = opens.filter { $0.app == 2 }
    #expect(abs(Double(rate.count) - 1200) < 6 * 35)
    holds(rate.allSatisfy { $0.time.timeOfDay >= .hours(7) && $0.time.timeOfDay < .minutes(23 * 60 + 35) })
  }

  @Test("two opens at one instant come one after the other")
  func queue() {
    let use = ScriptedUse(opensPerDay: 1, times: [.hours(8)], stay: .minutes(1))
    let plan = Fleet.generator(
      .scripted(), apps: [Fleet.scripted("a", use), Fleet.scripted("b", use)], days: 1, warmUp: 0
    ).plan(0)
    #expect(plan.events(.appForeground).map(\.time) == [.day(0, .hours(8)), .day(0, .minutes(481))])
    #expect(plan.events(.screenOff).map(\.time) == [.day(0, .minutes(482))])
  }
}
