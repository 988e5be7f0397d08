import ModelParameters
import OutputAnalysis
import RandomStreams
import SchedulingPolicies
import StudyReports

/// Compares the policies of studies, and models without a score, with observations of real devices.
package struct Validation {
  /// Draws of each free value of a null model.
  static let searchDraws = 20

  private let files: [StudyFile]
  private let rows: [ObservedRow]
  private let draws: Int
  private let catalogue: PolicyCatalogue
  private let conduct: Conduct
  /// Parameter sets from which each draw of the policy takes one; nil for the values of the studies.
  private let fit: PlausiblePoints?
  /// The models beside the policy of each study, with the chosen values of their free parameters.
  private var nullModels: [(model: NullModel, value: Double?)]

  /// - Parameters:
  ///   - models: The first is the reference of skill scores. All have the parameter values of the studies.
  ///   - fit: Parameter sets for the policy of each study.
  package init(
    _ files: [StudyFile], draws: Int, models: [NullModel], fit: PlausiblePoints? = nil,
    catalogue: PolicyCatalogue, by conduct: Conduct
  ) {
    (self.files, self.fit) = (files, fit)
    self.draws = draws
    (self.catalogue, self.conduct) = (catalogue, conduct)
    nullModels = models.map { ($0, nil) }
    rows = files.reduce(into: []) { rows, file in rows += ObservedRow.all(of: file, from: rows.count) }
  }

  /// The mistakes of rows that cannot be drawn, with the paths of their studies, and sources with two primary rows.
  package var flaws: [String] {
    var flaws: [String] = []
    var primary: [String: String] = [:]
    for file in files {
      for expectation in file.study.expectations {
        guard case .observed(let seen) = expectation.side else { continue }
        let row = rows.first { $0.expectation == expectation && $0.path == file.path }
        let place = "\(file.path):\(expectation.line)"
        if let flaw = row?.flaw { flaws.append("\(place): \(flaw)") }
        guard seen.isPrimary else { continue }
        if let other = primary[seen.source] {
          flaws.append(
            "\(place): \(seen.id) and \(other) are both primary rows of `\(seen.source)`. Keep one")
        }
        primary[seen.source] = seen.id
      }
    }
    return flaws
  }

  package mutating func report() throws -> ValidationReport {
    var notes: [String] = []
    for place in nullModels.indices where nullModels[place].model.free != nil {
      nullModels[place].value = try best(nullModels[place].model)
    }
    for (model, value) in nullModels {
      guard let free = model.free, let value else { continue }
      let unit =
        catalogue.parameter(free.parameter).map { $0.unit == .none ? "" : " \($0.unit.rawValue)" } ?? ""
      notes.append(
        "\(model.policy): \(free.parameter) = \(NumberText.short(value))\(unit), the best of 20 values on a logarithmic grid."
      )
    }
    let null = nullModels
    let catalogue = catalogue
    var scored: [ScoredRow] = []
    for (file, rows) in groups(rows) {
      let settings = try fit?.settings(
        of: rows[0].point, policies: rows.map(\.policy).unique, catalogue: catalogue)
      if let settings {
        scored += try self.scored(file, rows, draws: draws, settings: settings, Self.ownPolicy)
      }
      scored += try self.scored(file, rows, draws: draws) { row, study in
        (settings == nil ? Self.ownPolicy(row, study) : [])
          + null.compactMap { model, value in
            row.seen.rule != nil || row.policy == model.policy
              ? nil : model.policy(in: study, value: value, label: model.policy, catalogue: catalogue)
          }
      }
    }
    let (leftOut, origins) = try fit == nil ? leftOut() : ([], [])
    return ValidationReport(
      scored.inOrder, leftOut: leftOut, origins: origins, notes: notes, draws: draws)
  }

  // MARK: Parts

  @Sendable private static func ownPolicy(_ row: ObservedRow, _ study: Study) -> [StudyPolicy] {
    [study.policies.first { $0.label == row.policy }].compactMap(\.self)
  }

  /// Rows of one design point, which are drawn together.
  private func groups(_ rows: [ObservedRow]) -> [(file: StudyFile, rows: [ObservedRow])] {
    files.flatMap { file in
      let own = rows.filter { $0.path == file.path }
      return Dictionary(grouping: own, by: \.point.order).sorted { $0.key < $1.key }.map { (file, $0.value) }
    }
  }

  private func scored(
    _ file: StudyFile, _ rows: [ObservedRow], draws: Int, onlyFirstWindow: Bool = false,
    settings: RowDrawing.Settings? = nil, _ models: @Sendable (ObservedRow, Study) -> [StudyPolicy]
  ) throws -> [ScoredRow] {
    let found = try RowDrawing(file, rows, draws: draws, isPrimaryWindowOnly: onlyFirstWindow).draws(
      models, settings: settings, catalogue: catalogue, by: conduct)
    return rows.flatMap { row in
      let observation = row.observation
      let draws = found[row.number] ?? []
      return draws.map(\.model).unique.map { model in
        ScoredRow(
          observation, model: model,
          windows: draws.filter { $0.model == model }.map { draw in
            let days = row.seen.windows[draw.window].days
            return .init(days: days, scale: row.scale(days: days), draws: draw.values, of: observation)
          })
      }
    }
  }

  /// The value of the free parameter with the smallest mean score over sources.
  private func best(_ model: NullModel) throws -> Double? {
    let grid = model.grid
    let catalogue = catalogue
    var scores = [[Double]](repeating: [], count: grid.count)
    let primary = rows.filter { $0.seen.isPrimary && $0.seen.isCounted && !$0.seen.isLowerBound }
    for (file, rows) in groups(primary) {
      let found = try scored(file, rows, draws: Self.searchDraws, onlyFirstWindow: true) { _, study in
        grid.enumerated().compactMap { place, value in
          model.policy(in: study, value: value, label: "\(place)", catalogue: catalogue)
        }
      }
      for row in found {
        if let place = Int(row.model), let score = row.score?.rankedProbabilityScore {
          scores[place].append(score)
        }
      }
    }
    let known = scores.map(\.count).max() ?? 0
    let means = scores.map { $0.count == known && known > 0 ? $0.reduce(0, +) / Double(known) : .infinity }
    return means.indices.min { means[$0] < means[$1] }.map { grid[$0] }
  }

  /// The rows of sources that parameters were chosen with, drawn over the ranges of these parameters.
  private func leftOut() throws -> ([ScoredRow], [ValidationReport.Origin]) {
    var scored: [ScoredRow] = []
    var origins: [ValidationReport.Origin] = []
    let predictions = rows.filter { $0.seen.rule == nil && $0.seen.isCounted }
    for (source, ofSource) in Dictionary(grouping: predictions, by: \.seen.source).sorted(by: {
      $0.key < $1.key
    }) {
      // A row of several observations names all of them.
      let ids = rows.filter { $0.seen.source == source }.flatMap { $0.seen.id.split(separator: " ") }
      for (file, rows) in groups(ofSource) {
        let own = ParameterOrigins(ids: Set(ids.map(String.init)), in: rows[0].point.study)
        guard !own.parameters.isEmpty else { continue }
        origins.append(.init(source: source, parameters: own.parameters.map(\.name)))
        let row = rows[0]
        scored += try self.scored(
          file, rows, draws: max(1, draws / 2),
          settings: { replication in own.values(row.stream(.parameters, draw: replication)) },
          Self.ownPolicy
        ).map { ScoredRow($0.row, model: "\($0.model) (left out)", windows: $0.windows) }
      }
    }
    return (scored.inOrder, origins)
  }
}

