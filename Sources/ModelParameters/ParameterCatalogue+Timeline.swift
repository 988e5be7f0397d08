extension ParameterCatalogue {
  /// Beginnings of the names of parameters that describe people, their surroundings and the start of a device.
  private static let timelineChapters = [
    "battery.capacity", "battery.health", "charge.", "initial.", "modes.", "movement.", "network.",
    "population.",
    "settings.", "signal.", "systemWork.", "trace.", "user.",
  ]

  /// Parameters of those chapters that only the phone reads.
  private static let phoneOnly: Set<String> = [
    "charge.day.levelWidth", "charge.limitLevel", "charge.optimized", "signal.powerFactors",
    "signal.rateFactors",
    "systemWork.processorLoad",
  ]

  /// Whether a parameter can change the exogenous timeline of a device.
  ///
  /// Studies that differ in other parameters only have the same timelines, which are then drawn once. A name that is not in
  /// the catalogue belongs to a policy from outside, which no timeline depends on.
  public static func entersTimeline(_ name: String) -> Bool {
    !phoneOnly.contains(name) && timelineChapters.contains { name.hasPrefix($0) }
  }
}
