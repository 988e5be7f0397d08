import Experiments

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Five policies over twelve common replications, from the golden data.
enum PolicyTable {
  static let policies = ["A", "B", "C", "D", "E"]

  /// Runs whose metrics follow from the value of the table.
  static func runs(
    _ metrics: (_ value: Double, _ policy: String, _ replication: Int) -> [String: Double?]
  ) throws -> [PolicyRun] {
    var runs: [PolicyRun] = []
    for (column, policy) in policies.enumerated() {
      for (replication, row) in try rows().enumerated() {
        let values = metrics(row[column], policy, replication).compactMapValues { $0 }
        runs.append(
          PolicyRun(
            designPoint: "base", arm: "base", policy: policy, replication: replication, values: values))
      }
    }
    return runs
  }

  static func rows() throws -> [[Double]] {
    let folder = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
    return try text(of: "/\(folder)/Fixtures/data_policies.csv").split(separator: "\n").dropFirst()
      .map { line in line.split(separator: ",").compactMap { Double($0) } }
  }

  private struct Unreadable: Error { var path: String }

  private static func text(of path: String) throws -> String {
    guard let stream = fopen(path, "rb") else { throw Unreadable(path: path) }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, stream)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
