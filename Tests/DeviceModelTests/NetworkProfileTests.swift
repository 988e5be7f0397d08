import DeviceModel
import EventSimulation
import ModelParameters
import TestSupport
import Testing

/// The networks' closed forms: an isolated transfer, and trains of transfers with gaps of 1 to 30 s.
@Suite("Networks")
struct NetworkProfileTests {
  /// The numbers of a network as they were published, in W, s, Mbit/s and mW per Mbit/s.
  struct Published: Sendable {
    var profile: NetworkProfile
    var promotion: (watts: Double, seconds: Double)
    var tail: (watts: Double, seconds: Double)
    /// Power of reception without bytes, which lasts 0.1 s at the start of a tail; nil where it is no more than the
    /// tail's mean.
    var receiving: Double?
    /// Power and end of the stage between connected and idle.
    var last: (watts: Double, end: Double)?
    var down: (rate: Double, slope: Double, watts: Double)
  }

  static let published: [Published] = [
    Published(
      profile: .lte2012, promotion: (1.21, 0.26), tail: (1.06, 11.576), receiving: 1.28804,
      down: (13, 51.97, 1.28804)),
    Published(
      profile: .lteVerizon, promotion: (1.21, 0.26), tail: (0.178, 10.2), receiving: 0.33,
      down: (20, 13, 0.33)),
    Published(
      profile: .lteTMobile, promotion: (1.21, 0.26), tail: (0.066, 5.1), receiving: 0.33, down: (20, 13, 0.33)
    ),
    Published(
      profile: .nsaTMobile, promotion: (1.21, 0.26), tail: (0.26, 10.2), receiving: 0.54,
      down: (60, 14.1, 0.54)),
    Published(
      profile: .nsaVerizon, promotion: (1.21, 0.26), tail: (0.249, 10.3), receiving: 0.54,
      down: (60, 14.1, 0.54)),
    Published(
      profile: .mmWaveVerizon, promotion: (1.21, 0.26), tail: (1.092, 10.4), receiving: 2.87,
      down: (800, 1.74, 2.87)),
    Published(
      profile: .saTMobile, promotion: (1.21, 0.26), tail: (0.593, 10.4), last: (0.02, 15),
      down: (60, 14.1, 0.54)),
    Published(
      profile: .umts2012, promotion: (0.6594, 0.5821), tail: (0.8039, 8.0882), receiving: 0.81788,
      last: (0.6013, 8.9123), down: (3, 122.12, 0.81788)),
  ]

  /// Joules of a tail that goes on for so long.
  static func tail(_ network: Published, _ seconds: Double) -> Double {
    let connected = min(seconds, network.tail.seconds)
    var joules = connected * network.tail.watts
    if let receiving = network.receiving {
      // What reception draws above the mean is missing from the rest.
      let high = min(seconds, 0.1)
      let low = (network.tail.watts * network.tail.seconds - receiving * 0.1) / (network.tail.seconds - 0.1)
      joules = high * receiving + (connected - high) * low
    }
    if let last = network.last, seconds > network.tail.seconds {
      joules += (min(seconds, last.end) - network.tail.seconds) * last.watts
    }
    return joules
  }

  /// Transfers of 100 kB, each so long after the end of the one before; joules of the radio.
  func run(_ network: Published, gap: Double, count: Int) -> Double {
    var power = barePhone(["radio.cellular.continuousReception": 0.1])
    let gap = TimeSpan.seconds(gap)
    var now = Instant.zero
    func pass(_ power: inout PhonePower, to end: Instant) {
      while let timer = power.radioTimer, timer <= end { power.advance(to: timer) }
    }
    for index in 0..<count {
      if index > 0 { now += gap }
      pass(&power, to: now)
      let start = power.startTransfer(
        payer: refreshOfApp0, path: .cellular(network.profile), bytesUp: 0, bytesDown: 100_000, at: now)
      now += start.duration
      power.finishTransfer(start.id, at: now)
    }
    pass(&power, to: now + .hour)
    #expect(power.checkClosure(at: now + .hour) == nil)
    return power.joules(refreshOfApp0)
  }

  static func bytes(_ network: Published) -> Double {
    let megabits = 0.8
    return megabits * network.down.slope * 1e-3 + network.down.watts * megabits / network.down.rate
  }

  @Test("an isolated transfer costs promotion, bytes and the whole tail", arguments: published.indices)
  func isolated(index: Int) {
    let network = Self.published[index]
    let promotion = network.promotion.watts * network.promotion.seconds
    let whole = network.last?.end ?? network.tail.seconds
    let expected = promotion + Self.bytes(network) + Self.tail(network, whole)
    holds(close(run(network, gap: 0, count: 1), expected, 2e-5))
  }

  @Test(
    "a train pays one promotion while its gaps are shorter than the tail, and the tail in each gap",
    arguments: published.indices)
  func trains(index: Int) {
    let network = Self.published[index]
    let promotion = network.promotion.watts * network.promotion.seconds
    let whole = network.last?.end ?? network.tail.seconds
    for gap in 1...30 {
      let seconds = Double(gap)
      let between =
        seconds >= whole ? promotion : seconds >= network.tail.seconds ? promotion / 2 : 0
      let expected =
        promotion + 10 * Self.bytes(network) + 9 * (Self.tail(network, min(seconds, whole)) + between)
        + Self.tail(network, whole)
      let joules = run(network, gap: seconds, count: 10)
      holds(close(joules, expected, 2e-4), "\(network.profile.name), gaps of \(gap) s")
    }
  }

  @Test("the catalogue holds the published numbers, every network once")
  func catalogue() {
    #expect(Self.published.map(\.profile) == NetworkProfile.allCases)
    for profile in NetworkProfile.allCases {
      holds(profile.parameters.contains { $0.name == "radio.\(profile.name).tailPower" })
      holds(profile.parameters.allSatisfy { !$0.source.isEmpty })
      #expect(NetworkProfile(name: profile.name) == profile)
    }
    #expect(NetworkProfile(name: "lte") == nil)
  }

  @Test("Low Power Mode leaves 5G for the LTE network of the same operator")
  func withoutFifthGeneration() {
    #expect(
      NetworkProfile.allCases.map(\.withoutFifthGeneration) == [
        .lte2012, .lteVerizon, .lteTMobile, .lteTMobile, .lteVerizon, .lteVerizon, .lteTMobile, .umts2012,
      ])
    #expect(NetworkProfile.allCases.filter(\.is5G).count == 4)
  }

  @Test("an idle phone pages at the power of its network where that was measured")
  func paging() {
    for (network, joules) in [(NetworkProfile.lte2012, 72.0), (.lteVerizon, 54)] {
      var power = PhonePower(
        parameters: parameters(["battery.internalResistance": 0]), appCount: 1, stateOfCharge: 1,
        network: network, at: .zero)
      power.advance(to: .zero + .hour)
      holds(close(power.joules(.idle, .cellular), joules, 1e-9))
    }
  }
}
