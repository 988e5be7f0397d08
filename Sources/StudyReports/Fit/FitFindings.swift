import Basics
import OutputAnalysis
import RandomStreams

/// The findings of a fit from its draws of the prior: left-out scores of each source, the posterior by rejection with
/// regression adjustment, and the calibration of that posterior.
package struct FitFindings: Sendable {
  /// The calibration with the data of some sources.
  package struct Calibrated: Sendable {
    package let sources: Int
    package let result: FitCalibration
  }

  /// The share of the draws from the prior that a rejection keeps.
  private static let keptShare = 0.04
  private static let fewestKept = 20
  private static let truths = 300

  /// By source, its primary row, or its first row if it has none, with draws of the model that was fitted to all other
  /// sources.
  package let leftOut: [ScoredRow]
  package let calibrated: [Calibrated]
  /// The posterior of the updated parameters by rejection from the draws of the prior.
  package let rejection: WeightedPoints?

  package init(_ search: FitSearch) {
    guard let table = search.table, let prior = search.rounds.first?.proposals else {
      (leftOut, calibrated, rejection) = ([], [], nil)
      return
    }
    let sets = search.sets[prior]
    let kept = max(Self.fewestKept, Int(Double(sets.count) * Self.keptShare))
    let coordinates = sets.map { set in search.updated.map { set.coordinates[$0] } }
    let differences = Array(search.differences[prior])
    leftOut = table.sources.map { source in
      let others = table.sources.filter { $0.name != source.name }
      let place = source.places.first { search.rows[$0].row.isPrimary } ?? source.places[0]
      // Without another source, all draws from the prior are kept.
      let near =
        others.isEmpty
        ? Array(sets.indices)
        : table.nearest(differences, over: others, keeping: kept).map { $0 + prior.lowerBound }
      let own = search.rows[place]
      let window = ScoredRow.Window(
        days: own.days, scale: own.scale, draws: near.map { search.sets[$0].values[place] }, of: own.row)
      return ScoredRow(own.row, model: "left out", windows: [window])
    }
    rejection =
      table.posterior(differences, coordinates: coordinates, over: table.sources, keeping: kept)
    let counts = [6, 12].filter { $0 < table.sources.count } + [table.sources.count]
    calibrated = counts.map { count in
      Self.calibrated(search, table, sources: count, keeping: kept, coordinates)
    }
  }

  /// Takes data sets as truths in turn, and their values as observations of some sources.
  private static func calibrated(
    _ search: FitSearch, _ table: FitTable, sources count: Int, keeping kept: Int, _ coordinates: [[Double]]
  ) -> Calibrated {
    let stream = RandomStream(.design, seed: search.seed, group: "fit calibration", replication: count)
    var truths: [[Double]] = []
    var posteriors: [WeightedPoints] = []
    let number = min(Self.truths, coordinates.count)
    for truth in 0..<number {
      var left = table.sources
      var chosen: [FitTable.Source] = []
      while chosen.count < count { chosen.append(left.remove(at: stream.integer(below: left.count))) }
      let others = coordinates.indices.filter { $0 != truth }
      let observed = search.sets[truth].values
      truths.append(coordinates[truth])
      posteriors.append(
        table.posterior(
          others.map { table.differences(search.sets[$0].values, from: observed) },
          coordinates: others.map { coordinates[$0] }, over: chosen, keeping: kept))
    }
    return Calibrated(sources: count, result: FitCalibration(truths, posteriors))
  }
}
