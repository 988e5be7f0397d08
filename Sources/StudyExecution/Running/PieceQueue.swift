import Synchronization

/// The pieces of a study in the order in which workers take them.
///
/// A piece is a whole cell, whose runs share a timeline. Only the last cells, as many as there are workers, are cut into
/// their runs, so that a worker that finds nothing more waits for a run of a device and not for all of them.
final class PieceQueue: Sendable {
  /// One cell, or one run of it: as much as a worker takes at a time.
  struct Piece: Hashable, Sendable {
    /// Number of the cell in the study.
    var cell: Int
    /// Place of the run among those of the cell; nil for all of them.
    var run: Int?
  }

  private let wholeCells: Int
  private let cut: [Piece]
  private let next = Atomic<Int>(0)

  /// - Parameters:
  ///   - cells: Number of cells.
  ///   - jobs: Number of workers; one alone waits for nobody.
  ///   - runCount: Number of the runs of a cell.
  init(cells: Int, jobs: Int, runCount: (Int) -> Int) {
    wholeCells = jobs > 1 ? max(0, cells - jobs) : cells
    cut = (wholeCells..<cells).flatMap { cell in (0..<runCount(cell)).map { Piece(cell: cell, run: $0) } }
  }

  /// Number of all pieces.
  var count: Int { wholeCells + cut.count }

  /// Whether workers have taken all pieces.
  var isEmpty: Bool { next.load(ordering: .relaxed) >= count }

  /// The next piece; nil after the last.
  func take() -> Piece? {
    let number = next.add(1, ordering: .relaxed).oldValue
    guard number < count else { return nil }
    return number < wholeCells ? Piece(cell: number) : cut[number - wholeCells]
  }
}
