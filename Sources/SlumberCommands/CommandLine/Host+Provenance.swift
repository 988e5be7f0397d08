import ResultsStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Host {
  /// Where and when work is done now; the run and the time spent on it are yet to be filled in.
  static func provenance(started: String) -> ProvenanceRow {
    ProvenanceRow(
      runID: "", wallSeconds: 0, host: name, started: started, ended: time, processor: processor.model,
      instructions: processor.instructions, cLibrary: cLibrary)
  }

  /// Model of the processor and its extensions that change last bits of mathematical functions; nil where the system
  /// does not tell.
  private static let processor: (model: String?, instructions: String?) = {
    guard let text = firstBytes(of: "/proc/cpuinfo", count: 1 << 16) else { return (nil, nil) }
    var values: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = parts[0].prefix { $0 != "\t" }
      if values[key] == nil { values[key] = parts[1].drop { $0 == " " } }
    }
    let flags = (values["flags"] ?? values["Features"])?.split(separator: " ")
    let extensions = flags.map { flags in
      ["fma", "avx2", "avx512f"].filter { flags.contains(Substring($0)) }.joined(separator: " ")
    }
    return (values["model name"].map(String.init), extensions.map { $0.isEmpty ? "none" : $0 })
  }()

  /// Name and version of the C library, and what the environment takes away from it.
  private static let cLibrary: String? = {
    #if canImport(Glibc)
      var buffer = [CChar](repeating: 0, count: 256)
      guard confstr(Int32(_CS_GNU_LIBC_VERSION), &buffer, buffer.count) > 0 else { return nil }
      let version = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard let tunables = getenv("GLIBC_TUNABLES") else { return version }
      return "\(version) \(String(cString: tunables))"
    #else
      return nil
    #endif
  }()

  private static func firstBytes(of path: String, count: Int) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = read(descriptor, &bytes, bytes.count)
    return found > 0 ? String(decoding: bytes.prefix(found), as: UTF8.self) : nil
  }
}
