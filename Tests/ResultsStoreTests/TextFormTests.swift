import Basics
import ResultsStore
import TestSupport
import Testing

@Suite("Numbers and texts in files")
struct TextFormTests {
  @Test(
    "Nanojoules are printed exactly in joules",
    arguments: [
      (0, "0"), (1, "0.000000001"), (-1, "-0.000000001"), (1_500_000_000, "1.5"), (12_000_000_000, "12"),
      (Int64.max, "9223372036.854775807"), (Int64.min, "-9223372036.854775808"),
    ])
  func joules(count: Int64, text: String) {
    #expect(ExactDecimal.joules(count) == text)
  }

  @Test(
    "Doubles are printed in the shortest form that reads back",
    arguments: [
      (0.1, "0.1"), (100, "100"), (-0.0, "0"), (1e-9, "1e-09"), (1e16, "1e+16"),
      (1.0 / 3, "0.3333333333333333"),
      (-2.5, "-2.5"), (1e-300, "1e-300"),
    ])
  func doubles(value: Double, text: String) {
    #expect(ShortestNumber.text(value) == text)
    #expect(Double(text) == value)
  }

  @Test("Fields are quoted only where RFC 4180 asks for it")
  func quoting() {
    var buffer = CSVBuffer()
    buffer.line([
      .text("plain"), .text("a,b"), .text("say \"no\""), .text("two\nlines"), .missing, .text("é"),
    ])
    #expect(
      String(decoding: buffer.bytes, as: UTF8.self) == "plain,\"a,b\",\"say \"\"no\"\"\",\"two\nlines\",,é\n")
  }

  @Test("Every column of every table has a unique name and a meaning, and every key consists of columns")
  func columns() {
    let tables =
      [
        StoredRun.table.definition, MetricRow.table.definition, DeviceRow.table.definition,
        AttemptRow.table.definition, BlockedRow.table.definition, EnergyRow.table.definition,
        SampleRow.table.definition, RegretRow.table.definition, AvailabilityRow.table.definition,
        EventCountRow.table.definition, DayRow.table.definition, ProvenanceRow.table.definition,
        ComparisonRow.table.definition,
      ] + EffectRow.Kind.allCases.map { EffectRow.table(of: $0).definition }
    #expect(Set(tables.map(\.name)) == Set(ExportSelection.names).subtracting(["summary", "front"]))
    for table in tables {
      let names = table.columns.map(\.name)
      #expect(Set(names).count == names.count)
      #expect(table.primaryKey.allSatisfy(names.contains))
      #expect(table.columns.allSatisfy { !$0.definition.isEmpty || $0.forms == .json })
    }
  }

  @Test("Every stored column of a row is read back as it was written")
  func storedColumns() {
    let finished = Samples.finished(Samples.run("a"))
    func check<Row: StoredRow & Equatable>(_ table: Table<Row>, _ row: Row?) {
      holds(row.map { table.row(table.cells($0)) } == row && row != nil, "\(table.name)")
    }
    check(DeviceRow.table, finished.details.devices.first)
    check(AttemptRow.table, finished.details.attempts.first)
    check(BlockedRow.table, finished.details.blocked.first)
    check(EnergyRow.table, finished.details.energy.first)
    check(SampleRow.table, finished.details.samples.first)
    check(RegretRow.table, finished.details.regrets.first)
    check(AvailabilityRow.table, finished.details.availability.last)
    check(MetricRow.table, finished.metrics.first)
    check(EventCountRow.table, finished.eventCounts.first)
    check(DayRow.table, finished.days.first)
    check(ProvenanceRow.table, finished.provenance)
    check(StoredRun.table, StoredRun(finished.run, finished.outcome))
  }
}
