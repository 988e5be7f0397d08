/// Writes a file whole or not at all.
public enum WholeFile {
  /// Writes under a temporary name beside the file, then renames.
  ///
  /// A symbolic link in the file's place is replaced, not followed. Temporary files that killed processes have left
  /// in the folder are removed.
  public static func write(_ bytes: [UInt8], to path: String) throws(ResultsError) {
    Leftovers.removeAll(in: PartialFile.folder(of: path))
    let file = try PartialFile(for: path)
    try ByteSink(descriptor: file.descriptor, path: path).write(bytes)
    try file.finish()
  }
}
