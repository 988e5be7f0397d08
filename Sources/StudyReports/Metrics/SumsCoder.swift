import Basics
import OutputAnalysis
import Workload

/// Writes sums into bytes, or reads them back, field by field in one order.
///
/// Every value has one form only. Reading never traps: the first thing that is wrong is kept in ``problem``, and everything
/// behind it reads as 0.
package struct SumsCoder {
  private var coder: ByteCoder
  package var bytes: [UInt8] { coder.bytes }
  package private(set) var problem: String?
  package let isReading: Bool
  private var left: Int { coder.bytes.count - coder.place }
  /// Largest count, so that sums of as many counts as there are do not overflow.
  private let largestCount: Int64
  private let largestSum: Int128

  /// Largest number of a sketch's bucket, above and below 0: values beyond 10³⁵ and below 10⁻³⁵ do not occur.
  private static let largestKey = 8192

  package init() {
    (coder, isReading) = (ByteCoder(), false)
    (largestCount, largestSum) = (.max, .max)
  }

  /// - Parameter addends: Number of counts of one kind that are added up, at least 1.
  package init(reading bytes: [UInt8], addends: Int) {
    (coder, isReading) = (ByteCoder(bytes), true)
    let addends = max(1, addends)
    largestCount = .max / Int64(addends)
    largestSum = (Int128(1) << 120) / Int128(addends)
  }

  package mutating func finish() {
    if isReading, !coder.isAtEnd { fail("found \(left) bytes after its end") }
  }

  package mutating func fail(_ what: String) { problem = problem ?? what }

  // MARK: Numbers

  /// A whole number of at least 0.
  package mutating func code(_ value: inout Int64) {
    var wide = UInt128(value.magnitude)
    codeUnsigned(&wide)
    guard isReading else { return }
    if wide > UInt128(largestCount) {
      fail("found a count of \(wide), expected at most \(largestCount)")
      wide = 0
    }
    value = Int64(wide)
  }

  package mutating func codeNumber(_ value: inout Int, atMost limit: Int, of things: String) {
    var wide = UInt128(value)
    codeUnsigned(&wide)
    guard isReading else { return }
    if wide > UInt128(limit) {
      fail("found \(wide) \(things), expected at most \(limit)")
      wide = 0
    }
    value = Int(wide)
  }

  /// A sum, which may be negative.
  package mutating func code(_ value: inout Int128) {
    var wide = value.zigzag
    codeUnsigned(&wide)
    guard isReading else { return }
    value = Int128(zigzag: wide)
    if value.magnitude > largestSum.magnitude {
      fail("found a sum of \(value), expected at most \(largestSum)")
      value = 0
    }
  }

  /// Eight bytes, the lowest first.
  package mutating func code(bits value: inout UInt64) {
    guard isReading else { return coder.append(bits: value) }
    value = read { $0.bits() } ?? 0
  }

  package mutating func code(_ value: inout Bool) {
    guard isReading else { return coder.bytes.append(value ? 1 : 0) }
    let byte = read { $0.byte() } ?? 0
    if byte > 1 { fail("found \(byte), expected 0 or 1") }
    value = byte == 1
  }

  package mutating func codeConstant(_ expected: UInt8, _ what: String) {
    guard isReading else { return coder.bytes.append(expected) }
    let byte = read { $0.byte() } ?? 0
    if problem == nil, byte != expected { fail("found \(what) \(byte), expected \(expected)") }
  }

  /// A text, as its length in bytes and its UTF-8.
  package mutating func code(_ value: inout String) {
    var length = value.utf8.count
    codeNumber(&length, atMost: isReading ? left : .max, of: "bytes of a text")
    guard isReading else { return coder.bytes += value.utf8 }
    value = coder.text(length) ?? ""
    if value.utf8.count != length { fail("found bytes that are no text") }
  }

  // MARK: Sketches

  /// The zeros, the number of filled buckets and these in order, each by its distance from the last and its count.
  package mutating func code(_ sketch: inout QuantileSketch) {
    var zeros = sketch.zeros
    code(&zeros)
    var filled = sketch.counts.count { $0 > 0 }
    codeNumber(&filled, atMost: 2 * Self.largestKey + 1, of: "buckets")
    if isReading { return read(zeros, filled, into: &sketch) }
    var last = Int128(0)
    for (index, count) in sketch.counts.enumerated() where count > 0 {
      let key = Int128(sketch.firstKey + index)
      var distance = key - last
      var count = count
      code(&distance)
      code(&count)
      last = key
    }
  }

  private mutating func read(_ zeros: Int64, _ filled: Int, into sketch: inout QuantileSketch) {
    var counts: [Int64] = []
    var firstKey = 0
    var key = 0
    for index in 0..<filled where problem == nil {
      var distance = Int128(0)
      var count = Int64(0)
      code(&distance)
      code(&count)
      guard distance.magnitude <= 2 * Self.largestKey, index == 0 || distance > 0, count > 0,
        abs(key + Int(distance)) <= Self.largestKey
      else { return fail("found a bucket that no sketch has") }
      key += Int(distance)
      if index == 0 { firstKey = key }
      counts += repeatElement(0, count: key - firstKey - counts.count)
      counts.append(count)
    }
    guard problem == nil else { return }
    guard let read = QuantileSketch(zeros: zeros, firstKey: firstKey, counts: counts),
      read.count <= largestCount
    else { return fail("found a sketch of more values than there can be") }
    sketch = read
  }

  package mutating func code(_ sketch: inout DelaySketch) {
    var (ended, censored) = (sketch.ended, sketch.censored)
    code(&ended)
    code(&censored)
    if isReading { sketch = DelaySketch(ended: ended, censored: censored) }
  }

  // MARK: Totals

  package mutating func code<Key, let size: Int>(_ counters: inout Counters<Key, size, Int128>) {
    for key in Key.allCases where key.isStored {
      if key.isSum {
        code(&counters[key])
      } else {
        var count = Int64(counters[key])
        code(&count)
        counters[key] = Int128(count)
      }
    }
  }

  package mutating func code(_ totals: inout DeviceTotals) {
    code(&totals.counts)
    code(&totals.longestObserved)
    for path in [\DeviceTotals.energyPerDay, \.freshShare, \.staleness] {
      code(&totals[keyPath: path].sum)
      code(&totals[keyPath: path].count)
    }
    for property in DeviceProperty.allCases {
      let values = totals.distribution[property]
      var (sketch, withoutValue) = (values.sketch, values.withoutValue)
      code(&sketch)
      code(&withoutValue)
      if isReading {
        totals.distribution[property] = DeviceValues(sketch: sketch, withoutValue: withoutValue)
      }
    }
  }

  package mutating func code(_ tally: inout EnergyTally) {
    code(&tally.byCause)
    code(&tally.batteryByCause)
    code(&tally.byComponent)
  }

  package mutating func code(_ totals: inout FreshnessTotals) {
    code(&totals.counts)
    code(&totals.staleness)
    code(&totals.ages)
  }

  package mutating func code(_ totals: inout MechanismTotals) {
    code(&totals.counts)
    code(&totals.delays)
    code(&totals.competing)
    code(&totals.completions)
    code(&totals.failedRuns)
  }

  // MARK: Bytes

  private mutating func codeUnsigned(_ value: inout UInt128) {
    guard isReading else { return coder.append(value) }
    let start = coder.place
    value = 0
    if problem == nil {
      if let found = coder.number(UInt128.self) { return value = found }
      // A number that is cut off has no last byte.
      let isCut = coder.bytes[start...].allSatisfy { $0 >= 0x80 }
      fail(isCut ? Self.end : "found a number in a form that is never written")
    }
  }

  private mutating func read<Value>(_ value: (inout ByteCoder) -> Value?) -> Value? {
    let found = value(&coder)
    if found == nil { fail(Self.end) }
    return found
  }

  private static let end = "found its end too early"
}
