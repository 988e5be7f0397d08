import EventSimulation
import ModelParameters
import RandomStreams

/// One app of a study: its declarations, its use, and its requests to the system.
public struct AppSpecification: Sendable {
  /// Bundle id, unique in a study.
  public var bundleID: String
  /// The task identifiers and background modes in its bundle.
  public var declarations: Declarations
  /// The opens of the app by the user.
  public var usage: AppUsage
  /// The changes of its content, and when an open counts as fresh.
  public var content: ContentSpecification
  /// The tasks of the app; may be empty.
  public var tasks: [TaskSpecification]
  /// The silent pushes of its server; nil without such pushes.
  public var pushes: PushSpecification?
  /// The files that it moves through background sessions; may be empty.
  public var transfers: [TransferSpecification]
  /// The visible pushes of its server; nil without such pushes.
  public var visiblePushes: VisiblePushSpecification?
  /// The VoIP pushes of its server; nil without such pushes.
  public var voipPushes: VoIPPushSpecification?
  /// Its use of audio, location and regions.
  public var modes: ModeSpecification = .none
  /// The further sources of events that run it: its Bluetooth accessories and its observers of health data.
  public var wakes: [WakeSpecification] = []
  /// The protection of the content that its runs need, unless a task states its own.
  public var protection = DataProtection.none
  /// The quality of its use of the background interfaces.
  public var quality: QualityProfile
  /// Whether bringing it to the front puts the phone under memory pressure (camera, game).
  public var isHeavy: Bool
  /// The unfinished work each time the app enters the background.
  public var backgroundEntryWork: [BackgroundEntryWork] = []
  /// Its code, in place of tasks, work and quality; nil for an app that is described.
  public var code: AppCode?

  public init(
    bundleID: String, declarations: Declarations = .everything, usage: AppUsage = .none,
    content: ContentSpecification = .none, tasks: [TaskSpecification] = [], pushes: PushSpecification? = nil,
    transfers: [TransferSpecification] = [], quality: QualityProfile = .careful, isHeavy: Bool = false
  ) {
    self.bundleID = bundleID
    self.declarations = declarations
    self.usage = usage
    self.content = content
    self.tasks = tasks
    self.pushes = pushes
    self.transfers = transfers
    self.quality = quality
    self.isHeavy = isHeavy
  }
}

/// The declarations of an app's bundle.
public struct Declarations: Sendable, Hashable {
  /// Permitted task identifiers; nil declares exactly the identifiers of the app's tasks.
  public var permittedIdentifiers: [String]?
  /// The background modes that the bundle declares.
  public var modes: BackgroundModes
  /// Whether the app may use the GPU in the background (CONT-5).
  public var hasGPUEntitlement = false
  /// Whether the app has the entitlement for background delivery of health data (HEALTH-1).
  public var hasHealthEntitlement = false

  public init(permittedIdentifiers: [String]? = nil, modes: BackgroundModes) {
    (self.permittedIdentifiers, self.modes) = (permittedIdentifiers, modes)
  }

  /// All modes, all identifiers of the app's own tasks, and background delivery of health data.
  public static let everything: Declarations = {
    var all = Declarations(modes: .all)
    all.hasHealthEntitlement = true
    return all
  }()
}

/// Background modes of an app's bundle.
public struct BackgroundModes: OptionSet, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Background fetch, which refresh tasks need.
  public static let fetch = BackgroundModes(rawValue: 1)
  /// Background processing, which processing tasks need.
  public static let processing = BackgroundModes(rawValue: 2)
  /// Silent pushes that launch the app.
  public static let remoteNotification = BackgroundModes(rawValue: 4)
  /// Audio that plays or is recorded in the background.
  public static let audio = BackgroundModes(rawValue: 8)
  /// Location updates in the background.
  public static let location = BackgroundModes(rawValue: 16)
  /// VoIP calls.
  public static let voip = BackgroundModes(rawValue: 32)
  /// Events of Bluetooth accessories.
  public static let bluetoothCentral = BackgroundModes(rawValue: 64)
  /// Every mode that the model knows.
  public static let all: BackgroundModes = [
    .fetch, .processing, .remoteNotification, .audio, .location, .voip, .bluetoothCentral,
  ]
}

/// How often an app is opened.
public enum AppUsage: Sendable, Hashable {
  /// Never opened by the user.
  case none
  /// Installed with `installShare`; its weight times LN(0, spread) joins the user's list of apps.
  case popularity(installShare: Double, weight: Double, spread: Double)
  /// Opened on a schedule or at a rate, on every device, in sessions of its own.
  case scripted(ScriptedUse)
}

