import OutputAnalysis

/// The differences of a comparison over a grid of two assumptions, without the points outside of the box. Between
/// neighbors of clear and different sign in a row or column the place at which it changes is sought by bisection.
package struct FlipMap: Sendable {
  package struct Crossing: Sendable {
    package var isAlongFirst: Bool
    /// Place of the line among the levels of the other assumption.
    package var line: Int
    fileprivate var search: SignChange
    fileprivate var left = FlipMap.steps

    package var place: Double { search.place.x }
    /// How far the place may be off, at about 95 %.
    package var halfWidth: Double { search.place.halfWidth }
  }

  /// Halvings of the distance between neighbors.
  package static let steps = 3
  package static let sides = 3...21

  package static func points(side: Int) -> Int { side * side + 2 * side * steps }

  package let box: SensitivityBox
  package let contrast: Int
  package let first, second: Int
  package let firstLevels, secondLevels: [Double]
  package private(set) var next: [SensitivityPoint] = []
  private var responses: [SensitivityPoint: SensitivityResponse] = [:]

  package private(set) var crossings: [Crossing] = []
  private var isGridKnown = false

  /// - Returns: nil where fewer than two assumptions that are numbers have an effect.
  package init?(_ search: SensitivitySearch, contrast: Int, side: Int) {
    let box = search.box
    let numbers = search.strongestFactors(contrast).filter {
      box.factors[$0].range.map { $0.upperBound > $0.lowerBound } == true
    }
    guard numbers.count > 1 else { return nil }
    (self.box, self.contrast) = (box, contrast)
    (first, second) = (numbers[0], numbers[1])
    firstLevels = Self.levels(box.factors[first], side)
    secondLevels = Self.levels(box.factors[second], side)
    next = firstLevels.indices.flatMap { column in
      secondLevels.indices.map { point(column, $0) }
    }.filter { box.values(at: $0) != nil }
  }

  private static func levels(_ factor: AssumedFactor, _ side: Int) -> [Double] {
    let levels = (0..<side).compactMap { factor.number(factor.level(share: Double($0) / Double(side - 1))) }
    return Set(levels).sorted()
  }

  private func point(_ column: Int, _ row: Int) -> SensitivityPoint {
    point(firstLevels[column], secondLevels[row])
  }

  private func point(_ first: Double, _ second: Double) -> SensitivityPoint {
    SensitivityPoint([
      .init(factor: self.first, level: box.factors[self.first].level(at: first)),
      .init(factor: self.second, level: box.factors[self.second].level(at: second)),
    ])
  }

  package func response(_ column: Int, _ row: Int) -> SensitivityResponse? { responses[point(column, row)] }

  package mutating func add(_ found: [SensitivityResponse?]) {
    for (point, response) in zip(next, found) { responses[point] = response }
    if isGridKnown {
      for place in crossings.indices where crossings[place].left > 0 {
        guard let x = crossings[place].search.next else { continue }
        crossings[place].left -= 1
        if let response = responses[point(on: crossings[place], x)] {
          crossings[place].search.add(response.difference)
        } else {
          crossings[place].left = 0
        }
      }
    } else {
      isGridKnown = true
      for row in secondLevels.indices {
        begin(true, row, firstLevels, firstLevels.indices.map { response($0, row) })
      }
      for column in firstLevels.indices {
        begin(false, column, secondLevels, secondLevels.indices.map { response(column, $0) })
      }
    }
    next = []
    for crossing in crossings where crossing.left > 0 {
      guard let x = crossing.search.next else { continue }
      let point = point(on: crossing, x)
      if responses[point] == nil, !next.contains(point), box.values(at: point) != nil { next.append(point) }
    }
  }

  private func point(on crossing: Crossing, _ x: Double) -> SensitivityPoint {
    crossing.isAlongFirst ? point(x, secondLevels[crossing.line]) : point(firstLevels[crossing.line], x)
  }

  private mutating func begin(
    _ isAlongFirst: Bool, _ line: Int, _ levels: [Double], _ found: [SensitivityResponse?]
  ) {
    var last: (x: Double, response: SensitivityResponse)?
    for (x, response) in zip(levels, found) {
      // Nothing is known of the sign on the way through points without a response.
      guard let response else {
        last = nil
        continue
      }
      guard response.hasClearSign else { continue }
      if let last, let search = SignChange(from: last.x, last.response.difference, to: x, response.difference)
      {
        crossings.append(Crossing(isAlongFirst: isAlongFirst, line: line, search: search))
      }
      last = (x, response)
    }
  }
}
