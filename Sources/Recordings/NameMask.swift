/// Replaces what could tell whose phone it was: bundle identifiers by `app-01`, `app-02` … in the order of their appearance, other
/// names of tasks by `task-01` …, and whatever else stands in a name by `*`. Names of Apple's and Google's own programs stay,
/// without what is appended to them: identifiers of other apps, UUIDs, serial numbers and addresses.
struct NameMask {
  private let keepsNames: Bool
  private var apps: [String: String] = [:]
  private var tasks: [String: String] = [:]

  private static let owners = ["com.apple", "com.google", "com.android", "android", "androidx"]
  /// Names of Apple that end with the identifier of an app.
  private static let launches = [
    "bgRefresh-", "bgProcessing-", "bgHealthResearch-", "bgContinuedProcessing-", "com.apple.pushLaunch.",
  ]
  /// First words of bundle identifiers, by which one is found within another name.
  private static let domains = Set(
    """
    com org net edu gov mil io co me dev tv ai biz xyz mobi eu us uk ca au nz de at ch fr es it pt nl be lu dk se no fi is ie pl cz
    sk hu ro bg gr tr ru ua cn hk tw jp kr in sg my th vn ph br ar mx cl pe za il ae sa ng ke eg cc ly gg im sh fm to ws vc
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  init(keepsNames: Bool) { self.keepsNames = keepsNames }

  mutating func app(_ name: String) -> String {
    guard !keepsNames, !name.isEmpty else { return name }
    return Self.isOwn(name) ? cleaned(name) : number(name)
  }

  /// The name of a task: identifiers with marks between.
  mutating func name(_ text: String) -> String {
    guard !keepsNames, !text.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      let part = rest.prefix { Self.isOfWord($0) == Self.isOfWord(first) }
      rest = rest.dropFirst(part.count)
      if Self.isOfWord(first) {
        result += word(String(part))
      } else {
        result += part.allSatisfy { $0.isASCII && !$0.isNewline } ? String(part) : "*"
      }
    }
    return result
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "._-@+%".contains(character)
  }

  private mutating func word(_ word: String) -> String {
    if word.contains(where: { !$0.isASCII || "@+%".contains($0) }) { return "*" }
    guard word.contains(where: { $0.isLetter || $0.isNumber }) else { return word }
    if let launch = Self.launches.first(where: word.hasPrefix) {
      return launch + app(String(word.dropFirst(launch.count)))
    }
    if Self.isOwn(word) { return cleaned(word) }
    if apps[word] != nil { return number(word) }
    if Self.withoutSerials(word[...]) == "*" { return "*" }
    if word.utf8.count <= 4, Int(word) != nil { return word }
    let parts = word.split(separator: ".")
    if parts.count >= 2, Self.domains.contains(parts[0].lowercased()) {
      // A task of an app begins with its identifier.
      let owner = (2..<max(2, parts.count)).lazy.map { parts[..<$0].joined(separator: ".") }
        .first { apps[$0] != nil }
      guard let owner else { return number(word) }
      return number(owner) + "." + task(word)
    }
    return task(word)
  }

  private static func isOwn(_ name: String) -> Bool {
    owners.contains {
      name.hasPrefix($0) && (name.count == $0.count || name.dropFirst($0.count).first == ".")
    }
  }

  /// A name of the system's own without what could be of its user.
  private mutating func cleaned(_ name: String) -> String {
    guard name.allSatisfy({ $0.isASCII && Self.isOfWord($0) && !"@+%".contains($0) }) else { return "*" }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    // The first two words are those of the owner.
    for place in parts.indices.dropFirst(2) where place + 1 < parts.count {
      let start = parts[place].split(separator: "-").last ?? ""
      guard Self.domains.contains(start.lowercased()) else { continue }
      let other = ([start] + parts[(place + 1)...]).joined(separator: ".")
      if Self.isOwn(other) { continue }
      let before = parts[..<place].map(Self.withoutSerials) + [String(parts[place].dropLast(start.count))]
      return before.joined(separator: ".") + number(other)
    }
    return parts.map(Self.withoutSerials).joined(separator: ".")
  }

  /// A UUID, or a run of eight letters and digits or more of which three are digits, is a star.
  private static func withoutSerials(_ part: Substring) -> String {
    let pieces = part.split(separator: "-", omittingEmptySubsequences: false)
    if pieces.map(\.count) == [8, 4, 4, 4, 12] { return "*" }
    return pieces.map { $0.count >= 8 && $0.count(where: \.isNumber) >= 3 ? "*" : String($0) }
      .joined(separator: "-")
  }

  private mutating func number(_ name: String) -> String { Self.number(name, "app", &apps) }
  private mutating func task(_ name: String) -> String { Self.number(name, "task", &tasks) }

  private static func number(_ name: String, _ word: String, _ known: inout [String: String]) -> String {
    if let mask = known[name] { return mask }
    let digits = "\(known.count + 1)"
    let mask = "\(word)-" + (digits.count < 2 ? "0" : "") + digits
    known[name] = mask
    return mask
  }
}
