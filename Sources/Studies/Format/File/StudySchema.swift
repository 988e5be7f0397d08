import Basics
import ModelParameters
import RandomStreams

/// The JSON Schema of study files, generated from the tables that the reader uses.
///
/// It says what a value looks like; what depends on other values (names of policies, shares that sum to
/// 100 %, key paths) is left to the reader.
package enum StudySchema {
  package static var text: String { schema.text(.indentedMembers) }

  private static var schema: JSONValue {
    .object([
      .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      .init("title", .string("Study of slumber, format version 1")),
      .init("$ref", .string("#/$defs/study")),
      .init("$defs", .object(FieldTable.all.map { .init($0.name, table($0)) })),
    ])
  }

  private static func table(_ table: FieldTable) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("type", .string("object")),
      .init(
        "properties",
        .object(
          table.fields.map { field in
            .init(
              field.key,
              .object([.init("description", .string(field.meaning))] + value(field) + fallback(field)))
          })),
    ]
    let required = table.fields.filter(\.isRequired).map { JSONValue.string($0.key) }
    // A study that extends another may leave to it what is required; the reader sees both.
    if !required.isEmpty, table.name != "study" { members.append(.init("required", .array(required))) }
    if table.name == "study" {
      let horizons = ["horizonDays", "horizon"].map { key in
        JSONValue.object([.init("required", .array(required + [.string(key)]))])
      }
      members.append(.init("anyOf", .array(horizons + [extending])))
    }
    members.append(.init("additionalProperties", false))
    return .object(members)
  }

  /// The default where one value has the effect of leaving the key out; in words it is a comment.
  private static func fallback(_ field: Field) -> [JSONValue.Member] {
    switch field.fallback {
    case nil: []
    case .words(let words): [.init("$comment", .string("default: \(words)"))]
    case .value("[]"): [.init("default", .array([]))]
    case .value("true"): [.init("default", true)]
    case .value("false"): [.init("default", false)]
    case .value("\"\""): [.init("default", .string(""))]
    case .value(let text):
      if Double(text) != nil {
        [.init("default", .literal(text))]
      } else if text.hasPrefix("[") {
        [.init("$comment", .string("default: \(text)"))]
      } else {
        [.init("default", .string(text))]
      }
    }
  }

  private static var extending: JSONValue { .object([.init("required", .array([.string("extends")]))]) }

  private static func value(_ field: Field) -> [JSONValue.Member] {
    switch field.kind {
    case .text: scalar
    case .integer: [.init("type", .string("integer"))] + bounds(field)
    case .seed:
      [
        .init("type", .string("integer")), .init("minimum", 0), .init("maximum", .unsigned(.max)),
      ]
    case .number: [.init("type", .string("number"))] + bounds(field)
    case .margin: anyOf([[.init("type", .string("number"))] + bounds(field), quantity("%")])
    case .boolean: [.init("type", .string("boolean"))]
    case .quantity(let unit, true): anyOf([quantity(unit), timeOfDay])
    case .quantity(let unit, false):
      field.noneWord.map { anyOf([quantity(unit), [.init("const", .string($0))]]) } ?? quantity(unit)
    case .choice(let words): [.init("enum", .array(words.map(JSONValue.string)))]
    case .distribution(let unit): anyOf([quantity(unit), law])
    case .list(let name): list(name) + [.init("maxItems", .integer(Int64(field.greatestCount)))]
    case .map(let name): reference(name)
    case .textOrMap(let name):
      anyOf([[.init("type", .string("string"))], FieldTable.lists[name].map(list) ?? reference(name)])
    case .listOfTextOrMap(let name):
      [
        .init("type", .string("array")),
        .init("items", .object(anyOf([scalar, reference(name)]))),
      ]
    case .oneOrMore(let name): anyOf([scalar, list(name)])
    case .wordOrNumber: [.init("type", .array(["string", "number", "boolean"].map(JSONValue.string)))]
    case .open: [.init("type", .array(["object", "number"].map(JSONValue.string)))]
    }
  }

  /// The ends of a number's domain; those of a quantity depend on the unit that is written, so the reader alone checks them.
  private static func bounds(_ field: Field) -> [JSONValue.Member] {
    guard let domain = field.domain else { return [] }
    return [
      .init("minimum", .literal(ParameterDefinition.text(domain.least))),
      .init("maximum", .literal(ParameterDefinition.text(domain.greatest))),
    ]
  }

  /// A word; YAML readers may take a digit word or a time of day for a number.
  private static var scalar: [JSONValue.Member] {
    [.init("type", .array(["string", "number"].map(JSONValue.string)))]
  }

  /// Hours, minutes and perhaps seconds.
  private static var timeOfDay: [JSONValue.Member] {
    [.init("type", .string("string")), .init("pattern", .string("^[0-9]{1,2}:[0-9]{1,2}(:[0-9]{1,2})?$"))]
  }

  private static func reference(_ name: String) -> [JSONValue.Member] {
    [.init("$ref", .string("#/$defs/\(name)"))]
  }

  private static func anyOf(_ choices: [[JSONValue.Member]]) -> [JSONValue.Member] {
    [.init("anyOf", .array(choices.map(JSONValue.object)))]
  }

  private static func list(_ name: String) -> [JSONValue.Member] {
    let isTable = FieldTable.all.contains { $0.name == name }
    let items =
      isTable
      ? reference(name)
      : name == "number"
        ? [.init("type", .string("number"))]
        : name == "weekday" ? [.init("enum", .array(MapReader.weekdays.map(JSONValue.string)))] : scalar
    return [.init("type", .string("array")), .init("items", .object(items))]
  }

  /// A number and one of the units of the same dimension.
  private static func quantity(_ unit: String) -> [JSONValue.Member] {
    let dimension = ParameterUnit(rawValue: unit)?.dimension
    let units = ParameterUnit.allCases.filter { $0.dimension == dimension && $0 != .none }.map(\.rawValue)
    return [
      .init("type", .string("string")),
      .init("pattern", .string("^ *[-+]?[0-9.]+([eE][-+]?[0-9]+)? +(\(units.joined(separator: "|"))) *$")),
    ]
  }

  /// One law by name with its parameters.
  private static var law: [JSONValue.Member] {
    let parameters = JSONValue.object([.init("type", .string("object"))])
    return [
      .init("type", .string("object")),
      .init("properties", .object(DistributionCatalogue.names.sorted().map { .init($0, parameters) })),
      .init("minProperties", 1), .init("maxProperties", 1),
      .init("additionalProperties", false),
    ]
  }
}
