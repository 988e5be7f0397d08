// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A Swift target of this package with this package's compiler settings.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A Swift target of the model. The compiler is told how often each of its branches is taken, as `make profile` has counted.
/// A toolchain reads counts of its own format only.
func model(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  var settings = strict
  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    if Context.environment["SLUMBER_PROFILE"] != "none" {
      let counts = "\(Context.packageDirectory)/.profile/model.profdata"
      settings.append(
        .unsafeFlags(["-Xfrontend", "-ir-profile-use=\(counts)"], .when(configuration: .release)))
    }
  #endif
  return .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A test target that mirrors the source target of the same name.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], fixtures: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies + ["TestSupport"],
    exclude: fixtures, swiftSettings: strict)
}

/// The targets that tests of studies need beside the one that they test.
let studyTests: [Target.Dependency] = [
  "EventSimulation", "RandomStreams", "ModelParameters", "Workload", "SchedulingPolicies", "ProcessPolicies",
  "UsageModels", "StudyTestSupport",
]

/// The commit that is built, for `--version` and the provenance of exports.
let commit = Context.gitInformation.map { String($0.currentCommit.prefix(12)) } ?? "unknown"

let package = Package(
  name: "slumber",
  products: [
    .executable(name: "slumber", targets: ["slumber"]),
    // For programs that bring policies of their own.
    .library(
      name: "SlumberCommands",
      targets: [
        "SlumberCommands", "PolicyConformance", "SchedulingPolicies", "Workload", "ModelParameters",
        "RandomStreams", "EventSimulation",
      ]),
    .executable(name: "slumber-benchmarks", targets: ["slumber-benchmarks"]),
  ],
  targets: [
    // C libraries
    .systemLibrary(
      name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"]), .brew(["gsl"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // The yardstick of the benchmarks is optimized in every configuration; contraction would change its sums.
    .target(
      name: "CReferenceKernels", dependencies: ["CGSL"],
      cSettings: [.unsafeFlags(["-O2", "-ffp-contract=off"])]),

    // Counts allocations for the benchmarks alone: it replaces the allocator's entrances of the program that links it.
    .target(name: "CAllocationCounter"),
    .target(name: "CProcessorSampler"),
    .target(name: "CProcess"),
    .target(name: "CAllocator"),
    // The functions of `libm` under names of their own.
    .target(name: "CElementaryFunctions", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "CBuild", cSettings: [.define("SLUMBER_COMMIT", to: "\"\(commit)\"")]),

    // Leaves
    library("PlainText"),
    library("JSON", ["PlainText"]),
    library("Containers"),
    library("Digests"),
    library("ElementaryFunctions", ["CElementaryFunctions"]),
    model("EventSimulation"),
    model("RandomStreams", ["CGSL", "ElementaryFunctions"]),
    library("OutputAnalysis", ["CGSL", "ElementaryFunctions"]),
    library("ModelParameters", ["EventSimulation"]),

    // The model
    model("Workload", ["EventSimulation", "RandomStreams", "ModelParameters"]),
    model("DeviceModel", ["Containers", "ElementaryFunctions", "EventSimulation", "ModelParameters"]),
    model("AppLifecycle", ["EventSimulation", "ModelParameters", "Workload"]),
    model("BackgroundExecution", ["EventSimulation", "ModelParameters", "Workload"]),
    model("SchedulingPolicies", ["EventSimulation", "RandomStreams", "ModelParameters", "Workload"]),
    model(
      "PhoneSimulation",
      [
        "Containers", "EventSimulation", "RandomStreams", "ModelParameters", "Workload", "DeviceModel",
        "AppLifecycle", "BackgroundExecution", "SchedulingPolicies",
      ]),
    model(
      "UsageModels",
      ["PlainText", "ElementaryFunctions", "EventSimulation", "RandomStreams", "ModelParameters", "Workload"]),
    library(
      "PolicyConformance",
      [
        "EventSimulation", "RandomStreams", "ModelParameters", "Workload", "DeviceModel",
        "SchedulingPolicies", "PhoneSimulation", "UsageModels",
      ]),

    // Studies, results, command line
    library("ResultsStore", ["CSQLite", "CZlib", "Digests", "JSON", "PlainText"]),
    library(
      "ProcessPolicies",
      [
        "CProcess", "JSON", "PlainText", "EventSimulation", "ModelParameters", "Workload",
        "SchedulingPolicies",
      ]),
    library("ClusterJobs", ["CProcess", "PlainText"]),
    library(
      "StudyMetrics",
      ["EventSimulation", "OutputAnalysis", "Workload", "DeviceModel", "ResultsStore"]),
    library("AblationDesign", ["RandomStreams", "OutputAnalysis", "Workload", "ResultsStore"]),
    library("SensitivityDesign", ["RandomStreams", "OutputAnalysis", "ModelParameters", "ResultsStore"]),
    library(
      "StudyFormat",
      [
        "CYAML", "Digests", "JSON", "PlainText", "EventSimulation", "RandomStreams", "ModelParameters",
        "OutputAnalysis", "Workload", "BackgroundExecution",
        "SchedulingPolicies", "PhoneSimulation", "ProcessPolicies", "UsageModels", "ResultsStore",
        "StudyMetrics",
      ]),
    library(
      "StudyExecution",
      [
        "Digests", "JSON", "PlainText", "EventSimulation", "RandomStreams", "OutputAnalysis",
        "ModelParameters",
        "Workload", "DeviceModel", "SchedulingPolicies", "ProcessPolicies", "PhoneSimulation", "UsageModels",
        "ResultsStore", "StudyMetrics", "AblationDesign", "SensitivityDesign", "StudyFormat",
      ]),
    library(
      "StudyReports",
      [
        "ElementaryFunctions", "JSON", "PlainText", "RandomStreams", "OutputAnalysis", "ModelParameters",
        "Workload", "ResultsStore",
        "StudyMetrics", "AblationDesign", "SensitivityDesign",
      ]),
    library(
      "DeviceTracing",
      ["PlainText", "EventSimulation", "Workload", "DeviceModel", "SchedulingPolicies", "PhoneSimulation"]),
    library(
      "SlumberCommands",
      [
        "CAllocator", "CBuild", "JSON", "PlainText", "EventSimulation", "RandomStreams", "OutputAnalysis",
        "ModelParameters",
        "Workload",
        "BackgroundExecution", "SchedulingPolicies", "ProcessPolicies", "PhoneSimulation", "UsageModels",
        "ResultsStore",
        "StudyMetrics", "AblationDesign", "SensitivityDesign", "StudyFormat", "StudyExecution",
        "StudyReports",
        "DeviceTracing", "PolicyConformance", "ClusterJobs",
      ]),
    .executableTarget(name: "slumber", dependencies: ["SlumberCommands"], swiftSettings: strict),
    .executableTarget(
      name: "slumber-benchmarks",
      dependencies: [
        "CAllocationCounter", "CProcessorSampler", "CReferenceKernels", "ElementaryFunctions",
        "EventSimulation",
        "RandomStreams", "ModelParameters", "Workload", "PhoneSimulation", "SchedulingPolicies",
        "UsageModels", "StudyFormat", "StudyExecution",
      ], resources: [.embedInCode("peers/phone_simpy.py")], swiftSettings: strict),

    // Tests
    .target(
      name: "TestSupport", dependencies: ["CSQLite", "RandomStreams"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "StudyTestSupport", dependencies: ["TestSupport", "StudyFormat"], path: "Tests/StudyTestSupport",
      swiftSettings: strict),
    tests("PlainText"),
    tests("JSON"),
    tests("Containers"),
    tests("Digests"),
    tests("ElementaryFunctions"),
    tests("EventSimulation", ["RandomStreams"]),
    tests("RandomStreams"),
    tests("OutputAnalysis", ["RandomStreams"]),
    tests("ModelParameters"),
    tests("Workload"),
    tests("DeviceModel", ["RandomStreams"]),
    tests("AppLifecycle"),
    tests("BackgroundExecution", ["RandomStreams"], fixtures: ["Fixtures"]),
    tests("SchedulingPolicies", ["RandomStreams"]),
    tests(
      "PhoneSimulation",
      ["Containers", "RandomStreams", "UsageModels", "BackgroundExecution", "AppLifecycle", "DeviceModel"]),
    tests("UsageModels", ["PlainText", "ElementaryFunctions", "RandomStreams"]),
    tests(
      "DeviceTracing", ["EventSimulation", "Workload", "PhoneSimulation", "StudyFormat", "StudyExecution"]),
    tests("PolicyConformance", ["RandomStreams", "StudyFormat", "StudyExecution"]),
    tests("ResultsStore", ["JSON", "PlainText"]),
    tests("ProcessPolicies", ["JSON", "RandomStreams"]),
    tests("ClusterJobs"),
    tests("StudyMetrics", ["OutputAnalysis", "ResultsStore"]),
    tests("AblationDesign"),
    tests("SensitivityDesign", ["OutputAnalysis", "ModelParameters"]),
    tests("StudyFormat", studyTests + ["Digests", "OutputAnalysis"], fixtures: ["Fixtures"]),
    tests(
      "StudyExecution",
      studyTests + [
        "JSON", "PlainText", "OutputAnalysis", "DeviceModel", "PhoneSimulation", "ResultsStore",
        "StudyMetrics",
        "AblationDesign", "SensitivityDesign", "StudyFormat",
      ],
      fixtures: ["Fixtures"]),
    tests(
      "StudyReports",
      [
        "JSON", "PlainText", "RandomStreams", "OutputAnalysis", "ModelParameters", "Workload", "ResultsStore",
        "StudyMetrics", "AblationDesign", "SensitivityDesign",
      ],
      fixtures: ["Fixtures"]),
    .testTarget(
      name: "RepositoryTests", dependencies: ["TestSupport"], exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests", dependencies: ["ResultsStore", "TestSupport", "OutputAnalysis"],
      exclude: ["Fixtures"],
      swiftSettings: strict),
  ]
)
