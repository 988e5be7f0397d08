/// Parameters of the cellular networks, and the rule by which their tails are billed.
extension ParameterCatalogue {
  static let networks: [ParameterDefinition] =
    [tailRule, profileShares] + signal + shared + lte2012 + lteVerizon + lteTMobile + nsaTMobile + nsaVerizon
    + mmWaveVerizon
    + saTMobile + umts2012

  private static let assumed = "model assumption"
  private static let huang = "[Huang2012]"
  private static let aro = "\(huang), defaults of [ARO]"
  private static let probes = "round-trip probes [Narayanan2021]"
  private static let recalled = "[Narayanan2021] as recalled"

  private static let tailRule = ParameterDefinition.choice(
    "ledger.tail", "who pays for the tail of a radio", "last", of: ["last", "first", "equal", "marginal"],
    .d, rules: "radio",
    source:
      "\(assumed): the app of the last transfer; of the transfer that raised the radio, for the whole burst; "
      + "the apps of the burst in equal parts; each app what its absence would save")

  private static let profileShares = ParameterDefinition.vector(
    "network.profileShares",
    "shares of phones with synthetic users in the networks, in the order of `slumber networks`", .none,
    [0, 20, 15, 15, 30, 5, 15, 0], .d, rules: "radio",
    source:
      "\(assumed): two in three on 5G, most of them on low band, a few on mmWave; none on the networks of 2012",
    ranges: .shares(
      [0...10, 10...40, 7.5...30, 7.5...30, 15...60, 2.5...10, 7.5...30, 0...10],
      "half to twice, of 2012 up to a tenth"))

  private static let signal: [ParameterDefinition] = [
    .vector(
      "signal.rateFactors", "factor on the rates of LTE and 5G where the signal is good, fair, poor", .none,
      [1, 0.6, 0.25], .d, rules: "signal",
      source:
        "\(assumed) within the rates of [Narayanan2021] by signal strength: T-Mobile SA 51 to 12 Mbit/s, mmWave "
        + "2,204 to 127 Mbit/s", domain: .interval(0.01...1),
      ranges: .each([0.8...1, 0.3...0.8, 0.1...0.5], "the measured networks differ as much")),
    .vector(
      "signal.powerFactors", "factor on the power of LTE and 5G while bytes move, by signal", .none,
      [1, 1, 1.1],
      .d, rules: "signal",
      source: "\(assumed): measured power of [Narayanan2021] changes by a few percent with signal strength",
      domain: .interval(0.1...3),
      ranges: .each([0.9...1.1, 0.9...1.2, 1...1.5], "a few percent measured, more where poor")),
    .vector(
      "signal.shares", "places by their usual signal: good, fair, poor", .none, [0.6, 0.3, 0.1], .d,
      rules: "signal", source: assumed, domain: .interval(0...1000),
      ranges: .shares([0.3...0.9, 0.1...0.5, 0...0.3], "town to country")),
    .quantity(
      "signal.usualShare", "spells with the usual signal of the place; the others are drawn as places are",
      .none,
      0.6, 0...1, .d, rules: "signal", source: assumed, domain: .unitInterval),
    .quantity(
      "signal.spellMedian", "median length of a spell of one signal", .minutes, 30, 5...240, .d,
      rules: "signal",
      source: assumed, domain: .interval(1...10_000)),
    .quantity(
      "signal.spellSigma", "spread of the lengths of spells", .none, 0.8, 0...2, .d, rules: "signal",
      source: assumed, domain: .interval(0...3)),
  ]

  private static let shared: [ParameterDefinition] = [
    .quantity(
      "radio.cellular.promotionPower", "power while a connection is set up", .watts, 1.21, 0...3,
      .d, rules: "radio", source: "\(assumed): as on LTE in 2012"),
    .quantity(
      "radio.cellular.promotionTime", "time to set up a connection", .seconds, 0.26, 0...2,
      .d, rules: "radio", source: "\(assumed): as on LTE in 2012", domain: .interval(0...3600)),
    .quantity(
      "radio.cellular.continuousReception", "reception without pauses at the start of a tail", .seconds, 0.1,
      0...1, .d, rules: "radio", source: "\(assumed): as on LTE in 2012", domain: .interval(0...3600)),
    .quantity(
      "radio.cellular.resumeShare", "part of a promotion that leaves RRC INACTIVE or FACH", .none, 0.5, 0...1,
      .d, rules: "radio", source: assumed, domain: .unitInterval),
    .quantity(
      "radio.cellular.pagingCycle", "longest wait of data that the network sends", .seconds, 1.28, 0...5.12,
      .b, rules: "radio", source: "idle paging cycle, \(probes)", domain: .interval(0...3600)),
  ]

