import SchedulingPolicies

extension StudyFile {
  /// Reads the study that a results file keeps, which anybody may have written: no file is opened and no program is
  /// started that it names.
  ///
  /// - Parameters:
  ///   - study: The study's text, as the results file keeps it.
  ///   - path: The results file, for error messages.
  ///   - policies: Labels of the study's policies to keep, or names of others to add; empty keeps all.
  /// - Throws: ``StoredStudyError/namesFiles(key:)`` for a study that is not complete in itself.
  public init(
    stored study: String, path: String, policies: [String] = [],
    catalogue: PolicyCatalogue = .standard
  ) throws {
    let tree = try YAMLReader.read(Array(study.utf8), file: path)
    if let key = tree.keyOfFile { throw StoredStudyError.namesFiles(key: key) }
    try self.init(tree: tree, path: path, policies: policies, catalogue: catalogue)
  }
}

/// Why runs cannot be computed again from what a results file keeps.
public enum StoredStudyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The study names files or programs, which a results file may not choose.
  case namesFiles(key: String)

  public var description: String {
    switch self {
    case .namesFiles(let key):
      "the study of these results has the key `\(key)`, which names a file or program; no path is taken from a "
        + "results file"
    }
  }
}

extension YAMLNode {
  /// Keys whose values name files or programs.
  private static let keysOfFiles: Set = ["extends", "mix", "trace", "command", "state"]

  /// The first key in the tree that names a file, as a key or within a key path of an arm or factor.
  var keyOfFile: String? {
    switch content {
    case .scalar: return nil
    case .sequence(let elements): return elements.lazy.compactMap(\.keyOfFile).first
    case .mapping(let entries):
      for entry in entries {
        let words = entry.key.split { $0 == "." || $0 == "[" || $0 == "]" }.map(String.init)
        if let key = words.first(where: Self.keysOfFiles.contains) { return key }
        if let key = entry.value.keyOfFile { return key }
      }
      return nil
    }
  }
}
