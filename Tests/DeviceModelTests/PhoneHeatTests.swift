import EventSimulation
import Foundation
import ModelParameters
import TestSupport
import Testing

@testable import DeviceModel

@Suite("The temperature of a phone")
struct PhoneHeatTests {
  private func phone(_ limits: [Double]? = nil, charge: Double = 0.5) -> PhonePower {
    var set = ParameterSet()
    set.set("battery.model", .choice("thevenin"))
    if let limits {
      set.set("thermal.model", .choice("modeled"))
      set.set("thermal.levels", .numbers(limits))
    }
    return PhonePower(parameters: DeviceParameters(set), appCount: 5, stateOfCharge: charge, at: .zero)
  }

  private func celsius(_ power: borrowing PhonePower, _ now: Instant) throws -> Double {
    let reading = power.cellReading(at: now)
    return try #require(reading).celsius
  }

  @Test("loads, lumps and the loss in the cell warm it as steps of ten milliseconds do")
  func steps() throws {
    var power = phone()
    var random = SeededGenerator(seed: 4)
    var (expected, now) = (23.0, Instant.zero)
    let claim = power.begin(.processor, payer: .idle, microwatts: 0, at: .zero)
    for _ in 0..<20 {
      power.change(claim, microwatts: Int64(random.uniform(0...6) * 1e6), at: now)
      let lump = Int64(random.uniform(0...20) * 1e9)
      power.spend(.processor, payer: .idle, nanojoules: lump, at: now)
      let capacity = 18.0 * 60 / 4.1
      expected += Double(lump) * 1e-9 / capacity
      let end = now + .seconds(60)
      let before = power.totals(at: now).batteryOut
      let watts = Double(power.totals(at: end).batteryOut - before) * 1e-9 / 60
      for _ in 0..<6000 { expected += 0.01 * (watts - (expected - 23) / 4.1) / capacity }
      now = end
      let ahead = try celsius(power, now)
      power.advance(to: now)
      let there = try celsius(power, now)
      holds(abs(ahead - expected) < 2e-3 && there == ahead)
    }
    #expect(expected > 25)
  }

  @Test("a charge that ends after its course no longer warms the phone")
  func behindCourse() throws {
    var set = ParameterSet()
    set.set("battery.model", .choice("thevenin"))
    let warmth = try #require(DeviceParameters(set).charge).warmth
    let cell = TheveninCell(set)
    let course = CellCharge(
      cell, warmth.node, ChargeLimits(set), from: TheveninCell.State(level: 0.95),
      celsius: warmth.ambient, ambient: warmth.ambient)
    var heat = PhoneHeat(warmth, at: .zero)
    let end = Instant.zero + .seconds(course.duration)
    heat.follow(PhoneHeat.Charge(course: course, start: .zero, end: end + .second), at: .zero)
    let there = heat.state(at: end).celsius
    holds(there > warmth.ambient && heat.state(at: end + .second).celsius < there)
    #expect(heat.state(at: end + .minute).celsius < there)
  }

  @Test("surroundings by the hour: a phone at rest follows them hour by hour, and meets a level by them")
  func byHour() throws {
    var set = ParameterSet()
    set.set("battery.model", .choice("thevenin"))
    set.set("thermal.model", .choice("modeled"))
    set.set("thermal.levels", .numbers([28, 39, 43]))
    set.set("thermal.ambientSwing", .number(8))
    var power = PhonePower(parameters: DeviceParameters(set), appCount: 5, stateOfCharge: 1, at: .zero)
    let warmth = try #require(power.parameters.charge).warmth
    holds(warmth.hours.count == 24 && abs(warmth.hours.reduce(0, +) / 24 - 23) < 1e-9)
    holds(warmth.hours.max() == warmth.hours[14] && abs(warmth.hours[14] - warmth.hours[15]) < 1e-9)
    set.set("thermal.warmestHour", .number(14.5))
    #expect(DeviceParameters(set).charge?.warmth.hours[14] == 31)
    var expected = warmth.hours[0]
    var told: [Instant] = []
    for hour in 0..<48 {
      let (start, end) = (Instant.day(0, .hours(hour)), Instant.day(0, .hours(hour + 1)))
      let before = power.totals(at: start).batteryOut
      let watts = Double(power.totals(at: end).batteryOut - before) * 1e-9 / 3600
      expected = warmth.node.after(3600, from: expected, watts: watts, ambient: warmth.hours[hour % 24])
      while let next = power.nextCrossing(at: power.supply.time), next <= end {
        let (ahead, there) = (try celsius(power, next - .tick), try celsius(power, next))
        holds((ahead < 28) != (there < 28) || (ahead > 26.1) != (there > 26.1))
        #expect(power.handleCrossing(at: next).count == 1)
        told.append(next)
      }
      #expect(abs(try celsius(power, end) - expected) < 1e-3)
      power.advance(to: end)
    }
    holds(told.count == 4 && told[2].timeOfDay - told[0].timeOfDay < .minute)
  }

