/// A number with its noun: `1 device`, `20 devices`.
public enum CountText {
  /// - Parameters:
  ///   - word: The noun for one.
  ///   - plural: The noun for any other number; `word` with an s where nothing is given.
  public static func text(_ number: Int, _ word: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? word : plural ?? word + "s")"
  }
}
