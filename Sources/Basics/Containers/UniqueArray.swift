/// A growing array with one owner.
///
/// A write need not ask whether somebody shares its storage, which costs more than the write to a small table. Every
/// access is checked against the bounds, in release builds too.
///
/// An element's type must not be `private`: where another file holds the array, a debug build of Swift 6.3 stops at it.
@frozen public struct UniqueArray<Element>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var used: Int
  @usableFromInline var capacity: Int

  @inlinable public init(capacity: Int = 0) {
    base = .allocate(capacity: capacity)
    used = 0
    self.capacity = capacity
  }

  @inlinable public init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    base.initialize(repeating: element, count: count)
    used = count
  }

  @inlinable public init(_ elements: [Element]) {
    self.init(capacity: elements.count)
    for element in elements { append(element) }
  }

  @inlinable
  deinit {
    base.deinitialize(count: used)
    base.deallocate()
  }

  /// Another array with the same elements. Takes time in proportion to their number.
  @inlinable public func copy() -> UniqueArray {
    var copy = UniqueArray(capacity: count)
    copy.base.initialize(from: base, count: count)
    copy.used = used
    return copy
  }

  @inlinable @inline(__always) public var count: Int { used }
  @inlinable public var isEmpty: Bool { count == 0 }
  @inlinable public var indices: Range<Int> { 0..<count }
  /// The elements in a copy that can be shared.
  @inlinable public var elements: [Element] { Array(UnsafeBufferPointer(start: base, count: count)) }
  @inlinable public var last: Element? { count > 0 ? base[count - 1] : nil }

  /// The element at a position from 0 to `count - 1`; any other position traps.
  @inlinable public subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { address(of: index) }
    @inline(__always) unsafeMutableAddress { mutableAddress(of: index) }
  }

  /// The address of an element, for accessors of a part of it; valid until the array changes its length.
  @inlinable @inline(__always) public func address(of index: Int) -> UnsafePointer<Element> {
    check(index)
    return UnsafePointer(base + index)
  }

  /// The address of an element that is going to change; valid until the array changes its length.
  @inlinable @inline(__always)
  public mutating func mutableAddress(of index: Int) -> UnsafeMutablePointer<Element> {
    check(index)
    return base + index
  }

  @inlinable @inline(__always) func check(_ index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "the position is outside the array")
  }

  // MARK: Changes

  @inlinable @inline(__always) public mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    used += 1
  }

  @inlinable @inline(__always) public mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    used -= 1
    return (base + used).move()
  }

  @discardableResult
  @inlinable @inline(__always) public mutating func removeLast() -> Element {
    precondition(count > 0, "the array is empty")
    used -= 1
    return (base + used).move()
  }

  /// Keeps the first elements only; does nothing where there are no more.
  @inlinable public mutating func truncate(to count: Int) {
    precondition(count >= 0, "a negative number of elements")
    guard count < used else { return }
    (base + count).deinitialize(count: used - count)
    used = count
  }

  /// Takes all elements out and keeps the memory.
  @inlinable @inline(__always) public mutating func removeAll() {
    base.deinitialize(count: used)
    used = 0
  }

  @discardableResult
  @inlinable public mutating func remove(at index: Int) -> Element {
    check(index)
    let element = (base + index).move()
    used -= 1
    // Often it is the last one, and nothing moves.
    if index < used { (base + index).moveInitialize(from: base + index + 1, count: used - index) }
    return element
  }

  @inlinable public mutating func insert(_ element: Element, at index: Int) {
    precondition(UInt(bitPattern: index) <= UInt(bitPattern: count), "the position is outside the array")
    if count == capacity { grow() }
    (base + index + 1).moveInitialize(from: base + index, count: count - index)
    (base + index).initialize(to: element)
    used += 1
  }

  @inlinable public mutating func reserveCapacity(_ capacity: Int) {
    if capacity > self.capacity { move(to: capacity) }
  }

  @inlinable @inline(never) mutating func grow() { move(to: max(8, capacity * 2)) }

  @inlinable mutating func move(to capacity: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    self.capacity = capacity
  }
}

extension UniqueArray: @unchecked Sendable where Element: Sendable {}

extension UniqueArray where Element: Comparable {
  /// Puts the elements in order, each once.
  @inlinable public mutating func sortUnique() {
    guard count > 1 else { return }
    if count <= 16 { sortByInsertion() } else { sort() }
    var kept = 1
    for index in 1..<count where base[index] != base[kept - 1] {
      base[kept] = base[index]
      kept += 1
    }
    truncate(to: kept)
  }

  @inlinable mutating func sort() {
    var elements = UnsafeMutableBufferPointer(start: base, count: count)
    elements.sort()
  }

  /// Sorting a few elements by insertion needs no memory.
  @inlinable mutating func sortByInsertion() {
    for index in 1..<count {
      let element = base[index]
      var place = index
      while place > 0, element < base[place - 1] {
        base[place] = base[place - 1]
        place -= 1
      }
      base[place] = element
    }
  }
}
