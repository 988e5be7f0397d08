import OutputAnalysis

extension FieldTable {
  /// The keys of `design`, where it is a mapping.
  static let design = FieldTable(
    "design",
    [
      field(
        "kind", .choice(StudyDesign.Kind.allCases.map(\.rawValue)),
        "all combinations; the first levels and each other level alone; a fraction of combinations of two levels; or "
          + "points spread over ranges",
        required: true),
      field(
        "points", .integer,
        "points of a space-filling design (`latinHypercube`, `sobol`); 2^m - 1 for `sobol`",
        in: Double(StudyDesign.pointCounts.lowerBound)...Double(StudyDesign.pointCounts.upperBound),
        default: .words("none: such a design needs it")),
      field(
        "resolution", .integer,
        "resolution of a fraction: 3 confuses factors with pairs, 4 pairs with pairs, 5 neither",
        in: Double(
          FractionalFactorial.resolutions.lowerBound)...Double(
            FractionalFactorial.resolutions.upperBound),
        default: .words("4")),
      field(
        "where", .oneOrMore(of: "condition"),
        "conditions that every point meets, such as `score.thresholdEnd <= score.thresholdStart`",
        default: .words("none")),
      field(
        "together", .open, "groups of factors that move together: a name with a list of factors",
        default: .words("none")),
    ])
}
