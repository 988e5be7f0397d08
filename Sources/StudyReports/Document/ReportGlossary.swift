import Basics
import ResultsStore

/// The definitions at the end of a report: of all terms, and of the metrics that a page names.
package enum ReportGlossary {
  /// A line for each term: its title and definition.
  private static let terms = """
    replication | An independent fleet of phones with random numbers of its own. All policies of a replication meet the same phones, people and events (common random numbers).
    baseline and difference | The policy with which the others are compared. A difference is the policy less the baseline, over the same replications.
    ± (interval) | Half the width of the confidence interval at the stated confidence. Intervals of differences with a verdict are simultaneous within their family (Bonferroni).
    p (adjusted) | The p-value of no difference, times the number of differences of its family (Bonferroni), as their intervals; on a front: of such dominance by chance alone, times the number of tests.
    margin | The smallest difference that matters, as the study states it or by default: a number, a share of the baseline (%), a share of the battery per day (%/d), or a factor of the ratio.
    ratio | The estimate over the estimate of the baseline, with its interval. It is empty unless both are ratios of positive sums.
    verdict | better, worse: the simultaneous interval lies beyond the margin; slightly better, slightly worse: it excludes 0, but not the margin; equivalent: it lies within the margin on both sides; same: equal in every replication; unresolved: none of these.
    needed | Replications to add until an unresolved difference is resolved with power 0.8, with the difference and the standard deviation of the present ones.
    front | The policies that no other one beats in both metrics. Policies that use the future stand beside it.
    standing | How certain it is that a policy is on the front, by simultaneous one-sided paired tests.
    resamples | The share of bootstrap resamples of the replications in which the policy is on the front of the means.
    gates | Soft conditions of the platform that the policy obeys; a policy that obeys fewer may do more.
    censored wait | A wait that was cut off, by the end of the study for example. It counts as waiting up to then, and is neither zero nor dropped (Kaplan and Meier).
    share of points | The part of the points of a Latin hypercube over the assumptions whose estimate has the stated sign; noise-adjusted: the part of the box that has it after sampling error is removed from the estimates.
    assumption (grade D) | A parameter without a published value. `slumber parameters` lists all of them with range and reason.
    effect of a level | The estimate at a level less that at the first level of the factor, with the levels of other factors pooled.
    items held back | The mean number of items of a phone that wait at an hour of the day although their first window is open.
    """

  /// - Parameter metrics: The definitions in the results file, which go before the program's own.
  package static func page(for text: String, metrics: [MetricDescription]) -> TextPage {
    let terms = terms.split(separator: "\n").map { line in
      let cells = line.split(separator: " | ").map(String.init)
      return (cells[0], cells[1])
    }
    let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    let stored = Dictionary(metrics.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let known = MetricCatalogue.all.filter { words.contains($0.name[...]) }.map { metric in
      (label: metric.label, description: stored[metric.name] ?? metric.description)
    }
    var page = TextPage(TextTable(terms, titles: ("term", "definition"), subject: "terms"))
    page.add(
      TextTable(
        known,
        [
          .page("metric", \.description.name), .page("title", \.label),
          .page("unit") { $0.description.unit == "1" ? "share or number" : $0.description.unit },
          .page("better") { $0.description.polarity == "none" ? "" : $0.description.polarity },
          .page("definition") { "\($0.description.definition) \($0.description.censoring)" },
        ], subject: "metrics"))
    return page
  }
}
