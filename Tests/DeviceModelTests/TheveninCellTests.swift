import ModelParameters
import RandomStreams
import TestSupport
import Testing

@testable import DeviceModel

@Suite("A Thevenin cell")
struct TheveninCellTests {
  /// The cell of the vectors: the table of PyBaMM's example of an equivalent circuit, 40 mohm and 1000 F.
  static let example = TheveninCell(
    voltage: [
      3.2, 3.4474, 3.4937, 3.5362, 3.5755, 3.6048, 3.6254, 3.6425, 3.6546, 3.6696, 3.6965,
      3.7275, 3.7681, 3.8131, 3.8544, 3.8932, 3.9369, 3.9891, 4.0457, 4.104, 4.187,
    ], charge: 3.349 * 3600, resistance: 0.08, polarization: 0.04, timeConstant: 40)
  private let phone = TheveninCell(ParameterSet())

  @Test(
    "solver of PyBaMM and closed form agree",
    arguments: [
      (10, 0.899171, 0.008848, 3.95588), (60, 0.895023, 0.031075, 3.92895),
      (300, 0.875117, 0.039978, 3.89738), (590, 0.851063, 0.04, 3.87025),
      (610, 0.850234, 0.031152, 3.95818), (700, 0.850234, 0.003283, 3.98604),
      (1190, 0.850234, 0.0, 3.98933), (1210, 0.848575, 0.017696, 3.80981),
      (1300, 0.833645, 0.073433, 3.73791), (1490, 0.802127, 0.079943, 3.69907),
      (1510, 0.800302, 0.064039, 3.85716), (1800, 0.795491, 0.00804, 3.90852),
      (2390, 0.785704, 0.008, 3.89931), (2410, 0.786782, -0.007042, 4.05135),
      (2600, 0.810421, -0.059542, 4.12682), (2990, 0.858943, -0.06, 4.17905),
    ] as [(Double, Double, Double, Double)])
  func vectors(seconds: Double, level: Double, overvoltage: Double, volts: Double) {
    var state = TheveninCell.State(level: 0.9)
    var start = 0.0
    for (length, amperes) in [(600, 1.0), (600, 0), (300, 2), (900, 0.2), (600, -1.5)] as [(Double, Double)] {
      let end = min(start + length, seconds)
      state = Self.example.after(end - start, state, amperes: amperes)
      if end == seconds {
        #expect(abs(state.level - level) < 1e-6)
        #expect(abs(state.overvoltage - overvoltage) < 1e-6)
        // Between the points of the curve here, that of PyBaMM is finer.
        #expect(abs(Self.example.terminal(state, amperes: amperes) - volts) < 1.2e-3)
        return
      }
      start = end
    }
  }

  @Test("steps of a millisecond come to the closed form")
  func steps() {
    var state = TheveninCell.State(level: 0.5, overvoltage: 0.02)
    let cell = Self.example
    let closed = cell.after(20, state, amperes: 1.7, factor: 1.3)
    var loss = 0.0
    for _ in 0..<20_000 {
      let current = (1.7 * 0.04 * 1.3 - state.overvoltage) / 40
      loss += 1.7 * (1.7 * 0.08 * 1.3 + state.overvoltage) * 0.001
      state.overvoltage += current * 0.001
      state.level -= 1.7 * 0.001 / cell.charge
    }
    holds(abs(state.overvoltage - closed.overvoltage) < 1e-6 && abs(state.level - closed.level) < 1e-9)
    let exact = cell.loss(20, TheveninCell.State(level: 0.5, overvoltage: 0.02), amperes: 1.7, factor: 1.3)
    #expect(abs(loss - exact) < 1e-4)
  }

  @Test("the energy that leaves the cell equals output plus loss, over random currents")
  func closes() {
    var random = SeededGenerator(seed: 37)
    var state = TheveninCell.State(level: 0.9)
    for _ in 0..<1000 {
      let seconds = Double.random(in: 0...200, using: &random)
      let amperes = Double.random(in: -2...2, using: &random)
      let factor = Double.random(in: 0.7...3, using: &random)
      let next = phone.after(seconds, state, amperes: amperes, factor: factor)
      guard (0...1).contains(next.level) else { continue }
      // The terminals, by Simpson's rule on pieces without a point of the curve between.
      var delivered = 0.0
      let parts = 2000
      for part in 0...parts {
        let volts = phone.terminal(
          phone.after(seconds * Double(part) / Double(parts), state, amperes: amperes, factor: factor),
          amperes: amperes, factor: factor)
        delivered += volts * amperes * (part == 0 || part == parts ? 1 : part % 2 == 1 ? 4 : 2)
      }
      delivered *= seconds / Double(parts) / 3
      let loss = phone.loss(seconds, state, amperes: amperes, factor: factor)
      let fallen = phone.energy(at: state.level) - phone.energy(at: next.level)
      #expect(abs(fallen - delivered - loss) < 1e-4 + 1e-6 * abs(fallen))
      state = next
    }
  }

