import Basics

/// The selection of policies by two metrics: the front after a fixed number of replications, with what is shown of it.
///
/// Nothing is selected on the way, so that the one-sided tests of the front keep their joint confidence.
package struct FrontSelectionReport: Sendable {
  package let front: PolicyFrontier
  package let replications: Int

  package init(_ front: PolicyFrontier, replications: Int) {
    self.front = front
    self.replications = replications
  }

  private func labels(_ standing: PolicyFrontier.Standing) -> [String] {
    front.points.filter { $0.standing == standing }.map(\.label)
  }

  package var shownOnFront: [String] { labels(.onFront) }
  package var shownDominated: [String] { labels(.clearlyDominated) }
  package var open: [String] {
    front.points.filter { [.unresolved, .perhapsDominated].contains($0.standing) }.map(\.label)
  }

  package var page: TextPage {
    var page = TextPage("Selection by \(front.metrics.first.name) and \(front.metrics.second.name)")
    page.add(front.page(isNamed: false))
    page.addGap()
    page.add(PolicyFrontier.explanation(of: [front]))
    page.addGap()
    page.add("shown to be on the front: \(Self.list(shownOnFront))")
    page.add("shown to be dominated: \(Self.list(shownDominated))")
    page.add("neither is shown: \(Self.list(open))")
    page.add(guarantee)
    return page
  }

  private static func list(_ labels: [String]) -> String {
    labels.isEmpty ? "none" : labels.joined(separator: ", ")
  }

  private var guarantee: String {
    let percent = NumberText.percent(front.jointConfidence)
    var text =
      "With a probability of at least \(percent) % none of the policies that are shown to be on the front is dominated by "
      + "another one here, all that are shown to be dominated are, and every policy of the true front is among those that are "
      + "not: \(front.statements) one-sided paired t tests share the rest of the probability (Bonferroni), after "
      + "\(CountText.text(front.replications, "replication")), a number that was fixed before the first run. "
      + "Nothing is guaranteed of the others. The means of replications are taken as near normal."
    if front.replications < replications {
      text +=
        " INCOMPLETE: \(replications) replications were asked for; those without a value of some policy are left out, which the "
        + "guarantee does not cover."
    }
    return text
  }

  package var json: JSONValue {
    JSONValue([
      "confidence": front.jointConfidence, "replications": front.replications,
      "replications_asked_for": replications, "shown_on_front": shownOnFront,
      "shown_dominated": shownDominated, "neither_shown": open, "front": front.json,
    ])
  }
}
