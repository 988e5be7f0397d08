import DeviceModel
import OutputAnalysis
import StudyReports
import Workload

public struct SumsDamage: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String
}

extension RunAccumulator {
  /// Rises when the encoding changes.
  private static let encodingVersion: UInt8 = 4
  private static let largestNumberOfApps = 100_000
  private static let largestNumberOfDays = 1_000_000

  /// The accumulator as bytes, the same for equal sums.
  ///
  /// In this order: the version of the encoding; the numbers of mechanisms, causes, components and device
  /// properties, one byte each; the nominal energy as the bits of a floating-point number; the apps; the sums
  /// of devices; energies; then for every app its energies, freshness, whether it has content, regrets if
  /// there are any, gaps, time and the items of each mechanism; the event hash; the number of events; the
  /// sums of each day; the event counts, by places in a list of their words. ``SumsCoder`` defines the
  /// encoding of numbers, texts, and sketches.
  public var encoded: [UInt8] {
    var coder = SumsCoder()
    var copy = self
    copy.code(&coder)
    return coder.bytes
  }

  /// Reads what ``encoded`` has written.
  ///
  /// - Parameter parts: Number of accumulators that are merged with it, itself included: it bounds their counts.
  /// - Throws: ``SumsDamage`` for bytes that no accumulator has.
  public init(decoding bytes: [UInt8], parts: Int = 1) throws(SumsDamage) {
    self.init(apps: [], nominalJoules: 0)
    // The sums of all apps and mechanisms are added up as well.
    var head = SumsCoder(reading: bytes, addends: 1)
    codeHead(&head)
    let (addends, overflows) = (4 * max(1, apps.count) * Mechanism.allCases.count)
      .multipliedReportingOverflow(by: max(1, parts))
    if overflows { head.fail("found \(parts) parts") }
    if let problem = head.problem { throw SumsDamage(description: problem) }
    var coder = SumsCoder(reading: bytes, addends: addends)
    code(&coder)
    coder.finish()
    if let problem = coder.problem { throw SumsDamage(description: problem) }
  }

  private mutating func codeHead(_ coder: inout SumsCoder) {
    coder.codeConstant(Self.encodingVersion, "version")
    for (what, count) in [
      ("a number of mechanisms of", Mechanism.allCases.count),
      ("a number of causes of", EnergyCause.allCases.count),
      ("a number of components of", EnergyComponent.allCases.count),
      ("a number of device properties of", DeviceProperty.allCases.count),
    ] { coder.codeConstant(UInt8(clamping: count), what) }
    var bits = nominalJoules.bitPattern
    coder.code(bits: &bits)
    var names = apps
    var count = names.count
    coder.codeNumber(&count, atMost: Self.largestNumberOfApps, of: "apps")
    if coder.isReading { names = [] }
    for index in 0..<count where coder.problem == nil {
      var name = coder.isReading ? "" : names[index]
      coder.code(&name)
      if coder.isReading { names.append(name) }
    }
    guard coder.isReading, coder.problem == nil else { return }
    let joules = Double(bitPattern: bits)
    guard joules >= 0, joules <= 1e12 else { return coder.fail("found no energy of a battery") }
    self = RunAccumulator(apps: names, nominalJoules: joules)
  }

  private mutating func code(_ coder: inout SumsCoder) {
    codeHead(&coder)
    coder.code(&devices)
    coder.code(&energy)
    for app in apps.indices where coder.problem == nil {
      coder.code(&appTotals[app].energy)
      coder.code(&appTotals[app].freshness)
      coder.code(&appTotals[app].hasContent)
      var regret = appTotals[app].regret ?? [:]
      var hasRegret = appTotals[app].regret != nil
      coder.code(&hasRegret)
      if hasRegret {
        coder.code(&regret)
        appTotals[app].regret = regret
      }
      coder.code(&appTotals[app].gaps)
      coder.code(&appTotals[app].observed)
      for mechanism in appTotals[app].items.indices { coder.code(&appTotals[app].items[mechanism]) }
    }
    coder.code(bits: &eventHash)
    coder.code(&events)
    var days = dayTotals.count
    coder.codeNumber(&days, atMost: Self.largestNumberOfDays, of: "days")
    for day in 0..<days where coder.problem == nil {
      if coder.isReading { dayTotals.append([:]) }
      coder.code(&dayTotals[day])
    }
    codeEventCounts(&coder)
  }

  private mutating func codeEventCounts(_ coder: inout SumsCoder) {
    var words = Array(Set(eventCounts.keys.flatMap(\.words))).sorted()
    var count = words.count
    coder.codeNumber(&count, atMost: coder.bytes.count, of: "words")
    for index in 0..<count where coder.problem == nil {
      if coder.isReading { words.append("") }
      coder.code(&words[index])
      if index > 0, words[index] <= words[index - 1] { coder.fail("found words that are not in their order") }
    }
    let places = Dictionary(words.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let known = eventCounts.map { (key: $0.key.words.map { places[$0] ?? 0 }, count: $0.value) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var keys = known.count
    coder.codeNumber(&keys, atMost: coder.isReading ? coder.bytes.count : .max, of: "event counts")
    if words.isEmpty, keys > 0 { return coder.fail("found events without words") }
    var last: [Int] = []
    for index in 0..<keys where coder.problem == nil {
      var key = coder.isReading ? [0, 0, 0, 0] : known[index].key
      var number = coder.isReading ? 0 : known[index].count
      for place in key.indices { coder.codeNumber(&key[place], atMost: max(0, words.count - 1), of: "words") }
      coder.code(&number)
      guard coder.isReading, coder.problem == nil else { continue }
      guard last.lexicographicallyPrecedes(key) else {
        return coder.fail("found events that are not in their order")
      }
      last = key
      eventCounts[
        EventKey(event: words[key[0]], app: words[key[1]], mechanism: words[key[2]], reason: words[key[3]])] =
        number
    }
  }
}
