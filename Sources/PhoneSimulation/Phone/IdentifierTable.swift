/// The identifiers that are in use on a device: tasks, sessions and what logs name.
struct IdentifierTable {
  private var names: [String] = []
  private var indices: [String: IdentifierIndex] = [:]

  /// The number of an identifier.
  mutating func intern(_ name: String) -> IdentifierIndex {
    if let index = indices[name] { return index }
    let index = IdentifierIndex(names.count)
    names.append(name)
    indices[name] = index
    return index
  }

  subscript(index: IdentifierIndex) -> String { names[Int(index.rawValue)] }
}
