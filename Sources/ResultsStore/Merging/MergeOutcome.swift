/// The runs that a merged file added to a results file.
public struct MergeOutcome: Hashable, Sendable {
  /// Identities of the runs that are whole now and were not before.
  package var new: Set<String> = []
  /// Identities of runs of which something was found twice, and equal.
  package var equal: Set<String> = []
  /// Runs with results that the study of the file no longer means, or means otherwise; they were left alone.
  package var foreign: [String] = []

  package init() {}

  package mutating func merge(_ other: MergeOutcome) {
    new.formUnion(other.new)
    equal.formUnion(other.equal)
    foreign += other.foreign
  }
}

/// Why a file is not merged; nothing of it was taken.
public enum MergeRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case output(path: String)
  case running(path: String)
  case otherStudy(path: String, found: StudyIdentity, expected: StudyIdentity)
  case otherVersions(path: String, found: [StudyDescription.Version], expected: [StudyDescription.Version])
  case unequal(path: String, run: String, difference: String, found: String, expected: String)
  case results(ResultsError)

  public var description: String {
    switch self {
    case .output(let path): "\(path): is the file that others are merged into; it was left out"
    case .running(let path): "\(path): a shard that is running writes to it; it was left out"
    case .otherStudy(let path, let found, let expected):
      "\(path): holds results of the study \(found), expected \(expected); it was left out"
    case .otherVersions(let path, let found, let expected):
      "\(path): was computed by \(Self.text(found)), expected \(Self.text(expected)); it was left out"
    case .unequal(let path, let run, let difference, let found, let expected):
      "\(path): holds another run \(run) than the file has: \(difference) (stored: \(expected); found: \(found)); "
        + "it was left out"
    case .results(let error): "\(error)"
    }
  }

  static func text(_ versions: [StudyDescription.Version]) -> String {
    versions.map { "\(MessageWord.word($0.name)) \(MessageWord.word($0.version))" }.joined(separator: ", ")
  }
}
