extension ResultsSchema {
  private static func differenceColumns(_ metric: String) -> [ColumnDefinition] {
    [
      ColumnDefinition(
        "\(metric)_difference", .real,
        "Difference of the \(metric) metric from the baseline; empty for the baseline.", isRequired: false),
      ColumnDefinition(
        "\(metric)_half_width", .real,
        "Half the width of the joint region of both differences in the direction of the \(metric) metric; the "
          + "regions of a front are simultaneous. Empty below three replications.", isRequired: false),
    ]
  }

  /// The export's table of fronts: one row a point in the plane of two metrics.
  public static let front = TableDefinition(
    "front", "A policy, or a level of one, on the front of two metrics.",
    key: ["front", "first_metric", "second_metric", "choice"],
    columns: [
      ColumnDefinition("front", .text, "Arm and levels that all points of the front share."),
      ColumnDefinition("first_metric", .text, "Metric of the first axis."),
      ColumnDefinition("second_metric", .text, "Metric of the second axis."),
      ColumnDefinition("choice", .text, "The policy, with its levels where these are choices."),
      ColumnDefinition("policy", .text, "Label of the policy."),
      ColumnDefinition(
        "gates", .integer, "Number of soft gates that the policy obeys.", isRequired: false),
      ColumnDefinition("is_baseline", .integer, "1 for the policy that differences are taken from."),
      ColumnDefinition("first", .real, "Estimate of the first metric, in its unit."),
      ColumnDefinition("second", .real, "Estimate of the second metric, in its unit."),
    ] + differenceColumns("first") + differenceColumns("second") + [
      ColumnDefinition(
        "standing", .text,
        "`on the front`: every other is shown to be worse in one metric, by one-sided tests of the sign; `clearly dominated`: another is shown to be "
          + "no worse in either metric, and better in one; `perhaps dominated`: by the estimates only; "
          + "`unresolved`: none of these; `beside the front`: not judged, because it uses the future.",
        words: [
          "on the front", "unresolved", "perhaps dominated", "clearly dominated", "beside the front",
        ]),
      ColumnDefinition(
        "rivals", .text, "The points that the standing rests on, the surest first.", isRequired: false),
      ColumnDefinition(
        "p", .real, unit: "1",
        "p-value of the first rival's dominance, times the number of tests of the front.", isRequired: false),
      ColumnDefinition(
        "front_share", .real, unit: "1",
        "Share of bootstrap resamples of the replications in which the point is on the front of the estimates.",
        isRequired: false),
      ColumnDefinition(
        "same_as", .text, "An earlier point with equal metrics in every replication.", isRequired: false),
      ColumnDefinition("replications_used", .integer, "Replications that all points have."),
    ])
}
