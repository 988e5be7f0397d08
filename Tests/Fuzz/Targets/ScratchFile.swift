#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file of this process to which an input is written, for readers that take a path.
enum ScratchFile {
  static let path = "/tmp/slumber-fuzz-\(getpid())"

  static func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    _ = removalAtExit
    write(Array(bytes), to: path)
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { fatalError("\(path) cannot be written") }
    _ = fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private static let removalAtExit = atexit {
    unlink(ScratchFile.path)
    unlink(ScratchFile.path + ".yaml")
  }
}
