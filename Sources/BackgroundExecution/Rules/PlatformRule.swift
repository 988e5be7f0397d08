import ModelParameters

/// One rule of background execution: what the platform does, and where a log or a counter shows it.
///
/// The statement is exact inside the simulator; the grades say how far it may be read as a statement about
/// phones. Numbers are not repeated in it: they are the defaults of its ``parameters``.
public struct PlatformRule: Sendable, Hashable {
  /// Chapter of the rule, the first part of its identifier.
  public var chapter: RuleChapter
  /// Place in the chapter, from 1 on.
  public var number: Int
  /// Grade of the behaviour, followed by those of the numbers attached to it where they differ.
  public var grades: [EvidenceGrade]
  /// The statement of the rule, in a few plain sentences; names of parameters and of log words stand in backquotes.
  public var statement: String
  /// The event, state or counter that a test of the rule looks at.
  public var observable: String

  public init(
    _ chapter: RuleChapter, _ number: Int, _ grades: [EvidenceGrade], _ statement: String, observable: String
  ) {
    self.chapter = chapter
    self.number = number
    self.grades = grades
    self.statement = statement
    self.observable = observable
  }

  /// Its name in tables, tests and parameters: `SUB-4`.
  public var id: String { "\(chapter.rawValue)-\(number)" }

  /// The grades as catalogues print them: `A/D` is a behaviour of grade A with a number of grade D.
  public var gradeText: String { grades.map(\.rawValue).joined(separator: "/") }

  /// The parameters that name this rule as one that reads them, in the order of their catalogue.
  public var parameters: [ParameterDefinition] {
    ParameterCatalogue.all.filter { $0.ruleIdentifiers.contains(id) }
  }
}

extension ParameterDefinition {
  /// The ids of platform rules among ``rules``, which names models and pages too.
  public var ruleIdentifiers: [String] {
    rules.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { name in
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      return parts.count == 2 && parts[0].allSatisfy(\.isUppercase) && !parts[0].isEmpty
        && parts[1].allSatisfy(\.isNumber) && !parts[1].isEmpty
    }
  }
}

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
