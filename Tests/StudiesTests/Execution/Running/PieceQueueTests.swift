import TestSupport
import Testing

@testable import Studies

@Suite("The order in which workers take cells")
struct PieceQueueTests {
  private func pieces(cells: Int, jobs: Int) -> [PieceQueue.Piece] {
    let queue = PieceQueue(cells: cells, jobs: jobs) { $0 % 2 == 0 ? 3 : 1 }
    var taken: [PieceQueue.Piece] = []
    #expect(queue.isEmpty == (queue.count == 0))
    while let piece = queue.take() {
      taken.append(piece)
      #expect(queue.isEmpty == (taken.count == queue.count))
    }
    #expect(taken.count == queue.count)
    return taken
  }

  @Test("The last cells, one per worker, are split into runs; a single worker does not split cells")
  func lastCells() {
    #expect(pieces(cells: 3, jobs: 1) == (0..<3).map { .init(cell: $0) })
    let cut: [PieceQueue.Piece] = [
      .init(cell: 1, run: 0), .init(cell: 2, run: 0), .init(cell: 2, run: 1), .init(cell: 2, run: 2),
    ]
    #expect(pieces(cells: 3, jobs: 2) == [.init(cell: 0)] + cut)
    let first: [PieceQueue.Piece] = (0..<3).map { .init(cell: 0, run: $0) }
    #expect(pieces(cells: 3, jobs: 8) == first + cut)
    holds(pieces(cells: 0, jobs: 8).isEmpty)
  }
}
