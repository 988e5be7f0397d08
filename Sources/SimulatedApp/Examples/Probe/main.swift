// What an app can ask of time and chance, and what ends the run: chosen by the first word of the command.
import AppRuntime
import Foundation
import UIKit

nonisolated(unsafe) var start = Date()
func passed() -> String { String(format: "%.3f", Date().timeIntervalSince(start)) }
/// Every word reaches the check as the name of an assertion.
func say(_ words: String) { AppProcess.ask("begin_assertion", ["id": AppSystem.takeID(), "name": words]) }

final class Probe: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    start = Date()
    let word = CommandLine.arguments.dropFirst().first ?? "time"
    if let probe = probes[word] { probe() } else { say("no probe `\(word)`") }
    return true
  }
}

let probes: [String: () -> Void] = [
  "time": time,
  "chance": {
    say("date \(Date().timeIntervalSince1970) uptime \(ProcessInfo.processInfo.systemUptime)")
    say("weekday \(Calendar.current.component(.weekday, from: .now)) \(Date().formatted(.iso8601))")
    say("random \(Int.random(in: 0..<1_000_000)) \([1, 2, 3, 4, 5, 6].shuffled()) \(UUID())")
    say(
      "set \(Set(["a", "b", "c", "d", "e"]).joined()) home \(NSHomeDirectory().split(separator: "-").last ?? "")"
    )
  },
  "preferences": {
    let count = UserDefaults.standard.integer(forKey: "launches")
    UserDefaults.standard.set(count + 1, forKey: "launches")
    say("launches before \(count)")
    print("printed")
  },
  "thread": { Thread {}.start() },
  "run loop": { RunLoop.current.run(until: Date().addingTimeInterval(2)) },
  "source": {
    let source = DispatchSource.makeSignalSource(signal: SIGUSR1)
    source.resume()
  },
  "remote data": {
    do { say("read \(try Data(contentsOf: URL(string: "https://news.example.org/feed")!).count)") } catch {
      say("\(error)")
    }
  },
  "socket": { _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) },
  "process": {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/true")
    try? process.run()
  },
  "hot": { Task { while true { await Task.yield() } } },
  "spin": { while !passed().isEmpty {} },
  "trap": {
    let empty: [Int] = []
    say("\(empty[Int.random(in: 0..<1)])")
  },
  "exit": { exit(3) },
  "talk": { for index in 0..<40 { say("word \(index)") } },
]

func time() {
  Task {
    try? await Task.sleep(for: .seconds(10))
    say("Task.sleep \(passed())")
  }
  Task.detached {
    try? await Task.sleep(nanoseconds: 11_000_000_000)
    say("detached \(passed())")
  }
  Task {
    try? await Task.sleep(for: .seconds(12), tolerance: .seconds(1))
    say("tolerance \(passed())")
  }
  Task {
    try? await SuspendingClock().sleep(for: .seconds(12.5))
    say("SuspendingClock \(passed())")
  }
  DispatchQueue.main.asyncAfter(deadline: .now() + 13) { say("main.asyncAfter \(passed())") }
  DispatchQueue.global(qos: .utility).asyncAfter(wallDeadline: .now() + 14) { say("wall \(passed())") }
  let timer = Timer.scheduledTimer(withTimeInterval: 3, repeats: true) { timer in
    say("Timer \(passed())")
    if Date().timeIntervalSince(start) > 8 { timer.invalidate() }
  }
  timer.tolerance = 0.5
  let source = DispatchSource.makeTimerSource()
  source.schedule(deadline: .now() + 15, repeating: 1)
  source.setEventHandler {
    say("source \(passed())")
    if Date().timeIntervalSince(start) > 16 { source.cancel() }
  }
  source.resume()
  Task { @MainActor in
    dispatchPrecondition(condition: .onQueue(.main))
    say("MainActor \(passed())")
  }
  DispatchQueue.global().async {
    Thread.sleep(forTimeInterval: 20)
    say("Thread.sleep \(passed())")
    let semaphore = DispatchSemaphore(value: 0)
    Task {
      try? await Task.sleep(for: .seconds(10))
      semaphore.signal()
    }
    semaphore.wait()
    say("semaphore \(passed())")
    say("timed out \(semaphore.wait(timeout: .now() + 5) == .timedOut) \(passed())")
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { sleep(3) }
    group.wait()
    say("group \(passed())")
    group.enter()
    group.notify(queue: .main) { say("notified \(passed())") }
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { group.leave() }
    let own = DispatchQueue(label: "own")
    own.sync { say("sync") }
    for index in 0..<3 { own.async { say("serial \(index)") } }
    DispatchQueue.concurrentPerform(iterations: 2) { say("perform \($0)") }
    let operations = OperationQueue()
    let operation = BlockOperation { sleep(1) }
    operation.completionBlock = { say("completion \(passed())") }
    operations.addOperation(operation)
    operations.waitUntilAllOperationsAreFinished()
    say("operations \(passed())")
  }
  Task {
    await withTaskGroup(of: Int.self) { group in
      for index in 0..<3 {
        group.addTask {
          try? await Task.sleep(for: .seconds(2 - index))
          return index
        }
      }
      var order: [Int] = []
      for await index in group { order.append(index) }
      say("task group \(order) \(passed())")
    }
  }
}

SimulatedApp.main { Probe() }
