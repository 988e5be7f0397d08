import ModelParameters

/// A point of the box: some assumptions at another level than in the study.
package struct SensitivityPoint: Hashable, Sendable {
  /// An assumption with its level.
  package struct Move: Hashable, Sendable {
    /// Place among the box's factors.
    package var factor: Int
    /// The level to which the assumption is moved.
    package var level: AssumedFactor.Level

    package init(factor: Int, level: AssumedFactor.Level) {
      self.factor = factor
      self.level = level
    }
  }

  /// By factor, each once; empty for the study as it is.
  package var moves: [Move]

  /// The study as it is.
  package static let base = SensitivityPoint([])

  package init(_ moves: [Move]) { self.moves = moves.sorted { $0.factor < $1.factor } }

  /// The point with one more assumption changed.
  package func moving(_ factor: Int, to level: AssumedFactor.Level) -> SensitivityPoint {
    SensitivityPoint(moves.filter { $0.factor != factor } + [Move(factor: factor, level: level)])
  }
}
