extension RandomAccessCollection {
  /// The first place from which on `isReached` holds; it holds for no element before and for all behind. The end for none.
  @inlinable public func partitionPoint(where isReached: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isReached(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
