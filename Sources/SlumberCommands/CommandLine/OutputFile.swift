import ResultsStore

/// Writes a file whole or not at all.
enum OutputFile {
  /// Writes under a temporary name beside the file, then renames.
  static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try WholeFile.write(bytes, to: path)
    } catch .system(_, _, _, let message) {
      throw CommandFailure("`\(path)` cannot be written: \(message)")
    }
  }
}
