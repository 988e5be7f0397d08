import ResultsStore

/// Adds the sums of a run's parts until they make the run.
public struct RunOfParts: PartJoin {
  private let run: PlannedRun
  private let parts: Int
  private var whole: RunAccumulator?
  /// The device that the next part begins with.
  private var next = 0
  private var devicesDone = 0
  private var failure: PartSums.Failure?

  /// - Parameter parts: Number of the parts, which bounds the counts in their sums.
  public init(_ run: PlannedRun, parts: Int) {
    self.run = run
    self.parts = parts
  }

  /// Adds the sums of the next part, which must begin where the part before ended. After a failed part only the
  /// counts of devices are added up.
  public mutating func add(_ part: PartSums) throws(PartDamage) {
    devicesDone += part.devicesDone
    if let found = part.failure, failure.map({ found.device < $0.device }) ?? true { failure = found }
    // A run with a failure has no results, and its failed parts no sums.
    guard failure == nil else { return }
    let first = part.devices.lowerBound
    func damage(_ what: String) -> PartDamage { PartDamage(firstDevice: first, what: what) }
    guard first == next else { throw damage("found device \(first), expected device \(next)") }
    next = part.devices.upperBound
    let accumulator: RunAccumulator
    do throws(SumsDamage) {
      accumulator = try RunAccumulator(decoding: part.bytes, parts: parts)
    } catch {
      throw damage(error.description)
    }
    guard accumulator.deviceCount == part.devices.count, part.devicesDone == part.devices.count else {
      throw damage("found sums of \(accumulator.deviceCount) devices, expected \(part.devices.count)")
    }
    guard let merged = whole else {
      whole = accumulator
      return
    }
    guard merged.apps == accumulator.apps, merged.nominalJoules == accumulator.nominalJoules else {
      throw damage("found sums of other apps than in the parts before")
    }
    whole?.merge(accumulator)
  }

  /// Returns the run with its metrics, or with its first failure by device.
  public func finish() throws(PartDamage) -> CompletedRun {
    if let failure { return CompletedRun(run, failure: failure, devicesDone: devicesDone) }
    guard let whole, next == run.devicesExpected else {
      throw PartDamage(firstDevice: 0, what: "found \(next) devices, expected \(run.devicesExpected)")
    }
    return CompletedRun(run, whole)
  }
}
