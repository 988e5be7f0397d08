/// Width and height of a picture in pixels.
public struct PictureSize: Hashable, Sendable {
  /// The smallest picture in which everything has its place.
  public static let least = PictureSize(width: 560, height: 480)

  /// At most 10,000 each on the command line.
  public let width, height: Int

  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}
