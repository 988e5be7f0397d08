import Basics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

package enum StudyFiles {
  /// The bytes of a regular file, at most `limit + 1`, so that a reader can detect that a file is too large.
  package static func bytes(of path: String, limit: Int = .max - 1) throws(StudyErrors) -> [UInt8] {
    do {
      return try TextFile.read(path, limit: limit)
    } catch {
      throw StudyErrors([StudyError(file: path, found: error.found, expected: "a study")])
    }
  }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
  package static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// `relative` as seen from the folder of `file`.
  package static func resolve(_ relative: String, from file: String) -> String {
    if relative.hasPrefix("/") { return relative }
    guard let slash = file.lastIndex(of: "/") else { return relative }
    return String(file[...slash]) + relative
  }

  package static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// `relative`, as seen from the folder of `file`, from the root; nil where there is nothing. Its last part stays as it is,
  /// because a program may act by the name of the link that it is called by, as the Python of a virtual environment does.
  static func absolutePath(of relative: String, from file: String) -> String? {
    let path = resolve(relative, from: file)
    guard let whole = real(path) else { return nil }
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !["", ".", ".."].contains(name), name.count < path.count else { return whole }
    return real(String(path.dropLast(name.count))).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" }
  }

  private static func real(_ path: String) -> String? {
    guard let path = realpath(path, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}

extension TextFileError {
  var found: String {
    switch self {
    case .notRegular(let kind): kind
    case .system(let reason): "an unreadable file (\(reason))"
    }
  }
}
