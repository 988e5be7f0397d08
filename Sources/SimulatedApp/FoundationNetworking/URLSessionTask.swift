import AppRuntime
import Foundation

/// A task of a session. Nothing moves before it is resumed.
open class URLSessionTask: NSObject, @unchecked Sendable {
  public enum State: Int, Sendable { case running, suspended, canceling, completed }

  let session: URLSession
  public let originalRequest: URLRequest?
  open var currentRequest: URLRequest? { originalRequest }
  public let taskIdentifier = AppSystem.takeID()
  public internal(set) var response: URLResponse?
  public private(set) var error: (any Error)?
  public private(set) var state = State.suspended
  public private(set) var countOfBytesReceived: Int64 = 0
  open var taskDescription: String?
  open var earliestBeginDate: Date?
  /// The number of bytes that the app expects; -1 if unknown.
  open var countOfBytesClientExpectsToReceive: Int64 = -1
  open var countOfBytesClientExpectsToSend: Int64 = -1

  /// The completion handler; the delegate is told where there is none.
  var done: URLSession.Handler?
  fileprivate let bytesUp: Int64
  private var transfer = 0
  private var timer = 0
  private var asked: Int64 = 0

  init(_ session: URLSession, _ request: URLRequest, more: Int? = nil, done: URLSession.Handler? = nil) {
    (self.session, originalRequest, self.done) = (session, request, done)
    bytesUp = request.bytesUp + Int64(more ?? 0)
  }

  /// A large answer is not filled.
  private static let longestBody: Int64 = 1 << 20
  /// Nanoseconds until the next attempt without a network, where the session waits for one.
  private static let attempt: Int64 = 5_000_000_000
  fileprivate var limit: TimeInterval {
    min(originalRequest?.timeoutInterval ?? 60, session.configuration.timeoutIntervalForRequest)
  }
  fileprivate var address: String { originalRequest?.url?.absoluteString ?? "" }

  open func resume() {
    guard state == .suspended else { return }
    state = .running
    let configuration = session.configuration
    if let name = configuration.identifier { return BackgroundSessions.begin(self, name) }
    let limit = configuration.waitsForConnectivity ? configuration.timeoutIntervalForResource : limit
    timer = WorkQueue.after(Int64(limit * 1e9)) { [self] in
      AppSystem.stop(transfer)
      finish(error: URLError(.timedOut))
    }
    ask()
  }

  private func ask() {
    guard state == .running else { return }
    asked = WorkQueue.now / 1000
    transfer = AppSystem.fetch(address, up: bytesUp) { [self] line in
      guard state == .running else { return }
      let code = line["refused"].integer ?? line["error"].integer ?? 0
      if code == URLError.notConnectedToInternet.rawValue, session.configuration.waitsForConnectivity {
        WorkQueue.after(Self.attempt) { self.ask() }
      } else if code != 0 || line["refused"].number != nil {
        finish(error: URLError(URLError.Code(rawValue: code) ?? .unknown))
      } else {
        answer(line)
      }
    }
  }

  private func answer(_ line: Line) {
    let (down, status) = (line["down"].number ?? 0, line["status"].integer ?? 200)
    countOfBytesReceived = down
    if originalRequest?.isReading ?? false, (200..<300).contains(status) {
      AppProcess.ask("content", ["as_of_us": asked])
    }
    response = HTTPURLResponse(url: originalRequest?.url, length: down, status: status)
    finish(Data(count: Int(min(down, Self.longestBody))))
  }

  open func cancel() {
    guard state == .running || state == .suspended else { return }
    if session.configuration.identifier != nil { AppProcess.escape("cancels a task of a background session") }
    AppSystem.stop(transfer)
    let isEarly = state == .suspended
    state = .canceling
    if isEarly, done == nil { return }
    WorkQueue.after(0) { [self] in finish(error: URLError(.cancelled)) }
  }
  open func suspend() { AppProcess.escape("suspends a task of a session") }

