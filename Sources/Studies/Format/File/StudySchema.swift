import Basics
import ModelParameters
import RandomStreams

/// The JSON Schema of study files, generated from the tables that the reader uses.
///
/// It defines the form of each value. Conditions between values, such as sums of shares, are checked only by
/// the reader.
package enum StudySchema {
  private typealias Members = [JSONValue.Member]

  package static var text: String {
    JSONValue.members([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Study of slumber, format version 1", "$ref": "#/$defs/study",
      "$defs": .object(FieldTable.all.map { .init($0.name, table($0)) }),
    ]).text(.indentedMembers)
  }

  private static func table(_ table: FieldTable) -> JSONValue {
    let properties = table.fields.map { field in
      JSONValue.Member(
        field.key, .object([.init("description", .string(field.meaning))] + value(field) + fallback(field)))
    }
    var members: Members = [.init("type", "object"), .init("properties", .object(properties))]
    let required = table.fields.filter(\.isRequired).map { JSONValue.string($0.key) }
    // A study that extends another may leave to it what is required; the reader sees both.
    if table.name == "study" {
      let horizons = ["horizonDays", "horizon"].map { requiring(required + [.string($0)]) }
      members.append(.init("anyOf", .array(horizons + [requiring(["extends"])])))
    } else if !required.isEmpty {
      members.append(.init("required", .array(required)))
    }
    return .object(members + [.init("additionalProperties", false)])
  }

  private static func requiring(_ keys: [JSONValue]) -> JSONValue { .members(["required": .array(keys)]) }

  /// The default where one value has the effect of leaving the key out; in words it is a comment.
  private static func fallback(_ field: Field) -> Members {
    switch field.fallback {
    case nil: []
    case .value("[]"): [.init("default", [])]
    case .value("true"): [.init("default", true)]
    case .value("false"): [.init("default", false)]
    case .value("\"\""): [.init("default", "")]
    case .value(let text) where Double(text) != nil: [.init("default", .literal(text))]
    case .value(let text) where !text.hasPrefix("["): [.init("default", .string(text))]
    case .value(let text), .words(let text): [.init("$comment", .string("default: \(text)"))]
    }
  }

  private static func value(_ field: Field) -> Members {
    switch field.kind {
    case .text: scalar
    case .integer: type("integer") + bounds(field)
    case .seed: type("integer") + [.init("minimum", 0), .init("maximum", .unsigned(.max))]
    case .number: type("number") + bounds(field)
    case .margin: anyOf([type("number") + bounds(field), quantity("%"), batteryShare, factor])
    case .boolean: type("boolean")
    case .quantity(let unit, true): anyOf([quantity(unit), timeOfDay])
    case .quantity(let unit, false):
      field.noneWord.map { anyOf([quantity(unit), [.init("const", .string($0))]]) } ?? quantity(unit)
    case .choice(let words) where !field.sharedWords.isEmpty:
      anyOf([[.init("enum", .strings(words))], frequency(field.sharedWords)])
    case .choice(let words): [.init("enum", .strings(words))]
    case .distribution(let unit): anyOf([quantity(unit), law])
    case .list(let name): list(name) + [.init("maxItems", .count(field.greatestCount))]
    case .map(let name): reference(name)
    case .textOrMap(let name): anyOf([type("string"), FieldTable.lists[name].map(list) ?? reference(name)])
    case .listOfTextOrMap(let name): array(of: anyOf([scalar, reference(name)]))
    case .oneOrMore(let name): anyOf([scalar, list(name)])
    case .wordOrNumber: type(["string", "number", "boolean"])
    case .open: type(["object", "number"])
    }
  }

  private static func frequency(_ words: [String]) -> Members {
    let words = words.joined(separator: "|")
    return type("string") + [.init("pattern", .string("^[0-9.]+ (per day|% per (\(words)))$"))]
  }

  private static func type(_ name: JSONValue) -> Members { [.init("type", name)] }

  private static func array(of items: Members) -> Members { type("array") + [.init("items", .object(items))] }

  /// The ends of a number's domain; those of a quantity depend on the unit that is written, so the reader alone checks them.
  private static func bounds(_ field: Field) -> Members {
    guard let domain = field.domain else { return [] }
    return [
      .init("minimum", .literal(ParameterDefinition.text(domain.least))),
      .init("maximum", .literal(ParameterDefinition.text(domain.greatest))),
    ]
  }

  /// A word; YAML readers may take a digit word or a time of day for a number.
  private static let scalar = type(["string", "number"])

  private static let timeOfDay = type("string") + [.init("pattern", "^[0-9]{1,2}:[0-9]{1,2}(:[0-9]{1,2})?$")]

  private static func reference(_ name: String) -> Members { [.init("$ref", .string("#/$defs/\(name)"))] }

  private static func anyOf(_ choices: [Members]) -> Members {
    [.init("anyOf", .array(choices.map(JSONValue.object)))]
  }

  private static func list(_ name: String) -> Members {
    if FieldTable.named(name) != nil { return array(of: reference(name)) }
    return switch name {
    case "number": array(of: type("number"))
    case "weekday": array(of: [.init("enum", .strings(MapReader.weekdays))])
    default: array(of: scalar)
    }
  }

  private static func quantity(_ unit: String) -> Members {
    let dimension = ParameterUnit(rawValue: unit)?.dimension
    let units = ParameterUnit.allCases.filter { $0.dimension == dimension && $0 != .none }.map(\.rawValue)
    let pattern = "^ *[-+]?[0-9.]+([eE][-+]?[0-9]+)? +(\(units.joined(separator: "|"))) *$"
    return type("string") + [.init("pattern", .string(pattern))]
  }

  private static let batteryShare =
    type("string") + [.init("pattern", "^ *[0-9.]+([eE][-+]?[0-9]+)? +%/d *$")]

  private static let factor =
    type("object") + [
      .init("properties", .members(["factor": .members(["type": "number", "exclusiveMinimum": 1])])),
      .init("required", ["factor"]), .init("additionalProperties", false),
    ]

  private static var law: Members {
    let laws = DistributionCatalogue.names.sorted().map { name in
      JSONValue.Member(name, .object(type("object")))
    }
    return type("object") + [
      .init("properties", .object(laws)), .init("minProperties", 1), .init("maxProperties", 1),
      .init("additionalProperties", false),
    ]
  }
}
