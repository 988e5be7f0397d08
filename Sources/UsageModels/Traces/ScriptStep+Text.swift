import EventSimulation
import Workload

/// Steps of a study's script as words, for timelines: `submit refresh 900 org.example.mail.refresh`.
///
/// An identifier comes last, since it may contain any character. A floor is given in seconds, with `@` in front for a time of day, `-` for none.
extension ScriptStep {
  /// The words of the step; its app is written beside them.
  var timelineText: String {
    switch self {
    case .submit(_, let identifier, let mechanism, let floor):
      "submit \(mechanism.name) \(Self.text(floor)) \(identifier)"
    case .submitFromExtension(_, let identifier, let mechanism, let floor, let origin):
      "submitFromExtension \(origin.rawValue) \(mechanism.name) \(Self.text(floor)) \(identifier)"
    case .cancel(_, let identifier): "cancel \(identifier)"
    case .cancelAll: "cancelAll"
    case .listPending: "list"
    case .kill(_, let isCrash): isCrash ? "crash" : "kill"
    case .cancelContinued(_, let identifier): "cancelContinued \(identifier)"
    case .simulateLaunch(_, let identifier): "simulateLaunch \(identifier)"
    case .simulateExpiration(_, let identifier): "simulateExpiration \(identifier)"
    case .transfer(_, let index): "transfer \(index)"
    }
  }

  /// Reads the words of a step of an app; nil where they are none.
  init?(timelineText text: String, app: Int) {
    var rest = text[...]
    func word() -> String {
      let word = rest.prefix { $0 != " " }
      rest = rest[word.endIndex...].dropFirst()
      return String(word)
    }
    func step(_ make: (String) -> ScriptStep) -> ScriptStep? { rest.isEmpty ? nil : make(String(rest)) }
    func request(_ make: (String, Mechanism, Floor?) -> ScriptStep) -> ScriptStep? {
      let name = word()
      guard let mechanism = Mechanism.allCases.first(where: { $0.name == name }), mechanism.isRequest,
        let floor = Self.floor(word())
      else { return nil }
      return step { make($0, mechanism, floor) }
    }
    let made: ScriptStep? =
      switch word() {
      case "submit":
        request { .submit(app: app, identifier: $0, mechanism: $1, floor: $2) }
      case "submitFromExtension":
        SubmissionOrigin(rawValue: word()).flatMap { origin in
          request {
            .submitFromExtension(app: app, identifier: $0, mechanism: $1, floor: $2, origin: origin)
          }
        }
      case "cancel": step { .cancel(app: app, identifier: $0) }
      case "cancelAll": .cancelAll(app: app)
      case "list": .listPending(app: app)
      case "kill": .kill(app: app, isCrash: false)
      case "crash": .kill(app: app, isCrash: true)
      case "cancelContinued": step { .cancelContinued(app: app, identifier: $0) }
      case "simulateLaunch": step { .simulateLaunch(app: app, identifier: $0) }
      case "simulateExpiration": step { .simulateExpiration(app: app, identifier: $0) }
      case "transfer": Int(rest).flatMap { $0 >= 0 ? .transfer(app: app, index: $0) : nil }
      default: nil
      }
    guard let made, made.timelineText == text else { return nil }
    self = made
  }

  private static func text(_ floor: Floor?) -> String {
    switch floor {
    case .after(let delay): "\(delay)"
    case .at(let time): "@\(time)"
    case nil: "-"
    }
  }

  /// A floor in seconds, a delay up to that of the longest study or a time of day, or `-`; nil for any other text.
  private static func floor(_ text: String) -> Floor?? {
    if text == "-" { return .some(nil) }
    let isTime = text.hasPrefix("@")
    guard let microseconds = TraceRowReader.microseconds(isTime ? String(text.dropFirst()) : text),
      (0...(isTime ? TimeSpan.day.microseconds - 1 : 3_200_000_000_000_000)).contains(microseconds)
    else { return nil }
    let span = TimeSpan(microseconds: microseconds)
    return .some(isTime ? .at(span) : .after(span))
  }
}
