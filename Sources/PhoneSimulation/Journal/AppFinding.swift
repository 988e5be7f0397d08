import EventSimulation
import ModelParameters

/// A mistake of an app that is code, as it shows in what the app is told and asks.
public struct AppFinding: Sendable, Hashable {
  public var kind: AppFindingKind
  /// Index of the app on the device.
  public var app: Int32
  /// The identifier of the task or session, the name of the assertion, or `push`; empty where there is none.
  public var identifier: String
  /// The instant at which it happened first, warm-up included.
  public var first: Instant
  /// The number of times over the whole horizon.
  public var count: Int
  /// Energy billed to the runs in which it happened, over the whole horizon; 0 where it happened in none.
  public var joules: Double

  public var name: String { kind.rawValue }
  /// The rule that it breaks, as `slumber rules` has it; empty where none says it.
  public var rule: String { kind.rule }
  public var sentence: String { kind.sentence }
}

public enum AppFindingKind: String, Sendable, Hashable, CaseIterable {
  case unpermittedIdentifier, misspelledIdentifier, code2, code3, lateRegistration, duplicateRegistration
  case noHandler, missingCompletion, noExpirationHandler, expiryIgnored, seriesEnded, earlyCompletion
  case rearmedAtExit, completedTwice, successAfterExpiry, transferAfterCompletion, busyAtSuspension
  case pushHandlerMissed, sessionHandlerMissed, assertionOpen, crash

  public var rule: String { Self.texts[rawValue]?.rule ?? "" }
  public var sentence: String { Self.texts[rawValue]?.sentence ?? "" }

  private static let texts = Dictionary(
    uniqueKeysWithValues: CatalogueText.rows(
      """
      unpermittedIdentifier | API-1 | A request is refused because its identifier is not among the permitted ones: write it in the property list exactly as in the code.
      misspelledIdentifier | BAD-1 | The identifier differs from a permitted one by upper and lower case alone, and the task never runs: write both alike.
      code2 | SUB-4 | A request is refused with code 2, since too many are pending: submit fewer identifiers, or cancel others.
      code3 | SUB-1 | A request is refused with code 3: the property list needs its identifier, and the mode of its kind.
      lateRegistration | API-3 | A handler is registered after the launch, which ends the process: register in `didFinishLaunching`.
      duplicateRegistration | API-3 | A handler is registered twice, which ends the process: register each identifier once.
      noHandler | BAD-2 | A request is submitted whose handler nobody registers, and its launch ends the process: register it at launch.
      missingCompletion | BAD-3 | A path never completes the task, so that the process is awake to its limit and killed: complete on every path, errors and expiry included.
      noExpirationHandler | BAD-4 | The task meets its limit without an expiration handler, and the system ends it unsuccessfully: set one that stops the work and completes.
      expiryIgnored | BAD-5 | The expiration handler is called and the work goes on, so that the process is killed: stop the work in the handler, and complete.
      seriesEnded | BAD-6 | A refresh ends without a next request, so that nothing runs until the user opens the app: submit the next at the start of each run.
      earlyCompletion | BAD-7 | Success is reported while transfers, computing or timers of the run are open: complete when the last of them is done.
      rearmedAtExit | BAD-8 | Each exit submits the request with a floor that begins anew before it is over, and it starves: leave a pending request as it is.
      completedTwice | | A run is completed once more after its completion: complete on one path only.
      successAfterExpiry | REF-3 | Success is reported after the expiry, although the work was cut off: report what the work has come to.
      transferAfterCompletion | LIFE-3 | A transfer begins in the background after the completion, and the process is about to be suspended: begin it before, or in a background session.
      busyAtSuspension | LIFE-3 | The process is suspended in the midst of its work, which loses its transfers: take an assertion when the app leaves the screen, or use a background session.
      pushHandlerMissed | PUSH-8 | The completion handler of a silent push is not called in its time, and the process is killed: resume the task, and call it on every path.
      sessionHandlerMissed | URL-8 | The completion handler of a background session is not called, and the process is killed: make the session again at each launch.
      assertionOpen | EXT-5 | An assertion is open when its time is over, and the process is killed: end each in its expiration handler.
      crash | | The process ends by a crash of its own.
      """, columns: 3
    ).map { ($0[0], (rule: $0[1], sentence: $0[2])) })
}
