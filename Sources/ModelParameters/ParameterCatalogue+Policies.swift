/// Parameters of the scheduling policies.
extension ParameterCatalogue {
  static let policies: [ParameterDefinition] = [
    .quantity(
      "random.probability", "start probability per periodic decision point", .none, 0.1, 0.01...1,
      .d, rules: "random",
      source: "mean wait 2.5 h", domain: .unitInterval),
    .quantity(
      "fixed.interval", "legacy minimum fetch interval", .minutes, 60, 15...1440,
      .d, rules: "fixed-interval",
      source: "developer's wish, hourly", domain: .interval(0.05...5_270_400)),
    .quantity(
      "predictive.threshold", "likelihood that starts a refresh", .none, 0.3, 0.05...0.9,
      .d, rules: "usage-predictive",
      source: "start before even odds", domain: .unitInterval),
    .quantity(
      "deadline.slack", "latest start before the deadline", .minutes, 15, 1...120,
      .d, rules: "deadline",
      source: "one evaluation interval"),
    .quantity(
      "energyBudget.priorCost", "first cost estimate of a run", .joules, 3, 1...50,
      .d, rules: "energy-budget",
      source: "small Wi-Fi transfer plus launch; replace by the energy model's figure"),
    .quantity(
      "energyBudget.learningRate", "weight of the newest cost", .none, 0.2, 0.05...1,
      .d, rules: "energy-budget",
      source: "memory of about five runs", domain: .unitInterval),
    .quantity(
      "aligned.tolerance", "postponement for alignment", .minutes, 30, 5...240,
      .d, rules: "aligned",
      source: "two evaluation intervals"),
    .quantity(
      "clairvoyant.lead", "start before a known use", .minutes, 2, 1...15,
      .d, rules: "clairvoyant",
      source: "longer than a refresh run"),
    .quantity(
      "learned.horizon", "time to a use that counts as reward", .minutes, 60, 15...240,
      .d, rules: "learned",
      source: "equals the look-ahead"),
    .quantity(
      "learned.costRatio", "sampled probability needed to start", .none, 0.2, 0.05...0.8,
      .d, rules: "learned",
      source: "price of a run relative to a fresh open", domain: .unitInterval),
    .quantity(
      "learned.priorStrength", "pseudo-counts of the Beta prior", .none, 2, 0.5...20,
      .d, rules: "learned",
      source: "weak prior (1, 1)", domain: .interval(0.001...1_000_000)),
  ]

  private static let ofPolicies = Set(policies.map(\.name))

  /// Whether a parameter is a setting of a policy that whoever uses the policy chooses, and no unknown of phones.
  ///
  /// The weights and thresholds of policies that stand for a platform's own scheduler are unknowns: nobody publishes them.
  public static func isPolicySetting(_ name: String) -> Bool { ofPolicies.contains(name) }
}
