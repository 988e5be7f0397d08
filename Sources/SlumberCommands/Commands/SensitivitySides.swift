import Basics
import Studies
import StudyReports

/// The sides that a search compares: policies of one design point, or one policy at design points that differ in a factor or the arm.
struct SensitivitySides {
  struct Side {
    let point: DesignPoint
    /// Labels of the policies that are run there, and the names under which they are compared.
    let policies, names: [String]
  }

  static let options: [OptionSpecification] = [
    .value(
      "--factor", "NAME|arms",
      "compare the levels of this factor, or the arms, with the first one, under the first policy or that of --policy"
    ),
    .value(
      "--against", "POLICY|LEVEL",
      "compare this policy, or this level, with the baseline; all others by default",
      repeatable: true),
  ]

  let all: [Side]
  /// Of which the differences are, where they are not of policies.
  let factor: String?

  var names: [String] { all.flatMap(\.names) }

  init(_ arguments: ParsedArguments, _ file: StudyFile, _ point: DesignPoint) throws {
    factor = arguments.value("--factor")
    guard let factor else {
      let policies = try Self.policies(arguments, point.study)
      all = [Side(point: point, policies: policies, names: policies)]
      return
    }
    let levels = try Self.levels(of: factor, file, point)
    let named = arguments.all("--against")
    try Self.check(named, among: levels.map(\.name), what: "level of `\(factor)` other than the first")
    let study = point.study
    let policy = study.comparison.baseline ?? study.policies[0].label
    all = levels.enumerated().filter { $0.offset == 0 || named.isEmpty || named.contains($0.element.name) }
      .map { Side(point: $0.element.point, policies: [policy], names: [$0.element.name]) }
  }

  /// The design points that differ from one in a factor or the arm only, by level, that of the first level first.
  private static func levels(
    of factor: String, _ file: StudyFile, _ point: DesignPoint
  ) throws -> [(name: String, point: DesignPoint)] {
    let known = (point.levels.map(\.name) + (Set(file.points.map(\.arm)).count > 1 ? ["arms"] : [])).unique
    guard known.contains(factor) else {
      let list = known.isEmpty ? "it has none" : known.joined(separator: ", ")
      throw UsageError(
        "`--factor` was given `\(factor)`\(NameSuggestion.question(for: factor, in: known)), expected a factor of the "
          + "study, or `arms` where it has several: \(list)")
    }
    let others = point.levels.filter { $0.name != factor }
    let found = file.points.filter { other in
      (factor == "arms" || other.arm == point.arm) && other.levels.filter { $0.name != factor } == others
    }.map { other in
      (name: other.levels.first { $0.name == factor }?.text ?? other.arm, point: other)
    }
    guard found.count > 1 else {
      throw UsageError(
        "`--factor` needs design points that differ in `\(factor)` only, found \(found.count) beside `\(point.name)`; "
          + "--point chooses another")
    }
    return found
  }

  private static func policies(_ arguments: ParsedArguments, _ study: Study) throws -> [String] {
    let labels = study.policies.map(\.label)
    let baseline = study.comparison.baseline ?? labels[0]
    let named = arguments.all("--against")
    try check(
      named, among: [baseline] + labels.filter { $0 != baseline },
      what: "policy of the study other than its baseline")
    let others = named.isEmpty ? labels.filter { $0 != baseline } : named
    guard !others.isEmpty else {
      throw UsageError(
        "found one policy, expected at least two to compare, each by --policy NAME, or --factor NAME, whose levels are "
          + "compared under the one")
    }
    return [baseline] + others
  }

  private static func check(_ named: [String], among all: [String], what: String) throws {
    for (place, name) in named.enumerated() {
      guard all.dropFirst().contains(name) else {
        let others = all.dropFirst().joined(separator: ", ")
        throw UsageError(
          "`--against` was given `\(name)`, expected a \(what) `\(all[0])`: "
            + (others.isEmpty ? "it has none, add one with --policy" : others))
      }
      if named[..<place].contains(name) { throw UsageError("`--against` was given `\(name)` twice") }
    }
  }

  /// The box of the assumptions on which one of the sides depends; what differs between them is not among these.
  func box(_ box: (Side) -> SensitivityBox) -> SensitivityBox {
    guard all.count > 1 else { return box(all[0]) }
    let joined = SensitivityBox(joining: all.map(box))
    let places = Dictionary(grouping: joined.factors, by: \.name)
    return joined.keeping(
      Set(joined.factors.filter { places[$0.name]?.count == 1 }),
      reason: "set by the levels that are compared")
  }
}
