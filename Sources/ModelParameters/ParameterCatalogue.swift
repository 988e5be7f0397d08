/// All parameters of all models, in one place.
///
/// The parameters of a model are in the extension file with its name, one parameter per line.
public enum ParameterCatalogue {
  /// Every definition, in the order in which catalogues print them.
  public static let all: [ParameterDefinition] =
    platform + policies + android + applications + device + systemWork + usage

  /// Definitions by name.
  public static let byName: [String: ParameterDefinition] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Beginnings of the names of parameters that describe people, their surroundings and the start of a device.
  private static let timelineChapters = [
    "battery.capacity", "battery.health", "charge.", "initial.", "mix.", "modes.", "movement.", "network.",
    "population.", "settings.", "signal.", "systemWork.", "trace.", "user.",
  ]

  /// Parameters of those chapters that only the phone reads.
  private static let phoneOnly: Set<String> = [
    "charge.day.levelWidth", "charge.limitLevel", "charge.optimized", "signal.powerFactors",
    "signal.rateFactors", "systemWork.processorLoad",
  ]

  /// Whether a parameter can change the exogenous timeline of a device: studies that differ in other parameters only
  /// have the same timelines, which are then drawn once.
  public static func entersTimeline(_ name: String) -> Bool {
    !phoneOnly.contains(name) && timelineChapters.contains { name.hasPrefix($0) }
  }

  /// Parameters of earlier versions, with what replaces each.
  public static let removed: [String: String] = renamedRadios.merging([
    "charge.holdMin": "`charge.holdLength` (its first number is the shortest hold)",
    "charge.holdMax": "`charge.holdLength` (its second number is the longest hold)",
    "charge.topUpLead": "`charge.holdLead`",
    "charge.day.rate": "`charge.day.chances`, the number of chances that gives such a rate",
  ]) { $1 }

  /// LTE and 5G were one network each; theirs are now those of Verizon.
  private static var renamedRadios: [String: String] {
    let names = "inactivityTimer tailPower downRate upRate downSlope upSlope downIntercept upIntercept"
    let pairs = [("lte", NetworkProfile.lteVerizon), ("nr", .nsaVerizon)].flatMap { old, profile in
      names.split(separator: " ").map {
        (
          "radio.\(old).\($0)",
          "`radio.\(profile.name).\($0)`, and likewise for each network of `slumber networks`"
        )
      }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
