internal import CGSL

extension RandomStream {
  /// Version of the library that turns words into variates.
  public static var libraryVersion: String { String(cString: slumber_gsl_version()) }
}
