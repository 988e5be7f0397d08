import AppRuntime
import Foundation

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  public private(set) var identifier: String?
  open var sessionSendsLaunchEvents = true
  open var isDiscretionary = false
  open var timeoutIntervalForRequest: TimeInterval = 60
  open var timeoutIntervalForResource: TimeInterval = 7 * 86_400
  open var waitsForConnectivity = false
  open var allowsCellularAccess = true
  open var allowsExpensiveNetworkAccess = true
  open var allowsConstrainedNetworkAccess = true
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  open var httpMaximumConnectionsPerHost = 6
  open var sharedContainerIdentifier: String?

  open class var `default`: URLSessionConfiguration { URLSessionConfiguration() }
  open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let result = URLSessionConfiguration()
    result.identifier = identifier
    return result
  }
}

public protocol URLSessionDelegate: AnyObject {
  func urlSessionDidFinishEvents(forBackgroundURLSession: URLSession)
}
extension URLSessionDelegate { public func urlSessionDidFinishEvents(forBackgroundURLSession: URLSession) {} }
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError: (any Error)?)
}
extension URLSessionTaskDelegate {
  public func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError: (any Error)?) {}
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive: Data)
}
extension URLSessionDataDelegate {
  public func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive: Data) {}
}
public protocol URLSessionDownloadDelegate: URLSessionTaskDelegate {
  func urlSession(_: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo: URL)
}

open class URLSession: NSObject, @unchecked Sendable {
  public static let shared = URLSession(configuration: .default)
  public let configuration: URLSessionConfiguration
  public private(set) var delegate: (any URLSessionDelegate)?
  private let queue: OperationQueue?
  open var delegateQueue: OperationQueue { queue ?? .main }
  open var sessionDescription: String?

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil,
    delegateQueue queue: OperationQueue? = nil
  ) {
    (self.configuration, self.delegate, self.queue) = (configuration, delegate, queue)
    super.init()
    if let name = configuration.identifier { BackgroundSessions.add(self, name) }
  }

  func call(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    if let queue { queue.addOperation { body() } } else { body() }
  }

  open func finishTasksAndInvalidate() { delegate = nil }
  open func invalidateAndCancel() { delegate = nil }

  public typealias Handler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  public typealias FileHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

  @preconcurrency
  open func dataTask(with request: URLRequest, completionHandler: @escaping Handler) -> URLSessionDataTask {
    URLSessionDataTask(self, request, done: completionHandler)
  }
  @preconcurrency
  open func dataTask(with url: URL, completionHandler: @escaping Handler) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }
  @preconcurrency open func uploadTask(
    with request: URLRequest, from bodyData: Data?, completionHandler: @escaping Handler
  ) -> URLSessionUploadTask {
    URLSessionUploadTask(self, request, more: bodyData?.count, done: completionHandler)
  }
  @preconcurrency open func uploadTask(
    with request: URLRequest, fromFile file: URL, completionHandler: @escaping Handler
  ) -> URLSessionUploadTask {
    URLSessionUploadTask(self, request, more: Self.size(of: file), done: completionHandler)
  }
  @preconcurrency open func downloadTask(
    with request: URLRequest, completionHandler: @escaping FileHandler
  ) -> URLSessionDownloadTask {
    URLSessionDownloadTask(self, request) { data, response, error in
      DownloadedFile.with(data) { completionHandler($0, response, error) }
    }
  }
  @preconcurrency
  open func downloadTask(with url: URL, completionHandler: @escaping FileHandler) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  open func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask(self, request) }
  open func dataTask(with url: URL) -> URLSessionDataTask { dataTask(with: URLRequest(url: url)) }
  open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
    URLSessionUploadTask(self, request, more: bodyData.count)
  }
  open func uploadTask(with request: URLRequest, fromFile file: URL) -> URLSessionUploadTask {
    URLSessionUploadTask(self, request, more: Self.size(of: file))
  }
  open func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    URLSessionDownloadTask(self, request)
  }
  open func downloadTask(with url: URL) -> URLSessionDownloadTask { downloadTask(with: URLRequest(url: url)) }

  private static func size(of file: URL) -> Int? {
    try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
  }

  public typealias Delegate = any URLSessionTaskDelegate

  public func data(from url: URL, delegate: Delegate? = nil) async throws -> (Data, URLResponse) {
    try await data(for: URLRequest(url: url))
  }
  public func data(for request: URLRequest, delegate: Delegate? = nil) async throws -> (Data, URLResponse) {
    try await result(of: URLSessionDataTask(self, request))
  }
  public func upload(
    for request: URLRequest, from bodyData: Data, delegate: Delegate? = nil
  ) async throws -> (Data, URLResponse) {
    try await result(of: uploadTask(with: request, from: bodyData))
  }
  public func upload(
    for request: URLRequest, fromFile file: URL, delegate: Delegate? = nil
  ) async throws -> (Data, URLResponse) {
    try await result(of: uploadTask(with: request, fromFile: file))
  }
  public func download(from url: URL, delegate: Delegate? = nil) async throws -> (URL, URLResponse) {
    try await download(for: URLRequest(url: url))
  }
  public func download(for request: URLRequest, delegate: Delegate? = nil) async throws -> (URL, URLResponse)
  {
    let (data, response) = try await result(of: URLSessionDownloadTask(self, request))
    return (DownloadedFile.made(of: data), response)
  }

  private func result(of task: URLSessionTask) async throws -> (Data, URLResponse) {
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withUnsafeThrowingContinuation { continuation in
        task.done = { data, response, error in
          if let data, let response {
            continuation.resume(returning: (data, response))
          } else {
            continuation.resume(throwing: error ?? URLError(.unknown))
          }
        }
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}

enum DownloadedFile {
  static func made(of data: Data) -> URL {
    let url = URL(fileURLWithPath: NSTemporaryDirectory() + "CFNetworkDownload_\(AppSystem.takeID()).tmp")
    try? data.write(to: url)
    return url
  }

  /// Removes it after the call, in which the app may take it.
  static func with(_ data: Data?, _ body: (URL?) -> Void) {
    let url = data.map(made)
    body(url)
    if let url { try? FileManager.default.removeItem(at: url) }
  }
}
