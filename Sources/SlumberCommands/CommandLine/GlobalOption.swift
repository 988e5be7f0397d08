/// An option that every command has.
enum GlobalOption: String, CaseIterable {
  case help = "--help"
  case quiet = "--quiet"
  case verbose = "--verbose"
  case version = "--version"

  /// Its short form.
  var short: String {
    switch self {
    case .help: "-h"
    case .quiet: "-q"
    case .verbose: "-v"
    case .version: "-V"
    }
  }

  /// Its line in help.
  var help: String {
    switch self {
    case .help: "print the help of a command"
    case .quiet: "no progress and no notes on standard error, only errors"
    case .verbose: "more about the work on standard error: versions, amount of work, time"
    case .version: "print the versions of the program and of its libraries"
    }
  }

  /// The option that a word of the command line is.
  init?(_ word: String) {
    guard let option = Self.allCases.first(where: { $0.rawValue == word || $0.short == word }) else {
      return nil
    }
    self = option
  }
}
