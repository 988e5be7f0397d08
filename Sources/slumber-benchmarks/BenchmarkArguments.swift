/// The options of the command line.
struct BenchmarkArguments {
  /// Names of workloads to measure, a family's name standing for all its members; empty for all.
  var only: [String] = []
  var json = false
  var help = false

  static let usage = """
    usage: slumber-benchmarks [--only NAME]… [--json]

    Measures each workload in C and in Swift, in turns in one process, and prints medians.
    ratio: time of the variant over time of its reference; below 1 is faster than the reference.

    workloads: \(WorkloadCatalogue.names.joined(separator: ", "))
    """

  init(_ arguments: [String]) throws(BenchmarkArgumentError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": json = true
      case "--help", "-h": help = true
      case "--only":
        guard let name = rest.popFirst() else { throw .missingName }
        guard WorkloadCatalogue.names.contains(where: { Self.matches(name, $0) }) else {
          throw .unknownWorkload(name)
        }
        only.append(name)
      default: throw .unknownArgument(argument)
      }
    }
  }

  func selects(_ name: String) -> Bool { only.isEmpty || only.contains { Self.matches($0, name) } }

  /// `HOLD` and `HOLD(10)` both mean `HOLD(10)`.
  private static func matches(_ asked: String, _ name: String) -> Bool {
    asked == name || name.prefix { $0 != "(" } == asked[...]
  }
}

enum BenchmarkArgumentError: Error, CustomStringConvertible {
  case missingName
  case unknownWorkload(String)
  case unknownArgument(String)

  var description: String {
    let known = WorkloadCatalogue.names.joined(separator: ", ")
    return switch self {
    case .missingName: "--only: expected the name of a workload, one of \(known)"
    case .unknownWorkload(let name): "--only: unknown workload \"\(name)\", expected one of \(known)"
    case .unknownArgument(let text): "unknown argument \"\(text)\", expected --only NAME, --json or --help"
    }
  }
}
