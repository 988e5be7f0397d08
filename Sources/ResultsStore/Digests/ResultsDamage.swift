/// Rows that are not those that were stored.
public struct ResultsDamage: Hashable, Sendable, CustomStringConvertible {
  /// The run whose rows differ; nil for the description of the study.
  public var runID: String?
  /// The policy, design point and replication of the run, as the file names them; empty where it does not.
  public var label: String
  /// The difference.
  public var what: String

  public var description: String {
    guard let runID else { return what }
    return "run \(MessageWord.word(runID))\(label.isEmpty ? "" : " (\(label))"): \(what)"
  }
}
