extension ParameterCatalogue {
  /// Parameters of earlier versions, with what replaces each.
  public static let removed: [String: String] = renamedRadios.merging([
    "charge.holdMin": "`charge.holdLength`, whose first number is the shortest hold",
    "charge.holdMax": "`charge.holdLength`, whose second number is the longest hold",
    "charge.topUpLead": "`charge.holdLead`",
    "charge.day.rate": "`charge.day.chances`, the chances that result in such a rate",
  ]) { $1 }

  /// LTE and 5G were one network each; theirs are now those of Verizon.
  private static var renamedRadios: [String: String] {
    let names = [
      "inactivityTimer", "tailPower", "downRate", "upRate", "downSlope", "upSlope", "downIntercept",
      "upIntercept",
    ]
    let pairs = [("lte", NetworkProfile.lteVerizon), ("nr", .nsaVerizon)].flatMap { old, profile in
      names.map {
        ("radio.\(old).\($0)", "`radio.\(profile.name).\($0)`, and so for each of `slumber networks`")
      }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
