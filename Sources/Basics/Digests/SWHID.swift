/// The identifier of the bytes of a file or of a folder by the specification SWHID 1.2 (ISO/IEC 18670).
///
/// It depends on contents, names and executable bits alone, so that anybody can compute it again. Its digest is the
/// object name of git: the name of a blob for a file, and of a tree for a folder.
public struct SWHID: Hashable, Sendable, CustomStringConvertible {
  /// `cnt` for the contents of a file, `dir` for a folder, `rev` for a commit.
  private let kind: String
  /// 20 bytes.
  private let digest: [UInt8]

  public var description: String {
    "swh:1:\(kind):" + digest.map { UInt32($0).text(digits: 2, radix: 16) }.joined()
  }

  /// A file of a folder; its path has a slash after each folder.
  public struct File: Sendable {
    let path: [Substring]
    let content: SWHID
    let isExecutable: Bool

    public init(_ path: String, _ bytes: [UInt8], isExecutable: Bool = false) {
      self.init(path.split(separator: "/"), SWHID(content: bytes), isExecutable: isExecutable)
    }

    fileprivate init(_ path: [Substring], _ content: SWHID, isExecutable: Bool) {
      (self.path, self.content, self.isExecutable) = (path, content, isExecutable)
    }
  }

  public init(content bytes: [UInt8]) { self.init("cnt", object: "blob", bytes) }

  /// - Parameter files: All files of the folder and of the folders in it, each once.
  public init(directory files: [File]) {
    let entries = Dictionary(grouping: files) { $0.path[0] }.map { name, files in
      let isFolder = files[0].path.count > 1
      let target =
        isFolder
        ? SWHID(
          directory: files.map {
            File(Array($0.path.dropFirst()), $0.content, isExecutable: $0.isExecutable)
          })
        : files[0].content
      let mode = isFolder ? "40000" : files[0].isExecutable ? "100755" : "100644"
      // A folder is sorted as if a slash ended its name.
      return (
        key: Array(name.utf8) + (isFolder ? [UInt8(ascii: "/")] : []),
        bytes: Array("\(mode) \(name)".utf8) + [0] + target.digest
      )
    }
    let sorted = entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    self.init("dir", object: "tree", sorted.flatMap(\.bytes))
  }

  /// - Parameter commit: The name of a commit of git in 40 hexadecimal digits. Any other text returns nil.
  public init?(commit: String) {
    guard commit.utf8.count == 40 else { return nil }
    let digits = commit.compactMap(\.hexDigitValue)
    guard digits.count == 40 else { return nil }
    kind = "rev"
    digest = stride(from: 0, to: 40, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  private init(_ kind: String, object: String, _ body: [UInt8]) {
    self.kind = kind
    digest = Self.sha1(Array("\(object) \(body.count)".utf8) + [0] + body)
  }

  /// SHA-1 (FIPS 180-4), which identifies and does not protect.
  private static func sha1(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var bytes = message + [0x80]
    bytes += Array(repeating: 0, count: (120 - bytes.count % 64) % 64)
    let bits = UInt64(message.count) * 8
    bytes += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) }
    func rotate(_ x: UInt32, _ n: UInt32) -> UInt32 { x &<< n | x &>> (32 - n) }
    var words = [UInt32](repeating: 0, count: 80)
    for block in stride(from: 0, to: bytes.count, by: 64) {
      for t in 0..<16 {
        words[t] = (0..<4).reduce(0) { $0 &<< 8 | UInt32(bytes[block + 4 * t + $1]) }
      }
      for t in 16..<80 { words[t] = rotate(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1) }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for t in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch t {
          case ..<20: (b & c | ~b & d, 0x5a82_7999)
          case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
          case ..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        (a, b, c, d, e) = (rotate(a, 5) &+ mixed &+ e &+ constant &+ words[t], a, rotate(b, 30), c, d)
      }
      for (place, value) in [a, b, c, d, e].enumerated() { state[place] &+= value }
    }
    return state.flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }
}
