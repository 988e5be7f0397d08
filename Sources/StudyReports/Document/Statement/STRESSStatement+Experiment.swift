import ModelParameters
import PlainText
import ResultsStore

extension STRESSStatement {
  static func data(_ source: STRESSSource) -> Section {
    let design = source.design
    var sources = TextPage("Population: \(design.populationText).")
    if source.report.provenance.isEmpty {
      sources.add("All events are generated; none is recorded.")
    } else {
      for line in source.report.provenance { sources.add(line) }
    }
    sources.add(
      "Every parameter of the model has a source and a grade (A documented to D assumed): `slumber parameters`."
    )
    if design.trace != nil {
      sources.add(author("how the recordings were made, by whom, and with whose consent"))
    }

    let processing: TextPage =
      design.trace == nil
      ? "None: no recorded data enters."
      : "Recordings are read as they are in the study's CSV file; what they lack is generated. \(author("any processing before"))"

    var inputs = TextPage(
      design.parameters.isEmpty
        ? "The study changes no parameter of the model, but for what its policies and factors state."
        : "Parameters that the study changes:")
    if !design.parameters.isEmpty {
      var table = TextTable([("parameter", .left), ("value", .left)])
      for parameter in design.parameters { table.add([parameter.name, parameter.value]) }
      inputs.addGap()
      inputs.add(table)
      inputs.addGap()
    }
    inputs.add(
      "The effective study, stored with the results and in every export, has all inputs; `slumber describe` prints them with "
        + "unit, default and source.")

    let all = ParameterCatalogue.all
    var assumptions = TextPage(
      "\(all.count { $0.grade == .d }) of \(all.count) parameters of this program are assumptions (grade D); `slumber parameters` "
        + "names each with range and reason.")
    assumptions.add(
      "Readings of an ambiguous platform stand on the page \"Deviations\" of the documentation.")
    assumptions.add(author("assumptions of the study's own, on its apps for example"))
    return Section(
      title: "Data",
      items: [
        Item("3.1", "Data sources", sources), Item("3.2", "Pre-processing", processing),
        Item("3.3", "Input parameters", inputs), Item("3.4", "Assumptions", assumptions),
      ])
  }

  static func experimentation(_ source: STRESSSource) -> Section {
    let design = source.design
    let warmUp = design.text("warmUpDays")
    let start =
      "Devices start at local midnight of day 0 in the state that the model of the population draws."
    let learning = "warm-up, in which the phone learns its user's habits; metrics cover the days after it."
    let initial: TextPage =
      switch warmUp {
      case nil: "\(start) The study states no warm-up of its own; the program's default applies."
      case "0": "\(start) There is no warm-up."
      case "1": "\(start) The first day is \(learning)"
      case let days?: "\(start) The first \(days) days are \(learning)"
      }
    let length = TextPage(
      "\(design.horizon.prefix(1).uppercased() + design.horizon.dropFirst()). Runs are terminating; the unit of time is the microsecond."
    )
    var estimation = TextPage(
      "\(design.replications) independent replications of \(design.devices) devices for each policy and design point, with common "
        + "random numbers across policies.")
    estimation.add(
      "Ratios are ratios of sums over replications with jackknife intervals; waits are estimated by Kaplan and Meier, with "
        + "waits that were cut off as censored.")
    if design.counts.missing + design.counts.failed > 0 {
      estimation.add(
        "INCOMPLETE: \(design.counts.done) of \(design.counts.expected) runs are done, \(design.counts.failed) failed."
      )
    }
    return Section(
      title: "Experimentation",
      items: [
        Item("4.1", "Initialization", initial), Item("4.2", "Run length", length),
        Item("4.3", "Estimation approach", estimation),
      ])
  }

  static func implementation(_ source: STRESSSource) -> Section {
    let provenance = source.provenance
    let software = TextPage(
      "\(provenance.versions); commit \(provenance.description.commit.isEmpty ? "unknown" : provenance.description.commit)."
    )
    let sampling = TextPage(
      "Counter-based random streams (Philox), one for each purpose, replication, device and app, from the seed "
        + "\(provenance.description.seed); distributions of the GNU Scientific Library.")
    var execution = TextPage(
      "A single-threaded event loop for each device, with a total order of simultaneous events; devices run in parallel, and "
        + "results do not depend on how.")
    if !provenance.command.isEmpty {
      execution.addGap()
      execution.add(command: provenance.command)
    }
    var system = TextPage("Time spent on all runs together: \(TimeSpanText.text(provenance.wallSeconds)).")
    system.add(
      provenance.processors.isEmpty
        ? author("the processor")
        : "Processors: \(provenance.processors.joined(separator: ", ")).")
    if !provenance.libraries.isEmpty {
      system.add("C library: \(provenance.libraries.joined(separator: ", ")).")
    }
    system.add(author("operating system and memory"))
    return Section(
      title: "Implementation",
      items: [
        Item("5.1", "Software or programming language", software), Item("5.2", "Random sampling", sampling),
        Item("5.3", "Model execution", execution), Item("5.4", "System specification", system),
      ])
  }

  static func access(_ source: STRESSSource) -> Section {
    let description = source.provenance.description
    var sharing = TextPage(
      "The results are licensed under \(description.licence.title) (\(description.licence.name), \(description.licence.path)). An "
        + "export holds all tables, their data package and the effective study.")
    sharing.add(author("where program, study and results can be had, with a persistent identifier"))
    return Section(title: "Code access", items: [Item("6.1", "Computer model sharing statement", sharing)])
  }
}
