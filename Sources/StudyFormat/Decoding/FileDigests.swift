import Digests
import ProcessPolicies

/// Digests of files that a study names, and the states of its programs, read once for all its design points.
final class FileDigests {
  private var digests: [String: String?] = [:]
  private var states: [String: Result<PolicyState, PolicyStateError>] = [:]

  /// SHA-256 of the file that a word names, seen from the folder of `file`; nil if it names no file.
  func digest(of word: String, from file: String) -> String? {
    let path = StudyFiles.resolve(word, from: file)
    if let known = digests[path] { return known }
    let digest =
      StudyFiles.isFile(path) ? (try? StudyFiles.bytes(of: path)).map { SHA256.hexadecimal($0) } : nil
    digests[path] = .some(digest)
    return digest
  }

  /// The state in a file.
  func state(at path: String) throws(PolicyStateError) -> PolicyState {
    let state = states[path] ?? Result { () throws(PolicyStateError) in try PolicyState(path: path) }
    states[path] = state
    return try state.get()
  }
}
