import Basics
import OutputAnalysis
import Studies
import StudyReports

/// `slumber sensitivity --quick`: one assumption at a time, the strongest in pairs, the places of changes of sign.
struct QuickSearch {
  private let request: SensitivityRequest
  /// Points of the Latin hypercube.
  private let spread: Int
  /// Points along each side of maps; nil for none.
  private let mapSide: Int?

  init(_ arguments: ParsedArguments) throws {
    spread = try arguments.integer("--points", atLeast: 2) ?? 0
    mapSide = try arguments.integer("--map", atLeast: FlipMap.sides.lowerBound)
    if let mapSide, !FlipMap.sides.contains(mapSide) {
      throw UsageError(
        "`--map` was given `\(mapSide)`, expected a whole number from \(FlipMap.sides.lowerBound) to "
          + "\(FlipMap.sides.upperBound)")
    }
    request = try SensitivityRequest(arguments, budget: SensitivityRequest.quickBudget)
  }

  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let cut = try cut()
    for sentence in cut.sentences { Terminal.note(sentence) }
    Interruption.install()
    let journal = try request.journal()
    let runner = request.runner(cut.box, devices: cut.devices)
    var analysis = SensitivityAnalysis(
      cut.box, policies: request.policies, metrics: request.metrics, spread: spread,
      seed: request.point.study.seed)
    do {
      while !analysis.next.isEmpty {
        let points = analysis.next
        Terminal.note(
          "\(Self.name(analysis.search.step)): \(CountText.text(points.count, "point")), "
            + "\(points.count * request.policies.count * request.replications) runs of "
            + CountText.text(cut.devices, "device"))
        try analysis.add(try request.run(runner.batch(points, journal: journal)))
      }
      if let mapSide { analysis.beginMaps(side: mapSide) }
      while !analysis.nextOfMaps.isEmpty {
        let points = analysis.nextOfMaps
        Terminal.note("maps: \(CountText.text(points.count, "point"))")
        try analysis.addToMaps(try request.run(runner.batch(points, journal: journal)))
      }
    } catch StudyRunner.Stop.interrupted {
      Terminal.error(request.interruption)
      return .interrupted
    }
    let report = SensitivityReport(analysis, heading: request.heading(cut))
    return try request.show(
      report.page, json: report.json, as: "sensitivity.json", files: report.files, box: cut.box,
      failures: analysis.failures, arguments)
  }

  private func cut() throws -> SensitivityAllowance.Cut {
    let devices = request.devices
    guard request.budget > 0 else { return .init(box: request.box, devices: devices, sentences: []) }
    let later = spread + (mapSide.map { request.comparisons * FlipMap.points(side: $0) } ?? 0)
    guard let cut = try request.allowance(later: later).cut(request.box, devices: devices) else {
      throw request.noTime
    }
    return cut
  }

  private static func name(_ step: SensitivitySearch.Step) -> String {
    switch step {
    case .oneAtATime: "one at a time"
    case .corners: "corners of the strongest"
    case .boundaries: "places of changes of sign"
    case .spread, .done: "points over all assumptions with an effect"
    }
  }
}
