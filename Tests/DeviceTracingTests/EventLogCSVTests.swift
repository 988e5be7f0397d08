import Testing

@testable import DeviceTracing

@Suite("Event log as CSV")
struct EventLogCSVTests {
  @Test("every column is named once")
  func columns() {
    let names = EventLogCSV.columns
    #expect(Set(names).count == names.count)
  }
}
