// An app that is right, and one classical fault of one line each; chosen by the first word of the command.
import BackgroundTasks
import UIKit

enum Fault: String, CaseIterable, Sendable {
  case none, operationQueue, dispatchAfter
  case missingCompletion, forgottenReschedule, wrongIdentifier, lateRegistration, noHandlerWork, tooLong
  case noExpirationHandler, earlyCompletion, doubleCompletion, blockingSleep
}
let fault = Fault(rawValue: CommandLine.arguments.dropFirst().first ?? "none") ?? .none
let identifier = "org.example.news.refresh"

@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    switch fault {
    case .lateRegistration: DispatchQueue.main.async { register() }
    case .noHandlerWork: break
    default: register()
    }
    return true
  }
  func applicationDidEnterBackground(_ application: UIApplication) { schedule() }
}

func register() {
  BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
    handle(task as! BGAppRefreshTask)
  }
}

func schedule() {
  let request = BGAppRefreshTaskRequest(
    identifier: fault == .wrongIdentifier ? "org.example.news.Refresh" : identifier)
  request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
  try? BGTaskScheduler.shared.submit(request)
}

func handle(_ task: BGAppRefreshTask) {
  if fault != .forgottenReschedule { schedule() }
  switch fault {
  case .operationQueue:
    let queue = OperationQueue()
    let operation = BlockOperation {}
    task.expirationHandler = { operation.cancel() }
    operation.completionBlock = { task.setTaskCompleted(success: !operation.isCancelled) }
    return queue.addOperation(operation)
  case .dispatchAfter:
    let item = DispatchWorkItem { DispatchQueue.main.async { task.setTaskCompleted(success: true) } }
    task.expirationHandler = {
      item.cancel()
      task.setTaskCompleted(success: false)
    }
    return DispatchQueue.global().asyncAfter(deadline: .now() + 3, execute: item)
  case .earlyCompletion: task.setTaskCompleted(success: true)
  default: break
  }
  let work = Task {
    do {
      switch fault {
      case .tooLong, .noExpirationHandler: await SimulatedWork.cpu(.seconds(45))
      case .blockingSleep: block()
      default: _ = try await URLSession.shared.data(from: URL(string: "https://news.example.org/feed.json")!)
      }
      switch fault {
      case .missingCompletion: break
      case .doubleCompletion:
        task.setTaskCompleted(success: true)
        task.setTaskCompleted(success: true)
      default: task.setTaskCompleted(success: true)
      }
    } catch {
      task.setTaskCompleted(success: false)
    }
  }
  if fault != .noExpirationHandler { task.expirationHandler = { work.cancel() } }
}

func block() { Thread.sleep(forTimeInterval: 40) }