  /// Numbers of a network in the units of their parameters, with grades where they differ between networks.
  private struct Values {
    var timer: Double
    var timerGrade = EvidenceGrade.b
    var timerSource: String
    var tail: Double
    var tailSource: String
    /// Mbit/s.
    var downRate, upRate: Double
    var rateSource = assumed
    /// mW per Mbit/s.
    var downSlope, upSlope: Double
    /// mW.
    var downIntercept, upIntercept: Double
    var powerGrade = EvidenceGrade.b
    var powerSource: String
    /// The greatest slope that can be set.
    var slopeLimit = 500.0
  }

  private static let lte2012 =
    network(
      .lte2012,
      Values(
        timer: 11.576, timerGrade: .c, timerSource: "\(huang), table as recalled; [ARO] 10.12 s",
        tail: 1060,
        tailSource: "\(huang), table as recalled; with 2 ms in 40 at 1.68 W the mean would be 1.091 W",
        downRate: 13, upRate: 5, rateSource: "\(assumed): the rates behind the table of task energies",
        downSlope: 51.97, upSlope: 438.39, downIntercept: 1288.04, upIntercept: 1288.04, powerGrade: .c,
        powerSource: "\(huang), table as recalled; [ARO] 1.2 W at rate 0 (A)")) + [
      own(.lte2012, "promotionPower", "power while a connection is set up", .watts, 1.21, 0...3, .a, aro),
      own(.lte2012, "promotionTime", "time to set up a connection", .seconds, 0.26, 0...2, .a, aro),
      own(
        .lte2012, "continuousReception", "reception without pauses at the start of a tail", .seconds, 0.1,
        0...1,
        .a, aro),
      own(
        .lte2012, "pagingPower", "mean power of paging, instead of `idle.paging`", .milliwatts, 20, 0...40,
        .b,
        "43 ms at 0.594 W every 1.28 s: \(aro)"),
    ]

  private static let fitLTE = "fit of power traces [Narayanan2021], Verizon LTE, less the phone's 2.36 W"
  private static let fitNSA =
    "fit of power traces [Narayanan2021], Verizon NSA low band, less the phone's 2.36 W"

  private static let lteVerizon = network(
    .lteVerizon,
    Values(
      timer: 10.2, timerSource: probes, tail: 178, tailSource: recalled, downRate: 20, upRate: 8,
      downSlope: 13.0, upSlope: 77.8, downIntercept: 330, upIntercept: 580, powerSource: fitLTE))

  private static let lteTMobile = network(
    .lteTMobile,
    Values(
      timer: 5.1, timerSource: probes, tail: 66, tailSource: recalled, downRate: 20, upRate: 8,
      downSlope: 13.0, upSlope: 77.8, downIntercept: 330, upIntercept: 580, powerGrade: .d,
      powerSource: "\(assumed): as Verizon LTE"))

  private static let nsaTMobile = network(
    .nsaTMobile,
    Values(
      timer: 10.2, timerSource: probes, tail: 260, tailSource: recalled, downRate: 60, upRate: 15,
      downSlope: 14.1, upSlope: 32.4, downIntercept: 540, upIntercept: 840, powerGrade: .d,
      powerSource: "\(assumed): as Verizon NSA low band"))

  private static let nsaVerizon = network(
    .nsaVerizon,
    Values(
      timer: 10.3, timerSource: probes, tail: 249, tailSource: recalled, downRate: 60, upRate: 15,
      downSlope: 14.1, upSlope: 32.4, downIntercept: 540, upIntercept: 840, powerSource: fitNSA))

  private static let mmWaveVerizon = network(
    .mmWaveVerizon,
    Values(
      timer: 10.4, timerSource: probes, tail: 1092, tailSource: recalled, downRate: 800, upRate: 100,
      rateSource: "\(assumed): the rates behind the table of task energies", downSlope: 1.74, upSlope: 9.15,
      downIntercept: 2870, upIntercept: 3280,
      powerSource: "fit of power traces [Narayanan2021], Verizon mmWave, less the phone's 2.36 W"))

