import BackgroundExecution
import Testing

@Suite("Processes")
struct ProcessTests {
  @Test("LIFE-1 LIFE-2 only the transitions of the life cycle are legal", arguments: ProcessState.allCases)
  func transitions(from state: ProcessState) {
    let expected: Set<ProcessState> =
      switch state {
      case .notRunning: [.foregroundInactive, .foregroundActive, .background]
      case .foregroundInactive: [.notRunning, .foregroundActive, .background]
      case .foregroundActive: [.notRunning, .foregroundInactive, .background]
      case .background: [.notRunning, .foregroundInactive, .foregroundActive, .suspended]
      case .suspended: [.notRunning, .foregroundInactive, .foregroundActive, .background]
      }
    #expect(Set(ProcessState.allCases.filter(state.canBecome)) == expected)
  }

  @Test("code runs in the foreground and in the background only")
  func executing() {
    #expect(
      ProcessState.allCases.filter(\.isExecuting) == [.foregroundInactive, .foregroundActive, .background])
    #expect(ProcessState.allCases.filter(\.isForeground) == [.foregroundInactive, .foregroundActive])
  }

  @Test("LIFE-6 the least recently used suspended process goes first, and only above the limit")
  func eviction() {
    var residents = ResidentProcesses(limit: 2)
    residents.touch(0)
    residents.touch(1)
    #expect(residents.victim { _ in true } == nil)
    residents.touch(0)
    residents.touch(2)
    #expect(residents.leastRecentFirst == [1, 0, 2])
    #expect(residents.victim { _ in true } == 1)
    #expect(residents.victim { $0 != 1 } == 0)
    residents.remove(1)
    #expect(residents.victim { _ in true } == nil)
  }
}
