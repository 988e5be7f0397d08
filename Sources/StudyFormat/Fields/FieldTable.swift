import ModelParameters
import Workload

/// One key of a mapping in a study file.
public struct Field: Sendable {
  /// The kind of value that the key takes; it drives the JSON schema and the documentation.
  public enum Kind: Sendable {
    case text, integer, number, boolean
    /// A number in the unit of a metric, or a percentage of a baseline: `0.02`, `10 %`.
    case margin
    /// Any number that 64 bits hold.
    case seed
    /// A number with a unit, such as `15 min`, or a time of day, such as `03:00`.
    case quantity(String, orTime: Bool = false)
    /// One of several words.
    case choice([String])
    /// A constant with its unit, or one law by name with its parameters.
    case distribution(String)
    case list(of: String)
    case map(String)
    /// A word or a mapping of the named table.
    case textOrMap(String)
    /// Words or mappings of the named table.
    case listOfTextOrMap(String)
    /// One word or a list of them.
    case oneOrMore(of: String)
    /// A word, a number, or true or false.
    case wordOrNumber
    /// Any keys; the values are texts, numbers or lists.
    case open
  }
  /// The key as it is written in a study file.
  public var key: String
  /// The kind of value that the key takes.
  public var kind: Kind
  /// Whether a mapping without the key is an error.
  public var isRequired: Bool
  /// The meaning of the value, as a phrase for documentation and schema.
  public var meaning: String
  /// The domain of a number, in the unit of the key; nil for keys that take no number.
  public var domain: ParameterDomain?
  /// Most elements of a list.
  public var greatestCount: Int
  /// The effect of leaving the key out; nil for a key that is required or has none.
  public var fallback: Default?

  /// The effect of leaving a key out.
  public enum Default: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The same study as with this value, as it is written in a file.
    case value(String)
    /// A description, where no single value has the effect.
    case words(String)

    public init(stringLiteral value: String) { self = .value(value) }
  }
}

/// The keys of one kind of mapping, written once: decoding, errors, schema and documentation read them.
public struct FieldTable: Sendable {
  /// Name of the table, to which the kinds of other fields refer.
  public var name: String
  /// The keys of the mapping, in the order of documentation.
  public var fields: [Field]
  /// Keys of the format that this version does not build yet.
  public var later: [String]

  init(_ name: String, _ fields: [Field], later: [String] = []) {
    self.name = name
    self.fields = fields
    self.later = later
  }
}

/// A key of a table.
///
/// - Parameters:
///   - bounds: Least and greatest number; a quantity or a distribution without them takes those of its unit.
///   - count: Most elements of a list.
///   - fallback: The effect of leaving the key out.
func field(
  _ key: String, _ kind: Field.Kind, _ meaning: String, required: Bool = false,
  in bounds: ClosedRange<Double>? = nil, atMost count: Int = 10_000, default fallback: Field.Default? = nil
) -> Field {
  Field(
    key: key, kind: kind, isRequired: required, meaning: meaning, domain: Field.domain(kind, bounds),
    greatestCount: count, fallback: fallback)
}

extension Field {
  /// Longest time that one piece of work, one mode or one stay can be drawn: a week.
  static let longestDraw = 604_800.0

  /// The numbers that `seed` takes, in words.
  static let seedDomain = "a whole number from 0 to \(UInt64.max)"

  fileprivate static func domain(_ kind: Kind, _ bounds: ClosedRange<Double>?) -> ParameterDomain? {
    switch kind {
    case .integer: ParameterDomain(bounds ?? 0...1000, isWhole: true)
    case .number, .margin, .wordOrNumber: ParameterDomain(bounds ?? 0...1000)
    case .quantity(let word, _):
      ParameterDomain(bounds ?? 0...(ParameterUnit(rawValue: word) ?? .none).bounds.upperBound)
    case .distribution(let word):
      // Draws lie within a run, so draws of time end sooner than other times.
      ParameterDomain(
        bounds ?? 0...(word == "s" ? longestDraw : (ParameterUnit(rawValue: word) ?? .none).bounds.upperBound)
      )
    default: nil
    }
  }
}

extension FieldTable {
  /// The kinds of task requests.
  static let taskKinds = Mechanism.allCases.filter(\.isRequest).map(\.name)

