import OutputAnalysis
import SensitivityDesign

/// One assumption in one comparison: the difference at each level that was tried.
package struct SensitivityRow: Sendable, Hashable {
  /// The effect of an assumption in a word.
  package enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// At a level the difference clearly has the other sign.
    case changesSign
    /// At a level the difference, clear in the study as it is, has an interval that contains 0.
    case leavesOpen
    /// The difference changes by two standard errors or more, and keeps its sign.
    case keepsSign
    /// The difference changes by two standard errors or more; its sign is open in the study as it is.
    case signOpen
    /// No level changes the difference by two standard errors.
    case notDetected
    /// No replication differs at any level.
    case noDifference
    /// No level has a response.
    case noResult

    /// Whether the assumption has an effect.
    package var isEffect: Bool { [.changesSign, .leavesOpen, .keepsSign, .signOpen].contains(self) }

    /// As printed.
    package var text: String {
      switch self {
      case .changesSign: "changes sign"
      case .leavesOpen: "leaves it open"
      case .keepsSign: "keeps sign"
      case .signOpen: "sign open"
      case .notDetected: "not detected"
      case .noDifference: "no difference"
      case .noResult: "no result"
      }
    }
  }

  /// A level with its response.
  package struct End: Sendable, Hashable {
    /// The level of the assumption.
    package var level: AssumedFactor.Level
    /// The difference at the level and its change from the study as it is; nil where there is none.
    package var response: SensitivityResponse?
  }

  /// Place of the assumption in the box.
  package var factor: Int
  /// The levels that were tried, in their order.
  package var ends: [End]
  /// The finding about the assumption over all its levels.
  package var verdict: Verdict

  /// The level with the largest effect, among those with an effect of two standard errors where there are any.
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

extension SensitivityAnalysis {
  /// The assumptions of a comparison, those with the largest effect first.
  package func rows(_ contrast: Int) -> [SensitivityRow] {
    search.box.factors.indices.map { SensitivityRow($0, contrast, self) }
      .sorted { one, other in
        let sizes = [one, other].map { abs($0.strongest?.response?.effect.estimate ?? 0) }
        return (sizes[0], -one.factor) > (sizes[1], -other.factor)
      }
  }
}
