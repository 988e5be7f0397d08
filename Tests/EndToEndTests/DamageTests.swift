import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Damaged results files") struct DamageTests {
  private static let original = "small.sqlite"
  private static let pageSize = 4096

  private func results() throws -> TestFolder {
    let folder = try TestFolder(
      Studies.small(devices: 2, days: 3, replications: 2, record: "attempts, energy"))
    try folder.slumber("run", "small.yaml", "--results", Self.original, code: 0)
    return folder
  }

  /// The kinds of damage, each of which the quick tier does once.
  private static let kinds = 11

  @Test("a damaged file gives the numbers of the undamaged one or an error that names it")
  func damageInNumbers() throws {
    let folder = try results()
    let bytes = Array(try folder.data(Self.original))
    let compared = try folder.slumber("compare", Self.original).output
    let exported = try folder.export(Self.original)
    var random = SeededGenerator(seed: 0)
    var refused = 0
    let count = Tier.isLong ? Tier.count("SLUMBER_DAMAGES", or: 500) : Self.kinds
    for damage in 0..<count {
      let what = try Self.damage(
        bytes, damage % Self.kinds, to: folder.path("damaged.sqlite"), &random)
      let comparison = try folder.slumber("compare", "damaged.sqlite")
      try? FileManager.default.removeItem(atPath: folder.path("ex"))
      let export = try folder.slumber("export", "damaged.sqlite", "--detail", "--to", "ex")
      for outcome in [comparison, export] where outcome.code != 0 {
        #expect(outcome.code == 1, "\(what): \(outcome.summary)")
        holds(
          outcome.output.isEmpty && outcome.error.hasPrefix("slumber: damaged.sqlite: "),
          "\(what): \(outcome.summary)")
      }
      if comparison.code == 0 { #expect(comparison.output == compared, "\(what)") }
      if export.code == 0 {
        var files: [String: Data] = [:]
        for name in try folder.names("ex") { files[name] = try folder.data("ex/\(name)") }
        #expect(Export(files: files).differences(from: exported) == [], "\(what)")
      } else {
        refused += 1
        holds(!FileManager.default.fileExists(atPath: folder.path("ex")), "\(what)")
      }
    }
    #expect(refused > count / 3, "of \(count) damaged files \(refused) were refused")
  }

  /// Writes a damaged copy and says what was done to it.
  private static func damage(
    _ original: [UInt8], _ kind: Int, to path: String, _ random: inout SeededGenerator
  ) throws -> String {
    var bytes = original
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let page = place / pageSize * pageSize..<(place / pageSize + 1) * pageSize
    var sql: String?
    let what: String
    switch kind {
    case 0:
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      what = "one bit of byte \(place)"
    case 1:
      let word = place / 4 * 4
      for index in word..<word + 4 { bytes[index] = random.byte() }
      what = "the word at \(word)"
    case 2:
      for _ in 0..<20 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.byte() }
      what = "20 bytes from \(place) on"
    case 3:
      for index in page { bytes[index] = 0 }
      what = "the page at \(page.lowerBound) emptied"
    case 4:
      for index in page { bytes[index] = random.byte() }
      what = "the page at \(page.lowerBound)"
    case 5:
      bytes.removeLast(bytes.count - place)
      what = "cut off at \(place)"
    case 6:
      let header = place % 200
      bytes[header] = random.byte()
      what = "byte \(header) of the header"
    default:
      let change = SQLDamage(kind - 7, &random)
      sql = change.sql
      what = change.sql
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    // SQLite may refuse the change itself: then the file is undamaged.
    if let sql { try? ForeignDatabase.execute(sql, on: path) }
    return what
  }

  /// A change of rows that SQLite allows.
  private struct SQLDamage {
    var sql: String

    init(_ kind: Int, _ random: inout SeededGenerator) {
      let columns = [
        ("results", ["metrics", "events", "days", "run_id"]),
        (
          "blocks",
          [
            "devices", "attempts", "energy", "first_device", "device_count", "devices_done", "failed_device",
            "digests", "digest", "run_id",
          ]
        ), ("factors", ["name", "value", "position"]),
        (
          "runs",
          [
            "policy", "replication", "status", "seed", "is_current", "policy_order", "design_point", "run_id",
            "error", "contents", "digest",
          ]
        ),
        ("study", ["value", "key"]), ("metric_definitions", ["unit", "polarity", "name"]),
        ("versions", ["version"]),
      ]
      let values = [
        "NULL", "'x'", "-1", "0", "1e300", "9e999", "9223372036854775807", "x'00ff'", "1.5", "''", "'failed'",
        "'population'", "zeroblob(100000)",
      ]
      let (table, names) = columns[Int.random(in: 0..<columns.count, using: &random)]
      let column = names[Int.random(in: 0..<names.count, using: &random)]
      let value = values[Int.random(in: 0..<values.count, using: &random)]
      // A row that the number chooses, whatever the key of the table.
      func row(_ key: String) -> String {
        "\(key) = (SELECT \(key) FROM \(table) LIMIT 1 OFFSET \(Int.random(in: 0..<50, using: &random)) "
          + "% (SELECT count(*) FROM \(table)))"
      }
      switch kind {
      case 0: sql = "DELETE FROM \(table) WHERE \(row(column))"
      case 1: sql = "UPDATE \(table) SET \(column) = \(value)"
      case 2: sql = "UPDATE OR REPLACE \(table) SET \(column) = \(value) WHERE \(row(column))"
      default: sql = "UPDATE OR IGNORE \(table) SET \(column) = \(column) || '1' WHERE \(row(column))"
      }
    }
  }

  @Test("a trigger that alters numbers as they are stored is refused before anything is stored")
  func trigger() throws {
    let folder = try TestFolder(Studies.small())
    try folder.slumber("run", "small.yaml", "--replications", "1", "--results", "small.sqlite", code: 0)
    try ForeignDatabase.execute(
      "CREATE TRIGGER raise AFTER INSERT ON results BEGIN UPDATE results SET metrics = x'3039' "
        + "WHERE run_id = NEW.run_id; END", on: folder.path("small.sqlite"))
    let before = try folder.data("small.sqlite")
    let message = "slumber: small.sqlite: damaged: it contains the unknown trigger `raise`\n"
    for command in [
      ["run", "small.yaml", "--results", "small.sqlite"], ["compare", "small.sqlite"],
      ["verify", "small.sqlite"],
      ["run", "small.yaml", "--results", "small.sqlite", "--fresh"],
      ["export", "small.sqlite", "--to", "ex"],
    ] {
      let outcome = try folder.slumber(command)
      holds(outcome.code == 1 && outcome.error == message, "\(command): \(outcome.summary)")
      holds(outcome.output.isEmpty)
    }
    #expect(try folder.data("small.sqlite") == before)
    #expect(try folder.names() == ["small.sqlite", "small.yaml"])
  }
}
