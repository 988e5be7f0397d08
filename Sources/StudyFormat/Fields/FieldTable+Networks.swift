import ModelParameters

extension FieldTable {
  /// The key that says to which networks phones belong.
  static let cellularNetwork = field(
    "cellularNetwork", .textOrMap("networkShares"), "a network of `slumber networks`, or shares of several")

  static let networkShares = FieldTable(
    "networkShares",
    NetworkProfile.allCases.map { field($0.name, .quantity("%"), "share of the phones: \($0.label)") })
}