  /// The keys at the top of a study.
  public static let study = FieldTable(
    "study",
    [
      field("formatVersion", .integer, "version of the format: 1", required: true, in: 1...1),
      field(
        "extends", .text, "another study file that this one is laid over, relative to this file",
        default: .words("none")),
      field("name", .text, "name of the study and of its results file", required: true),
      field("question", .text, "what is asked, in one sentence", default: .words("none")),
      field("seed", .seed, "seed of all random streams", default: .words("1")),
      field(
        "horizonDays", .integer, "days that are simulated, warm-up included; or `horizon`", in: 1...3660,
        default: .words("`horizon`, one of the two")),
      field(
        "horizon", .quantity("h"), "time that is simulated, warm-up included; or `horizonDays`",
        in: 0.001...87_840, default: .words("`horizonDays`, one of the two")),
      field("warmUpDays", .integer, "days at the start that metrics leave out", in: 0...3659, default: "0"),
      field("replications", .integer, "independent fleets", required: true, in: 1...100_000),
      field(
        "population", .map("population"), "the fleet",
        default: .words("none: a study has a population or a trace")),
      field("trace", .map("trace"), "real devices instead of synthetic ones", default: .words("none")),
      field("apps", .list(of: "app"), "the apps of the study", atMost: 1000, default: .words("none")),
      field(
        "policies", .listOfTextOrMap("policy"), "what is compared; the first is the baseline", required: true),
      field(
        "parameters", .open, "parameters that differ from their defaults, by name",
        default: .words("the defaults of `slumber parameters`")),
      field(
        "arms", .list(of: "arm"), "named variants of the study on the same devices and streams",
        default: .words("one, the study as it is")),
      field(
        "factors", .open,
        "what is varied: key path and a list of values or {from, to, steps}; {from, to} in a space-filling design",
        default: .words("none")),
      field(
        "design", .textOrMap("design"),
        "how the levels of factors are combined: `fullFactorial`, `oneAtATime`, `fractional`, or a mapping",
        default: .words("fullFactorial")),
      field("script", .list(of: "scriptStep"), "timed interventions", default: .words("none")),
      field(
        "record", .list(of: "record"), "detail tables to keep: attempts, energy, timeseries, regret",
        default: .words("none")),
      field(
        "compare", .map("compare"), "baseline, metrics with margins, confidence",
        default: .words("the default metrics and front")),
      field("expect", .list(of: "expectation"), "what must be observed", default: .words("none")),
    ])
  static let policy = FieldTable(
    "policy",
    [
      field("name", .text, "name in the catalogue", required: true),
      field("label", .text, "name in tables", default: .words("the name")),
      field("parameters", .open, "parameters of this policy alone", default: .words("those of the study")),
      field(
        "enforces", .oneOrMore(of: "soft gate"),
        "soft gates that it obeys: `all`, `none`, or a list of names",
        default: .words("the gates of the policy")),
      field("onlyWhileCharging", .boolean, "whether its starts on battery become waits", default: "false"),
      field(
        "energyPerDay", .quantity("J"), "battery energy that its runs may take a day",
        default: .words("without limit")),
      field(
        "command", .list(of: "word"), "of `process`: the program and its arguments, seen from this file",
        default: .words("none")),
      field("settings", .open, "of `process`: what the program is given as it is", default: .words("none")),
      field(
        "state", .text,
        "of `process`: JSON of `slumber train` that the program is given, relative to this file",
        default: .words("none")),
      field(
        "stateDigest", .text, "of `process`: SHA-256 that the file `state` must have", default: .words("any")),
      field(
        "replyLimit", .quantity("s"), "of `process`: longest wait for a line of its output; 5 s",
        in: 0.001...3600, default: "5 s"),
    ])
  static let arm = FieldTable(
    "arm",
    [
      field("name", .text, "name in tables", required: true),
      field(
        "set", .open, "key paths and their values; the study as it is without them",
        default: .words("the study as it is")),
    ])

  /// All tables, for the schema.
  public static let all: [FieldTable] =
    [
      study, population, networkShares, archetype, start, dailySpan, networkSpan, settings, trace, app,
      declarations, popularity, usage, content, work, growth, eventWork, task, furtherSubmission, progress,
      pushes, scheduledPush, transfer, exitWork, quality, policy, arm,
      design,
      scriptStep, compare, compareMetric, expectation,
    ] + ofModes
}
