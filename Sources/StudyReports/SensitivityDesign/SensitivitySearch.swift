import OutputAnalysis

/// A search for the assumptions that decide a comparison: one at a time, then the most influential in pairs, then the value
/// at which a sign changes, then points over all assumptions with an effect. Each step depends only on earlier responses.
package struct SensitivitySearch: Sendable {
  package enum Step: Int, Sendable, Comparable {
    case oneAtATime, corners, boundaries, spread, done

    package static func < (one: Step, other: Step) -> Bool { one.rawValue < other.rawValue }
  }

  package static let strongest = 3
  package static let located = 2
  static let boundarySteps = SignChange.steps

  package let box: SensitivityBox
  package let contrasts: Int
  package private(set) var step = Step.oneAtATime
  /// The points to measure next; empty once the search is over. The first point has the defaults of the study.
  package private(set) var next: [SensitivityPoint]
  package private(set) var leftOut: [SensitivityPoint] = []
  package private(set) var points: [SensitivityPoint] = []
  private var responses: [SensitivityPoint: [SensitivityResponse?]] = [:]
  package private(set) var boundaries: [FlipBoundary] = []
  /// A search ends at a point that is outside of the parameter space or without a response.
  private static let unknown = SignChange.Response(0, standardError: .greatestFiniteMagnitude)
  private let design: SpreadDesign
  package private(set) var spread: [SensitivityPoint] = []

  /// The plausible sets of a fit, which the spread points use; empty for points in the whole parameter space.
  package let plausible: [SensitivityPoint]

  package init(
    _ box: SensitivityBox, contrasts: Int, spread: Int = 0, plausible: [SensitivityPoint] = [],
    seed: UInt64 = 1
  ) {
    (self.box, self.contrasts, self.plausible) = (box, contrasts, plausible)
    design = SpreadDesign(count: spread, seed: seed)
    next = [.base]
    let ends = box.factors.indices.flatMap { factor in
      box.factors[factor].ends.map { SensitivityPoint.base.moving(factor, to: $0) }
    }
    for point in ends { add(next: point) }
  }

  private mutating func add(next point: SensitivityPoint) {
    guard responses[point] == nil, !next.contains(point), !leftOut.contains(point) else { return }
    if box.values(at: point) == nil { leftOut.append(point) } else { next.append(point) }
  }

  package func response(_ contrast: Int, at point: SensitivityPoint) -> SensitivityResponse? {
    responses[point]?[contrast]
  }

  package mutating func add(_ found: [[SensitivityResponse?]]) {
    for (point, response) in zip(next, found) {
      points.append(point)
      responses[point] = response
    }
    next = []
    if step == .boundaries {
      for place in boundaries.indices {
        guard let point = boundaries[place].next(in: box) else { continue }
        let found = response(boundaries[place].contrast, at: point)?.difference
        boundaries[place].search.add(found ?? Self.unknown)
      }
    }
    while next.isEmpty, step != .done {
      switch step {
      case .oneAtATime:
        step = .corners
        for contrast in 0..<contrasts { planCorners(contrast) }
      case .corners:
        step = .boundaries
        for contrast in 0..<contrasts { beginSearches(contrast) }
        planBoundaries()
      case .boundaries:
        planBoundaries()
        if next.isEmpty {
          step = .spread
          planSpread()
        }
      case .spread: step = .done
      case .done: break
      }
    }
  }

  package func strongestFactors(_ contrast: Int) -> [Int] {
    guard let base = response(contrast, at: .base) else { return [] }
    let sign = !base.hasClearSign ? 0.0 : base.difference.estimate < 0 ? -1 : 1
    let strengths = box.factors.indices.compactMap { factor -> (factor: Int, push: Double, size: Double)? in
      let effects = box.factors[factor].ends.compactMap { end -> Double? in
        let found = response(contrast, at: SensitivityPoint.base.moving(factor, to: end))
        return found?.isDetected == true ? found?.effect.estimate : nil
      }
      guard let size = effects.map({ abs($0) }).max() else { return nil }
      return (factor, max(0, effects.map { -sign * $0 }.max() ?? 0), size)
    }
    return strengths.sorted { ($0.push, $0.size, -$0.factor) > ($1.push, $1.size, -$1.factor) }.map(\.factor)
  }

  private mutating func planSpread() {
    let factors = (0..<contrasts).flatMap(strongestFactors).unique
    let known = Set(points)
    let drawn =
      plausible.isEmpty
      ? design.points(factors, in: box) : design.points(factors, in: box, through: plausible)
    next = drawn.filter { !known.contains($0) }.unique
    spread = next
  }

  private mutating func planCorners(_ contrast: Int) {
    let factors = strongestFactors(contrast).prefix(Self.strongest)
    for (place, first) in factors.enumerated() {
      for second in factors.dropFirst(place + 1) {
        for end in box.factors[first].ends {
          for other in box.factors[second].ends {
            add(next: SensitivityPoint.base.moving(first, to: end).moving(second, to: other))
          }
        }
      }
    }
  }

  package func flips(_ contrast: Int, assumptions: Int) -> [SensitivityPoint] {
    guard let base = response(contrast, at: .base) else { return [] }
    let found = points.filter { point in
      point.moves.count == assumptions && isAtEnds(point)
        && response(contrast, at: point)?.changesSign(of: base) == true
    }
    func size(_ point: SensitivityPoint) -> Double {
      abs(response(contrast, at: point)?.difference.estimate ?? 0)
    }
    return found.sorted { size($0) > size($1) }
  }

  /// Whether all assumptions of a point are at ends of their ranges, which is not the case for points of a bisection.
  package func isAtEnds(_ point: SensitivityPoint) -> Bool {
    point.moves.allSatisfy { box.factors[$0.factor].ends.contains($0.level) }
  }

  /// Along single assumptions that change the sign by themselves; else along both of the clearest corner.
  private mutating func beginSearches(_ contrast: Int) {
    let single = flips(contrast, assumptions: 1)
    for point in single.prefix(Self.located) {
      for move in point.moves { begin(contrast, move, from: .base) }
    }
    guard single.isEmpty, let corner = flips(contrast, assumptions: 2).first else { return }
    for move in corner.moves {
      begin(contrast, move, from: SensitivityPoint(corner.moves.filter { $0 != move }))
    }
  }

  private mutating func begin(_ contrast: Int, _ move: SensitivityPoint.Move, from others: SensitivityPoint) {
    let factor = box.factors[move.factor]
    guard let from = factor.number(factor.base), let to = factor.number(move.level),
      let start = response(contrast, at: others)?.difference,
      let end = response(contrast, at: others.moving(move.factor, to: move.level))?.difference,
      let search = SignChange(from: from, start, to: to, end)
    else { return }
    boundaries.append(
      FlipBoundary(
        contrast: contrast, factor: move.factor, others: others, from: from, to: to,
        isNegativeAtStart: start.estimate < 0, search: search))
  }

  private mutating func planBoundaries() {
    for place in boundaries.indices {
      while let point = boundaries[place].next(in: box) {
        if let known = response(boundaries[place].contrast, at: point) {
          boundaries[place].search.add(known.difference)
          continue
        }
        let isPlanned = next.contains(point)
        if !isPlanned { add(next: point) }
        if isPlanned || next.contains(point) { break }
        boundaries[place].search.add(Self.unknown)
      }
    }
  }
}

package struct FlipBoundary: Sendable {
  package var contrast: Int
  package var factor: Int
  package var others: SensitivityPoint
  /// The two places between which the sign changes: the value in the study, and the end of the range.
  package var from, to: Double
  package var isNegativeAtStart: Bool
  fileprivate var search: SignChange

  package var place: Double { search.place.x }
  /// Half-width of the 95 % interval of the place, approximately, in the same unit.
  package var halfWidth: Double { search.place.halfWidth }

  fileprivate func next(in box: SensitivityBox) -> SensitivityPoint? {
    search.next.map { others.moving(factor, to: box.factors[factor].level(at: $0)) }
  }
}
