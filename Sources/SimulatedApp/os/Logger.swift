/// Writes the log of an app to the standard error, each line after its simulated time.
public struct Logger: Sendable {
  private let category: String

  public init(subsystem: String = "", category: String = "") { self.category = category }

  public func log(level: OSLogType, _ message: OSLogMessage) {
    print("\(level.name)\(category.isEmpty ? "" : " [\(category)]") \(message.text)")
  }
  public func log(_ message: OSLogMessage) { log(level: .default, message) }
  public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
  public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
  public func info(_ message: OSLogMessage) { log(level: .info, message) }
  public func notice(_ message: OSLogMessage) { log(level: OSLogType(name: "notice"), message) }
  public func warning(_ message: OSLogMessage) { log(level: .error, message) }
  public func error(_ message: OSLogMessage) { log(level: .error, message) }
  public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
  public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
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

/// A text with values. Privacy options are accepted and ignored.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
    ) { text += "\(value())" }
  }
  fileprivate let text: String

  public init(stringLiteral text: String) { self.text = text }
  public init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }
}
