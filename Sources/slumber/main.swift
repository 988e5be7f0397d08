#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

exit(CommandTable.run(Array(CommandLine.arguments.dropFirst())).rawValue)
