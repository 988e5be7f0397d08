import Testing
import Workload

@Suite("Counters")
struct CountersTests {
  /// The keys are numbered from 0 on, which is their order in stored totals, and each has a place.
  private func check<Key, let size: Int>(_: Counters<Key, size, Int64>) {
    #expect(Key.allCases.map { Int($0.rawValue) } == Array(0..<size))
    var counters = Counters<Key, size, Int64>()
    for key in Key.allCases { counters[key] += Int64(key.rawValue) + 1 }
    #expect(Key.allCases.map { counters[$0] } == (1...Int64(size)).map { $0 })
  }

  @Test("every key has a separate place")
  func keys() {
    check(DeviceCounters())
    check(ItemCounters())
    check(DayCounters())
    check(FreshnessCounters())
    check(RegretCounters())
  }

  @Test("totals in 128 bits take in counts in 64, beyond what these can hold")
  func adding() {
    let one: DayCounters<Int64> = [.length: .max, .processingWanted: -1]
    var total = DayCounters<Int128>()
    total += one
    total += one
    #expect(total == [.length: 2 * Int128(Int64.max), .processingWanted: -2])
    #expect(total != [:])
  }

  @Test("measurements are sums, and values without a metric are not stored")
  func kinds() {
    #expect(
      ItemCounter.allCases.filter(\.isSum) == [.energy, .bytesWifi, .bytesCellular])
    #expect(DeviceCounter.allCases.filter(\.isSum).map(\.rawValue) == Array(1...11) + Array(20...25))
    #expect(ItemCounter.allCases.filter { !$0.isStored } == [.lost, .pending, .unfinished])
    #expect(RegretCounter.allCases.filter { !$0.isStored } == [.reachableOpens, .fetches])
  }
}
