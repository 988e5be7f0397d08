import Foundation
import TestSupport
import Testing

@testable import SlumberCommands

@Suite("Quotas of control groups") struct ControlGroupQuotaTests {
  /// Writes the files of a tree of control groups, and reads the quota of a process in it.
  private func quota(_ membership: String, _ files: [String: String]) throws -> Double? {
    let folder = try TemporaryFolder()
    for (name, text) in files.merging(["cgroup": membership], uniquingKeysWith: { $1 }) {
      let url = URL(fileURLWithPath: "\(folder.path)/\(name)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return ControlGroupQuota(membership: "\(folder.path)/cgroup", mounts: "\(folder.path)/mounts").processors
  }

  @Test("version 2: the least quota of the group and of those around it")
  func unified() throws {
    let files = [
      "mounts/a/cpu.max": "300000 100000\n", "mounts/a/b/cpu.max": "max 100000\n",
      "mounts/cpu.max": "400000 100000\n",
    ]
    #expect(try quota("0::/a/b\n", files) == 3)
    #expect(try quota("0::/\n", files) == 4)
    #expect(try quota("0::/a/b\n", ["mounts/a/b/cpu.max": "50000 100000\n"]) == 0.5)
    #expect(try quota("0::/a/b\n", ["mounts/a/b/cpu.max": "max 100000\n"]) == nil)
  }

  @Test("version 1: the quota divided by its period; -1 means no limit")
  func hierarchy() throws {
    let membership = "12:memory:/docker/1\n4:cpu,cpuacct:/docker/1\n0::/\n"
    for mount in ["cpu", "cpu,cpuacct"] {
      let group = "mounts/\(mount)/docker/1"
      #expect(
        try quota(
          membership, ["\(group)/cpu.cfs_quota_us": "250000\n", "\(group)/cpu.cfs_period_us": "100000\n"])
          == 2.5)
      #expect(
        try quota(
          membership, ["\(group)/cpu.cfs_quota_us": "-1\n", "\(group)/cpu.cfs_period_us": "100000\n"])
          == nil)
    }
  }

  @Test("a container reads the limit at the root, independently of the path on its host")
  func container() throws {
    #expect(try quota("0::/system.slice/docker-1.scope\n", ["mounts/cpu.max": "200000 100000"]) == 2)
    #expect(
      try quota(
        "4:cpu,cpuacct:/docker/1\n",
        ["mounts/cpu/cpu.cfs_quota_us": "100000", "mounts/cpu/cpu.cfs_period_us": "100000"]) == 1)
  }

  @Test(
    "text that is no quota is no limit",
    arguments: ["", "x 100000", "100000", "100000 0", "0 100000", "1 2 3"])
  func unreadable(_ text: String) throws {
    #expect(try quota("0::/\n", ["mounts/cpu.max": text]) == nil)
    #expect(try quota("nonsense\n", ["mounts/cpu.max": "100000 100000"]) == nil)
  }
}
