import Basics

package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file as given, followed by the entry of an archive.
  package var file: String
  /// The place, such as `line 7` or `table T, row 3`; empty if it is unknown.
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
