import Testing

@testable import PhoneSimulation

@Suite("Open runs of an app")
struct OpenRunsTests {
  @Test("are listed in the order of their slots, whatever the order in which they open and close")
  func order() {
    var open = OpenRuns(appCount: 2)
    let slots = (0..<4).map { RunSlot($0) }
    for slot in [2, 0, 3, 1] { open.open(slots[slot], of: .first) }
    let all = open.slots(of: .first)
    #expect(all == slots)
    open.close(slots[1], of: .first)
    open.close(slots[3], of: .first)
    let left = open.slots(of: .first)
    #expect(left == [slots[0], slots[2]])
    open.close(slots[0], of: .first)
    open.open(slots[3], of: .second)
    open.open(slots[1], of: .first)
    let (first, second) = (open.slots(of: .first), open.slots(of: .second))
    #expect(first == [slots[1], slots[2]] && second == [slots[3]])
  }

  @Test("do not change when one is closed that is not open")
  func closedTwice() {
    var open = OpenRuns(appCount: 1)
    open.open(RunSlot(0), of: .first)
    open.open(RunSlot(1), of: .first)
    open.close(RunSlot(1), of: .first)
    open.close(RunSlot(1), of: .first)
    let left = open.slots(of: .first)
    #expect(left == [RunSlot(0)])
  }
}