  @Test("a current and its opposite for as long lead back to the charge, and lose energy")
  func reversal() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let start = TheveninCell.State(level: Double.random(in: 0.3...0.7, using: &random))
      let amperes = Double.random(in: 0.1...2, using: &random)
      let there = phone.after(600, start, amperes: amperes)
      let back = phone.after(600, there, amperes: -amperes)
      holds(abs(back.level - start.level) < 1e-12 && back.overvoltage < 0)
      #expect(phone.loss(600, start, amperes: amperes) > 0)
      // Opposite currents from rest are mirror images but for the curve.
      let mirror = phone.after(600, start, amperes: -amperes)
      #expect(abs(mirror.overvoltage + there.overvoltage) < 1e-12)
      #expect(abs(mirror.level + there.level - 2 * start.level) < 1e-12)
    }
  }

  @Test("more load never lives longer, nor do cold and less charge")
  func monotone() throws {
    var last = Double.infinity
    for amperes in stride(from: 0.2, through: 1.6, by: 0.2) {
      let life = try #require(phone.time(toVoltage: 3.3, TheveninCell.State(level: 0.9), amperes: amperes))
      #expect(life < last)
      let cold = phone.factor(celsius: 10)
      let coldLife = try #require(
        phone.time(toVoltage: 3.3, TheveninCell.State(level: 0.9), amperes: amperes, factor: cold))
      #expect(coldLife < life)
      let less = try #require(phone.time(toVoltage: 3.3, TheveninCell.State(level: 0.8), amperes: amperes))
      #expect(less < life)
      last = life
    }
  }

  @Test("a crossing of a voltage is within a microsecond of a search by small steps")
  func crossings() throws {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<10 {
      var state = TheveninCell.State(level: Double.random(in: 0.5...0.95, using: &random))
      for _ in 0..<5 {
        state = phone.after(
          Double.random(in: 1...300, using: &random), state,
          amperes: Double.random(in: -1...2, using: &random))
      }
      let amperes = Double.random(in: 0.5...2, using: &random)
      let volts = phone.terminal(state, amperes: amperes) - Double.random(in: 0.01...0.4, using: &random)
      let found = try #require(phone.time(toVoltage: volts, state, amperes: amperes))
      var (low, step) = (0.0, 10.0)
      while step > 1e-8 {
        while phone.terminal(phone.after(low + step, state, amperes: amperes), amperes: amperes) > volts {
          low += step
        }
        step /= 10
      }
      #expect(abs(found - low) < 1e-6)
    }
  }

  @Test("the current of a power gives that power, and no cell gives more than it can")
  func power() throws {
    let state = TheveninCell.State(level: 0.6, overvoltage: 0.03)
    for watts in [-12.0, -1, 0, 0.05, 3, 20] {
      let amperes = try #require(phone.amperes(watts: watts, state))
      #expect(abs(amperes * phone.terminal(state, amperes: amperes) - watts) < 1e-9)
    }
    #expect(phone.amperes(watts: 60, state) == nil)
  }

  @Test("energy and level of a curve: nominal when full, and back from a voltage")
  func curve() {
    holds(abs(phone.energy(at: 1) - 46_728) < 1e-6 && phone.energy(at: 0) == 0)
    #expect(abs(phone.charge / 3.6 - 3354) < 1)
    #expect(abs(phone.level(atVoltage: phone.voltage(at: 0.62)) - 0.62) < 1e-12)
    holds(phone.level(atVoltage: 2) == 0 && phone.level(atVoltage: 5) == 1)
    holds(abs(phone.factor(celsius: 25) - 1) < 1e-12 && phone.factor(celsius: 0) > 4)
  }
}

@Suite("A cell on a charger, and the warmth of a phone")
struct CellChargeTests {
  private let cell = TheveninCell(ParameterSet())
  private let node = ThermalNode(ParameterSet())

  private func charge(
    from level: Double, ambient: Double = 23, _ change: (inout ChargeLimits) -> Void = { _ in }
  ) -> CellCharge {
    var limits = ChargeLimits(ParameterSet())
    change(&limits)
    return CellCharge(
      cell, node, limits, from: TheveninCell.State(level: level), celsius: ambient, ambient: ambient)
  }

