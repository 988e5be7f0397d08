import Digests

/// Digests of files that a study names, read once for all its design points.
final class FileDigests {
  private var digests: [String: String?] = [:]

  /// SHA-256 of the file that a word names, seen from the folder of `file`; nil if it names no file.
  func digest(of word: String, from file: String) -> String? {
    let path = StudyFiles.resolve(word, from: file)
    if let known = digests[path] { return known }
    let digest =
      StudyFiles.isFile(path) ? (try? StudyFiles.bytes(of: path)).map { SHA256.hexadecimal($0) } : nil
    digests[path] = .some(digest)
    return digest
  }
}
