import PlainText
import ResultsStore

extension StudyDesign {
  /// Question and design of the study.
  var section: ReportSection {
    var section = ReportSection("design", "Question and design")
    section.add(
      paragraph: description.question.isEmpty ? "The study states no question." : description.question)
    var size = TextTable([("property", .left), ("in this study", .left)])
    size.add(["population", populationText])
    size.add(["devices of a run", "\(devices)"])
    size.add(["length", horizon])
    size.add(["replications", "\(replications)"])
    size.add(["design points", "\(designPoints.count)"])
    size.add([
      "runs", "\(counts.expected): \(counts.done) done, \(counts.failed) failed, \(counts.missing) missing",
    ])
    size.add([
      "recorded in detail",
      recorded.isEmpty ? "nothing beyond the metrics" : recorded.joined(separator: ", "),
    ])
    if hasScript { size.add(["script", "interventions at stated times, in the effective study"]) }
    section.body += size.html(named: "size of the study")
    section.add(heading: "Policies")
    section.body += policyTable.html(named: "policies") { _, title, _ in
      title == "gates" ? HTMLCell(target: ReportGlossary.Term.gates.id) : HTMLCell()
    }
    section.add(heading: "Factors and levels")
    if factors.isEmpty {
      section.add(
        absence: "The study varies no factor. `factors:` in a study names key paths and their levels.")
    } else {
      var table = TextTable([("factor", .left), ("levels", .left)])
      for factor in factors { table.add([factor.name, factor.levels.joined(separator: ", ")]) }
      section.body += table.html(named: "factors and levels")
    }
    if !apps.isEmpty {
      section.add(heading: "Apps")
      var table = TextTable([("app", .left), ("background work", .left)])
      for app in apps { table.add([app.id, app.work.isEmpty ? "none" : app.work.joined(separator: "; ")]) }
      section.body += table.html(named: "apps")
    }
    return section
  }

  /// Where the people and their phones come from.
  var populationText: String {
    var parts: [String] = []
    if let trace { parts.append("recorded devices of \(trace)") }
    if let archetypes = population("archetypes") { parts.append("archetypes \(archetypes)") }
    if let device = population("device") { parts.append("device \(device)") }
    return parts.isEmpty ? "the default population" : parts.joined(separator: "; ")
  }

  /// The policies with the soft gates that they obey.
  var policyTable: TextTable {
    var table = TextTable([("policy", .left), ("gates", .right), ("soft gates that it obeys", .left)])
    for policy in policies {
      let label = policy.label == policy.name ? policy.label : "\(policy.label) (\(policy.name))"
      table.add([
        label, "\(policy.gates.count)", policy.gates.isEmpty ? "none" : policy.gates.joined(separator: ", "),
      ])
    }
    return table
  }
}
