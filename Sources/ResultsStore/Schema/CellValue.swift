/// One value of a table, as it is stored and exported.
public enum CellValue: Hashable, Sendable {
  /// No value: `NULL` in the file, an empty field in CSV.
  case missing
  case text(String)
  case integer(Int64)
  /// Beyond `Int64`: kept as decimal digits.
  case unsigned(UInt64)
  /// A finite number; anything else is refused when it is stored.
  case real(Double)
  /// Energy as whole nanojoules; printed exactly, in joules.
  case nanojoules(Int64)
  /// Time as whole microseconds; printed exactly, in seconds.
  case microseconds(Int64)

  /// A number, or no value for nil.
  public static func optional(_ value: Double?) -> CellValue { value.map { .real($0) } ?? .missing }
  /// A whole number, or no value for nil.
  public static func optional(_ value: Int?) -> CellValue { value.map { .integer(Int64($0)) } ?? .missing }
  /// A text, or no value for nil; an empty text stays a text.
  public static func optional(_ value: String?) -> CellValue { value.map { .text($0) } ?? .missing }

  /// A time in whole microseconds, or no value for nil.
  public static func optionalMicroseconds(_ value: Int64?) -> CellValue {
    value.map { .microseconds($0) } ?? .missing
  }
  /// 1 for true and 0 for false.
  public static func flag(_ value: Bool) -> CellValue { .integer(value ? 1 : 0) }
}
