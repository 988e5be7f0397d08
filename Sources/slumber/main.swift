#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

exit(Terminal.outcome(CommandTable.run(Array(CommandLine.arguments.dropFirst()))).rawValue)
