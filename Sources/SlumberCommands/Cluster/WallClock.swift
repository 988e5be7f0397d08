#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Times of day, for how long ago something was.
enum WallClock {
  /// Seconds since 1970.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The seconds since 1970 of a time such as `2026-11-22T21:40:00Z`; nil for any other text.
  static func seconds(_ text: String) -> Double? {
    let numbers = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    guard text.hasSuffix("Z"), numbers.count == 6 else { return nil }
    var parts = tm()
    parts.tm_year = Int32(truncatingIfNeeded: numbers[0] - 1900)
    parts.tm_mon = Int32(truncatingIfNeeded: numbers[1] - 1)
    parts.tm_mday = Int32(truncatingIfNeeded: numbers[2])
    parts.tm_hour = Int32(truncatingIfNeeded: numbers[3])
    parts.tm_min = Int32(truncatingIfNeeded: numbers[4])
    parts.tm_sec = Int32(truncatingIfNeeded: numbers[5])
    return Double(timegm(&parts))
  }
}
