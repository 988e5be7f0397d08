import Foundation
import Recordings
import TestSupport
import Testing

@Suite("Databases that are no recordings")
struct DamagedDatabaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error(_ path: String, format: PhoneLog.Format? = nil) -> String {
    do throws(RecordingError) {
      _ = try PhoneLog([path], format: format).folder()
      return ""
    } catch {
      return error.description.replacing(folder.path + "/", with: "")
    }
  }

  @Test("a database with other tables, another format, or no rows is rejected with the expected form")
  func others() throws {
    let other = try PhoneDatabases.write("CREATE TABLE t (x)", as: "other", to: folder)
    #expect(
      error(other)
        == "other: found a database with other tables, expected the tables of PowerLog or Digital Wellbeing")
    let turbo = try PhoneDatabases.write(PhoneDatabases.turbo, as: "turbo", to: folder)
    #expect(error(turbo, format: .powerlog) == "turbo: found wellbeing, expected powerlog")
    let empty = try PhoneDatabases.write(
      "CREATE TABLE PLBatteryAgent_EventBackward_Battery (ID, timestamp)", as: "empty", to: folder)
    #expect(
      error(empty)
        == "empty: found no period of 10 minutes with events of device use, expected rows at most 1 h apart"
    )
  }

  @Test("views, triggers and virtual tables of a file are not used")
  func views() throws {
    let path = try PhoneDatabases.write(
      "CREATE VIEW PLBatteryAgent_EventBackward_Battery AS SELECT 1 AS ID, 1635800000 AS timestamp, 50 AS Level",
      as: "view", to: folder)
    holds(error(path).hasPrefix("view: found a database with other tables"))
  }

  @Test("rows of other kinds than expected, out of order or twice are read as far as they can be")
  func oddRows() throws {
    let path = try PhoneDatabases.write(
      PhoneDatabases.powerLog + """
        INSERT INTO PLBatteryAgent_EventBackward_Battery VALUES (90, 'noon', 'x', x'00ff', NULL, 1e300, 5, 5, 2),
          (91, 1635800020, 80, 79.7, 4001, 570, 21.5, 3199, 1), (92, -5, 1, 1, 1, 1, 1, 1, 1), (93, 9e18, 1, 1, 1, 1, 1, 1, 1),
          (94, 1635800010, 400, 79.7, 4001, 570, 21.5, 3199, 1);
        """, to: folder)
    let files = try PhoneLog([path]).folder().files
    let lines = files[0].text.split(separator: "\n")
    // Row 91 is there twice, and row 94 has no level that a battery can have.
    #expect(lines.count == 15)
    #expect(files[2].text.split(separator: "\n").count == 5)
  }

  @Test("a database that is cut at every 997th byte is refused or read in part, and never more")
  func cuts() throws {
    let path = try PhoneDatabases.write(PhoneDatabases.powerLog, to: folder)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var refused = 0
    for length in stride(from: 0, to: bytes.count, by: 997) {
      let cut = try folder.write(Array(bytes.prefix(length)), as: "cut").path
      if !error(cut).isEmpty { refused += 1 }
    }
    #expect(refused > bytes.count / 997 / 2)
  }

  @Test("damaged pages are an error with the table")
  func damage() throws {
    let path = try PhoneDatabases.write(PhoneDatabases.powerLog, to: folder)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for place in 8192..<min(bytes.count, 40_960) where place % 4096 < 100 { bytes[place] = 0xA5 }
    let damaged = try folder.write(bytes, as: "damaged").path
    holds(error(damaged).hasPrefix("damaged: table `"))
    holds(error(damaged).hasSuffix("expected a database without damage"))
  }
}
