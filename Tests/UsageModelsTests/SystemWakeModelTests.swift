import EventSimulation
import ModelParameters
import RandomStreams
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Wakes of the system itself")
struct SystemWakeModelTests {
  private func wakes(_ changes: [String: String] = [:], days: Int = 28, device: Int = 0) throws
    -> [TimelineEvent]
  {
    try plan(changes, days: days, device: device).events(.systemWake)
  }

  private func plan(
    _ changes: [String: String] = [:], _ population: PopulationSpecification = Fleet.only(.night),
    days: Int = 28, device: Int = 0
  ) throws -> DevicePlan {
    var parameters = ParameterSet()
    for (name, value) in changes { try parameters.set(name, parsing: [value]) }
    return Fleet.generator(population, parameters: parameters, days: days, warmUp: 0).plan(device)
  }

  @Test("they come at their rate, stay awake for their time, and do not overlap")
  func law() throws {
    let days = 400
    let wakes = try wakes(["systemWork.activityFactor": "0"], days: days)
    let expected = Double(days) * 48
    // The variance of a renewal count is below that of a Poisson process here.
    #expect(abs(Double(wakes.count) - expected) < 6 * expected.squareRoot())
    let mean = wakes.reduce(0) { $0 + $1.value } / Double(wakes.count)
    // Lognormal with log deviation 0.7: deviation 0.8 of the mean.
    #expect(abs(mean / 160 - 1) < 6 * 0.8 / expected.squareRoot())
    for (a, b) in zip(wakes, wakes.dropFirst()) {
      #expect(a.time + .seconds(a.value) <= b.time + .milliseconds(1))
    }
    for wake in wakes { holds(wake.time.roundedToMillisecond == wake.time && wake.app == -1) }
    let bytes = wakes.map(\.value2).filter { $0 > 0 }
    #expect(abs(Double(bytes.count) / expected - 0.4) < 6 * (0.24 / expected).squareRoot())
    let meanBytes = bytes.reduce(0, +) / Double(bytes.count)
    #expect(abs(meanBytes / 120_000 - 1) < 6 / Double(bytes.count).squareRoot())
    let byNight = wakes.count { $0.time.timeOfDay < .hours(6) }
    #expect(abs(Double(byNight) / Double(wakes.count) - 0.25) < 0.02)
  }

  @Test("a varied parameter has no other effect: the share of wakes with bytes leaves times and lengths")
  func paired() throws {
    let (some, all) = (try wakes(), try wakes(["systemWork.networkShare": "100 %"]))
    holds(some.map(\.time) == all.map(\.time) && some.map(\.value) == all.map(\.value))
    holds(zip(some, all).allSatisfy { $0.value2 == $1.value2 || $0.value2 == 0 })
    holds(all.allSatisfy { $0.value2 > 0 })
    let without = try plan(["systemWork.period": "0 min"])
    holds(without.events(.systemWake).isEmpty)
    let others = try plan().timeline.events.filter { $0.type != .systemWake }
    #expect(others == Array(without.timeline.events))
    #expect(try wakes(device: 1).map(\.time) != some.map(\.time))
  }

  @Test("phones of scripted users have no wakes unless the study sets them")
  func scripted() throws {
    holds(try plan([:], .scripted()).events(.systemWake).isEmpty)
    let even = ["systemWork.activityFactor": "0"]
    let asked = try plan(
      even.merging(["systemWork.scriptedPhones": "true"]) { $1 }, .scripted()
    ).events(.systemWake)
    #expect(try asked == wakes(even))
  }

  @Test(
    "while the user is active there are more wakes: the quietest hours keep their rate, a day has 1 + f times the number"
  )
  func activity() throws {
    let days = 400
    let (even, active) = (
      try wakes(["systemWork.activityFactor": "0"], days: days),
      try wakes(["systemWork.activityFactor": "2"], days: days)
    )
    // Awake times of 160 s are not part of the gaps that become shorter.
    let expected = 86_400 / ((1800 - 160) / 3 + 160.0)
    #expect(abs(Double(active.count) / Double(days) / expected - 1) < 0.05)
    func fewest(_ wakes: [TimelineEvent]) -> Int {
      var hours = [Int](repeating: 0, count: 24)
      for wake in wakes { hours[Int(wake.time.timeOfDay.hours)] += 1 }
      return hours.min() ?? 0
    }
    #expect(abs(Double(fewest(active)) / Double(fewest(even)) - 1) < 0.15)
  }

  @Test("a wake is never longer than a day, for any distribution")
  func longest() throws {
    let changes = ["systemWork.awakeSigma": "3", "systemWork.awakeTime": "86400 s"]
    let wakes = try wakes(changes, days: 400)
    holds(wakes.count > 400 && wakes.map(\.value).max() == 86_400)
  }

  @Test("a trace without them gets them drawn; one that has them keeps its own")
  func traces() throws {
    let header = "device_id,timestamp,utc_offset_s,event_type,app,value,value2\n"
    let screens = "d,1709539200,0,screen_on,,,\nd,1709539260,0,screen_off,,,\n"
    let end = "d,1709683200,0,screen_on,,,\n"
    func replayed(_ rows: String) throws -> DevicePlan {
      let text = header + "d,1709506800,0,screen_off,,,\n" + rows + end
      let file = try Fleet.trace(text)
      return try TraceReplay(
        device: file.devices[0], generator: Fleet.generator(Fleet.only(.night), days: 7, warmUp: 0),
        nominalEnergyWattHours: 12.98
      ).plan(0)
    }
    #expect(try replayed(screens).events(.systemWake) == wakes(days: 2))
    let own = try replayed(screens + "d,1709607600,0,system_wake,,30.5,2000\n")
    #expect(
      own.events(.systemWake) == [
        TimelineEvent(time: .day(1, .hours(3)), kind: .systemWake(length: 30.5, bytes: 2000))
      ])
  }
}
