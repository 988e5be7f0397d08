/// One measured variant of a workload.
struct BenchmarkLine {
  var name: String
  var variant: String
  /// Median units of work per second of processor time, or the median of a figure measured directly.
  var rate: Double
  var unit: String
  /// Events handled in one round.
  var events: Int
  /// Time (or figure) of this variant over that of the reference.
  var ratio: Double
  /// Name of the reference variant.
  var reference: String

  static let header = columns(
    ["name", "variant", "rate", "unit", "events", "ratio", "reference"])

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
