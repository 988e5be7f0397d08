import Basics
import ResultsStore

package struct ReportGlossary {
  enum Term: String {
    case replication, baseline, interval, probability, margin, ratio, verdict, needed, front, standing,
      resamples
    case gates, censored, share = "share-of-points", assumption, effect, held

    var id: String { "term-\(rawValue)" }
    func link(_ text: String) -> String { HTMLText.link(to: id, text) }
  }

  /// A line for each term: its identity, title and definition.
  private static let table = """
    replication | replication | An independent fleet of phones with random numbers of its own. All policies of a replication meet the same phones, people and events (common random numbers).
    baseline | baseline and difference | The policy with which the others are compared. A difference is the policy less the baseline, over the same replications.
    interval | ± (interval) | Half the width of the confidence interval at the stated confidence. Intervals of differences with a verdict are simultaneous within their family (Bonferroni).
    probability | p (adjusted) | The p-value of no difference, times the number of differences of its family (Bonferroni), as their intervals; on a front: of such dominance by chance alone, times the number of tests.
    margin | margin | The smallest difference that matters, as the study states it or by default: a number, a share of the baseline (%), a share of the battery per day (%/d), or a factor of the ratio.
    ratio | ratio | The estimate over the estimate of the baseline, with its interval. It is empty unless both are ratios of positive sums.
    verdict | verdict | better, worse: the simultaneous interval lies beyond the margin; slightly better, slightly worse: it excludes 0, but not the margin; equivalent: it lies within the margin on both sides; same: equal in every replication; unresolved: none of these.
    needed | needed | Replications to add until an unresolved difference is resolved with power 0.8, with the difference and the standard deviation of the present ones.
    front | front | The policies that no other one beats in both metrics. Policies that use the future stand beside it.
    standing | standing | How certain it is that a policy is on the front, by simultaneous one-sided paired tests.
    resamples | resamples | The share of bootstrap resamples of the replications in which the policy is on the front of the means.
    gates | gates | Soft conditions of the platform that the policy obeys; a policy that obeys fewer may do more.
    censored | censored wait | A wait that was cut off, by the end of the study for example. It counts as waiting up to then, and is neither zero nor dropped (Kaplan and Meier).
    share-of-points | share of points | The part of the points of a Latin hypercube over the assumptions whose estimate has the stated sign; noise-adjusted: the part of the box that has it after sampling error is removed from the estimates.
    assumption | assumption (grade D) | A parameter without a published value. `slumber parameters` lists all of them with range and reason.
    effect | effect of a level | The estimate at a level less that at the first level of the factor, with the levels of other factors pooled.
    held | items held back | The mean number of items of a phone that wait at an hour of the day although their first window is open.
    """

  private static let entries = table.split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
    return Term(rawValue: String(cells[0].dropLast())).map {
      (term: $0, title: cells[1].dropLast(), definition: cells[2])
    }
  }

  static func id(ofMetric name: String) -> String { "metric-\(name)" }

  static func link(metric name: String) -> String {
    HTMLText.link(to: id(ofMetric: name), MetricCatalogue.metric(name)?.label ?? name)
  }

  package static func numbers(in text: String, to id: String) -> String {
    let number = /[+−]?\d[\d.,]*(?:\s±\s\d[\d.,]*)?(?:\s%)?/
    var html = ""
    var rest = text[...]
    while let match = rest.firstMatch(of: number) {
      let (before, found) = (rest[..<match.range.lowerBound], HTMLText.escaped(rest[match.range]))
      // Digits within a word are part of a name.
      let isName = before.last.map { $0.isLetter || "_-[".contains($0) } ?? false
      html += HTMLText.escaped(before)
      html += isName ? found : HTMLText.element("a", ["href": "#\(id)", "class": "value"], found)
      rest = rest[match.range.upperBound...]
    }
    return html + HTMLText.escaped(rest)
  }

  package static func look(_ table: TextTable) -> (Int, String, String) -> HTMLCell {
    let metric = table.subject?.split(separator: " ").last.map(String.init)
    return { column, title, cell in column > 0 ? look(title: title, cell, metric: metric) : HTMLCell() }
  }

  static func look(title: String, _ cell: String, metric: String?) -> HTMLCell {
    switch title {
    case "p (adjusted)", "p": return HTMLCell(target: Term.probability.id)
    case "verdict": return HTMLCell(target: Term.verdict.id, style: style(ofVerdict: cell))
    case "needed", "standing", "resamples", "gates": return HTMLCell(target: Term(rawValue: title)?.id)
    case "ratio": return HTMLCell(target: cell.isEmpty ? nil : Term.ratio.id)
    case "note", "level", "corr.": return HTMLCell()
    default:
      let known = metric.flatMap { MetricCatalogue.metric($0) }
      return HTMLCell(target: cell.contains(where: \.isNumber) ? known.map { id(ofMetric: $0.name) } : nil)
    }
  }

  private static func style(ofVerdict words: String) -> String? {
    let styles = ["better": "good", "worse": "bad", "unresolved": "open"]
    return styles[String(words.replacing("slightly ", with: "").prefix(while: \.isLetter))]
  }

  package static func section(for page: String, metrics: [MetricDescription]) -> ReportSection {
    var section = ReportSection("glossary", "Definitions")
    section.body += "<dl>\n"
    for (term, title, definition) in entries where page.contains("href=\"#\(term.id)\"") {
      section.body += entry(term.id, HTMLText.escaped(title), HTMLText.prose(definition))
    }
    let stored = Dictionary(metrics.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for metric in MetricCatalogue.all where page.contains("href=\"#\(id(ofMetric: metric.name))\"") {
      let description = stored[metric.name] ?? metric.description
      let unit = description.unit == "1" ? "share or number" : description.unit
      let hasWay = ["lower", "higher"].contains(description.polarity)
      let way = hasWay ? ", \(description.polarity) is better" : ""
      section.body += entry(
        id(ofMetric: metric.name),
        "\(HTMLText.escaped(metric.label)) " + HTMLText.element("code", [:], HTMLText.escaped(metric.name)),
        HTMLText.prose("\(unit)\(way). \(description.definition) \(description.censoring)"))
    }
    section.body += "</dl>\n"
    return section
  }

  private static func entry(_ id: String, _ title: String, _ definition: String) -> String {
    "<dt id=\"\(HTMLText.escaped(id))\">\(title)</dt>\n<dd>\(definition)</dd>\n"
  }
}
