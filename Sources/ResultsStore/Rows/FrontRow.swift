import Basics

package typealias FrontRow = Row<FrontColumns>

package final class FrontColumns: RowColumns {
  package static let schema = RowSchema(
    FrontColumns(), "front", "A policy, or a level of one, on the front of two metrics.",
    key: ["front", "first_metric", "second_metric", "choice"])

  package let front = StoredColumn<String>("front", "Arm and levels that all points of the front share.")
  package let firstMetric = StoredColumn<String>("first_metric", "Metric of the first axis.")
  package let secondMetric = StoredColumn<String>("second_metric", "Metric of the second axis.")
  package let choice = StoredColumn<String>("choice", "The policy, with its levels where these are choices.")
  package let policy = StoredColumn<String>("policy", "Label of the policy.")
  package let gates = StoredColumn<Int?>("gates", "Number of soft gates that the policy obeys.")
  package let isBaseline = StoredColumn<Bool>(
    "is_baseline", "1 for the policy that differences are taken from.")
  package let first = StoredColumn<Double>("first", "Estimate of the first metric, in `first_unit`.")
  package let firstUnit = unit("first")
  package let second = StoredColumn<Double>("second", "Estimate of the second metric, in `second_unit`.")
  package let secondUnit = unit("second")
  package let firstDifference = difference("first"), firstHalfWidth = halfWidth("first")
  package let secondDifference = difference("second"), secondHalfWidth = halfWidth("second")
  package let standing = StoredColumn<String>(
    "standing",
    "`on the front`: every other is shown to be worse in one metric, by one-sided tests of the sign; `clearly dominated`: another is shown to be "
      + "no worse in either metric, and better in one; `perhaps dominated`: by the estimates only; `not distinguished`: the same with a p of 0.5 or more; "
      + "`unresolved`: none of these; `beside the front`: not judged, because it uses the future.",
    words: [
      "on the front", "unresolved", "perhaps dominated", "not distinguished", "clearly dominated",
      "beside the front",
    ])
  package let rivals = StoredColumn<String?>(
    "rivals", "The points that the standing rests on, the surest first.")
  package let pValue = StoredColumn<Double?>(
    "p", unit: "1", "p-value of the first rival's dominance, times the number of tests of the front.")
  package let frontShare = StoredColumn<Double?>(
    "front_share", unit: "1",
    "Share of bootstrap resamples of the replications in which the point is on the front of the estimates.")
  package let sameAs = StoredColumn<String?>(
    "same_as", "An earlier point with equal metrics in every replication.")
  package let replications = StoredColumn<Int>("replications_used", "Replications that all points have.")

  private static func unit(_ metric: String) -> StoredColumn<String> {
    StoredColumn(
      "\(metric)_unit", "Unit of `\(metric)`, its difference and its half-width; 1 for shares and counts.")
  }

  private static func difference(_ metric: String) -> StoredColumn<Double?> {
    StoredColumn(
      "\(metric)_difference",
      "Difference of the \(metric) metric from the baseline; empty for the baseline.")
  }

  private static func halfWidth(_ metric: String) -> StoredColumn<Double?> {
    StoredColumn(
      "\(metric)_half_width",
      "Half the width of the joint region of both differences in the direction of the \(metric) metric; the "
        + "regions of a front are simultaneous. Empty below three replications.")
  }
}
