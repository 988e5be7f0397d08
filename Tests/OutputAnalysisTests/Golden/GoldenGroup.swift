/// How the rows whose name begins with a stem are judged: computed here, or left out for a stated reason.
struct GoldenGroup: Sendable {
  enum Treatment: Sendable {
    case computed(@Sendable (GoldenRow) throws -> [Double])
    case leftOut(because: String)
  }

  let stem: String
  let treatment: Treatment

  static func computed(
    _ stem: String, _ body: @escaping @Sendable (GoldenRow) throws -> [Double]
  ) -> GoldenGroup {
    GoldenGroup(stem: stem, treatment: .computed(body))
  }

  static func leftOut(_ stems: [String], because reason: String) -> [GoldenGroup] {
    stems.map { GoldenGroup(stem: $0, treatment: .leftOut(because: reason)) }
  }

  /// The group with the longest stem that fits the row.
  static func group(of row: GoldenRow, among groups: [GoldenGroup]) -> GoldenGroup? {
    groups.filter { row.name.hasPrefix($0.stem) }.max { $0.stem.count < $1.stem.count }
  }
}
