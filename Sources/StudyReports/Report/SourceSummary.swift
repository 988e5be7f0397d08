import ResultsStore

/// Says in words which part of a study's events is real.
package enum SourceSummary {
  /// No lines if everything is generated; else what is real or derived, and what that means for intervals.
  package static func lines(_ counts: [SourceCount]) -> [String] {
    func kinds(_ source: String) -> String {
      counts.filter { $0.source == source }.map { "\($0.kind) (\(phones($0.devices)))" }
        .joined(separator: ", ")
    }
    let real = kinds("real")
    let derived = kinds("derived")
    guard !real.isEmpty || !derived.isEmpty else { return [] }
    var lines = ["Real events: \(real.isEmpty ? "none" : real)"]
    if !derived.isEmpty { lines.append("Derived from real events: \(derived)") }
    let generated = counts.filter { $0.source == "generated" }
    if !generated.isEmpty { lines.append("Generated: \(kinds("generated"))") }
    let devices = Dictionary(grouping: counts, by: \.kind).values.map { $0.reduce(0) { $0 + $1.devices } }
      .max()
    lines.append(
      "Intervals cover the generated parts only: \(phones(devices ?? 0)), not a population")
    return lines
  }

  private static func phones(_ count: Int) -> String { "\(count) \(count == 1 ? "phone" : "phones")" }
}
