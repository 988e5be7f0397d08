import AppRuntime

/// Writes what an app logs to the standard error, each line after its simulated time.
public struct Logger: Sendable {
  private let category: String

  public init() { category = "" }
  public init(subsystem: String, category: String) { self.category = category }

  private func write(_ level: String, _ message: OSLogMessage) {
    print("\(level)\(category.isEmpty ? "" : " [\(category)]") \(message.text)")
  }
  public func log(_ message: OSLogMessage) { write("log", message) }
  public func log(level: OSLogType, _ message: OSLogMessage) { write(level.name, message) }
  public func trace(_ message: OSLogMessage) { write("debug", message) }
  public func debug(_ message: OSLogMessage) { write("debug", message) }
  public func info(_ message: OSLogMessage) { write("info", message) }
  public func notice(_ message: OSLogMessage) { write("notice", message) }
  public func warning(_ message: OSLogMessage) { write("error", message) }
  public func error(_ message: OSLogMessage) { write("error", message) }
  public func critical(_ message: OSLogMessage) { write("fault", message) }
  public func fault(_ message: OSLogMessage) { write("fault", message) }
}

public struct OSLogType: Hashable, Sendable {
  let name: String
  public static let `default` = OSLogType(name: "log")
  public static let info = OSLogType(name: "info")
  public static let debug = OSLogType(name: "debug")
  public static let error = OSLogType(name: "error")
  public static let fault = OSLogType(name: "fault")
}

public enum OSLogPrivacy: Sendable { case auto, `public`, `private`, sensitive }

/// A text with values, which may ask for privacy and get none.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
    ) {
      text += "\(value())"
    }
  }
  fileprivate let text: String

  public init(stringLiteral text: String) { self.text = text }
  public init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }
}
