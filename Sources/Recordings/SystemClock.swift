import Basics

/// A number that holds from an instant on.
struct Steps {
  typealias Step = (time: Double, value: Double)
  let steps: [Step]
  init(_ steps: [Step] = []) { self.steps = steps.sorted { $0.time < $1.time } }

  /// The value at an instant: before the first step that of the first.
  func value(at time: Double) -> Double? {
    let next = steps.partitionPoint { $0.time > time }
    return (next > 0 ? steps[next - 1] : steps.first)?.value
  }
}

/// The real time of times in PowerLog, which runs a clock of its own that is never set.
struct SystemClock {
  private let offsets: Steps
  /// For each offset, the latest real time before it: rows keep their order when the clock is set back.
  private let floors: Steps
  let stepsBack: [(time: Double, by: Double)]

  init(_ offsets: Steps = Steps()) {
    self.offsets = offsets
    var floors: [Steps.Step] = []
    var stepsBack: [(time: Double, by: Double)] = []
    for (before, step) in zip(offsets.steps, offsets.steps.dropFirst()) {
      let reached = max(floors.last?.value ?? -.infinity, step.time + before.value)
      let by = reached - step.time - step.value
      if by >= 1, step.value < before.value { stepsBack.append((reached, by)) }
      floors.append((step.time, reached))
    }
    self.floors = Steps(floors)
    self.stepsBack = stepsBack
  }

  func offset(at time: Double) -> Double { offsets.value(at: time) ?? 0 }

  func mended(_ time: Double) -> Double {
    let real = time + offset(at: time)
    guard let first = floors.steps.first, time >= first.time else { return real }
    return max(real, floors.value(at: time) ?? real)
  }
}
