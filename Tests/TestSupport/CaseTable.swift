/// The cells of a table of cases: a line for each case, with ` | ` between its cells.
public func cases(_ table: String) -> [[String]] {
  table.split(separator: "\n").map { line in
    line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
      String(cell.trimmingPrefix(" ").reversed().trimmingPrefix(" ").reversed())
    }
  }
}

/// The parts of a cell, with ` / ` between them.
public func parts(_ cell: String) -> [String] {
  cell.isEmpty ? [] : cell.split(separator: " / ", omittingEmptySubsequences: false).map(String.init)
}
