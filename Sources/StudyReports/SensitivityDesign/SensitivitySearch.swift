import ModelParameters
import OutputAnalysis
import RandomStreams

/// A search for the assumptions that decide a comparison: one at a time, then the strongest in pairs, then the place at
/// which a sign changes, and points spread over all that had an effect.
///
///     var search = SensitivitySearch(box, contrasts: 1)
///     while !search.next.isEmpty { search.add(search.next.map(measure)) }
///     search.boundaries
///
/// The points of a step depend on the responses to the steps before, and on nothing else.
package struct SensitivitySearch: Sendable {
  package enum Step: Int, Sendable, Comparable {
    case oneAtATime, corners, boundaries, spread, done

    package static func < (one: Step, other: Step) -> Bool { one.rawValue < other.rawValue }
  }

  /// Assumptions whose corners are tried, by comparison.
  package static let strongest = 3
  /// Assumptions along which a change of sign is located, by comparison.
  package static let located = 2
  /// Points along one assumption, at most.
  static let boundarySteps = SignChange.steps

  package let box: SensitivityBox
  package let contrasts: Int
  /// The step that the points of ``next`` belong to.
  package private(set) var step = Step.oneAtATime
  /// The points to measure next; empty once the search is over. The first of all is the study as it is.
  package private(set) var next: [SensitivityPoint]
  /// Points outside of the box, which were not measured.
  package private(set) var leftOut: [SensitivityPoint] = []
  package private(set) var points: [SensitivityPoint] = []
  private var responses: [SensitivityPoint: [SensitivityResponse?]] = [:]
  private var searches: [BoundarySearch] = []
  private let design: SpreadDesign
  /// Points spread over the assumptions that had an effect, without those that lie outside of the box.
  package private(set) var spread: [SensitivityPoint] = []

  /// Begins with one assumption at a time.
  package init(_ box: SensitivityBox, contrasts: Int, spread: Int = 0, seed: UInt64 = 1) {
    self.box = box
    design = SpreadDesign(count: spread, seed: seed)
    self.contrasts = contrasts
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

  /// The response of a comparison at a point; nil where there is none.
  package func response(_ contrast: Int, at point: SensitivityPoint) -> SensitivityResponse? {
    responses[point]?[contrast]
  }

  package var boundaries: [FlipBoundary] { searches.map(\.boundary) }

  /// Takes the responses at ``next``, each by comparison, and plans the next step.
  package mutating func add(_ found: [[SensitivityResponse?]]) {
    for (point, response) in zip(next, found) {
      points.append(point)
      responses[point] = response
    }
    next = []
    if step == .boundaries {
      for place in searches.indices {
        guard let point = searches[place].next(in: box) else { continue }
        // A search ends where a point is outside of the box or without a response.
        if let response = response(searches[place].boundary.contrast, at: point)?.difference {
          searches[place].add(response)
        } else {
          searches[place].add(.init(0, standardError: .greatestFiniteMagnitude))
        }
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

  /// The strongest assumptions of a comparison, those first that bring its difference nearer to another sign.
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

  /// Points over all assumptions that had an effect on a comparison, the strongest of each comparison first.
  private mutating func planSpread() {
    var factors: [Int] = []
    for contrast in 0..<contrasts {
      for factor in strongestFactors(contrast) where !factors.contains(factor) { factors.append(factor) }
    }
    let known = Set(points)
    for point in design.points(factors, in: box) where !known.contains(point) { add(next: point) }
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

  /// The points other than the study as it is at which the sign of a comparison changes, the clearest first.
  package func flips(_ contrast: Int, assumptions: Int) -> [SensitivityPoint] {
    guard let base = response(contrast, at: .base) else { return [] }
    let found = points.filter { point in
      point.moves.count == assumptions && isAtEnds(point)
        && response(contrast, at: point)?.changesSign(of: base) == true
    }
    func size(_ point: SensitivityPoint) -> Double {
      abs(response(contrast, at: point)?.difference.estimate ?? 0)
    }
    // Points of equal size stay in their order.
    return found.enumerated().sorted { (size($0.element), -$0.offset) > (size($1.element), -$1.offset) }
      .map(\.element)
  }

  /// Whether all assumptions of a point lie at ends; points of a bisection do not.
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
    searches.append(
      BoundarySearch(
        boundary: FlipBoundary(
          contrast: contrast, factor: move.factor, others: others, from: from, to: to,
          isNegativeAtStart: start.estimate < 0, place: search.place.x, halfWidth: search.place.halfWidth),
        search: search))
  }

  /// The next point of each search; where it is known already, the one after it.
  private mutating func planBoundaries() {
    for place in searches.indices {
      while let point = searches[place].next(in: box) {
        if let known = response(searches[place].boundary.contrast, at: point) {
          searches[place].add(known.difference)
          continue
        }
        let isPlanned = next.contains(point)
        if !isPlanned { add(next: point) }
        if isPlanned || next.contains(point) { break }
        // Outside of the box.
        searches[place].add(.init(0, standardError: .greatestFiniteMagnitude))
      }
    }
  }
}

/// The place along one assumption at which the sign of a difference changes.
package struct FlipBoundary: Hashable, Sendable {
  /// The comparison whose sign changes, by its place.
  package var contrast: Int
  /// The assumption along which it was sought.
  package var factor: Int
  /// Other assumptions that are not as in the study.
  package var others: SensitivityPoint
  /// The two places between which the sign changes: the value in the study, and the end of the range.
  package var from, to: Double
  /// The sign of the difference at `from`.
  package var isNegativeAtStart: Bool
  /// The place, in the unit of the assumption.
  package var place: Double
  /// Half-width of the 95 % interval of the place, approximately, in the same unit.
  package var halfWidth: Double
}

/// A search for such a place that is under way.
struct BoundarySearch: Sendable {
  var boundary: FlipBoundary
  var search: SignChange

  /// The point to measure next; nil once the place is found.
  func next(in box: SensitivityBox) -> SensitivityPoint? {
    search.next.map {
      boundary.others.moving(boundary.factor, to: box.factors[boundary.factor].level(at: $0))
    }
  }

  mutating func add(_ response: SignChange.Response) {
    search.add(response)
    (boundary.place, boundary.halfWidth) = (search.place.x, search.place.halfWidth)
  }
}

/// Points that fill the box evenly: a Latin hypercube over some of its assumptions.
struct SpreadDesign {
  var count: Int
  /// The study's seed. The draw belongs to it, so that the same study has the same points.
  var seed: UInt64

  /// The points over assumptions that are numbers; words stay as in the study, and of shares that add up to a whole, only
  /// the first that is named moves.
  func points(_ factors: [Int], in box: SensitivityBox) -> [SensitivityPoint] {
    var wholes: Set<String> = []
    let chosen = factors.filter { place in
      let factor = box.factors[place]
      guard factor.range != nil else { return false }
      guard factor.definition.listRanges?.areShares == true else { return true }
      return wholes.insert(factor.definition.name).inserted
    }.sorted()
    guard count > 0, !chosen.isEmpty else { return [] }
    let stream = RandomStream()
    stream.seek(
      sequential: StreamAddress(
        seed: seed, group: StreamAddress.group(of: "sensitivity"), replication: 0, device: 0, purpose: .design
      ))
    let cube = LatinHypercube(
      dimension: chosen.count, count: count, uniform: { stream.uniform() },
      choose: { stream.integer(below: $0) })
    return cube.points.map { coordinates in
      SensitivityPoint(
        zip(chosen, coordinates).compactMap { place, share in
          let factor = box.factors[place]
          return factor.range.map {
            SensitivityPoint.Move(
              factor: place, level: factor.level(at: $0.lowerBound + share * ($0.upperBound - $0.lowerBound)))
          }
        })
    }
  }
}