  @Test("a short way to the steady temperature equals the exponential")
  func approach() {
    let node = ThermalNode(resistance: 4.1, timeConstant: 1080)
    for seconds in [0, 1e-6, 0.3, 20, 67.4, 67.6, 300, 1e5] {
      #expect(abs(node.approach(seconds) + expm1(-seconds / 1080)) < 1e-14)
    }
  }

  @Test("a state begins at the microsecond of its temperature, ends below it, and is reported once")
  func levels() throws {
    var power = phone([30, 33, 36])
    let claim = power.begin(.processor, payer: .idle, microwatts: 3_000_000, at: .zero)
    var (now, told) = (Instant.zero, [Int]())
    for _ in 0..<2 {
      now = try power.crossing(after: now)
      let limit = told.isEmpty ? 30.0 : 33
      let (before, there) = (try celsius(power, now - .tick), try celsius(power, now))
      holds(before < limit && there >= limit)
      for case .thermal(let level) in power.handleCrossing(at: now) { told.append(level) }
    }
    #expect(told == [1, 2])
    let first = -18 * 60 * log(1 - 10 / (4.1 * 3.08))
    #expect(abs((now - Instant.zero).seconds - first) < 90)
    power.end(claim, at: now)
    for level in [1, 0] {
      now = try power.crossing(after: now)
      let limit = level == 1 ? 33 - 1.9 : 30 - 1.9
      let there = try celsius(power, now)
      #expect(abs(there - limit) < 1e-6)
      #expect(power.handleCrossing(at: now) == [.thermal(level)])
    }
    #expect(power.checkClosure(at: now) == nil)
  }

  @Test("a lump that crosses a temperature is reported at its instant", arguments: [false, true])
  func lump(isPlugged: Bool) {
    var power = phone([30, 33, 36], charge: 0.9)
    if isPlugged { power.connect(power.parameters.wired20W, at: .zero) }
    power.spend(.processor, payer: .idle, nanojoules: 2_500_000_000_000, at: .zero)
    let next = power.nextCrossing(at: .zero, upTo: .zero + .hour)
    let told = power.handleCrossing(at: .zero)
    holds(next == .zero && told == [.thermal(1)], "\(told)")
    let later = power.nextCrossing(at: .zero, upTo: .zero + .hour)
    #expect(later > .zero)
  }

  @Test("a warm phone is charged with less power, a critical phone is not charged")
  func throttles() throws {
    var power = phone([26, 29, 31], charge: 0.3)
    power.connect(power.parameters.wired20W, at: .zero)
    let start = power.cellReading(at: Instant.zero)
    #expect(start.map { $0.chargeWatts > 12 } == true)
    var (now, shares) = (Instant.zero, [Double]())
    for _ in 0..<6 {
      now = try power.crossing(after: now)
      guard power.handleCrossing(at: now).contains(where: { if case .thermal = $0 { true } else { false } })
      else { continue }
      shares.append((power.cellReading(at: now)?.chargeWatts ?? 0) / 12.9)
    }
    holds(shares.count > 2 && abs(shares[0] - 1) < 0.06 && abs(shares[1] - 0.5) < 0.04, "\(shares)")
    #expect(power.checkClosure(at: now) == nil)
    // By a script nothing is told, whatever the temperature.
    var scripted = phone(charge: 0.3)
    scripted.connect(scripted.parameters.wired20W, at: .zero)
    let next = scripted.heatInstant(upTo: .zero + .day)
    let warmed = try celsius(scripted, .zero + .minutes(10))
    holds(next == .distantFuture && warmed > 30)
  }

  @Test("what ages the cell is counted: charge, full and warm hours, means")
  func stress() throws {
    var power = phone(charge: 1)
    _ = power.begin(.processor, payer: .idle, microwatts: 4_000_000, at: .zero)
    let limit = power.hardware.nanojoules(level: 0.8)
    let end = Instant.zero + .minutes(90)
    var now = Instant.zero
    while now < end {
      now += .minutes(10)
      power.advance(to: now)
      _ = power.nextCrossing(at: now, upTo: now)
    }
    let sums = power.cellStressSinceMark(at: end)
    let stress = try #require(sums)
    let level = power.stateOfCharge(at: end)
    #expect(abs(stress.charge - (1 - level) * 12.98 * 3600 / 3.85) < 200)
    let load = (Double(power.totals(at: end).batteryOut) * 1e-9) / 5400
    let high = (Double(power.capacityNanojoules) - limit) * 1e-9 / load
    #expect(abs(stress.highTime - high) < 30)
    let warm = -18 * 60 * log(1 - 12 / (4.1 * load))
    #expect(abs(stress.warmTime - (5400 - warm)) < 30)
    holds(stress.levelTime > 5400 * level && stress.celsiusTime > 5400 * 30)
    // No cell with a voltage, no stress.
    let plain = barePhone()
    let none = plain.cellStressSinceMark(at: .zero + .day)
    #expect(none == nil)
  }
}
