/// A list that keeps its memory when it is emptied, without calling on the array to do so.
struct ReusedList<Element> {
  private var elements: [Element] = []
  private(set) var count = 0

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  @inline(__always)
  var indices: Range<Int> { 0..<count }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { elements[index] }
    _modify { yield &elements[index] }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count < elements.count { elements[count] = element } else { elements.append(element) }
    count += 1
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return elements[count]
  }

  /// Keeps the first elements only.
  @inline(__always)
  mutating func truncate(to count: Int) { self.count = min(self.count, count) }

  @inline(__always)
  mutating func removeAll() { count = 0 }
}

extension ReusedList where Element: Comparable {
  /// Puts the elements in order, each once. Few elements are sorted by insertion, many by the array.
  mutating func sortUnique() {
    guard count > 1 else { return }
    if count <= 16 {
      for index in 1..<count {
        let element = elements[index]
        var place = index
        while place > 0, element < elements[place - 1] {
          elements[place] = elements[place - 1]
          place -= 1
        }
        elements[place] = element
      }
    } else {
      elements[..<count].sort()
    }
    var kept = 1
    for index in 1..<count where elements[index] != elements[kept - 1] {
      elements[kept] = elements[index]
      kept += 1
    }
    count = kept
  }
}
