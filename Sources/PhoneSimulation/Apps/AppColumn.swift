import Containers

struct AppColumn<Value>: ~Copyable {
  private var values: UniqueArray<Value>

  init(_ values: [Value]) { self.values = UniqueArray(values) }

  init(repeating value: Value, count: Int) { values = UniqueArray(repeating: value, count: count) }

  @inline(__always)
  subscript(app: AppIndex) -> Value {
    @inline(__always) unsafeAddress { values.address(of: Int(app.rawValue)) }
    @inline(__always) unsafeMutableAddress { values.mutableAddress(of: Int(app.rawValue)) }
  }

  var count: Int { values.count }

  var indices: AppIndices { AppIndices(count: values.count) }
}

/// The apps of a device, in their order.
struct AppIndices: Sequence, IteratorProtocol {
  private var position: Int32 = 0
  private let count: Int32

  init(count: Int) { self.count = Int32(count) }

  @inline(__always)
  mutating func next() -> AppIndex? {
    guard position < count else { return nil }
    defer { position += 1 }
    return AppIndex(position)
  }

  func contains(_ app: AppIndex) -> Bool { app.rawValue >= 0 && app.rawValue < count }
}