extension PolicyCatalogue {
  fileprivate func parameter(_ name: String) -> ParameterDefinition? {
    (ParameterCatalogue.all + ownParameters).first { $0.name == name }
  }
}

extension [ScoredRow] {
  /// By row; the models of a row keep their order.
  fileprivate var inOrder: [ScoredRow] {
    enumerated().sorted { ($0.element.row.number, $0.offset) < ($1.element.row.number, $1.offset) }.map(
      \.element)
  }
}

extension ObservedRow {
  package var observation: ObservationRow {
    ObservationRow(
      number: number, study: point.study.name, id: seen.id, quantity: quantity,
      unit: expectation.quantity.unit,
      words: expectation.words, reportedUnit: seen.reportedUnit, reportedSize: seen.reportedSize,
      source: seen.source, phones: seen.phones, grade: seen.grade.rawValue, values: seen.values,
      observation: .init(seen.value, precision: seen.precision, isBound: seen.isLowerBound), rule: seen.rule,
      band: seen.band, isPrimary: seen.isPrimary, isComparable: seen.isCounted, why: seen.why, tieShare: tie)
  }

  /// The scale of the quantity in a window.
  package func scale(days: Double) -> ScoreScale {
    switch (expectation.quantity.scale, expectation.quantity.unit) {
    case (.hourOfDay, _): .hour
    case (.share, _): .share
    case (.amount, "s"): .time(least: 1)
    case (.amount, "h"): .time(least: 1.0 / 3600)
    case (.amount, "d"): .time(least: 1.0 / 86_400)
    case (.amount, "1/d"): .rate(days: days)
    case (.amount, _): .count(days: days)
    }
  }
}
