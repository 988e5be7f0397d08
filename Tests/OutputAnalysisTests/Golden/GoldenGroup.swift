import TestSupport

/// Computes the rows whose name begins with a stem.
struct GoldenGroup: Sendable {
  let stem: String
  let compute: @Sendable (GoldenRow) throws -> [Double]

  init(_ stem: String, _ compute: @escaping @Sendable (GoldenRow) throws -> [Double]) {
    (self.stem, self.compute) = (stem, compute)
  }

  /// The answer of the group with the longest stem that fits the row; nil if none does.
  static func answer(_ row: GoldenRow, among groups: [GoldenGroup]) throws -> GoldenAnswer? {
    let group = groups.filter { row.name.hasPrefix($0.stem) }.max { $0.stem.count < $1.stem.count }
    return try group.map { .numbers(try $0.compute(row)) }
  }
}

/// Data of the golden tables.
enum Fixture {
  /// The results of one of five policies over twelve common replications.
  static func policy(_ name: some StringProtocol) -> [Double] {
    try! GoldenTable.column(name, of: "data_policies.csv")
  }
}
