import EventSimulation
import RandomStreams

/// The parts of a value that have no parts, one a line, each with its path. Optional parts without a value are left out.
func leaves(of value: Any, _ path: String) -> [String] {
  if let law = value as? any Distribution { return ["\(path) = \(law.canonicalText)"] }
  if value is TimeSpan || value is Instant { return ["\(path) = \(value)"] }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional: return mirror.children.flatMap { leaves(of: $0.value, path) }
  case .collection:
    if mirror.children.isEmpty { return ["\(path) = []"] }
    return mirror.children.enumerated().flatMap { leaves(of: $1.value, "\(path)[\($0)]") }
  case .set: return mirror.children.flatMap { leaves(of: $0.value, "\(path){}") }.sorted()
  case .dictionary:
    return mirror.children.flatMap { entry in
      let pair = Mirror(reflecting: entry.value).children.map(\.value)
      return leaves(of: pair[1], "\(path){\(pair[0])}")
    }.sorted()
  default:
    if mirror.children.isEmpty { return ["\(path) = \(value)"] }
    return mirror.children.flatMap { leaves(of: $0.value, "\(path).\($0.label ?? "")") }
  }
}
