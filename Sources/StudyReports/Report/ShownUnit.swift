/// The unit in which people read the values of a table: times by their size, all else as it is measured. What other programs read
/// stays in seconds.
struct ShownUnit {
  let name: String
  let size: Double

  init(_ unit: String, for values: some Sequence<Double?>, keepsSeconds: Bool = false) {
    let largest = unit == "s" && !keepsSeconds ? values.reduce(0) { max($0, abs($1 ?? 0)) } : 0
    (name, size) = largest > 2 * 3600 ? ("h", 3600) : largest > 180 ? ("min", 60) : (unit, 1)
  }

  func callAsFunction(_ value: Double) -> Double { value / size }
  func callAsFunction(_ value: Double?) -> Double? { value.map { $0 / size } }
}
