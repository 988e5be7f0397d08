import ModelParameters
import OutputAnalysis
import RandomStreams

/// Points that fill the box evenly: a Latin hypercube over some of its assumptions.
struct SpreadDesign {
  /// Number of points.
  var count: Int
  /// The study's seed. The draw belongs to it, so that the same study has the same points.
  var seed: UInt64

  /// The points over assumptions that are numbers; words stay as in the study, and of shares that add up to a whole, only
  /// the first that is named moves.
  func points(_ factors: [Int], in box: SensitivityBox) -> [SensitivityPoint] {
    var wholes: Set<String> = []
    let chosen = factors.filter { place in
      let factor = box.factors[place]
      guard factor.range != nil else { return false }
      guard factor.definition.listRanges?.areShares == true else { return true }
      return wholes.insert(factor.definition.name).inserted
    }.sorted()
    guard count > 0, !chosen.isEmpty else { return [] }
    let stream = RandomStream()
    stream.seek(
      sequential: StreamAddress(
        seed: seed, group: StreamAddress.group(of: "sensitivity"), replication: 0, device: 0, purpose: .design
      ))
    let cube = LatinHypercube(
      dimension: chosen.count, count: count, uniform: { stream.uniform() },
      choose: { stream.integer(below: $0) })
    return cube.points.map { coordinates in
      SensitivityPoint(
        zip(chosen, coordinates).compactMap { place, share in
          let factor = box.factors[place]
          return factor.range.map {
            SensitivityPoint.Move(
              factor: place, level: factor.level(at: $0.lowerBound + share * ($0.upperBound - $0.lowerBound)))
          }
        })
    }
  }
}
