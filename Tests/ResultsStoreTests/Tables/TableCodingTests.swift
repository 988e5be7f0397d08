import Basics
import ResultsStore
import TestSupport
import Testing

@Suite("Rows as bytes")
struct TableCodingTests {
  private static let attempts: [AttemptRow] = (0..<40).map { index in
    var row = Samples.finished(Samples.run("a")).details.attempts[0]
    (row.device, row.item) = (index / 7, index % 7 + 1)
    row.app = ["org.b", "org.é", "Org.b", ""][index % 4]
    row.identifier = index % 3 == 0 ? "" : "i\(index)"
    row.earliestBeginMicroseconds = index % 2 == 0 ? nil : .max - Int64(index)
    row.energyNanojoules = index % 5 == 0 ? .min : Int64(index) * 1_000_000_007
    row.cpuSeconds = 1 / Double(index + 1)
    row.blocked = index % 4 == 0 ? [] : row.blocked
    return row
  }

  private func decoded<Row: StoredRow>(_ table: Table<Row>, _ bytes: [UInt8]) throws -> [Row]? {
    var rows: [Row] = []
    return try table.eachRow(in: bytes, run: "a") { rows.append($0) } ? rows : nil
  }

  @Test("rows are read back in the order of their key")
  func roundTrip() throws {
    let bytes = try AttemptRow.table.encoded(Self.attempts)
    #expect(try decoded(AttemptRow.table, bytes) == Self.attempts)
    #expect(try AttemptRow.table.encoded(Self.attempts.reversed()) == bytes)
    #expect(try decoded(AttemptRow.table, AttemptRow.table.encoded([])) == [])
    // Texts stand in the order of their UTF-8.
    var metrics = ["org.z", "org.é", "org.b", "Org.b"].map {
      MetricRow(runID: "a", scope: .app, entity: $0, metric: "runs_per_day", unit: "1/d", value: nil)
    }
    metrics[1].value = -0.0
    let found = try decoded(MetricRow.table, MetricRow.table.encoded(metrics))
    #expect(found?.map(\.entity) == ["Org.b", "org.b", "org.z", "org.é"])
    #expect(found?.last?.value?.sign == .plus)
  }

  @Test("bytes with a change or a gap give other rows or an error, and never a trap")
  func damage() throws {
    let bytes = try AttemptRow.table.encoded(Self.attempts)
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        _ = try decoded(AttemptRow.table, changed)
      }
      #expect(try decoded(AttemptRow.table, Array(bytes.prefix(place))) == nil)
    }
    #expect(try decoded(AttemptRow.table, bytes + [0]) == nil)
  }

  @Test("hold no number that is not finite or beyond any result", arguments: [.nan, .infinity, -1e101])
  func notFinite(_ number: Double) throws {
    var rows = Self.attempts
    rows[3].cpuSeconds = number
    #expect(throws: ResultsError.notFinite(table: "attempts", column: "cpu_s")) {
      try AttemptRow.table.encoded(rows)
    }
  }

  @Test(
    "Stored bytes are read back, and their check detects any change", arguments: [1, 100, 100_000])
  func storedBytes(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
    let stored = StoredBytes.packed(bytes, digest: "d")
    #expect(StoredBytes.unpacked(stored) == bytes)
    holds(!stored.withUnsafeBytes { StoredBytes.areIntact($0, digest: "another") })
    holds(stored.withUnsafeBytes { StoredBytes.areIntact($0, digest: "d") })
    for place in stride(from: 0, to: stored.count, by: max(1, stored.count / 100)) {
      var changed = stored
      changed[place] ^= 16
      holds(!changed.withUnsafeBytes { StoredBytes.areIntact($0, digest: "d") }, "byte \(place)")
      _ = StoredBytes.unpacked(changed)
      #expect(StoredBytes.unpacked(Array(stored.prefix(place))) == nil, "\(place) bytes")
    }
  }
}
