import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// The keys of one kind of mapping with the ways in which they are read into a value.
///
/// A key that decides whether there is a value, as every required one does, is read before the others; they are left unread
/// where it is missing or wrong. The others follow in the order of the table. A key that is left out has the value of its
/// default. Keys without a way of reading are read where others are.
struct Mapping<Value: Sendable>: Sendable {
  let table: FieldTable
  private let blank: Value
  private let readings: [(key: String, read: Reading<Value>.Function, isDeciding: Bool)]

  init(_ name: String, _ blank: Value, _ readings: [String: Reading<Value>]) {
    let table = FieldTable.of(name)
    precondition(readings.keys.allSatisfy { table.definition(of: $0) != nil }, "\(name) lacks a key")
    let known = table.fields.compactMap { field in
      readings[field.key].map { (field.key, $0.read, $0.isDeciding ?? field.isRequired) }
    }
    (self.table, self.blank, self.readings) = (table, blank, known.filter(\.2) + known.filter { !$0.2 })
  }

  /// The value of a mapping; nil where a key that decides is missing or wrong.
  func value(of map: MapReader) -> Value? {
    var value = blank
    return read(map, over: &value) ? value : nil
  }

  /// Reads a mapping over a value; false where a key that decides is missing or wrong.
  @discardableResult func read(_ map: MapReader, over value: inout Value) -> Bool {
    readings.allSatisfy { $0.read(&value, map, $0.key) || !$0.isDeciding }
  }
}

struct Reading<Value: Sendable>: Sendable {
  /// Reads the key into the value; false where it is missing or wrong.
  typealias Function = @Sendable (inout Value, MapReader, String) -> Bool

  /// Whether there is no value where the key cannot be read; nil: if it is required.
  var isDeciding: Bool?
  let read: Function

  static func to<Part: StudyValue>(_ property: any WritableKeyPath<Value, Part> & Sendable) -> Self {
    Self { value, map, key in
      guard let part = Part.read(key, of: map) else { return false }
      value[keyPath: property] = part
      return true
    }
  }

  static func distribution(_ property: any WritableKeyPath<Value, any Distribution> & Sendable) -> Self {
    Self { value, map, key in
      guard let part = map.distribution(key) else { return false }
      value[keyPath: property] = part
      return true
    }
  }

  static func mapping<Part>(
    _ property: any WritableKeyPath<Value, Part?> & Sendable, _ mapping: Mapping<Part>
  ) -> Self {
    by { value, map, key in value[keyPath: property] = map.value(key, mapping) }
  }

  static func by(_ read: @escaping @Sendable (inout Value, MapReader, String) -> Void) -> Self {
    Self(isDeciding: false) { value, map, key in
      read(&value, map, key)
      return true
    }
  }

  /// By a function that tells whether there is a value.
  static func deciding(_ read: @escaping Function) -> Self { Self(isDeciding: true, read: read) }
}

// MARK: Types of values

protocol StudyValue: Sendable {
  /// The value under a key, or its default; nil where there is none, or a wrong one, which is noted.
  static func read(_ key: String, of map: MapReader) -> Self?
}

protocol StudyWord: StudyValue, CaseIterable {
  var word: String { get }
}

extension StudyWord {
  static func read(_ key: String, of map: MapReader) -> Self? {
    map.choice(key).flatMap { word in allCases.first { $0.word == word } }
  }
}

extension StudyWord where Self: RawRepresentable, RawValue == String {
  var word: String { rawValue }
}

extension ChargerKind: StudyWord { var word: String { name } }
extension ContentSpecification.Process: StudyWord {}
extension ContinuedRequest.Strategy: StudyWord {}
extension BackgroundEntryWork.Origin: StudyWord {}
extension DataProtection: StudyWord {}
extension HealthFrequency: StudyWord {}
extension HealthType: StudyWord {}
extension Mechanism: StudyWord { var word: String { name } }
extension NetworkPath: StudyWord { var word: String { name } }
extension QualityProfile.AssertionEnd: StudyWord {}
extension QualityProfile.CompletionStyle: StudyWord {}
extension QualityProfile.Registration: StudyWord {}
extension QualityProfile.Resubmission: StudyWord {}
extension QualityProfile.Spelling: StudyWord {}
extension SettingName: StudyWord { var word: String { name } }
extension SignalLevel: StudyWord { var word: String { name } }
extension SubmissionOrigin: StudyWord {}

extension Bool: StudyValue {
  static func read(_ key: String, of map: MapReader) -> Bool? { map.boolean(key) }
}
extension Int: StudyValue {
  static func read(_ key: String, of map: MapReader) -> Int? { map.integer(key) }
}
extension Double: StudyValue {
  static func read(_ key: String, of map: MapReader) -> Double? {
    if case .quantity = map.field(key)?.kind { map.share(key) } else { map.number(key) }
  }
}
extension String: StudyValue {
  static func read(_ key: String, of map: MapReader) -> String? { map.name(key) }
}
extension TimeSpan: StudyValue {
  static func read(_ key: String, of map: MapReader) -> TimeSpan? { map.span(key) }
}
extension Instant: StudyValue {
  static func read(_ key: String, of map: MapReader) -> Instant? { map.place[key].flatMap(map.instant) }
}
extension EarliestBegin: StudyValue {
  static func read(_ key: String, of map: MapReader) -> EarliestBegin? { map.earliestBegin(key) }
}
extension Set: StudyValue where Element == Int {
  static func read(_ key: String, of map: MapReader) -> Set<Int>? { map.runNumbers(key) }
}
extension Array: StudyValue where Element == TimeSpan {
  static func read(_ key: String, of map: MapReader) -> [TimeSpan]? {
    map.list(key)?.compactMap { map.timeOfDay($0) }
  }
}
extension Optional: StudyValue where Wrapped: StudyValue {
  /// None where the key has the word that says so.
  static func read(_ key: String, of map: MapReader) -> Wrapped?? {
    if let word = map.field(key)?.noneWord, map.node[key]?.text == word { return .some(nil) }
    return Wrapped.read(key, of: map).map(Optional.some)
  }
}
