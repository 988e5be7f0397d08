/// A chapter of the platform's rules; the raw value opens the ids of its rules.
public enum RuleChapter: String, Sendable, Hashable, CaseIterable {
  case order = "ORD"
  case accounting = "LOG"
  case declarations = "API"
  case submission = "SUB"
  case refresh = "REF"
  case processing = "PROC"
  case continued = "CONT"
  case push = "PUSH"
  case transfers = "URL"
  case assertions = "EXT"
  case lifeCycle = "LIFE"
  case forceQuit = "QUIT"
  case refreshSwitch = "BAR"
  case power = "PWR"
  case usage = "USE"
  case budgets = "BUD"
  case rate = "RATE"
  case gates = "GATE"
  case modes = "MODE"
  case android = "AND"
  case debugger = "DBG"
  case faults = "BAD"

  /// The subject of the rules, in a few words.
  public var title: String {
    switch self {
    case .order: "order and determinism"
    case .accounting: "accounting"
    case .declarations: "declarations and registration"
    case .submission: "submission"
    case .refresh: "app refresh"
    case .processing: "processing and health research"
    case .continued: "continued processing"
    case .push: "silent push"
    case .transfers: "background transfers"
    case .assertions: "extra time"
    case .lifeCycle: "process life cycle"
    case .forceQuit: "force quit"
    case .refreshSwitch: "Background App Refresh switch"
    case .power: "power state"
    case .usage: "app usage"
    case .budgets: "system budgets"
    case .rate: "rate limiting"
    case .gates: "decisions and gates"
    case .modes: "modes and extensions"
    case .android: "Android comparison"
    case .debugger: "debugger injection"
    case .faults: "faulty apps"
    }
  }

  /// The rules of the chapter, in their order.
  public var rules: [PlatformRule] { RuleCatalogue.all.filter { $0.chapter == self } }
}
