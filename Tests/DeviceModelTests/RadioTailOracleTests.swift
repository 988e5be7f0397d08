import DeviceModel
import EventSimulation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Oracle 15: the tail of a radio under Poisson transfers, with and without a window that gathers them.
@Suite("Radio tail under Poisson transfers")
struct RadioTailOracleTests {
  static let tail = 12.5
  static let watts = 0.2

  /// Runs empty transfers at the given instants; returns joules billed to them and the time the radio was up.
  func run(_ instants: [Instant]) -> (joules: Double, high: Double) {
    var power = barePhone([
      "battery.capacity": 1000, "radio.lteVerizon.inactivityTimer": Self.tail,
      "radio.lteVerizon.tailPower": Self.watts * 1000,
      "radio.cellular.promotionPower": 0, "radio.cellular.promotionTime": 0,
    ])
    var high = 0.0
    var since = Instant.zero
    func settle(_ power: inout PhonePower, _ end: Instant) {
      power.advance(to: end)
      high += (end - since).seconds
    }
    for now in instants {
      if let timer = power.radioTimer, timer <= now { settle(&power, timer) }
      if !power.radioIsHot { since = now }
      let start = power.startTransfer(payer: pushOfApp1, path: .lte, bytesUp: 0, bytesDown: 0, at: now)
      power.finishTransfer(start.id, at: now)
    }
    if let timer = power.radioTimer { settle(&power, timer) }
    #expect(power.checkClosure() == nil)
    return (Double(power.billed(pushOfApp1, .cellular)) * 1e-9, high)
  }

  func poisson(mean: Double, count: Int, seed: UInt64) -> [Instant] {
    var random = SeededGenerator(seed: seed)
    var now = Instant.zero
    return (0..<count).map { _ in
      now += .seconds(random.exponential() * mean)
      return now
    }
  }

  @Test(
    "the radio is up a share 1 - exp(-T / mean) of the time, and a transfer's tail costs P times the mean of it",
    arguments: [60.0, 300, 900])
  func plain(mean: Double) {
    let count = 40_000
    let instants = poisson(mean: mean, count: count, seed: 15)
    let (joules, high) = run(instants)
    let share = 1 - exp(-Self.tail / mean)
    let horizon = mean * Double(count)
    // The standard deviation of one min(gap, T), at most T / 2.
    let band = 6 * Self.tail / 2 / Double(count).squareRoot()
    #expect(abs(high / Double(count) - share * mean) < band)
    #expect(abs(joules / Double(count) - Self.watts * share * mean) < band * Self.watts)
    #expect(abs(joules - Self.watts * high) < 1e-6 * horizon)
  }

  @Test(
    "gathering transfers in windows of D saves the published share",
    arguments: [
      (300.0, 600.0, 0.6597), (60, 60, 0.4461), (900, 900, 0.4965),
    ])
  func windows(mean: Double, window: Double, saving: Double) {
    let instants = poisson(mean: mean, count: 60_000, seed: 16)
    var gathered: [Instant] = []
    for instant in instants where gathered.isEmpty || instant > gathered[gathered.count - 1] {
      gathered.append(instant + .seconds(window))
    }
    let plain = run(instants)
    let batched = run(gathered)
    #expect(abs(1 - batched.joules / plain.joules - saving) < 0.012)
    // Share of the time with windows: T / (D + mean).
    let fraction = batched.high / (instants[instants.count - 1].seconds)
    #expect(abs(fraction / (Self.tail / (window + mean)) - 1) < 0.03)
  }

  @Test(
    "the published savings are (1 - exp(-T/m)) against T / (D + m)",
    arguments: [(300.0, 600.0, 65.97), (60, 60, 44.61), (900, 900, 49.65)])
  func closedForm(mean: Double, window: Double, percent: Double) {
    let saving = 1 - (Self.tail / (window + mean)) / (1 - exp(-Self.tail / mean))
    #expect((saving * 10_000).rounded() / 100 == percent)
  }

  @Test("periodic transfers cost P min(p, T) each", arguments: [5, 12, 13, 60])
  func periodic(seconds: Int) {
    let instants = (1...1000).map { Instant.zero + .seconds(seconds * $0) }
    let (joules, _) = run(instants)
    let expected = Self.watts * (999 * min(Double(seconds), Self.tail) + Self.tail)
    #expect(abs(joules - expected) < 1e-6)
  }
}
