/// The warnings that decoding a study gives: what is taken, and still worth a look.
final class RemarkList {
  private(set) var texts: [String] = []

  /// Adds a warning.
  ///
  /// - Parameters:
  ///   - node: The value that it is about.
  ///   - path: Its key path.
  ///   - text: The warning, which continues a sentence that begins with the path.
  func add(_ node: YAMLNode, _ path: String, _ text: String) {
    let place = node.line > 0 ? "\(node.file):\(node.line): " : ""
    texts.append("\(place)\(path): \(text)")
  }
}
