import Basics
import ModelParameters
import OutputAnalysis
import RandomStreams

/// The way in which the levels of factors are combined: the key `design` of a study.
struct FactorDesign {
  enum Kind: String, StudyWord {
    case fullFactorial, oneAtATime, fractional, latinHypercube, sobol

    /// Whether points lie anywhere between the ends of ranges.
    var isSpaceFilling: Bool { self == .latinHypercube || self == .sobol }
  }

  /// Factors that move together, by their places; each other factor by itself.
  typealias Bundle = [Int]

  let kind: Kind
  private let points: Int?
  private let resolution: Int
  private let conditions: [Condition]
  private let bundles: [Bundle]
  private let place: Place
  private let log: ErrorLog

  static let defaultResolution = 4
  static let pointCounts = 2...10_000

  static func kind(of tree: YAMLNode) -> Kind {
    (tree["design"]?["kind"]?.text ?? tree["design"]?.text).flatMap(Kind.init) ?? .fullFactorial
  }

  /// Reads the key `design`; nil where it is wrong, which is noted.
  init?(_ tree: YAMLNode, factors: [StudyFile.Factor], _ log: ErrorLog) {
    self.log = log
    let errors = log.errors.count
    let node = tree["design"] ?? tree["factors"] ?? tree
    place = Place(node, "design")
    kind = Self.kind(of: tree)
    let map = tree["design"]?.entries == nil ? nil : MapReader(place, .of("design"), log)
    _ = map?.choice("kind")
    points = map?.integer("points")
    resolution = map?.integer("resolution") ?? Self.defaultResolution
    conditions = map.map { Self.conditions($0, factors: factors.map(\.path), log) } ?? []
    bundles = map.map { Self.bundles($0, factors: factors, log) } ?? factors.indices.map { [$0] }
    for (key, isOwn) in [("points", kind.isSpaceFilling), ("resolution", kind == .fractional)]
    where !isOwn && map?.has(key) == true {
      map?.add(
        key, found: "`\(key)` in a design `\(kind.rawValue)`", expected: "this key in another design only")
    }
    if map == nil, let word = tree["design"], word.text.flatMap(Kind.init) == nil {
      let words = Kind.allCases.map(\.rawValue)
      log.add(
        place, expected: "one of \(words.joined(separator: ", ")), or `{kind: latinHypercube, points: 64}`",
        among: words)
    }
    if kind.isSpaceFilling, points == nil, log.errors.count == errors {
      log.add(
        Place(node, "design.points"), found: "",
        expected: "a number of points, as in `{kind: \(kind.rawValue), points: 64}`")
    }
    if kind != .fullFactorial, factors.isEmpty, tree["factors"] == nil {
      log.add(place, found: "`\(kind.rawValue)` without factors", expected: "`factors` to vary")
    }
    if kind.isSpaceFilling, bundles.count == 1, log.errors.count == errors {
      log.add(
        place, found: "one factor in a design `\(kind.rawValue)`",
        expected: "two or more independent factors; for one factor, list its levels or use a range with steps"
      )
    }
    guard log.errors.count == errors else { return nil }
  }

  /// Factors that move together: named lists of factors with as many levels each.
  private static func bundles(_ map: MapReader, factors: [StudyFile.Factor], _ log: ErrorLog) -> [Bundle] {
    let names = factors.map(\.path)
    var groups: [Bundle] = []
    for entry in map.node["together"]?.entries ?? [] {
      let place = Place(entry.value, "design.together.\(entry.key)")
      guard let elements = entry.value.elements, elements.count > 1 else {
        log.add(place, expected: "a list of two factors or more")
        continue
      }
      var group: Bundle = []
      for element in elements.map({ Place($0, place.path) }) {
        guard let name = element.text, let factor = names.firstIndex(of: name) else {
          log.add(element, expected: "a factor of the study: \(names.joined(separator: ", "))", among: names)
          continue
        }
        if (groups.flatMap(\.self) + group).contains(factor) {
          log.add(element, found: "`\(name)` a second time", expected: "each factor in one group")
        } else {
          group.append(factor)
        }
      }
      if let other = group.first(where: { factors[$0].levels.count != factors[group[0]].levels.count }) {
        let counts = [group[0], other].map { factors[$0].levels.count }
        log.add(
          place, found: "\(counts[0]) levels of \(names[group[0]]) and \(counts[1]) of \(names[other])",
          expected: "factors with the same number of levels")
      }
      groups.append(group)
    }
    let grouped = Set(groups.flatMap(\.self))
    return (groups + factors.indices.filter { !grouped.contains($0) }.map { [$0] }).filter { !$0.isEmpty }
      .sorted { $0[0] < $1[0] }
  }

  // MARK: Points

  /// The combinations of levels, in the order of points; nil where they are wrong, which is noted.
  func combinations(_ factors: [StudyFile.Factor], limit: Int) -> [[YAMLNode]]? {
    let all = kind.isSpaceFilling ? spread(factors) : crossed(factors, limit: limit)
    guard let all else { return nil }
    let kept = all.filter { levels in conditions.allSatisfy { $0(levels.map { $0.levelValue.text ?? "" }) } }
    let least = kind.isSpaceFilling ? bundles.count + 2 : 1
    guard kept.count >= least else {
      return log.refuse(
        Place(place.node, "design.where"),
        found: "\(kept.count) of \(all.count) points that meet every condition",
        expected: "\(least) or more")
    }
    return kept
  }

