/// Text and elements of HTML pages.
///
/// Whatever a file or a person wrote is escaped before it stands in a page: characters that begin tags and references, and
/// those that control the direction or the layout of text.
public enum HTMLText {
  /// Text fit for the contents of an element and for the value of an attribute in double quotes.
  public static func escaped(_ text: some StringProtocol) -> String {
    var escaped = String.UnicodeScalarView()
    // A character with marks of its own is still the character that it begins with.
    for scalar in text.escapingControls.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// An element with contents that are HTML already.
  ///
  /// - Parameters:
  ///   - name: The name of the element.
  ///   - attributes: Names and values, which are escaped here.
  ///   - contents: HTML.
  public static func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ contents: String
  ) -> String {
    let words = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    return "<\(name)\(words)>\(contents)</\(name)>"
  }

  /// A link to a place on the same page.
  ///
  /// - Parameters:
  ///   - id: The identity of the place.
  ///   - text: The words of the link, which are escaped here.
  public static func link(to id: String, _ text: some StringProtocol) -> String {
    element("a", ["href": "#\(id)"], escaped(text))
  }

  /// Paragraph text in which what stands between backticks is code.
  public static func prose(_ text: some StringProtocol) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // Without its partner a backtick is a backtick.
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.enumerated().map { place, part in
      place % 2 == 0 ? escaped(part) : element("code", [:], escaped(part))
    }.joined()
  }
}
