/// All rules of background execution. A rule stands in the extension file of its chapter.
public enum RuleCatalogue {
  /// Every rule, chapter after chapter.
  public static let all: [PlatformRule] = RuleChapter.allCases.flatMap(\.rules)

  /// Rules by id.
  public static let byIdentifier: [String: PlatformRule] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.id, $0) })
}
