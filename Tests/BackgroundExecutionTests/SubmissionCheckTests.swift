import BackgroundExecution
import Testing
import Workload

@Suite("The check of a submission")
struct SubmissionCheckTests {
  private let identifier = "org.example.refresh"

  private func rejection(
    of submitted: String? = nil, _ mechanism: Mechanism = .refresh,
    modes: BackgroundModes = [.fetch, .processing], isRefreshAvailable: Bool = true, refresh: Int = 0,
    processing: Int = 0, with parameters: [String: String] = [:]
  ) throws -> RejectionReason? {
    try platform(parameters).rejection(
      of: mechanism,
      isDeclared: PlatformParameters.isDeclared(
        submitted ?? identifier, mechanism, permitted: [identifier], modes: modes),
      isRefreshAvailable: isRefreshAvailable, otherRefresh: refresh, otherProcessing: processing)
  }

  @Test("API-1 identifiers compare exactly", arguments: ["org.example.Refresh", "org.example", ""])
  func identifiers(wrong: String) throws {
    #expect(try rejection() == nil)
    #expect(try rejection(of: wrong) == .notPermitted)
    #expect(RejectionReason.notPermitted.code == 3)
  }

  @Test("API-2 refresh needs mode fetch, processing needs mode processing")
  func modes() throws {
    #expect(try rejection(.refresh, modes: .fetch) == nil)
    #expect(try rejection(.processing, modes: .fetch) == .notPermitted)
    #expect(try rejection(.processing, modes: .processing) == nil)
    #expect(try rejection(.refresh, modes: .processing) == .notPermitted)
    #expect(try platform().code(of: .notPermitted) == 3)
  }

  @Test("API-6 the scheduler exists from version 13 on", arguments: [12, 13, 27])
  func versions(version: Int) throws {
    let expected: RejectionReason? = version < 13 ? .unavailable : nil
    #expect(try rejection(with: ["os.version": "\(version)"]) == expected)
  }

  @Test("SUB-1 declarations are checked before availability, availability before limits")
  func order() throws {
    #expect(try rejection(of: "other", isRefreshAvailable: false, refresh: 1) == .notPermitted)
    #expect(try rejection(isRefreshAvailable: false, refresh: 1) == .unavailable)
    #expect(try rejection(refresh: 1) == .tooManyPending)
  }

  @Test("SUB-2 with Background App Refresh off submission is refused, unless the factor is off")
  func refreshOff() throws {
    #expect(try rejection(.processing, isRefreshAvailable: false) == .unavailable)
    #expect(RejectionReason.unavailable.code == 1)
    #expect(
      try rejection(isRefreshAvailable: false, with: ["factor.backgroundRefresh": "soft"]) == .unavailable)
    #expect(try rejection(isRefreshAvailable: false, with: ["factor.backgroundRefresh": "off"]) == nil)
  }

  @Test("SUB-4 SUB-5 one refresh and ten processing requests may wait")
  func limits() throws {
    #expect(try rejection(.refresh, refresh: 0, processing: 50) == nil)
    #expect(try rejection(.refresh, refresh: 1, processing: 50) == .tooManyPending)
    #expect(try rejection(.processing, refresh: 5, processing: 9) == nil)
    #expect(try rejection(.processing, refresh: 5, processing: 10) == .tooManyPending)
    #expect(RejectionReason.tooManyPending.code == 2)
  }
}
