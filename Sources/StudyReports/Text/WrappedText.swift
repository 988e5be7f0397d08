/// Words in lines of limited length.
enum WrappedText {
  /// Breaks a text between words; a word that is longer than a line has its own, and the last of `most` lines
  /// takes the rest.
  static func lines(of text: String, length: Int, most: Int = .max) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= length || lines.count == most {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
