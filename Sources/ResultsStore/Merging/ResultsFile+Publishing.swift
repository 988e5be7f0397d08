#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ResultsFile {
  /// Puts a complete copy of the file into a folder, which comes into being if it does not exist.
  ///
  /// The copy is made between two transactions, handed to the disk under a temporary name and then renamed, so that
  /// nobody ever sees half of it. It ends with a ``FileSeal``. An earlier copy of the same name is replaced.
  public func publish(as name: String, in folder: String) throws(ResultsError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw .lastSystemError(path: folder, action: "make the folder")
    }
    let target = "\(folder)/\(name)"
    let file = try PartialFile(for: target)
    let sink = ByteSink(descriptor: file.descriptor, path: target)
    var seal = FileSeal()
    try withConnection { (_) throws(ResultsError) in
      try FileCopy.append(path, to: sink, name: target, action: "copy \(path) to it") { seal.add($0) }
    }
    try sink.write(seal.bytes)
    try file.finish()
  }
}
