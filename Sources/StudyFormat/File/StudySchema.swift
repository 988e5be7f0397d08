import ModelParameters
import RandomStreams

/// The JSON Schema of study files, generated from the tables that the reader uses.
///
/// It says what a value looks like; what depends on other values (names of policies, shares that sum to
/// 100 %, key paths) is left to the reader.
public enum StudySchema {
  /// The schema as JSON text (draft 2020-12), keys in a fixed order.
  public static var text: String { schema.text(indent: 0) + "\n" }

  /// Keys that take a word instead of their quantity.
  private static let words = [
    "expiryReaction": "never", "checkpointInterval": "none", "progressInterval": "none",
  ]
  /// Tables behind the names of lists that stand for a word.
  private static let lists = ["archetypes": "archetype", "charging": "dailySpan", "network": "dailySpan"]

  private static var schema: JSON {
    .object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("title", .string("Study of slumber, format version 1")),
      ("$ref", .string("#/$defs/study")),
      ("$defs", .object(FieldTable.all.map { ($0.name, table($0)) })),
    ])
  }

  private static func table(_ table: FieldTable) -> JSON {
    var members: [(String, JSON)] = [
      ("type", .string("object")),
      (
        "properties",
        .object(
          table.fields.map { field in
            (field.key, .object([("description", .string(field.meaning))] + value(field)))
          })
      ),
    ]
    let required = table.fields.filter(\.isRequired).map { JSON.string($0.key) }
    // A study that extends another may leave to it what is required; the reader sees both.
    if !required.isEmpty, table.name != "study" { members.append(("required", .array(required))) }
    if table.name == "study" {
      let horizons = ["horizonDays", "horizon"].map { key in
        JSON.object([("required", .array(required + [.string(key)]))])
      }
      members.append(("anyOf", .array(horizons + [extending])))
    }
    members.append(("additionalProperties", .literal("false")))
    return .object(members)
  }

  private static var extending: JSON { .object([("required", .array([.string("extends")]))]) }

  private static func value(_ field: Field) -> [(String, JSON)] {
    switch field.kind {
    case .text: scalar
    case .integer: [("type", .string("integer"))] + bounds(field)
    case .seed:
      [
        ("type", .string("integer")), ("minimum", .literal("0")), ("maximum", .literal("\(UInt64.max)")),
      ]
    case .number: [("type", .string("number"))] + bounds(field)
    case .boolean: [("type", .string("boolean"))]
    case .quantity(let unit):
      words[field.key].map { anyOf([quantity(unit), [("const", .string($0))]]) } ?? quantity(unit)
    case .choice(let words): [("enum", .array(words.map(JSON.string)))]
    case .distribution(let unit): anyOf([quantity(unit), law])
    case .list(let name): list(name) + [("maxItems", .literal("\(field.greatestCount)"))]
    case .map(let name): reference(name)
    case .textOrMap(let name):
      anyOf([[("type", .string("string"))], lists[name].map(list) ?? reference(name)])
    case .listOfTextOrMap(let name):
      [
        ("type", .string("array")),
        ("items", .object(anyOf([scalar, reference(name)]))),
      ]
    case .oneOrMore(let name): anyOf([scalar, list(name)])
    case .wordOrNumber: [("type", .array(["string", "number", "boolean"].map(JSON.string)))]
    case .open: [("type", .array(["object", "number"].map(JSON.string)))]
    }
  }

  /// The ends of a number's domain; those of a quantity depend on the unit that is written, so the reader alone checks them.
  private static func bounds(_ field: Field) -> [(String, JSON)] {
    guard let domain = field.domain else { return [] }
    return [
      ("minimum", .literal(ParameterDefinition.text(domain.least))),
      ("maximum", .literal(ParameterDefinition.text(domain.greatest))),
    ]
  }

  /// A word; YAML readers may take a digit word or a time of day for a number.
  private static var scalar: [(String, JSON)] { [("type", .array(["string", "number"].map(JSON.string)))] }

  private static func reference(_ name: String) -> [(String, JSON)] { [("$ref", .string("#/$defs/\(name)"))] }

  private static func anyOf(_ choices: [[(String, JSON)]]) -> [(String, JSON)] {
    [("anyOf", .array(choices.map(JSON.object)))]
  }

  private static func list(_ name: String) -> [(String, JSON)] {
    let isTable = FieldTable.all.contains { $0.name == name }
    let items =
      isTable ? reference(name) : name == "number" ? [("type", JSON.string("number"))] : scalar
    return [("type", .string("array")), ("items", .object(items))]
  }

  /// A number and one of the units of the same dimension.
  private static func quantity(_ unit: String) -> [(String, JSON)] {
    let dimension = ParameterUnit(rawValue: unit)?.dimension
    let units = ParameterUnit.allCases.filter { $0.dimension == dimension && $0 != .none }.map(\.rawValue)
    return [
      ("type", .string("string")),
      ("pattern", .string("^ *[-+]?[0-9.]+([eE][-+]?[0-9]+)? +(\(units.joined(separator: "|"))) *$")),
    ]
  }

  /// One law by name with its parameters.
  private static var law: [(String, JSON)] {
    let parameters = JSON.object([("type", .string("object"))])
    return [
      ("type", .string("object")),
      ("properties", .object(DistributionCatalogue.names.sorted().map { ($0, parameters) })),
      ("minProperties", .literal("1")), ("maxProperties", .literal("1")),
      ("additionalProperties", .literal("false")),
    ]
  }
}

/// As much of JSON as the schema needs.
private indirect enum JSON {
  case string(String)
  case literal(String)
  case array([JSON])
  case object([(String, JSON)])

  func text(indent: Int) -> String {
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .string(let text): return Self.quoted(text)
    case .literal(let text): return text
    case .array(let elements):
      return "[" + elements.map { $0.text(indent: indent) }.joined(separator: ", ") + "]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let lines = members.map { "\(inner)\(Self.quoted($0.0)): \($0.1.text(indent: indent + 2))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
