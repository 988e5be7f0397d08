extension ResultsSchema {
  /// The words of a verdict.
  static let verdicts = [
    "same", "equivalent", "better", "worse", "slightlyBetter", "slightlyWorse", "unresolved",
  ]

  /// The columns of a difference that is judged, from its estimate on.
  static func differenceColumns(_ difference: String, of family: String) -> [ColumnDefinition] {
    [
      ColumnDefinition("difference", .real, difference, isRequired: false),
      ColumnDefinition(
        "difference_half_width", .real, "Half the width of the difference's interval.", isRequired: false),
      ColumnDefinition(
        "difference_lower", .real, "Lower end of the difference's interval.", isRequired: false),
      ColumnDefinition(
        "difference_upper", .real, "Upper end of the difference's interval.", isRequired: false),
      ColumnDefinition(
        "interval", .text,
        "`simultaneous`: the intervals of \(family) cover together with the stated confidence (Bonferroni); "
          + "`marginal`: this one alone.",
        isRequired: false, words: ["simultaneous", "marginal"]),
      ColumnDefinition(
        "p_holm", .real, unit: "1",
        "p-value of no difference, adjusted by Holm over the same family; empty for quantiles over devices.",
        isRequired: false),
      ColumnDefinition(
        "correlation", .real, unit: "1", "Of both members over replications.", isRequired: false),
      ColumnDefinition(
        "verdict", .text,
        "`same`: equal in every common replication; `equivalent`: the interval lies within the margin on both "
          + "sides; `better`, `worse`: it lies beyond the margin; `slightlyBetter`, `slightlyWorse`: it excludes 0 "
          + "but not the margin; `unresolved`: none of these. The first that applies; empty for metrics without a "
          + "verdict.",
        isRequired: false, words: verdicts),
      ColumnDefinition(
        "direction", .text, "The side of 0 on which the interval lies; empty where it holds 0.",
        isRequired: false, words: ["lower", "higher"]),
      ColumnDefinition(
        "margin", .real, "Smallest difference that matters, in the unit of the metric.", isRequired: false),
      ColumnDefinition("replications_used", .integer, "Replications with a value of both members."),
      ColumnDefinition(
        "replications_needed", .integer,
        "Replications to add until an unresolved difference is likely to be resolved; empty for all others.",
        isRequired: false),
      ColumnDefinition(
        "needed_is_lower_bound", .integer, "1 if more than replications_needed are needed.",
        isRequired: false),
      ColumnDefinition("note", .text, "What a reader has to know.", isRequired: false),
    ]
  }

  public static let comparison = TableDefinition(
    "comparison",
    "A metric of a policy in a design point, compared with the baseline over common replications.",
    key: ["design_point", "metric", "policy"],
    columns: [
      ColumnDefinition("design_point", .text, "As in runs.csv."),
      ColumnDefinition("arm", .text, "As in runs.csv."),
      ColumnDefinition("metric", .text, "Name of the metric; it speaks of the population."),
      ColumnDefinition("unit", .text, "Unit of mean, difference and half-widths; 1 for shares and counts."),
      ColumnDefinition("policy", .text, "Label of the policy."),
      ColumnDefinition(
        "mean", .real,
        "Estimate over the replications that have a value: the ratio of sums, or the mean, as the metric's "
          + "definition says.",
        isRequired: false),
      ColumnDefinition(
        "half_width", .real,
        "Half the width of its t interval from jackknife pseudo-values (bootstrap for quantiles over devices); "
          + "empty for one replication.",
        isRequired: false),
      ColumnDefinition("baseline", .text, "Label of the policy that it is compared with."),
    ]
      + differenceColumns(
        "Policy minus baseline over common replications; empty for the baseline.",
        of: "all differences with a verdict in the design point, or in the study where it says so,"))
}