  /// Combinations of the levels that the study lists.
  private func crossed(_ factors: [StudyFile.Factor], limit: Int) -> [[YAMLNode]]? {
    let counts = bundles.map { factors[$0[0]].levels.count }
    var chosen: [[Int]]
    switch kind {
    case .oneAtATime:
      let base = counts.map { _ in 0 }
      chosen = [base]
      for (bundle, count) in counts.enumerated() {
        for level in 1..<max(1, count) {
          var point = base
          point[bundle] = level
          chosen.append(point)
        }
      }
    case .fractional:
      for (bundle, count) in zip(bundles, counts) where count != 2 {
        log.add(
          factors[bundle[0]].place,
          found: "\(CountText.text(count, "level")) in a design `fractional`", expected: "two levels")
      }
      guard counts.allSatisfy({ $0 == 2 }) else { return nil }
      guard let fraction = FractionalFactorial(factors: counts.count, resolution: resolution) else {
        return log.refuse(
          place, found: "\(counts.count) factors at resolution \(resolution)",
          expected: "fewer factors or a smaller resolution, for at most 8192 points")
      }
      chosen = fraction.points.map { $0.map { $0 ? 1 : 0 } }
    default:
      chosen = [[]]
      for count in counts {
        // One more than the limit is as wrong as all of them.
        guard chosen.count * count <= limit else { return nil }
        chosen = chosen.flatMap { point in (0..<count).map { point + [$0] } }
      }
    }
    return levels(of: factors, at: chosen) { $0.levels[$1] }
  }

  /// Points that fill the ranges of factors evenly, the same for every seed of the study.
  private func spread(_ factors: [StudyFile.Factor]) -> [[YAMLNode]]? {
    guard let points else { return nil }
    guard points >= bundles.count + 2 else {
      return log.refuse(
        place.at("points"),
        found: "\(points) points for \(CountText.text(bundles.count, "factor"))",
        expected: "at least two points more than factors, because effects are regression coefficients")
    }
    let coordinates: [[Double]]
    if kind == .sobol {
      let most = SobolSequence.dimensionLimit
      guard let sequence = SobolSequence(dimension: bundles.count) else {
        return log.refuse(
          place, found: "\(bundles.count) factors in a design `sobol`", expected: "at most \(most)")
      }
      coordinates = (0..<points).map { _ in sequence.next() }
    } else {
      let stream = RandomStream()
      stream.seek(
        sequential: StreamAddress(
          seed: 1, group: StreamAddress.group(of: "latinHypercube"), replication: 0, device: 0,
          purpose: .design))
      coordinates =
        LatinHypercube(
          dimension: bundles.count, count: points, uniform: { stream.uniform() },
          choose: { stream.integer(below: $0) }
        ).points
    }
    return levels(of: factors, at: coordinates) { $0.level(share: $1) }
  }

  /// The levels of all factors at points, which have one coordinate for each bundle.
  private func levels<Coordinate>(
    of factors: [StudyFile.Factor], at points: [[Coordinate]],
    _ level: (StudyFile.Factor, Coordinate) -> YAMLNode
  ) -> [[YAMLNode]] {
    points.map { point in
      var levels = factors.map { $0.levels[0] }
      for (bundle, coordinate) in zip(bundles, point) {
        for factor in bundle { levels[factor] = level(factors[factor], coordinate) }
      }
      return levels
    }
  }

  // MARK: Conditions

  /// Whether the levels of a point, by factor, meet a condition such as `score.thresholdEnd <= score.thresholdStart`.
  private typealias Condition = (_ levels: [String]) -> Bool

  private static let comparisons: [String: @Sendable (Double, Double) -> Bool] = [
    "<=": { $0 <= $1 }, ">=": { $0 >= $1 }, "<": { $0 < $1 }, ">": { $0 > $1 },
  ]

  /// The conditions under `where`. A level that is no number, and one of another dimension, meets none.
  private static func conditions(_ map: MapReader, factors: [String], _ log: ErrorLog) -> [Condition] {
    guard let node = map.node["where"] else { return [] }
    return (node.elements ?? [node]).map { Place($0, "design.where") }.compactMap { element in
      let words = (element.text ?? "").split(separator: " ").map(String.init)
      guard let place = words.firstIndex(where: { comparisons[$0] != nil }),
        let compare = comparisons[words[place]]
      else {
        let example = "\(factors.first ?? "refresh.minGap") <= 30 min"
        return log.refuse(
          element, expected: "a comparison of factors or quantities, such as `\(example)`")
      }
      let sides = [words[..<place], words[(place + 1)...]].map { $0.joined(separator: " ") }
      let found: [([String]) -> Quantity?] = sides.compactMap { side in
        if let factor = factors.firstIndex(of: side) { return { Quantity(level: $0[factor]) } }
        if let quantity = Quantity(level: side) { return { _ in quantity } }
        log.add(
          element, found: "`\(side.prefix(60))`",
          expected: "a quantity, or a factor of the study: \(factors.joined(separator: ", "))",
          suggestion: NameSuggestion.nearest(to: side, in: factors))
        return nil
      }
      guard found.count == 2 else { return nil }
      return { levels in
        guard let one = found[0](levels), let other = found[1](levels) else { return false }
        return one.unit.dimension == other.unit.dimension && compare(one.baseValue, other.baseValue)
      }
    }
  }
}
