/// Nanojoules by what gave them, the battery or the adapter: one sum to add to, whichever it is.
struct EnergyBySource: Sendable {
  /// By the battery, and by the adapter.
  private var given: InlineArray<2, Int64> = [0, 0]

  @inline(__always)
  mutating func add(nanojoules: Int64, fromBattery: Bool) {
    given[fromBattery ? 0 : 1].add(nanojoules: nanojoules)
  }

  /// Nanojoules of the battery.
  @inline(__always)
  var battery: Int64 { given[0] }

  /// Nanojoules of both.
  @inline(__always)
  var total: Int64 {
    var total = given[0]
    total.add(nanojoules: given[1])
    return total
  }

  /// Adds to both sums, or takes off them.
  mutating func change(total: Int64, battery: Int64) {
    given[0] += battery
    given[1] += total - battery
  }
}
