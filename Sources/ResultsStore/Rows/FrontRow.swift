/// A policy, or a level of one, on a front of two metrics.
public struct FrontRow: Hashable, Sendable {
  package var front: String
  package var firstMetric: String
  package var secondMetric: String
  package var choice: String
  package var policy: String
  package var gates: Int?
  package var isBaseline: Bool
  package var first: Double
  package var second: Double
  package var firstDifference: Double?
  package var firstHalfWidth: Double?
  package var secondDifference: Double?
  package var secondHalfWidth: Double?
  package var standing: String
  /// The points that the standing rests on, the surest first; empty for none.
  package var rivals: [String]
  package var pValue: Double?
  /// Share of bootstrap resamples of the replications in which the point is on the front of the estimates, 0 to 1; nil
  /// for one replication, and for a point that is not judged.
  package var frontShare: Double?
  package var sameAs: String?
  package var replications: Int

  package init(
    front: String, firstMetric: String, secondMetric: String, choice: String, policy: String,
    gates: Int?, isBaseline: Bool, first: Double, second: Double, standing: String, replications: Int
  ) {
    self.front = front
    self.firstMetric = firstMetric
    self.secondMetric = secondMetric
    self.choice = choice
    self.policy = policy
    self.gates = gates
    self.isBaseline = isBaseline
    self.first = first
    self.second = second
    self.standing = standing
    self.replications = replications
    rivals = []
  }

  private var rivalNames: String? { rivals.isEmpty ? nil : rivals.joined(separator: "; ") }

  private static func differenceColumns(
    _ metric: String, _ difference: any KeyPath<FrontRow, Double?> & Sendable,
    _ halfWidth: any KeyPath<FrontRow, Double?> & Sendable
  ) -> [Column<FrontRow>] {
    [
      Column(
        "\(metric)_difference",
        "Difference of the \(metric) metric from the baseline; empty for the baseline.", difference),
      Column(
        "\(metric)_half_width",
        "Half the width of the joint region of both differences in the direction of the \(metric) metric; the "
          + "regions of a front are simultaneous. Empty below three replications.", halfWidth),
    ]
  }

  package static let table = Table<FrontRow>(
    "front", "A policy, or a level of one, on the front of two metrics.",
    key: ["front", "first_metric", "second_metric", "choice"],
    columns: [
      Column("front", "Arm and levels that all points of the front share.", \.front),
      Column("first_metric", "Metric of the first axis.", \.firstMetric),
      Column("second_metric", "Metric of the second axis.", \.secondMetric),
      Column("choice", "The policy, with its levels where these are choices.", \.choice),
      Column("policy", "Label of the policy.", \.policy),
      Column("gates", "Number of soft gates that the policy obeys.", \.gates),
      Column("is_baseline", "1 for the policy that differences are taken from.", \.isBaseline),
      Column("first", "Estimate of the first metric, in its unit.", \.first),
      Column("second", "Estimate of the second metric, in its unit.", \.second),
    ] + differenceColumns("first", \.firstDifference, \.firstHalfWidth)
      + differenceColumns("second", \.secondDifference, \.secondHalfWidth) + [
        Column(
          "standing",
          "`on the front`: every other is shown to be worse in one metric, by one-sided tests of the sign; `clearly dominated`: another is shown to be "
            + "no worse in either metric, and better in one; `perhaps dominated`: by the estimates only; "
            + "`unresolved`: none of these; `beside the front`: not judged, because it uses the future.",
          words: [
            "on the front", "unresolved", "perhaps dominated", "clearly dominated", "beside the front",
          ], \.standing),
        Column("rivals", "The points that the standing rests on, the surest first.", \.rivalNames),
        Column(
          "p", unit: "1",
          "p-value of the first rival's dominance, times the number of tests of the front.", \.pValue),
        Column(
          "front_share", unit: "1",
          "Share of bootstrap resamples of the replications in which the point is on the front of the estimates.",
          \.frontShare),
        Column("same_as", "An earlier point with equal metrics in every replication.", \.sameAs),
        Column("replications_used", "Replications that all points have.", \.replications),
      ])
}
