#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The few functions of the C library that the models need.
enum Elementary {
  static func exp(_ x: Double) -> Double {
    #if canImport(Glibc)
      Glibc.exp(x)
    #else
      Darwin.exp(x)
    #endif
  }
  static func log(_ x: Double) -> Double {
    #if canImport(Glibc)
      Glibc.log(x)
    #else
      Darwin.log(x)
    #endif
  }
  static func pow(_ x: Double, _ y: Double) -> Double {
    #if canImport(Glibc)
      Glibc.pow(x, y)
    #else
      Darwin.pow(x, y)
    #endif
  }
  /// The gamma function.
  static func gamma(_ x: Double) -> Double {
    #if canImport(Glibc)
      Glibc.tgamma(x)
    #else
      Darwin.tgamma(x)
    #endif
  }
}
