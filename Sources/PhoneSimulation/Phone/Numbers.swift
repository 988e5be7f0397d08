import Basics
import DeviceModel
import EventSimulation

/// The place of an app on its device.
struct AppIndex: EventKeyed, Hashable, Comparable, Sendable {
  var rawValue: Int32

  @inline(__always)
  init(_ rawValue: some BinaryInteger) { self.rawValue = Int32(truncatingIfNeeded: rawValue) }

  static func < (a: AppIndex, b: AppIndex) -> Bool { a.rawValue < b.rawValue }
}

extension FixedWidthInteger {
  @inline(__always) mutating func takeNext() -> Self {
    defer { self += 1 }
    return self
  }
}

/// The number of an item, rising from 1 in order of acceptance on its device; pushes are numbered as they are sent.
struct ItemNumber: EventKeyed, Hashable, Comparable, Sendable {
  var rawValue: Int32

  init(_ rawValue: Int32) { self.rawValue = rawValue }

  static func < (a: ItemNumber, b: ItemNumber) -> Bool { a.rawValue < b.rawValue }
}

/// The place of a run among those of its phone; it is used again after the run.
struct RunSlot: EventKeyed, Hashable, Sendable {
  var rawValue: Int32

  init(_ rawValue: Int) { self.rawValue = Int32(truncatingIfNeeded: rawValue) }
}

struct IdentifierIndex: Hashable, Sendable {
  var rawValue: Int32

  init(_ rawValue: Int) { self.rawValue = Int32(truncatingIfNeeded: rawValue) }
}

/// The ordinal of a push on its way from the server, silent or not.
struct PushNumber: EventKeyed, Hashable, Sendable {
  var rawValue: Int32

  init(_ rawValue: Int32) { self.rawValue = rawValue }
}

/// A number that tells of whom an event is, above the bits that tell what it is.
protocol EventKeyed {
  var rawValue: Int32 { get }
}

extension EventKeyed {
  var eventKey: UInt64 { UInt64(UInt32(bitPattern: rawValue)) << 16 }
}

struct IdentifierTable {
  private var names: [String] = []
  private var indices: [String: IdentifierIndex] = [:]

  mutating func intern(_ name: String) -> IdentifierIndex {
    if let index = indices[name] { return index }
    let index = IdentifierIndex(names.count)
    names.append(name)
    indices[name] = index
    return index
  }

  subscript(index: IdentifierIndex) -> String { names[Int(index.rawValue)] }
}

/// An instant, or none, in eight bytes. None comes before all instants.
struct OptionalInstant: Hashable, Comparable {
  private var microseconds: Int64

  @inline(__always) init(_ instant: Instant? = nil) { microseconds = instant?.microseconds ?? .min }

  @inline(__always) var value: Instant? { microseconds == .min ? nil : Instant(microseconds: microseconds) }

  static func < (a: OptionalInstant, b: OptionalInstant) -> Bool { a.microseconds < b.microseconds }
}

extension EnergyPayer {
  @inline(__always) init(app: AppIndex, cause: EnergyCause) { self.init(app: app.rawValue, cause: cause) }
}

struct AppColumn<Value>: ~Copyable {
  private var values: UniqueArray<Value>

  init(_ values: [Value]) { self.values = UniqueArray(values) }

  init(repeating value: Value, count: Int) { values = UniqueArray(repeating: value, count: count) }

  @inline(__always) subscript(app: AppIndex) -> Value {
    @inline(__always) unsafeAddress { values.address(of: Int(app.rawValue)) }
    @inline(__always) unsafeMutableAddress { values.mutableAddress(of: Int(app.rawValue)) }
  }

  var count: Int { values.count }
  var indices: AppIndices { AppIndices(count: values.count) }
}

struct AppIndices: Sequence, IteratorProtocol {
  private var position: Int32 = 0
  private let count: Int32

  init(count: Int) { self.count = Int32(count) }

  @inline(__always) mutating func next() -> AppIndex? {
    guard position < count else { return nil }
    defer { position += 1 }
    return AppIndex(position)
  }

  func contains(_ app: AppIndex) -> Bool { app.rawValue >= 0 && app.rawValue < count }
}
