import Foundation
import Recordings
import TestSupport
import Testing

/// The recording of a text in a file of any packing; errors have the name of the file without its folder.
func recording(_ bytes: [UInt8], as name: String = "phone.txt") throws -> Recording {
  let folder = try TemporaryFolder()
  let path = try folder.write(bytes, as: name).path
  var found: Recording?
  do throws(RecordingError) {
    try RecordingFile.read(path) { _, contents throws(RecordingError) in
      if case .text(let lines) = contents { found = try BatteryStatsReader.read(lines) }
    }
  } catch {
    var error = error
    error.file = error.file.replacing(folder.path + "/", with: "")
    throw error
  }
  return try #require(found)
}

@Suite("Files of recordings")
struct RecordingFileTests {
  private let text = Array(BatteryStatsReaderTests.history.utf8)
  private let database = Array("SQLite format 3\0 and what follows".utf8)

  private func message(_ bytes: [UInt8], as name: String = "phone") -> String {
    do {
      _ = try recording(bytes, as: name)
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// The databases in a file, with the names that errors show.
  private func databases(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, as: "phone").path
    var found: [String: [UInt8]] = [:]
    var copies: [String] = []
    try RecordingFile.read(path) { name, contents throws(RecordingError) in
      guard case .database(let copy) = contents else { return }
      found[name.replacing(folder.path + "/", with: "")] = FileManager.default.contents(atPath: copy).map {
        Array($0)
      }
      if copy != path { copies.append(copy) }
    }
    for copy in copies { holds(!FileManager.default.fileExists(atPath: copy), "a copy is left behind") }
    return found
  }

  @Test("a text is read plain, compressed, in two members, and out of a bug report, alike")
  func packings() throws {
    let plain = try recording(text)
    let half = text.count / 2
    let zips = [
      [Packed.ZipEntry(name: "bugreport-x.txt", bytes: text)],
      [
        Packed.ZipEntry(name: "version.txt", bytes: [0x32], isDeflated: false),
        Packed.ZipEntry(name: "bugreport-old.txt", bytes: [0x32]),
        Packed.ZipEntry(name: "main_entry.txt", bytes: Array("bugreport-x.txt\n".utf8), isDeflated: false),
        Packed.ZipEntry(name: "folder/bugreport-x.txt", bytes: text, isDeflated: false),
      ],
    ]
    let packed =
      [Packed.gzip(text), Packed.gzip(Array(text[..<half])) + Packed.gzip(Array(text[half...]))]
      + zips.map { Packed.zip($0, comment: "of a phone") }
      + [Array(String(decoding: text, as: UTF8.self).replacing("\n", with: "\r\n").utf8)]
    for bytes in packed {
      let found = try recording(bytes)
      #expect(found.events == plain.events)
      #expect(found.activities == plain.activities)
      #expect(found.missing == plain.missing)
    }
  }

  @Test("a database is read plain, compressed, and out of a sysdiagnose")
  func databaseCopies() throws {
    #expect(try databases(database) == ["phone": database])
    #expect(try databases(Packed.gzip(database)) == ["phone": database])
    let long = String(repeating: "folder/", count: 20) + "c.PLSQL"
    let archive = Packed.tar([
      ("logs/other.txt", text), ("logs/a.PLSQL", database), ("logs/b.PLSQL.gz", Packed.gzip(database)),
      (long, database),
    ])
    let expected = Dictionary(
      uniqueKeysWithValues: ["logs/a.PLSQL", "logs/b.PLSQL.gz", long].map { ("phone, \($0)", database) })
    #expect(try databases(Packed.gzip(archive)) == expected)
    #expect(try databases(archive) == expected)
  }

  @Test("files that are not recordings have their own errors")
  func otherFiles() throws {
    let expected =
      "a PowerLog or Digital Wellbeing database, a sysdiagnose, a text of batterystats or a bug report"
    #expect(message([]) == "phone: found no bytes, expected \(expected)")
    #expect(message([0x89, 0x50, 0x4E, 0x47, 0, 1]) == "phone: found another format, expected \(expected)")
    #expect(message(Packed.gzip(Packed.gzip(text))) == "phone: found another format, expected \(expected)")
    #expect(
      message(Packed.gzip(Packed.tar([("a.txt", text)])))
        == "phone: found no entry `….PLSQL`, expected a sysdiagnose with a PowerLog database")
    // An archive within an archive could hold itself.
    let inner = Packed.gzip(Packed.tar([("a.PLSQL", database)]))
    #expect(
      message(Packed.tar([("a.PLSQL.gz", inner)]))
        == "phone, a.PLSQL.gz: found another format, expected \(expected)")
    let folder = try TemporaryFolder()
    let found = #expect(throws: RecordingError.self) { try RecordingFile.read(folder.path) { _, _ in } }
    #expect(found?.description == "\(folder.path): found a directory, expected a file that can be read")
    let missing = #expect(throws: RecordingError.self) {
      try RecordingFile.read(folder.path + "/x") { _, _ in }
    }
    #expect(
      missing?.description
        == "\(folder.path)/x: found No such file or directory, expected a file that can be read")
  }

  @Test("a zip that is no bug report, is encrypted, damaged or of ZIP64 has its sentence")
  func badZips() {
    let name = "phone, bugreport-x.txt"
    let damaged = "\(name): found damaged contents, expected bytes that match the checksum of the archive"
    let changes: [((inout Packed.ZipEntry) -> Void, String)] = [
      (
        { $0.name = "letter.txt" },
        "phone: found no entry `bugreport-….txt`, expected the archive of an Android bug report"
      ), ({ $0.flags = 1 }, "\(name): found an encrypted entry, expected an archive without a password"),
      ({ $0.sum = 7 }, damaged), ({ $0.size = 7 }, damaged),
      (
        { $0.size = 0xFFFF_FFFF },
        "\(name): found another way of packing, expected stored or deflated bytes below 4 GiB"
      ),
    ]
    for (change, sentence) in changes {
      var entry = Packed.ZipEntry(name: "bugreport-x.txt", bytes: text)
      change(&entry)
      #expect(message(Packed.zip([entry])) == sentence)
    }
  }

  private static let limits =
    "a database of at most 1 GiB, a text of at most 256 MiB, or an archive with at most 16 GiB of contents"

  @Test("a line of 17 MiB and a bomb of 300 MiB are refused within their limits")
  func limits() {
    let line = [UInt8](repeating: 0x78, count: 17 << 20)
    #expect(
      message(Packed.gzip(line))
        == "phone: line 1: found more than 16 MiB in one line, expected lines of at most 16 MiB")
    var lines = [UInt8](repeating: 0x78, count: 300 << 20)
    for place in stride(from: 15 << 20, to: lines.count, by: 15 << 20) { lines[place] = 0x0A }
    let packed = Packed.gzip(lines)
    #expect(message(packed) == "phone: line 18: found more than 256 MiB of text, expected \(Self.limits)")
    let entry = Packed.ZipEntry(name: "bugreport-x.txt", bytes: lines, packed: Packed.deflated(packed))
    #expect(
      message(Packed.zip([entry]))
        == "phone, bugreport-x.txt: found more contents than the limit, expected \(Self.limits)")
  }

  @Test("every prefix of a packed file is refused, and every changed byte is read or refused")
  func everyPrefix() {
    let small = Array("Battery History:\n 0 (9) RESET:TIME: 2026-03-01-08-00-00\n 0 (2) 050 +screen\n\n".utf8)
    let entry = Packed.ZipEntry(name: "bugreport-x.txt", bytes: small)
    for bytes in [Packed.zip([entry]), Packed.gzip(small), Packed.gzip(Packed.tar([("a.PLSQL", small)]))] {
      for count in bytes.indices {
        holds(!message(Array(bytes[..<count])).isEmpty, "\(count) of \(bytes.count) bytes")
        var changed = bytes
        changed[count] ^= 0xFF
        _ = message(changed)
      }
    }
  }
}
