#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ResultsFile {
  /// Puts a complete copy of the file into a folder, which comes into being if it does not exist.
  ///
  /// The copy is made between two transactions, handed to the disk under a temporary name and then renamed, so that
  /// nobody ever sees half of it. An earlier copy of the same name is replaced.
  public func publish(as name: String, in folder: String) throws(ResultsError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw .lastSystemError(path: folder, action: "make the folder")
    }
    let target = "\(folder)/\(name)"
    let file = try PartialFile(for: target)
    try withConnection { (_) throws(ResultsError) in
      try FileCopy.append(path, to: ByteSink(descriptor: file.descriptor, path: target), name: target)
    }
    try file.finish()
  }
}

/// Copies of whole files.
enum FileCopy {
  /// Appends the bytes of a file to a sink.
  ///
  /// - Parameter name: The path in error messages.
  static func append(_ source: String, to sink: ByteSink, name: String) throws(ResultsError) {
    let action = "copy \(source) to it"
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .lastSystemError(path: name, action: action) }
    defer { close(input) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(input, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .lastSystemError(path: name, action: action) }
      guard count > 0 else { return }
      try sink.write(Array(bytes.prefix(count)))
    }
  }
}
