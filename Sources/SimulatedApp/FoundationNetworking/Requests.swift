import AppRuntime
@_exported import Foundation

extension Data {
  /// Reads a file; a remote address would be loaded while the thread waits, which is not simulated and ends the run.
  public init(contentsOf url: URL) throws {
    if !url.isFileURL { AppProcess.escape("reads a remote address synchronously") }
    try self.init(contentsOf: url, options: [])
  }
}

public struct URLRequest: Hashable, Sendable {
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy, reloadIgnoringLocalCacheData, returnCacheDataElseLoad,
      returnCacheDataDontLoad
  }
  public var url: URL?
  public var cachePolicy: CachePolicy
  /// Seconds until a data task fails with a time-out.
  public var timeoutInterval: TimeInterval
  public var httpMethod: String? = "GET"
  public var httpBody: Data?
  public var allHTTPHeaderFields: [String: String]? = [:]
  public var allowsCellularAccess = true
  public var allowsExpensiveNetworkAccess = true
  public var allowsConstrainedNetworkAccess = true

  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60
  ) { (self.url, self.cachePolicy, self.timeoutInterval) = (url, cachePolicy, timeoutInterval) }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
    allHTTPHeaderFields?[field] = value
  }
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {
    allHTTPHeaderFields?[field] = value
  }
  public func value(forHTTPHeaderField field: String) -> String? { allHTTPHeaderFields?[field] }

  /// A usual head of a request, in bytes, and the body.
  var bytesUp: Int64 { 600 + Int64(httpBody?.count ?? 0) }
  var isReading: Bool { httpMethod.map { $0.uppercased() == "GET" } ?? true }
}

open class URLResponse: NSObject, @unchecked Sendable {
  public let url: URL?
  public let expectedContentLength: Int64
  open var mimeType: String? { nil }

  init(url: URL?, length: Int64) { (self.url, expectedContentLength) = (url, length) }
}

/// The status and the length of a server's answer, without header fields.
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public let statusCode: Int
  open var allHeaderFields: [AnyHashable: Any] { [:] }

  init(url: URL?, length: Int64, status: Int) {
    statusCode = status
    super.init(url: url, length: length)
  }
  open func value(forHTTPHeaderField field: String) -> String? { nil }
}

/// The replacement of `Data(contentsOf:)` and similar initializers with a remote address; Foundation has the same name.
final class _NSNonfileURLContentLoader: _NSNonfileURLContentLoading {
  required init() {}
  func contentsOf(url: URL) throws -> (result: NSData, textEncodingNameIfAvailable: String?) {
    AppProcess.escape("reads the contents of `\(url)`, a remote address, synchronously")
  }
}

extension ProcessInfo {
  nonisolated(unsafe) private static var wasLowPowerMode = false

  /// Posts a notification if the value differs from the value of the last reading.
  public var isLowPowerModeEnabled: Bool {
    let isOn = AppProcess.state["low_power_mode"].flag
    if isOn != Self.wasLowPowerMode {
      Self.wasLowPowerMode = isOn
      WorkQueue.after(0) {
        NotificationCenter.default.post(name: .NSProcessInfoPowerStateDidChange, object: nil)
      }
    }
    return isOn
  }

  /// Extra time around a function (EXT-1), which is called once more when the time ends.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    let id = AppSystem.beginAssertion(reason) { block(true) }
    WorkQueue.after(0) {
      block(false)
      AppSystem.endAssertion(id)
    }
  }
}

extension Notification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let NSProcessInfoPowerStateDidChange = Self("NSProcessInfoPowerStateDidChangeNotification")
}
