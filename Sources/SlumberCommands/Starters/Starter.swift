import StudyFormat

/// A kind of starter that `slumber init` writes: commented files that run as they are.
enum Starter: String, CaseIterable {
  case quickstart, app, trace
  case policySwift = "policy-swift"
  case policyPython = "policy-python"

  /// A file of a starter.
  struct File {
    /// Its path below the folder in which the command runs.
    var path: String
    var text: String
  }

  /// Its line in help.
  var summary: String {
    switch self {
    case .quickstart: "a fleet of everyday phones and three policies"
    case .app: "an app of yours on the phone of one user, with expectations"
    case .trace: "recorded phones, with a recording to replace"
    case .policySwift: "a package with a policy in Swift, and a study of it"
    case .policyPython: "a policy in Python, and a study of it"
    }
  }

  /// The name where the command line states none.
  var defaultName: String {
    switch self {
    case .quickstart, .app, .trace: "my-study"
    case .policySwift, .policyPython: "my-policy"
    }
  }

  /// The files of a starter.
  ///
  /// - Parameters:
  ///   - name: Name of the study, or of the folder and the policy.
  ///   - package: Path of slumber's own package from the folder of the new one; only a policy in Swift needs it.
  func files(name: String, package: String) -> [File] {
    switch self {
    case .quickstart: [Self.study(name, PackageResources.quickstart_yaml)]
    case .app: [Self.study(name, PackageResources.app_yaml)]
    case .trace:
      [
        Self.study(name, PackageResources.trace_yaml),
        File(path: "\(name).csv", text: String(decoding: PackageResources.trace_csv, as: UTF8.self)),
      ]
    case .policySwift:
      [
        File(path: "\(name)/Package.swift", text: StarterPolicies.manifest(name, package: package)),
        File(path: "\(name)/Sources/\(name)/main.swift", text: StarterPolicies.program(name)),
        File(path: "\(name)/study.yaml", text: StarterPolicies.swiftStudy(name)),
      ]
    case .policyPython:
      [
        File(path: "\(name)/policy.py", text: StarterPolicies.python),
        File(path: "\(name)/study.yaml", text: StarterPolicies.pythonStudy(name)),
      ]
    }
  }

  /// A study that stands beside this file, in which `NAME` is the place of its name.
  private static func study(_ name: String, _ text: [UInt8]) -> File {
    File(path: "\(name).yaml", text: String(decoding: text, as: UTF8.self).replacing("NAME", with: name))
  }

  /// The commands that come next, in the folder in which the command ran.
  func commands(name: String) -> [String] {
    switch self {
    case .quickstart: ["slumber validate \(name).yaml", "slumber run \(name).yaml"]
    case .app:
      [
        "slumber check \(name).yaml",
        "slumber explain \(name).yaml --app com.example.news",
      ]
    case .trace: ["slumber describe \(name).yaml", "slumber run \(name).yaml"]
    case .policySwift:
      [
        "cd \(name)", "swift build -c release", ".build/release/\(name) conform \(name)",
        ".build/release/\(name) run study.yaml",
      ]
    case .policyPython:
      [
        "slumber conform --study \(name)/study.yaml --policy \(name) --allow-commands",
        "slumber run \(name)/study.yaml --allow-commands",
      ]
    }
  }
}