  @Test("constant power, then the power that keeps 37 degrees, then constant voltage to the end")
  func phases() throws {
    let charge = charge(from: 0.1)
    #expect(charge.state(at: 60).celsius > 23.5)
    let warm = try #require(charge.time(toLevel: 0.5))
    #expect(abs(charge.state(at: warm).celsius - 37) < 0.01)
    holds((80...140).contains(charge.duration / 60))
    var last = 0.0
    for minute in 0...Int(charge.duration / 60) {
      let level = charge.state(at: Double(minute) * 60).level
      holds(level >= last && level <= 1)
      last = level
    }
    #expect(abs(charge.state(at: charge.duration).level - 1) < 1e-6)
    let half = try #require(charge.time(toLevel: 0.93))
    #expect(abs(charge.state(at: half).level - 0.93) < 1e-6)
    #expect(charge.time(toLevel: 0.05) == 0)
  }

  @Test("a level of ten random charges is met within a microsecond, and pieces end where the next begins")
  func crossings() throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<10 {
      let start = random.uniform(0...0.9)
      let charge = charge(from: start, ambient: random.uniform(0...35)) {
        $0.adapter = random.uniform(2...20)
        $0.heatShare = random.uniform(0.1...0.9)
      }
      #expect(charge.level(at: charge.duration) == 1)
      for _ in 0..<20 {
        let level = random.uniform(start...1)
        let seconds = try #require(charge.time(toLevel: level))
        holds(charge.level(at: seconds - 1e-6) < level && charge.level(at: seconds + 1e-6) > level)
        let (there, _) = charge.state(at: seconds)
        #expect(there == charge.level(at: seconds))
      }
      for percent in Int(start * 100) + 1..<100 {
        let seconds = try #require(charge.time(toLevel: Double(percent) / 100))
        let (before, behind) = (charge.state(at: seconds - 1e-4), charge.state(at: seconds + 1e-4))
        holds(behind.level - before.level < 1e-6 && abs(behind.celsius - before.celsius) < 1e-4)
      }
    }
  }

  @Test("a cooler place, a stronger adapter and a fuller cell are never slower")
  func monotone() throws {
    let usual = try #require(charge(from: 0.2).time(toLevel: 0.8))
    #expect(try #require(charge(from: 0.2, ambient: 15).time(toLevel: 0.8)) < usual)
    #expect(try #require(charge(from: 0.3).time(toLevel: 0.8)) < usual)
    #expect(try #require(charge(from: 0.2) { $0.adapter = 5 }.time(toLevel: 0.8)) > usual)
    #expect(try #require(charge(from: 0.2) { $0.heatShare = 0 }.time(toLevel: 0.8)) < usual)
  }

  @Test("at constant voltage the circuit decays as steps of a millisecond have it")
  func constantVoltage() throws {
    let start = TheveninCell.State(level: 0.91, overvoltage: -0.02)
    let volts = cell.voltage(at: 0.91) + 0.1
    let slope = cell.slope(at: 0.92)
    let decay = try #require(cell.decay(start, volts: volts, slope: slope, factor: 1.2))
    let closed = cell.after(30, start, decay, volts: volts, factor: 1.2)
    var state = start
    for _ in 0..<30_000 {
      let amperes = (cell.voltage(at: state.level) - state.overvoltage - volts) / (cell.resistance * 1.2)
      state = cell.after(0.001, state, amperes: amperes, factor: 1.2)
    }
    holds(abs(closed.level - state.level) < 1e-6 && abs(closed.overvoltage - state.overvoltage) < 1e-5)
  }

  @Test("a warm body approaches its steady temperature, and the time to one is the inverse")
  func warmth() throws {
    #expect(node.steady(watts: 2, ambient: 25) == 33.2)
    let after = node.after(1080, from: 25, watts: 2, ambient: 25)
    #expect(abs(after - (33.2 - 8.2 * 0.36787944117144233)) < 1e-9)
    #expect(abs(try #require(node.time(to: after, from: 25, watts: 2, ambient: 25)) - 1080) < 1e-6)
    #expect(node.time(to: 40, from: 25, watts: 2, ambient: 25) == nil)
    #expect(node.time(to: 20, from: 25, watts: 2, ambient: 25) == nil)
    #expect(abs(node.steady(watts: node.watts(keeping: 37, ambient: 23), ambient: 23) - 37) < 1e-12)
  }
}
