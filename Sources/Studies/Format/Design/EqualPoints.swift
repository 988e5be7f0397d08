import Basics
import Workload

/// Finds levels and arms of a design that give the same study, so that they have the same results.
///
/// Two levels are compared at points that differ in nothing else. Points are equal if everything that their studies decode to,
/// other than name, question and warnings, is equal.
struct EqualPoints {
  private let points: [DesignPoint]
  private let tree: YAMLNode

  init(_ points: [DesignPoint], tree: YAMLNode) {
    (self.points, self.tree) = (points, tree)
  }

  var warnings: [String] {
    guard points.count > 1 else { return [] }
    let remarks = RemarkList()
    for (place, level) in (points.first?.levels ?? []).enumerated() {
      let groups = equals({ $0.levels[place].text }) { point in
        [point.arm] + point.levels.enumerated().filter { $0.offset != place }.map(\.element.text)
      }
      let owner = tree["factors"].map { Place($0, "factors") }?.at(level.name)
      for words in groups {
        remarks.add(
          owner ?? Place(tree, "factors"),
          "levels \(words) of `\(level.name)` give the same study and therefore equal results. "
            + "Vary a key that has an effect, or remove \(Self.rest).")
      }
    }
    for words in equals({ $0.arm }, among: { $0.levels.map(\.text) }) {
      remarks.add(
        Place(tree["arms"] ?? tree, "arms"),
        "arms \(words) give the same study and therefore equal results. "
          + "Set a key that has an effect, or remove \(Self.rest).")
    }
    return remarks.texts
  }

  private static let rest = "all but one"

  /// The names of points that are equal wherever their contexts are, as lists in words.
  private func equals(_ name: (DesignPoint) -> String, among context: (DesignPoint) -> [String]) -> [String] {
    let contexts = Dictionary(grouping: points, by: context).values.sorted { $0[0].order < $1[0].order }
    guard let first = contexts.first(where: { $0.count > 1 }) else { return [] }
    let groups = Dictionary(grouping: first, by: \.study.numbers).values.filter { $0.count > 1 }
      .flatMap { Dictionary(grouping: $0, by: \.meaning).values.filter { $0.count > 1 } }
    return groups.sorted { $0[0].order < $1[0].order }.compactMap { group in
      let all = group.map(name)
      let equal = all.dropFirst().filter { other in
        contexts.dropFirst().allSatisfy { points in
          guard let one = points.first(where: { name($0) == all[0] }),
            let two = points.first(where: { name($0) == other })
          else { return true }
          return one.study.numbers == two.study.numbers && one.meaning == two.meaning
        }
      }
      let quoted = ([all[0]] + equal).map { "`\($0)`" }
      guard !equal.isEmpty, let last = quoted.last else { return nil }
      return quoted.dropLast().joined(separator: ", ") + " and " + last
    }
  }
}

extension Study {
  /// The parts of a study that differ between most points and are found quickly.
  fileprivate var numbers: String {
    "\(seed) \(horizon) \(warmUpDays) \(replications) \(parameters.canonicalText) "
      + policies.map { "\($0.label) \($0.canonicalText)" }.joined(separator: "\n")
  }
}

extension DesignPoint {
  /// The other parts, as they were decoded.
  fileprivate var meaning: String {
    """
    \(study.population) \(study.apps) \(study.apps.compactMap(\.code?.identity)) \(study.script) \
    \(study.trace?.digest ?? "") \(tree["trace"]?.canonicalText ?? "") \(study.records.map(\.rawValue).sorted()) \
    \(study.comparison) \(study.expectations)
    """
  }
}
