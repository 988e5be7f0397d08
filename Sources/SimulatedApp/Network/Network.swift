import AppRuntime
import Foundation

/// The path of the phone, read at each question.
public struct NWPath: Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }

  private let network = AppProcess.state["network"].text ?? "none"

  public var status: Status { network == "none" ? .unsatisfied : .satisfied }
  public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool { network == "\(type)" }
}

public enum NWInterface {
  public enum InterfaceType: Sendable { case other, wifi, cellular, wiredEthernet, loopback }
}

/// Calls its handler once, with the path at the start. The phone does not report later changes.
public final class NWPathMonitor: @unchecked Sendable {
  public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
  public var currentPath: NWPath { NWPath() }

  public init() {}

  public func start(queue: DispatchQueue) { queue.async { self.pathUpdateHandler?(self.currentPath) } }
  public func cancel() { pathUpdateHandler = nil }
}