  private func finish(_ data: Data? = nil, error: (any Error)? = nil) {
    guard state != .completed else { return }
    state = .completed
    self.error = error
    WorkQueue.cancel(timer)
    session.call { [self] in
      if let done { done(data, response, error) } else { tellDelegate(data, error) }
      done = nil
    }
  }

  fileprivate func tellDelegate(_ data: Data?, _ error: (any Error)?) {
    if let data { tell(session.delegate, data) }
    (session.delegate as? any URLSessionTaskDelegate)?.urlSession(
      session, task: self, didCompleteWithError: error)
  }
  fileprivate func tell(_ delegate: (any URLSessionDelegate)?, _ data: Data) {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {
  override func tell(_ delegate: (any URLSessionDelegate)?, _ data: Data) {
    (delegate as? any URLSessionDataDelegate)?.urlSession(session, dataTask: self, didReceive: data)
  }
}

open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
  // Bytes that come put the end of the wait off.
  override var limit: TimeInterval { session.configuration.timeoutIntervalForResource }

  override func tell(_ delegate: (any URLSessionDelegate)?, _ data: Data) {
    DownloadedFile.with(data) { file in
      guard let file, let delegate = delegate as? any URLSessionDownloadDelegate else { return }
      delegate.urlSession(session, downloadTask: self, didFinishDownloadingTo: file)
    }
  }
}

/// Background sessions: the phone moves their files, also when the process has ended (URL-1).
public enum BackgroundSessions {
  nonisolated(unsafe) private static var sessions: [String: URLSession] = [:]
  /// Sessions whose files have come before the app has made the session, and whether they came in the background.
  nonisolated(unsafe) private static var finished: [String: Bool] = [:]
  /// A file of a session whose app does not say how long it is, in bytes.
  private static let usualSize: Int64 = 1_000_000

  static func add(_ session: URLSession, _ name: String) {
    sessions[name] = session
    if let inBackground = finished.removeValue(forKey: name) {
      WorkQueue.after(0) { deliver(session, name, inBackground) }
    }
  }

  static func begin(_ task: URLSessionTask, _ name: String) {
    let down = task.countOfBytesClientExpectsToReceive
    let size = task is URLSessionDownloadTask ? (down >= 0 ? down : usualSize) : 0
    let answer = AppProcess.ask("download", ["session": name, "up": task.bytesUp, "down": size])
    if answer["refused"].number != nil {
      AppProcess.escape("uses the background session `\(name)`, which the study does not name,")
    }
    let kind = task is URLSessionUploadTask ? "up" : "down"
    UserDefaults.standard.set(
      list(name) + [[kind, task.address, task.taskDescription ?? ""]], forKey: key(name))
  }

  /// Transfers in progress outlive the process, like the preferences.
  private static func key(_ name: String) -> String { "simulated.session.\(name)" }
  private static func list(_ name: String) -> [[String]] {
    UserDefaults.standard.array(forKey: key(name)) as? [[String]] ?? []
  }

  /// Reports that all files of a session have arrived. The delegate is called once the app has created the
  /// session (URL-7).
  public static func finish(_ name: String, inBackground: Bool) {
    if let session = sessions[name] {
      deliver(session, name, inBackground)
    } else {
      finished[name] = inBackground
    }
  }

  private static func deliver(_ session: URLSession, _ name: String, _ inBackground: Bool) {
    let lines = list(name)
    UserDefaults.standard.removeObject(forKey: key(name))
    session.call {
      for line in lines {
        guard line.count == 3, let url = URL(string: line[1]) else { continue }
        let (isUpload, request) = (line[0] == "up", URLRequest(url: url))
        let task =
          isUpload ? URLSessionUploadTask(session, request) : URLSessionDownloadTask(session, request)
        task.taskDescription = line[2]
        task.response = HTTPURLResponse(url: url, length: usualSize, status: 200)
        task.tellDelegate(isUpload ? nil : Data(count: 1000), nil)
      }
      if inBackground { session.delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: session) }
    }
  }
}
