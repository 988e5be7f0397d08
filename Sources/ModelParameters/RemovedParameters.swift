extension ParameterCatalogue {
  /// Parameters of earlier versions, with what replaces each.
  public static let removed: [String: String] = [
    "charge.holdMin": "`charge.holdLength`, whose first number is the shortest hold",
    "charge.holdMax": "`charge.holdLength`, whose second number is the longest hold",
    "charge.topUpLead": "`charge.holdLead`",
    "charge.day.rate": "`charge.day.chances`, the chances that result in such a rate",
  ]
}
