struct Outcome {
  /// Work done, in the workload's unit.
  var work: Double
  var events: Int
  /// Final clocks and counters; where two variants of a workload share one, they must agree.
  var checks: KeyValuePairs<String, String> = [:]
  /// Processor time that the work took, where another process did it and measured itself.
  var seconds: Double?
  /// A figure that is measured directly, such as a size, in the workload's unit; it takes the place of a rate.
  var figure: Double?
}

/// One way to do a workload. The body is one round.
struct Variant {
  var name: String
  var body: () -> Outcome

  init(_ name: String, _ body: @escaping () -> Outcome) { (self.name, self.body) = (name, body) }
}

/// A task done in several ways, one of which is the reference of the ratios.
struct BenchmarkWorkload {
  var name: String
  /// The unit of ``Outcome/work`` per second: `events/s`; or the unit of ``Outcome/figure``.
  var unit: String
  var rounds: Int = 9
  /// Whether each variant is done once before it is measured; sizes do not need it.
  var warmsUp = true
  var reference: Int = 0
  /// Made when measuring starts, so that workloads not asked for cost nothing.
  var variants: () -> [Variant]

  /// Runs all variants in turns, round after round, and takes medians. Throws when variants disagree.
  func measure() throws(BenchmarkError) -> [BenchmarkLine] {
    let variants = variants()
    var measured = [[Double]](repeating: [], count: variants.count)
    var outcomes: [Outcome] = []
    for variant in variants where warmsUp {  // unmeasured: warms up, and checks
      let outcome = variant.body()
      for other in zip(variants, outcomes) {
        try check(variant.name, outcome, against: other.0.name, other.1)
      }
      outcomes.append(outcome)
    }
    for _ in 0..<rounds {
      for (index, variant) in variants.enumerated() {
        let start = BenchmarkClock.processor.seconds
        let outcome = variant.body()
        let seconds = outcome.seconds ?? BenchmarkClock.processor.seconds - start
        if outcomes.indices.contains(index) { outcomes[index] = outcome } else { outcomes.append(outcome) }
        measured[index].append(outcome.figure ?? seconds / outcome.work)
      }
    }
    let costs = measured.map(median)
    return variants.indices.map { index in
      // The cost of a unit of work: its time, or the figure itself. Lower is better.
      let ratio = costs[index] / costs[reference]
      let isFigure = outcomes[index].figure != nil
      return BenchmarkLine(
        name: name, variant: variants[index].name, rate: isFigure ? costs[index] : 1 / costs[index],
        unit: unit, events: outcomes[index].events, ratio: ratio, reference: variants[reference].name)
    }
  }

  private func check(
    _ name: String, _ outcome: Outcome, against otherName: String, _ other: Outcome
  ) throws(BenchmarkError) {
    for (key, value) in outcome.checks {
      if let expected = other.checks.first(where: { $0.key == key })?.value, value != expected {
        throw .init(
          description: "\(self.name): \(key) is \(value) in \(name), but \(expected) in \(otherName)")
      }
    }
  }
}

/// Two variants of a workload came to different results, so their times cannot be compared; or arguments are wrong.
struct BenchmarkError: Error, CustomStringConvertible {
  var description: String
}

private func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

struct BenchmarkLine {
  var name, variant: String
  /// Median units of work per second of processor time, or the median of a figure measured directly.
  var rate: Double
  var unit: String
  var events: Int
  /// Time (or figure) of this variant over that of the reference.
  var ratio: Double
  var reference: String

  static let header = columns(["name", "variant", "rate", "unit", "events", "ratio", "reference"])

  var text: String {
    Self.columns([
      name, variant, Self.decimal(rate, rate < 100 ? 2 : 0), unit, String(events),
      Self.decimal(ratio, 3), reference,
    ])
  }

  static func json(_ lines: [BenchmarkLine]) -> String {
    let objects = lines.map { line in
      """
        {"name": "\(line.name)", "variant": "\(line.variant)", "rate": \(number(line.rate, 1)), \
      "unit": "\(line.unit)", "events": \(line.events), "ratio": \(number(line.ratio, 4)), \
      "reference": "\(line.reference)"}
      """
    }
    return "[\n\(objects.joined(separator: ",\n"))\n]"
  }

  private static func columns(_ cells: [String]) -> String {
    let widths = [14, 30, 12, 14, 9, 7, 0]
    return zip(cells, widths).enumerated().map { index, cell in
      let text = index == cells.count - 1 ? cell.0 : cell.0 + ","
      return text + String(repeating: " ", count: max(0, cell.1 - text.count))
    }.joined(separator: " ")
  }

  private static func number(_ value: Double, _ places: Int) -> String {
    value.isFinite ? decimal(value, places) : "null"
  }

  /// A number with a fixed count of decimals; a dash for the figure of a program that is missing or has failed.
  static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite else { return "-" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    guard places > 0 else { return String(scaled) }
    let fraction = String(scaled % scale)
    return "\(scaled / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }
}
