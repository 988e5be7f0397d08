import Basics
import OutputAnalysis
import ResultsStore

/// Short names of the design points and the factors of a study: the last steps of a key path that identify it.
struct PointWords: Sendable {
  private let factors: [String: String]
  private let hasArms: Bool

  init(_ points: [String]) {
    let paths = points.flatMap { Self.levels($0).map(\.path) }.unique
    factors = Dictionary(uniqueKeysWithValues: paths.map { ($0, Self.short($0, among: paths)) })
    hasArms = Set(points.map(Self.arm)).count > 1
  }

  /// `earliestBegin 30 min, discretionary true`, with the arm if there are several.
  func callAsFunction(_ point: String) -> String {
    let levels = Self.levels(point).map { "\(factor($0.path)) \($0.value)" }
    return ((hasArms || levels.isEmpty ? [Self.arm(point)] : []) + levels).joined(separator: ", ")
  }

  func factor(_ path: String) -> String { factors[path] ?? path }

  func level(_ level: FactorLevel) -> String {
    level.name == FactorDesign.Factor.arms ? level.value : "\(factor(level.name)) \(level.value)"
  }

  private static func arm(_ point: String) -> String { String(point.prefix { $0 != ";" }) }

  private static func levels(_ point: String) -> [(path: String, value: String)] {
    point.split(separator: ";").dropFirst().map { level in
      let path = level.prefix { $0 != "=" }
      return (String(path), String(level.dropFirst(path.count + 1)))
    }
  }

  private static func short(_ path: String, among paths: [String]) -> String {
    let steps = path.split(separator: ".")
    for count in 1..<max(2, steps.count) {
      let words = steps.suffix(count).joined(separator: ".")
      if !paths.contains(where: { $0 != path && $0.hasSuffix(".\(words)") }) { return words }
    }
    return path
  }
}
