import ResultsStore

/// Seconds for a device-day of each design point and policy, from work that is done.
package struct WorkCosts: Sendable {
  /// The runs of one policy in one design point.
  package struct Cell: Hashable, Sendable {
    var point: Int
    var policy: String

    package init(_ entry: RunPlan.Entry) { (point, policy) = (entry.point, entry.planned.policy) }
  }

  private struct Spent: Sendable {
    var seconds = 0.0
    var days = 0.0
    var rate: Double? { seconds > 0 && days > 0 ? seconds / days : nil }
  }

  private var cells: [Cell: Spent] = [:]
  private var points: [Int: Spent] = [:]
  private var policies: [String: Spent] = [:]
  private var whole = Spent()

  package init() {}

  /// Seconds that the work has taken so far.
  package var seconds: Double { whole.seconds }

  /// Seconds for a device-day on average; nil if no work is known.
  package var rate: Double? { whole.rate }

  package mutating func add(seconds: Double, days: Double, of cell: Cell) {
    func add(_ spent: inout Spent) {
      spent.seconds += seconds
      spent.days += days
    }
    add(&cells[cell, default: Spent()])
    add(&points[cell.point, default: Spent()])
    add(&policies[cell.policy, default: Spent()])
    add(&whole)
  }

  /// Estimates the seconds for device-days of several cells; nil if no work is known.
  ///
  /// A cell without work has the rate of its point, times the relative rate of its policy.
  package func seconds(for days: [Cell: Double]) -> Double? {
    guard let mean = whole.rate else { return nil }
    return days.reduce(0) { sum, part in
      let (cell, days) = part
      let policy = policies[cell.policy]?.rate ?? mean
      return sum + days * (cells[cell]?.rate ?? (points[cell.point]?.rate ?? mean) * policy / mean)
    }
  }
}

/// The work that a runner has to do, and has done.
struct WorkLeft {
  private var costs = WorkCosts()
  private var daysLeft: [WorkCosts.Cell: Double]
  private let days: Double
  private(set) var simulations = 0
  /// Device-days that are done.
  private(set) var done = 0.0

  init(_ days: [WorkCosts.Cell: Double]) { (daysLeft, self.days) = (days, days.values.reduce(0, +)) }

  mutating func finish(_ entry: RunPlan.Entry, days: Double, seconds: Double) {
    let cell = WorkCosts.Cell(entry)
    costs.add(seconds: seconds, days: days, of: cell)
    daysLeft[cell, default: days] -= days
    simulations += 1
    done += days
  }

  /// The expected share of the time that has passed, from 0 to 1; the share of the device-days if no times are known.
  var share: Double {
    guard let left = costs.seconds(for: daysLeft) else { return done / max(days, .leastNonzeroMagnitude) }
    return costs.seconds / (costs.seconds + max(0, left))
  }
}
