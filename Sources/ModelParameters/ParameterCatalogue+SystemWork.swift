/// Parameters of the system's own work.
///
/// With the idle powers of 47 mW a night without apps draws 76 mW, which a recorded iPhone draws in its quiet hours.
extension ParameterCatalogue {
  static let systemWork: [ParameterDefinition] = [
    .quantity(
      "systemWork.period", "mean time from one wake of the system to the next, 0 for none", .minutes, 30,
      1...60,
      .d, rules: "system wakes", source: "\(fitted); keep-alives of push connections come every 15 to 30 min",
      domain: .interval(0...1_000_000)),
    .quantity(
      "systemWork.activityFactor", "wakes that follow the user's activity, relative to those at all hours",
      .none,
      2, 0...5,
      .d, rules: "system wakes",
      source:
        "\(assumption): fitted to a loss of 2.8 % of the charge an hour by day; a phone's telemetry has 0.33 W in the "
        + "median with the screen off, four times the power of quiet hours", domain: .interval(0...100)),
    .quantity(
      "systemWork.awakeTime", "mean time that such a wake keeps the phone awake", .seconds, 160, 5...600,
      .d, rules: "system wakes", source: fitted, domain: .interval(0.001...86_400)),
    .quantity(
      "systemWork.awakeSigma", "its log standard deviation", .none, 0.7, 0...1.5,
      .d, rules: "system wakes", source: assumption, domain: .interval(0...3)),
    .quantity(
      "systemWork.processorLoad", "processor time of a wake / its time awake", .none, 0.7, 0...2,
      .d, rules: "system wakes",
      source: "\(fitted); processor and memory are a third of the power of its quiet hours",
      domain: .interval(0...16)),
    .quantity(
      "systemWork.networkShare", "share of the wakes that use the network", .percent, 40, 0...100,
      .d, rules: "system wakes", source: assumption, domain: .unitInterval),
    .quantity(
      "systemWork.bytes", "mean data that such a wake receives", .kilobytes, 120, 0...2000,
      .d, rules: "system wakes", source: assumption, domain: .interval(0...10_000_000)),
    .boolean(
      "systemWork.scriptedPhones", "phones of scripted users have wakes of the system too", false,
      .d, rules: "system wakes", source: "scripted phones have results that a reader can compute by hand"),
  ]

  private static let assumption = "model assumption"
  private static let fitted =
    "\(assumption): fitted to 76 mW in quiet hours of a recorded iPhone [Miller2026]"
}
