import EventSimulation
import ModelParameters
import RandomStreams
import Testing
import Workload

@testable import UsageModels

@Suite struct Cal {
  static let e = 12.98 * 3600
  func run(_ a: Archetype, _ c: Double) -> (Double, Double, Double, Double) {
    var ps = ParameterSet()
    ps.set("charge.day.chances", .numbers([c, c, c, c]))
    let g1 = TimelineGenerator(population: PopulationSpecification(devices: 1, archetypes: [a]), apps: [], parameters: ps, seed: 5, horizonDays: 28, warmUpDays: 14)
    let s = RandomStream()
    var taken = 0, dead = 0.0, lev = 0.0, out = 0.0
    let N = 100
    let p0: [Double] = [12.9, 6.5, 3.9, 4.5, 2.5, 12.9]
    for d in 0..<N {
      let p = g1.plan(replication: 0, device: d, stream: s)
      var level = p.initial.stateOfCharge, charger: Int? = p.initial.charger.map { Int($0.rawValue) }
      var screen = false, unlocked = false, t = Instant.zero
      var dayEnd: Instant?
      func go(_ to: Instant) {
        var left = (to - t).seconds
        t = to
        while left > 0 {
          let dt = min(left, 300); left -= dt
          if let c = charger {
            let pw = level < 0.5 ? p0[c] : p0[c] * (102 - level * 100) / 52
            level = min(1, level + pw * dt / Self.e)
          } else {
            let pw = 0.047 + (screen ? (unlocked ? 1.3 : 0.8) : 0)
            if level > 0 { out += pw * dt / Self.e }
            level = max(0, level - pw * dt / Self.e)
            if level == 0 { dead += dt / 3600 }
          }
          lev += level * dt
        }
      }
      for e in p.timeline.events {
        if let de = dayEnd, de <= e.time { go(de); charger = nil; dayEnd = nil }
        go(e.time)
        switch e.kind {
        case .plug: charger = Int(e.app); dayEnd = nil
        case .unplug: charger = nil
        case .plugChance where charger == nil:
          if e.value < 1 / (1 + Elementary.exp((level - p.topUpLevel) * 100 / 8)) {
            charger = Int(e.app); dayEnd = e.time + .seconds(e.value2); taken += 1 }
        case .screenOn: screen = true; unlocked = false
        case .unlock: unlocked = true
        case .screenOff: screen = false
        case .notification: level -= 5 / Self.e
        default: break
        }
      }
    }
    let days = Double(28 * N)
    return (Double(taken) / days, dead / days, lev / days / 86400, out / days)
  }
  @Test func cal() {
    let target = ParameterSet().numbers("charge.day.rate")
    for (i, a) in PopulationSpecification.everyday(devices: 1).archetypes.enumerated() {
      var (lo, hi) = (0.5, 3000.0)
      for _ in 0..<9 {
        let m = (lo * hi).squareRoot()
        if run(a, m).0 < target[i] { lo = m } else { hi = m }
      }
      let c = (lo * hi).squareRoot()
      print(a.name, "c", c, run(a, c), "at 30:", run(a, 30), "at 300:", run(a, 300))
    }
  }
}
