import PlainText

/// The entries of a catalogue, which are found by their names or by what these begin with.
struct Catalogue<Entry> {
  /// The entries that a command line asks for.
  enum Selection {
    case all
    case one(Entry)
    /// All entries whose names begin with the given text.
    case several([Entry])
  }

  /// The word for an entry: `metric`.
  let kind: String
  let entries: [Entry]
  let name: (Entry) -> String

  /// The entries that the first argument names; upper and lower case are the same.
  ///
  /// - Throws: ``UsageError`` with the nearest names where there is none.
  func selection(_ arguments: ParsedArguments) throws -> Selection {
    guard let text = arguments.arguments.first else { return .all }
    return try selection(text, arguments.command.name)
  }

  private func selection(_ text: String, _ command: String) throws -> Selection {
    let wanted = text.lowercased()
    if let entry = entries.first(where: { name($0).lowercased() == wanted }) { return .one(entry) }
    let beginning = wanted.isEmpty ? [] : entries.filter { name($0).lowercased().hasPrefix(wanted) }
    guard let first = beginning.first else { throw unknownEntry(kind, text, entries.map(name), command) }
    return beginning.count == 1 ? .one(first) : .several(beginning)
  }

  /// The entry that has exactly this name.
  ///
  /// - Throws: ``UsageError`` with the nearest names where there is none.
  func entry(_ text: String, _ command: String) throws -> Entry {
    guard let entry = entries.first(where: { name($0) == text }) else {
      throw unknownEntry(kind, text, entries.map(name), command)
    }
    return entry
  }
}

/// The error for a name that a catalogue does not have, with the nearest one or those that contain it.
func unknownEntry(_ kind: String, _ text: String, _ names: [String], _ command: String) -> UsageError {
  UsageError(
    description: "there is no \(kind) `\(text)`\(NameSuggestion.hint(for: text, in: names))", command: command
  )
}