  private static let saTMobile =
    network(
      .saTMobile,
      Values(
        timer: 10.4, timerSource: probes, tail: 593, tailSource: recalled, downRate: 60, upRate: 15,
        downSlope: 14.1, upSlope: 32.4, downIntercept: 540, upIntercept: 840, powerGrade: .d,
        powerSource: "\(assumed): as Verizon NSA low band")) + [
      own(
        .saTMobile, "inactiveUntil", "end of RRC INACTIVE after the last byte", .seconds, 15, 0...60, .a,
        "annotation of the probes [Narayanan2021]"),
      own(
        .saTMobile, "inactivePower", "mean power in RRC INACTIVE, above idle", .milliwatts, 20, 0...100, .d,
        "\(assumed): paging as often as in idle, with a context kept"),
    ]

  private static let umts2012 =
    network(
      .umts2012,
      Values(
        timer: 8.0882, timerGrade: .c, timerSource: "\(huang), table as recalled: DCH", tail: 803.9,
        tailSource: "\(huang), table as recalled: DCH", downRate: 3, upRate: 1,
        downSlope: 122.12, upSlope: 868.98, downIntercept: 817.88, upIntercept: 817.88, powerGrade: .c,
        powerSource: "\(huang), table as recalled", slopeLimit: 900)) + [
      own(
        .umts2012, "promotionPower", "power while a connection is set up", .watts, 0.6594, 0...3, .c,
        "\(huang), table as recalled"),
      own(
        .umts2012, "promotionTime", "time to set up a connection", .seconds, 0.5821, 0...4, .c,
        "\(huang), table as recalled"),
      own(
        .umts2012, "fachTime", "stay in FACH after the tail in DCH", .seconds, 0.8241, 0...30, .c,
        "\(huang), table as recalled"),
      own(
        .umts2012, "fachPower", "power in FACH, above idle", .milliwatts, 601.3, 0...1500, .c,
        "\(huang), table as recalled"),
    ]

  /// A parameter that only some networks have.
  private static func own(
    _ profile: NetworkProfile, _ name: String, _ meaning: String, _ unit: ParameterUnit, _ value: Double,
    _ range: ClosedRange<Double>, _ grade: EvidenceGrade, _ source: String
  ) -> ParameterDefinition {
    .quantity(
      "radio.\(profile.name).\(name)", meaning, unit, value, range, grade, rules: "radio", source: source,
      domain: unit == .seconds ? .interval(0...3600) : .nonNegative)
  }

  /// The parameters that every network has; slopes in mW per Mbit/s, intercepts in mW.
  private static func network(_ profile: NetworkProfile, _ values: Values) -> [ParameterDefinition] {
    let key = "radio.\(profile.name)"
    return [
      .quantity(
        "\(key).inactivityTimer", "tail after the last byte", .seconds, values.timer, 0...30,
        values.timerGrade, rules: "radio", source: values.timerSource, domain: .interval(0...86_400)),
      .quantity(
        "\(key).tailPower", "mean power of the tail, above idle", .milliwatts, values.tail, 0...1500,
        .c, rules: "radio", source: values.tailSource),
      .quantity(
        "\(key).downRate", "rate of receiving", .megabitsPerSecond, values.downRate, 0.5...1000,
        .d, rules: "radio", source: values.rateSource, domain: .positive),
      .quantity(
        "\(key).upRate", "rate of sending", .megabitsPerSecond, values.upRate, 0.2...500,
        .d, rules: "radio", source: values.rateSource, domain: .positive),
      .quantity(
        "\(key).downSlope", "power per Mbit/s received", .milliwatts, values.downSlope, 0...150,
        values.powerGrade, rules: "radio", source: values.powerSource,
        domain: .interval(0...values.slopeLimit)),
      .quantity(
        "\(key).upSlope", "power per Mbit/s sent", .milliwatts, values.upSlope, 0...values.slopeLimit,
        values.powerGrade, rules: "radio", source: values.powerSource,
        domain: .interval(0...values.slopeLimit)),
      .quantity(
        "\(key).downIntercept", "power while receiving at any rate, above idle", .milliwatts,
        values.downIntercept, 0...4000, values.powerGrade, rules: "radio", source: values.powerSource),
      .quantity(
        "\(key).upIntercept", "power while sending at any rate, above idle", .milliwatts, values.upIntercept,
        0...4000, values.powerGrade, rules: "radio", source: values.powerSource),
    ]
  }
}