/// The opens of an app in a scripted scenario.
public struct ScriptedUse: Sendable, Hashable {
  /// Mean opens per day; with `times`, how many of them happen (1 for each time, every day).
  public var opensPerDay: Double
  /// Times of day of the opens; empty for a Poisson process over the user's clock.
  public var times: [TimeSpan]
  /// Standard deviation of an open about its time.
  public var spread: TimeSpan
  /// Days between opens: 1 for daily.
  public var everyDays: Int
  /// How long the app stays in the foreground.
  public var stay: TimeSpan

  public init(
    opensPerDay: Double, times: [TimeSpan] = [], spread: TimeSpan = .zero, everyDays: Int = 1,
    stay: TimeSpan = .minute
  ) {
    self.opensPerDay = opensPerDay
    self.times = times
    self.spread = spread
    self.everyDays = everyDays
    self.stay = stay
  }
}

/// How the content of an app changes on its server.
public struct ContentSpecification: Sendable, Hashable {
  /// The arrival of changes: at random in time or on the user's clock, at equal distances from the start, or never.
  public enum Process: String, Sendable, Hashable, CaseIterable { case poisson, usageClock, fixed, none }
  /// The arrival of changes; `none` leaves the app out of freshness metrics.
  public var process: Process
  /// Mean changes per day.
  public var changesPerDay: Double
  /// An open is fresh if its staleness is at most this.
  public var freshWithin: TimeSpan
  /// Whether every open starts a fetch in the foreground.
  public var fetchOnOpen: Bool

  public init(
    process: Process, changesPerDay: Double, freshWithin: TimeSpan = .zero, fetchOnOpen: Bool = true
  ) {
    self.process = process
    self.changesPerDay = changesPerDay
    self.freshWithin = freshWithin
    self.fetchOnOpen = fetchOnOpen
  }

  /// No content: freshness metrics leave the app out.
  public static let none = ContentSpecification(process: .none, changesPerDay: 0)
}

/// Factors on the statements of a study about its apps, so a search of assumptions can vary the mix of apps:
/// parameters `mix`.
///
/// Scripted times and times of day stay.
public struct AppMix: Sendable {
  let begins, bytes, pushes, changes: Double

  /// Reads `mix.earliestBeginFactor`, `mix.bytesFactor`, `mix.pushFactor` and `mix.changeFactor`.
  public init(_ parameters: ParameterSet) {
    begins = parameters.number("mix.earliestBeginFactor")
    bytes = parameters.number("mix.bytesFactor")
    pushes = parameters.number("mix.pushFactor")
    changes = parameters.number("mix.changeFactor")
  }

  /// An app with its begins that are durations, its bytes, and the rates of its pushes and changes scaled.
  public func callAsFunction(_ stated: AppSpecification) -> AppSpecification {
    guard [begins, bytes, pushes, changes] != [1, 1, 1, 1] else { return stated }
    var app = stated
    app.content.changesPerDay *= changes
    for task in app.tasks.indices {
      app.tasks[task].earliestBegin = app.tasks[task].earliestBegin.map(scaled)
      app.tasks[task].work = scaled(app.tasks[task].work)
    }
    for transfer in app.transfers.indices {
      app.transfers[transfer].earliestBegin = app.transfers[transfer].earliestBegin.map(scaled)
      app.transfers[transfer].up = app.transfers[transfer].up.times(bytes)
      app.transfers[transfer].down = app.transfers[transfer].down.times(bytes)
      app.transfers[transfer].work = scaled(app.transfers[transfer].work)
    }
    if let push = app.pushes {
      app.pushes?.trigger = scaled(push.trigger)
      app.pushes?.work = scaled(push.work)
    }
    if let push = app.visiblePushes { app.visiblePushes?.trigger = scaled(push.trigger) }
    if let push = app.voipPushes { app.voipPushes?.trigger = scaled(push.trigger) }
    return app
  }

  private func scaled(_ earliestBegin: EarliestBegin) -> EarliestBegin {
    guard case .after(let delay) = earliestBegin else { return earliestBegin }
    return .after(.seconds(delay.seconds * begins))
  }

  private func scaled(_ work: WorkSpecification) -> WorkSpecification {
    var work = work
    work.up = work.up.times(bytes)
    work.down = work.down.times(bytes)
    work.growth = work.growth.mapValues(scaled)
    return work
  }

  private func scaled(_ trigger: PushSpecification.Trigger) -> PushSpecification.Trigger {
    guard case .poisson(let perDay) = trigger else { return trigger }
    return .poisson(perDay: perDay * pushes)
  }
}
