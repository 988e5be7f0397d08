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
        "p_adjusted", .real, unit: "1",
        "p-value of no difference, adjusted by Bonferroni over the same family; empty for quantiles over devices.",
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
        "Replications to add until an unresolved difference is resolved with power 0.8, if the estimates of difference and "
          + "spread are true; empty for all others.",
        isRequired: false),
      ColumnDefinition(
        "needed_is_lower_bound", .integer, "1 if more than replications_needed are needed.",
        isRequired: false),
      ColumnDefinition("note", .text, "What a reader has to know.", isRequired: false),
    ]
  }

  /// The export's table of policies beside the baseline: one row a design point, metric and policy.
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

  private static func levelColumns(_ prefix: String, _ which: String, isRequired: Bool) -> [ColumnDefinition]
  {
    [
      ColumnDefinition(
        "\(prefix)level", .real, "Level of the \(which) factor in its base unit; empty for a word.",
        isRequired: false),
      ColumnDefinition(
        "\(prefix)level_text", .text, "The level as the study writes it; `-` where there is no such factor."),
      ColumnDefinition(
        "\(prefix)first_level", .real, "First level of the factor, with which it is compared.",
        isRequired: false),
      ColumnDefinition(
        "\(prefix)first_level_text", .text, "The first level as the study writes it.", isRequired: isRequired),
    ]
  }

  /// The export's table of effects of factors: one row an effect or interaction, policy and metric.
  public static let effects = TableDefinition(
    "effects",
    "The effect of a factor on a metric of a policy: its estimate at a level less that at the first level, other "
      + "factors pooled; or the interaction of two factors, the difference of two such differences.",
    key: ["arm", "kind", "factor", "level_text", "second_factor", "second_level_text", "policy", "metric"],
    columns: [
      ColumnDefinition("arm", .text, "As in runs.csv."),
      ColumnDefinition(
        "kind", .text,
        "`level`: of one factor; `interaction`: of two; `regression`: standardized coefficient of a regression on all "
          + "factors, in a space-filling design.", words: ["level", "interaction", "regression"]),
      ColumnDefinition("factor", .text, "Key path of what is varied."),
    ]
      + levelColumns("", "first", isRequired: true) + [
        ColumnDefinition("second_factor", .text, "Second factor of an interaction; `-` for none.")
      ] + levelColumns("second_", "second", isRequired: false) + [
        ColumnDefinition("policy", .text, "Label of the policy."),
        ColumnDefinition("metric", .text, "Name of the metric; it speaks of the population."),
        ColumnDefinition("unit", .text, "Unit of estimates, difference and margin."),
        ColumnDefinition(
          "estimate", .real,
          "Estimate at the level, or at both levels of an interaction; of a regression the coefficient, whose unit is 1.",
          isRequired: false),
        ColumnDefinition(
          "half_width", .real, "Half the width of its marginal t interval.", isRequired: false),
        ColumnDefinition(
          "first_estimate", .real, "Estimate at the first level, or at both first levels.",
          isRequired: false),
      ]
      + differenceColumns(
        "Level less first level over common replications, paired unless the note says otherwise.",
        of: "all effects of the factor, or of the two factors,"))
}
