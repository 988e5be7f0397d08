import OutputAnalysis
import Workload

/// Writes sums into bytes, or reads them back, field by field in one order.
///
/// Whole numbers are written in groups of seven bits, the lowest first, the highest bit of a byte saying that another
/// follows; numbers that may be negative as 2n or −2n − 1 before. Every value has one form only. Reading never traps:
/// the first thing that is wrong is kept in ``problem``, and everything behind it reads as 0.
package struct SumsCoder {
  package private(set) var bytes: [UInt8]
  package private(set) var problem: String?
  package let isReading: Bool
  private var place = 0
  /// Largest count, so that sums of as many counts as there are do not overflow.
  private let largestCount: Int64
  private let largestSum: Int128

  /// Largest number of a sketch's bucket, above and below 0: values beyond 10³⁵ and below 10⁻³⁵ do not occur.
  private static let largestKey = 8192

  package init() {
    (bytes, isReading) = ([], false)
    (largestCount, largestSum) = (.max, .max)
  }

  /// - Parameter addends: Number of counts of one kind that are added up, at least 1.
  package init(reading bytes: [UInt8], addends: Int) {
    (self.bytes, isReading) = (bytes, true)
    let addends = max(1, addends)
    largestCount = .max / Int64(addends)
    largestSum = (Int128(1) << 120) / Int128(addends)
  }

  package mutating func finish() {
    if isReading, place != bytes.count { fail("found \(bytes.count - place) bytes behind its end") }
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
    var wide = UInt128(truncatingIfNeeded: (value << 1) ^ (value >> 127))
    codeUnsigned(&wide)
    guard isReading else { return }
    value = Int128(truncatingIfNeeded: wide >> 1) ^ -Int128(truncatingIfNeeded: wide & 1)
    if value.magnitude > largestSum.magnitude {
      fail("found a sum of \(value), expected at most \(largestSum)")
      value = 0
    }
  }

  /// Eight bytes, the lowest first.
  package mutating func code(bits value: inout UInt64) {
    guard isReading else {
      for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift))) }
      return
    }
    value = (0..<8).reduce(0) { $0 | UInt64(nextByte()) << UInt64(8 * $1) }
  }

  package mutating func code(_ value: inout Bool) {
    guard isReading else {
      bytes.append(value ? 1 : 0)
      return
    }
    let byte = nextByte()
    if byte > 1 { fail("found \(byte), expected 0 or 1") }
    value = byte == 1
  }

  package mutating func codeConstant(_ expected: UInt8, _ what: String) {
    guard isReading else {
      bytes.append(expected)
      return
    }
    let byte = nextByte()
    if problem == nil, byte != expected { fail("found \(what) \(byte), expected \(expected)") }
  }

  /// A text, as its length in bytes and its UTF-8.
  package mutating func code(_ value: inout String) {
    var length = value.utf8.count
    codeNumber(&length, atMost: isReading ? bytes.count - place : .max, of: "bytes of a text")
    guard isReading else {
      bytes += value.utf8
      return
    }
    guard length <= bytes.count - place,
      let text = String(validating: bytes[place..<place + length], as: UTF8.self)
    else {
      fail("found bytes that are no text")
      value = ""
      return
    }
    place += length
    value = text
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
    guard isReading else {
      var rest = value
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
      return
    }
    value = 0
    var shift: UInt128 = 0
    while problem == nil {
      let byte = nextByte()
      let bits = UInt128(byte & 0x7f)
      guard shift < 126 || (shift == 126 && bits < 4), shift == 0 || byte != 0 else {
        fail("found a number in a form that is never written")
        break
      }
      value |= bits << shift
      if byte < 0x80 { return }
      shift += 7
    }
    value = 0
  }

  private mutating func nextByte() -> UInt8 {
    guard place < bytes.count else {
      fail("found its end too early")
      return 0
    }
    defer { place += 1 }
    return bytes[place]
  }
}
