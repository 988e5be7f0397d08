/// Entries by name, as of the metrics of a run; runs with the same names share one list of them, so that a study of many runs holds
/// its numbers and not its words.
public struct NamedEntries<Entry: Hashable & Sendable>: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// Names in an order of their own.
  final class Names: Sendable {
    let all: [String]
    let places: [String: Int]

    init(_ all: [String]) {
      self.all = all
      places = Dictionary(all.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    }
  }

  private var names: Names
  /// By place of the name: each name has one.
  private var entries: [Entry]

  fileprivate init(names: Names, entries: [Entry]) {
    self.names = names
    self.entries = entries
  }

  init(_ entries: [String: Entry]) {
    let sorted = entries.sorted { $0.key < $1.key }
    self.init(names: Names(sorted.map(\.key)), entries: sorted.map(\.value))
  }

  public init(dictionaryLiteral elements: (String, Entry)...) {
    self.init(Dictionary(elements) { _, last in last })
  }

  package subscript(name: String) -> Entry? {
    get { names.places[name].flatMap { entries[$0] } }
    set {
      switch (names.places[name], newValue) {
      case (let place?, let newValue?): entries[place] = newValue
      case (let place?, nil):
        names = Names(names.all.filter { $0 != name })
        entries.remove(at: place)
      case (nil, let newValue?):
        names = Names(names.all + [name])
        entries.append(newValue)
      case (nil, nil): break
      }
    }
  }

  func sharesNames(with other: Self) -> Bool { names === other.names }

  package var isEmpty: Bool { entries.isEmpty }

  package var dictionary: [String: Entry] {
    Dictionary(uniqueKeysWithValues: zip(names.all, entries).map { ($0, $1) })
  }

  public static func == (one: Self, other: Self) -> Bool {
    one.names === other.names ? one.entries == other.entries : one.dictionary == other.dictionary
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(dictionary) }
}

/// The lists of names that entries have been gathered under, so that entries with equal names share one.
struct NamedEntriesMaker<Entry: Hashable & Sendable> {
  private var lists: [[String]: NamedEntries<Entry>.Names] = [:]

  mutating func entries(_ names: [String], _ entries: [Entry]) -> NamedEntries<Entry> {
    let list: NamedEntries<Entry>.Names
    if let known = lists[names] {
      list = known
    } else {
      list = NamedEntries<Entry>.Names(names)
      lists[names] = list
    }
    return NamedEntries(names: list, entries: entries)
  }
}
