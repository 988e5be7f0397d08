import EventSimulation
import ModelParameters
import RandomStreams
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Timeline generator")
struct TimelineGeneratorTests {
  private let apps = [
    Fleet.app("mail"), Fleet.app("news", share: 0.5, process: .usageClock),
    Fleet.app("bank", trigger: .poisson(perDay: 3)),
    Fleet.scripted("alarm", ScriptedUse(opensPerDay: 1, times: [.hours(7)])),
  ]

  @Test("a plan depends on seed, replication and device only, not on the stream's past")
  func deterministic() {
    let generator = Fleet.generator(apps: apps)
    let (fresh, used) = (RandomStream(), RandomStream())
    for device in 0..<3 { _ = generator.plan(replication: 8, device: device, stream: used) }
    let plan = generator.plan(replication: 1, device: 5, stream: fresh)
    #expect(generator.plan(replication: 1, device: 5, stream: used) == plan)
    #expect(generator.plan(replication: 2, device: 5, stream: used).timeline != plan.timeline)
    #expect(generator.plan(replication: 1, device: 6, stream: used).timeline != plan.timeline)
    let other = Fleet.generator(apps: apps, seed: 2)
    #expect(other.plan(replication: 1, device: 5, stream: used).timeline != plan.timeline)
  }

  @Test("a device is the same in a fleet of any size")
  func fleetSize() {
    let small = Fleet.generator(.named(.everyday, devices: 4), apps: apps)
    let large = Fleet.generator(.named(.everyday, devices: 4000), apps: apps)
    for device in 0..<4 {
      #expect(
        small.plan(device)
          == large.plan(device))
    }
  }

  @Test("a longer horizon begins like the shorter one")
  func prefix() {
    let short = Fleet.generator(apps: apps, days: 10).plan(3)
    let long = Fleet.generator(apps: apps, days: 20).plan(3)
    #expect(long.timeline.events.filter { $0.time < .day(10) } == Array(short.timeline.events))
  }

  @Test("without one app, sessions, chargers, network and all other apps' servers stay as they were")
  func withoutOneApp() {
    for device in 0..<10 {
      let all = Fleet.generator(apps: apps).plan(device)
      var fewer = apps
      fewer.removeFirst()
      let rest = Fleet.generator(apps: fewer).plan(device)
      #expect(rest.events(.plug, .unplug, .plugChance) == all.events(.plug, .unplug, .plugChance))
      #expect(rest.events(.network, .notification) == all.events(.network, .notification))
      #expect(
        rest.events(.screenOn, .screenOff, .unlock, .lock)
          == all.events(.screenOn, .screenOff, .unlock, .lock))
      #expect(rest.serverEvents("news") == all.serverEvents("news"))
      #expect(rest.serverEvents("bank") == all.serverEvents("bank"))
      holds(!all.serverEvents("mail").isEmpty)
      let left = rest.apps.filter { $0.specification != nil }.map(\.bundleID)
      let before = all.apps.filter { $0.specification != nil }.map(\.bundleID)
      #expect(left == before.filter { $0 != "mail" })
    }
  }

  @Test("all instants are whole milliseconds within the horizon, and states alternate")
  func wellFormed() {
    let generator = Fleet.generator(apps: apps)
    for device in 0..<20 {
      let plan = generator.plan(device)
      var (isOn, isUnlocked, isPlugged) = (false, false, plan.initial.charger != nil)
      var last = Instant.zero
      for event in plan.timeline.events {
        holds(event.time.microseconds % 1000 == 0 && event.time >= last && event.time < plan.end)
        last = event.time
        switch event.type {
        case .screenOn:
          holds(!isOn)
          isOn = true
        case .screenOff:
          holds(isOn)
          isOn = false
        case .unlock:
          holds(isOn && !isUnlocked)
          isUnlocked = true
        case .lock:
          holds(isUnlocked)
          isUnlocked = false
        case .plug:
          holds(!isPlugged)
          isPlugged = true
        case .unplug:
          holds(isPlugged)
          isPlugged = false
        case .appForeground:
          holds(isOn && isUnlocked && plan.apps.indices.contains(Int(event.app)))
        default: break
        }
      }
      holds((0...1).contains(plan.initial.stateOfCharge))
    }
  }

  @Test("a fleet starts between 40 and 100 %, full where it starts on the charger")
  func initialCharge() {
    let generator = Fleet.generator(days: 1, warmUp: 0)
    for device in 0..<200 {
      let initial = generator.plan(device).initial
      #expect(initial.charger == nil ? (0.4...1).contains(initial.stateOfCharge) : initial.stateOfCharge == 1)
    }
  }

  @Test("notifications have a median of about 56 a day over users")
  func notifications() {
    let generator = Fleet.generator(days: 7, warmUp: 0)
    let counts = (0..<300).map {
      Double(generator.plan($0).count(.notification)) / 7
    }.sorted()
    holds((46.0...67).contains(counts[150]), "median \(counts[150])")
  }
}
