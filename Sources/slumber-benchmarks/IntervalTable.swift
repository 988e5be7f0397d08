import CReferenceKernels
import EventSimulation

/// The table of exponential intervals that HOLD and CANCEL read in a circle.
struct IntervalTable {
  let microseconds: [Int64]

  init() {
    var table = [Int64](repeating: 0, count: REFERENCE_TABLE_LENGTH)
    reference_fill_table(&table)
    microseconds = table
  }

  subscript(index: Int) -> TimeSpan { .microseconds(microseconds[index & 16383]) }
}
