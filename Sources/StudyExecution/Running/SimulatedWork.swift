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
    var (low, high) = (0, groups.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if groups[middle].offset < cells { low = middle } else { high = middle - 1 }
    }
    let group = groups[low]
    return Int((group.before + Double(cells - group.offset) * group.daysOfCell).rounded())
  }
}
