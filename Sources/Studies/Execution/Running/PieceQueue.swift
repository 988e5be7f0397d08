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

/// Simulated days behind the cells of a study, or what they are cut into, of which some cost more than others: a cell
/// simulates one device under as many runs as share its timeline, and design points differ in their horizons.
struct SimulatedWork: Sendable {
  private struct Group: Sendable {
    /// Cells and days of earlier groups.
    var offset: Int
    var before: Double
    var daysOfCell: Double
  }
  private var groups: [Group] = []

  /// - Parameter groups: Number of cells, and simulated days of each of them, in the order of the cells.
  init(_ groups: [(cells: Int, daysOfCell: Double)]) {
    var (offset, days) = (0, 0.0)
    for group in groups {
      self.groups.append(Group(offset: offset, before: days, daysOfCell: group.daysOfCell))
      offset += group.cells
      days += Double(group.cells) * group.daysOfCell
    }
  }

  /// Device-days of the first cells, rounded. Takes time in proportion to the logarithm of the number of groups.
  func days(ofFirst cells: Int) -> Int {
    guard cells > 0, !groups.isEmpty else { return 0 }
    let group = groups[groups.lastPlace { $0.offset < cells }]
    return Int((group.before + Double(cells - group.offset) * group.daysOfCell).rounded())
  }
}

extension Array {
  /// The place of the last element that meets a condition, which the elements before it meet, too; 0 if none does.
  func lastPlace(where meets: (Element) -> Bool) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if meets(self[middle]) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
