import Basics

package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named, with the entry of an archive behind it.
  package var file: String
  /// `line 7`, `table T, row 3`; empty where none can be named.
  package var place: String
  package var found: String
  package var expected: String

  package init(_ file: String, place: String = "", found: String, expected: String) {
    (self.file, self.place, self.found, self.expected) = (file, place, found, expected)
  }

  package var description: String {
    let place = place.isEmpty ? "" : "\(place): "
    return "\(file): \(place)found \(found), expected \(expected)".escapingControls
  }
}
