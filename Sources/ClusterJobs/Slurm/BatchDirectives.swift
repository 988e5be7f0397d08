/// The lines of a batch script that `sbatch` reads.
struct BatchDirectives {
  private var lines: [String] = []

  mutating func add(_ option: String, _ value: String? = nil) {
    lines.append("#SBATCH \(option)" + (value.map { "=\(Self.escaped($0))" } ?? ""))
  }

  /// Adds a path of a log, in which a percent sign begins a number of the job.
  mutating func add(_ option: String, folder: String, log: String) {
    add(option, folder.replacing("%", with: "%%") + "/" + log)
  }

  /// Adds an option as a user writes it.
  mutating func add(word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    add(parts[0], parts.count == 2 ? parts[1] : nil)
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The value as `sbatch` reads it: a backslash takes away the meaning of the next character.
  static func escaped(_ value: String) -> String {
    String(
      value.flatMap { character -> [Character] in
        let isPlain =
          !character.isASCII || character.isLetter || character.isNumber || "-_./%:,@+=".contains(character)
        return isPlain ? [character] : ["\\", character]
      })
  }
}
