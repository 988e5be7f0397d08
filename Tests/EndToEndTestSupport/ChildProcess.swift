import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A process that could not be started.
public struct SpawnError: Error {
  public var path: String
  public var number: Int32
}

/// A process with its streams in files, so that no pipe can fill up. It ends with its last user: one that a failed test left behind
/// would keep Swift Testing from seeing the ends of its own processes.
public final class ChildProcess {
  private let pid: pid_t
  private var hasEnded = false
  private let outputPath: String
  private let errorPath: String

  /// Starts a program in `folder`; `output` replaces the file of standard output.
  public init(_ path: String, _ arguments: [String], in folder: String, output: String? = nil) throws {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    outputPath = output ?? scratch + ".out"
    errorPath = scratch + ".err"
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT, 0o600)
    // Threads of tests block signals, which a child would inherit.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    // The shell changes the folder and becomes the program.
    let shell = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder, path]
    var words = (shell + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var pid = pid_t()
    let number = posix_spawn(&pid, shell[0], &actions, &attributes, words, environ)
    guard number == 0 else { throw SpawnError(path: path, number: number) }
    self.pid = pid
  }

  deinit {
    guard !hasEnded else { return }
    kill(pid, SIGKILL)
    _ = wait()
  }

  public func send(_ signal: Int32) { kill(pid, signal) }

  /// Waits for the end and reads the streams.
  public func wait() -> Outcome {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) == -1, errno == EINTR {}
    hasEnded = true
    let signal = status & 0x7f
    let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
    let isFile = !outputPath.hasPrefix("/dev/")
    let outcome = Outcome(
      code: code, output: isFile ? Self.take(outputPath) : "", error: Self.take(errorPath))
    return outcome
  }

  private static func take(_ path: String) -> String {
    defer { unlink(path) }
    return String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
