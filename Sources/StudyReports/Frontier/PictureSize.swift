/// Width and height of a picture in pixels.
package struct PictureSize: Hashable, Sendable {
  /// The smallest picture in which everything has its place.
  package static let least = PictureSize(width: 560, height: 480)

  /// At most 10,000 each on the command line.
  package let width, height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}
