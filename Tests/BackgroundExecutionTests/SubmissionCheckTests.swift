import BackgroundExecution
import Testing
import Workload

@Suite("The check of a submission")
struct SubmissionCheckTests {
  private func state(_ change: (inout SubmissionState) -> Void = { _ in }) -> SubmissionState {
    var state = SubmissionState(
      permittedIdentifiers: ["org.example.refresh"], modes: [.fetch, .processing], isRefreshAvailable: true,
      otherPendingRefresh: 0, otherPendingProcessing: 0)
    change(&state)
    return state
  }
  private let identifier = "org.example.refresh"

  @Test("API-1 identifiers compare exactly", arguments: ["org.example.Refresh", "org.example", ""])
  func identifiers(wrong: String) throws {
    #expect(try platform().rejection(of: identifier, mechanism: .refresh, state()) == nil)
    #expect(try platform().rejection(of: wrong, mechanism: .refresh, state()) == .notPermitted)
    #expect(RejectionReason.notPermitted.code == 3)
  }

  @Test("API-2 refresh needs mode fetch, processing needs mode processing")
  func modes() throws {
    let fetchOnly = state { $0.modes = .fetch }
    let processingOnly = state { $0.modes = .processing }
    let platform = try platform()
    #expect(platform.rejection(of: identifier, mechanism: .refresh, fetchOnly) == nil)
    #expect(platform.rejection(of: identifier, mechanism: .processing, fetchOnly) == .notPermitted)
    #expect(platform.rejection(of: identifier, mechanism: .processing, processingOnly) == nil)
    #expect(platform.rejection(of: identifier, mechanism: .refresh, processingOnly) == .notPermitted)
  }

  @Test("API-6 the scheduler exists from version 13 on", arguments: [12, 13, 27])
  func versions(version: Int) throws {
    let expected: RejectionReason? = version < 13 ? .unavailable : nil
    #expect(
      try platform(["os.version": "\(version)"]).rejection(of: identifier, mechanism: .refresh, state())
        == expected)
  }

  @Test("SUB-1 declarations are checked before availability, availability before limits")
  func order() throws {
    let platform = try platform()
    let everythingWrong = state {
      $0.isRefreshAvailable = false
      $0.otherPendingRefresh = 1
    }
    #expect(platform.rejection(of: "other", mechanism: .refresh, everythingWrong) == .notPermitted)
    #expect(platform.rejection(of: identifier, mechanism: .refresh, everythingWrong) == .unavailable)
    let full = state { $0.otherPendingRefresh = 1 }
    #expect(platform.rejection(of: identifier, mechanism: .refresh, full) == .tooManyPending)
  }

  @Test("SUB-2 with Background App Refresh off submission is refused, unless the factor is off")
  func refreshOff() throws {
    let off = state { $0.isRefreshAvailable = false }
    #expect(try platform().rejection(of: identifier, mechanism: .processing, off) == .unavailable)
    #expect(RejectionReason.unavailable.code == 1)
    #expect(
      try platform(["factor.backgroundRefresh": "soft"]).rejection(of: identifier, mechanism: .refresh, off)
        == .unavailable)
    #expect(
      try platform(["factor.backgroundRefresh": "off"]).rejection(of: identifier, mechanism: .refresh, off)
        == nil)
  }

  @Test("SUB-4 SUB-5 one refresh and ten processing requests may wait")
  func limits() throws {
    let platform = try platform()
    func rejection(_ mechanism: Mechanism, _ others: Int) -> RejectionReason? {
      platform.rejection(
        of: identifier, mechanism: mechanism,
        state {
          $0.otherPendingRefresh = mechanism == .refresh ? others : 5
          $0.otherPendingProcessing = mechanism == .processing ? others : 50
        })
    }
    #expect(rejection(.refresh, 0) == nil)
    #expect(rejection(.refresh, 1) == .tooManyPending)
    #expect(rejection(.processing, 9) == nil)
    #expect(rejection(.processing, 10) == .tooManyPending)
    #expect(RejectionReason.tooManyPending.code == 2)
  }
}
