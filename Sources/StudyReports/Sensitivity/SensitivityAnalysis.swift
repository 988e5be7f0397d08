import OutputAnalysis
import RandomStreams
import ResultsStore

/// The responses of comparisons to the assumptions of a study, as far as they are known.
///
/// The response at a point is the paired difference of two policies over common replications, and its change from the study
/// as it is: the levels of the policies may move a lot where their difference does not.
package struct SensitivityAnalysis: Sendable {
  /// By metric, then policy.
  package let contrasts: [SensitivityContrast]
  package private(set) var search: SensitivitySearch
  package private(set) var failures: [SensitivityResults.Failure] = []
  private var base: [PolicyRun] = []
  /// Maps of those comparisons whose two strongest assumptions are numbers; empty unless they are asked for.
  package private(set) var maps: [FlipMap] = []

  package init(
    _ box: SensitivityBox, policies: [String], metrics: [String], spread: Int = 0, seed: UInt64 = 1
  ) {
    contrasts = SensitivityContrast.all(policies: policies, metrics: metrics)
    search = SensitivitySearch(box, contrasts: contrasts.count, spread: spread, seed: seed)
  }

  package var next: [SensitivityPoint] { search.next }

  package func response(_ contrast: Int, at point: SensitivityPoint) -> SensitivityResponse? {
    search.response(contrast, at: point)
  }

  /// The share of the box in which a comparison has the sign of the study as it is, from the spread points and the replications that
  /// all of them have; nil without points, or where there is no difference in the study.
  func share(_ contrast: Int) -> SignShare? {
    guard let base = response(contrast, at: .base)?.difference.estimate, base != 0 else { return nil }
    let found = search.spread.compactMap { response(contrast, at: $0)?.values }
    let common = (found.first ?? [:]).keys.filter { key in found.allSatisfy { $0[key] != nil } }.sorted()
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 1, replication: 0, device: 0, purpose: .bootstrap))
    return SignShare(
      found.map { values in common.compactMap { values[$0] } }, isNegative: base < 0,
      uniform: { stream.uniform() }, choose: { stream.integer(below: $0) })
  }

  package mutating func add(_ results: SensitivityResults) throws {
    failures += results.failures
    if search.points.isEmpty { base = results.runs.first ?? [] }
    search.add(try results.runs.map { try SensitivityContrast.responses(contrasts, moved: $0, base: base) })
  }

  package func rows(_ contrast: Int) -> [SensitivityRow] {
    search.box.factors.indices.map { SensitivityRow($0, contrast, self) }.sorted { one, other in
      let sizes = [one, other].map { abs($0.strongest?.response?.effect.estimate ?? 0) }
      return (sizes[0], -one.factor) > (sizes[1], -other.factor)
    }
  }

  package mutating func beginMaps(side: Int) {
    maps = contrasts.indices.compactMap { FlipMap(search, contrast: $0, side: side) }
  }

  package var nextOfMaps: [SensitivityPoint] { maps.flatMap(\.next).unique }

  package mutating func addToMaps(_ results: SensitivityResults) throws {
    failures += results.failures
    var found: [SensitivityPoint: [SensitivityResponse?]] = [:]
    for (point, runs) in zip(nextOfMaps, results.runs) {
      found[point] = try SensitivityContrast.responses(contrasts, moved: runs, base: base)
    }
    for place in maps.indices where !maps[place].next.isEmpty {
      let contrast = maps[place].contrast
      maps[place].add(maps[place].next.map { found[$0]?[contrast] })
    }
  }
}

package struct SensitivityRow: Sendable, Hashable, AssumptionFinding {
  package struct End: Sendable, Hashable {
    package var level: AssumedFactor.Level
    package var response: SensitivityResponse?
  }

  package var factor: Int
  package var ends: [End]
  package var verdict: AssumptionVerdict

  package var strongest: End? {
    let detected = ends.filter { $0.response?.isDetected == true }
    return (detected.isEmpty ? ends.filter { $0.response != nil } : detected).enumerated()
      .max { one, other in
        let sizes = [one, other].map { abs($0.element.response?.effect.estimate ?? 0) }
        return (sizes[0], other.offset) < (sizes[1], one.offset)
      }?.element
  }

  init(_ factor: Int, _ contrast: Int, _ analysis: SensitivityAnalysis) {
    self.factor = factor
    ends = analysis.search.box.factors[factor].ends.map { level in
      End(
        level: level,
        response: analysis.response(contrast, at: SensitivityPoint.base.moving(factor, to: level)))
    }
    let found = ends.compactMap(\.response)
    guard let base = analysis.response(contrast, at: .base), !found.isEmpty else {
      verdict = .noResult
      return
    }
    if found.contains(where: { $0.changesSign(of: base) }) {
      verdict = .changesSign
    } else if found.allSatisfy(\.isUnchanged) {
      verdict = .noDifference
    } else if !found.contains(where: \.isDetected) {
      verdict = .notDetected
    } else if !base.hasClearSign {
      verdict = .signOpen
    } else if found.contains(where: { $0.isDetected && !$0.hasClearSign }) {
      verdict = .leavesOpen
    } else {
      verdict = .keepsSign
    }
  }
}
