import CBuild
import RandomStreams
import StudyFormat

/// The version of the program and of its build.
enum Version {
  static let number = "0.1.0"

  static var swift: String {
    #if swift(>=6.3)
      "6.3"
    #elseif swift(>=6.2)
      "6.2"
    #else
      "6"
    #endif
  }

  /// The commit that was built.
  static var commit: String { String(cString: slumber_build_commit()) }

  /// Version of GSL.
  static var library: String { RandomStream.libraryVersion }

  static var text: String {
    "slumber \(number) (commit \(commit), model \(ModelVersion.current), Swift \(swift), "
      + "GSL \(library))"
  }
}
