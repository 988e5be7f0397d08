import Testing

@testable import SlumberCommands

@Suite("Granted processors") struct GrantedProcessorsTests {
  @Test(
    "the least of the affinity mask, of Slurm's grant and of the quota",
    arguments: [
      (8, nil, nil, 8), (8, "3", nil, 3), (2, "16", nil, 2), (8, nil, 1.5, 2), (8, nil, 0.2, 1),
      (8, "4", 2.0, 2), (0, nil, nil, 1), (8, nil, 64.0, 8),
    ] as [(Int, String?, Double?, Int)])
  func least(_ affinity: Int, _ slurm: String?, _ quota: Double?, _ count: Int) throws {
    #expect(try GrantedProcessors(affinity: affinity, slurm: slurm, quota: quota).count == count)
  }

  @Test("a grant that is no number is refused", arguments: ["", "0", "-1", "two", "2.5"])
  func refused(_ text: String) {
    #expect(throws: CommandFailure.self) {
      try GrantedProcessors(affinity: 8, slurm: text, quota: nil)
    }
  }

  @Test("this process may use a processor")
  func system() throws { #expect(try GrantedProcessors().count >= 1) }
}
