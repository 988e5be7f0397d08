// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let isForTests = Context.environment["SLUMBER_TESTING"] != nil

/// Whether the tests that are complete in numbers are compiled as well, as `make test-long` does.
let isLong = Context.environment["SLUMBER_LONG"] != nil

/// Tests look inside these; in the others nothing that is not used stays in the code.
let openToTests: Set = ["DeviceModel", "PhoneSimulation", "StudyReports", "Studies", "SlumberCommands"]

/// Settings of a target in the build for tests.
func testing(_ name: String) -> [SwiftSetting] {
  isForTests && openToTests.contains(name) ? [.unsafeFlags(["-enable-testing"])] : []
}

/// A Swift target of this package with this package's compiler settings. To optimize a target that only reads and prints costs more
/// time than it saves.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], embedding resources: [String] = [],
  optimized: Bool = true
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources.map { .embedInCode($0) },
    swiftSettings: strict + testing(name)
      + (optimized ? [] : [.unsafeFlags(["-Onone"])]))
}

/// A Swift target of the model. The compiler is told how often each of its branches is taken, as `make profile` has counted.
/// A toolchain reads counts of its own format only.
func model(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  var settings = strict + testing(name)
  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    if Context.environment["SLUMBER_PROFILE"] != "none" {
      let counts = "\(Context.packageDirectory)/.profile/model.profdata"
      settings.append(
        .unsafeFlags(["-Xfrontend", "-ir-profile-use=\(counts)"], .when(configuration: .release)))
    }
  #endif
  return .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A test target. It is not optimized: that would take longer than it saves.
func testTarget(_ name: String, _ dependencies: [Target.Dependency], fixtures: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: fixtures,
    swiftSettings: strict + [.unsafeFlags(["-Onone"])])
}

/// A test target that mirrors the source target of the same name.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], fixtures: [String] = []
) -> Target {
  testTarget("\(name)Tests", [.init(stringLiteral: name)] + dependencies, fixtures: fixtures)
}

/// Test targets of the long tier.
let longTests = [
  testTarget("OutputAnalysisLongTests", ["OutputAnalysis"], fixtures: ["Fixtures"]),
  testTarget("EndToEndLongTests", ["EndToEndTestSupport", "OutputAnalysis"]),
]

/// The commit that is built, for `--version` and the provenance of exports.
let commit = Context.gitInformation?.currentCommit ?? "unknown"

let package = Package(
  name: "slumber",
  products: [
    .executable(name: "slumber", targets: ["slumber"]),
    // For programs that bring policies of their own.
    .library(
      name: "SlumberCommands",
      targets: [
        "SlumberCommands", "PhoneTesting", "SchedulingPolicies", "Workload", "ModelParameters",
        "RandomStreams", "EventSimulation",
      ]),
    // For unit tests of apps that are programs and of policies.
    .library(name: "PhoneTesting", targets: ["PhoneTesting"]),
    // For the benchmarks, a package in `Sources/slumber-benchmarks`.
    .library(
      name: "SlumberModel",
      targets: ["Basics", "EventSimulation", "RandomStreams", "Workload", "PhoneSimulation", "Studies"]),
    .library(name: "CGSL", targets: ["CGSL"]),
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
    .target(name: "CProcess"),
    .target(name: "CAllocator"),
    // The functions of `libm` under names of their own.
    .target(name: "CElementaryFunctions", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "CBuild", cSettings: [.define("SLUMBER_COMMIT", to: "\"\(commit)\"")]),

    // Leaves
    library("Libc"),
    library("Basics", ["CElementaryFunctions", "Libc"]),
    model("EventSimulation"),
    model("RandomStreams", ["CGSL", "Basics"]),
    library("OutputAnalysis", ["CGSL", "Basics"]),
    library("ModelParameters", ["EventSimulation"]),

    // The model
    model("Workload", ["EventSimulation", "RandomStreams", "ModelParameters"]),
    model("DeviceModel", ["Basics", "EventSimulation", "ModelParameters"]),
    model("BackgroundExecution", ["EventSimulation", "ModelParameters", "Workload"]),
    model("SchedulingPolicies", ["EventSimulation", "RandomStreams", "ModelParameters", "Workload"]),
    model(
      "PhoneSimulation",
      [
        "Basics", "EventSimulation", "RandomStreams", "ModelParameters", "Workload", "DeviceModel",
        "BackgroundExecution", "SchedulingPolicies",
      ]),
    model("UsageModels", ["Basics", "EventSimulation", "RandomStreams", "ModelParameters", "Workload"]),

    // Results, studies, command line
    library("ResultsStore", ["CSQLite", "CZlib", "Basics", "Libc"]),
    // What people's phones recorded
    library(
      "Recordings", ["CSQLite", "CZlib", "Basics", "Libc", "ModelParameters", "Workload"], optimized: false),
    library(
      "StudyReports",
      [
        "Basics", "EventSimulation", "RandomStreams", "OutputAnalysis", "ModelParameters", "Workload",
        "DeviceModel", "Recordings", "ResultsStore",
      ],
      embedding: [
        "Metrics/metrics.txt", "Document/report.css", "Document/terms.txt", "Archive/readme.md",
        "Archive/odd.md",
        "Archive/ai-use.md", "Archive/reproduce.txt",
      ],
      optimized: false),
    library(
      "Studies",
      [
        "CYAML", "CProcess", "Basics", "Libc", "EventSimulation", "RandomStreams", "OutputAnalysis",
        "ModelParameters", "Workload", "DeviceModel", "BackgroundExecution", "SchedulingPolicies",
        "PhoneSimulation", "UsageModels", "Recordings", "ResultsStore", "StudyReports",
      ],
      embedding: ["Format/File/everyday-apps.yaml", "Execution/Explaining/explanation.txt"]),
    // For unit tests of apps and of policies
    library(
      "PhoneTesting",
      [
        "Basics", "EventSimulation", "RandomStreams", "ModelParameters", "Workload", "DeviceModel",
        "SchedulingPolicies", "PhoneSimulation", "UsageModels", "Studies",
      ]),
    library(
      "SlumberCommands",
      [
        "CAllocator", "CBuild", "CProcess", "Basics", "Libc", "EventSimulation", "RandomStreams",
        "OutputAnalysis", "ModelParameters", "Workload", "DeviceModel", "BackgroundExecution",
        "SchedulingPolicies",
        "PhoneSimulation", "UsageModels", "Recordings", "ResultsStore", "StudyReports", "Studies",
        "PhoneTesting",
      ],
      embedding: [
        "Starters/quickstart.yaml", "Starters/app.yaml", "Starters/trace.yaml", "Starters/trace.csv",
        "Starters/package.swift.txt", "Starters/policy.swift.txt", "Starters/policy-swift.yaml",
        "Starters/policy.py", "Starters/policy-python.yaml", "Starters/app.py", "Starters/app-program.yaml",
        "Starters/app.plist", "Starters/app-package.swift.txt", "Starters/app.swift.txt",
      ], optimized: false),
    .executableTarget(name: "slumber", dependencies: ["SlumberCommands"], swiftSettings: strict),

    // Tests
    .target(
      name: "TestSupport",
      dependencies: ["Basics", "CSQLite", "ModelParameters", "RandomStreams", "ResultsStore"],
      path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "StudyTestSupport", dependencies: ["TestSupport", "Studies"], path: "Tests/StudyTestSupport",
      swiftSettings: strict),
    .target(
      name: "EndToEndTestSupport", dependencies: ["TestSupport"], path: "Tests/EndToEndTestSupport",
      swiftSettings: strict),
    tests("Basics"),
    tests("EventSimulation", ["RandomStreams"]),
    tests("RandomStreams"),
    tests("OutputAnalysis", ["RandomStreams"]),
    tests("ModelParameters"),
    tests("Workload"),
    tests("DeviceModel", ["RandomStreams"]),
    tests("BackgroundExecution", ["RandomStreams"], fixtures: ["Fixtures", "Rules/gates.txt"]),
    tests("SchedulingPolicies", ["RandomStreams"]),
    tests(
      "PhoneSimulation", ["Basics", "RandomStreams", "UsageModels", "BackgroundExecution", "DeviceModel"],
      fixtures: ["Rules"]),
    tests("UsageModels", ["Basics", "RandomStreams"]),
    tests("Recordings", ["CZlib", "Basics", "Workload"], fixtures: ["Fixtures"]),
    tests("ResultsStore", ["Basics"]),
    tests(
      "StudyReports",
      ["Basics", "RandomStreams", "OutputAnalysis", "ModelParameters", "Workload", "ResultsStore"],
      fixtures: ["Fixtures"]),
    tests(
      "Studies",
      [
        "Basics", "EventSimulation", "RandomStreams", "OutputAnalysis", "ModelParameters", "Workload",
        "DeviceModel", "SchedulingPolicies", "PhoneSimulation", "UsageModels", "Recordings", "ResultsStore",
        "StudyReports", "StudyTestSupport",
      ],
      fixtures: ["Execution/Fixtures", "Format/Fixtures", "Programs/Fixtures"]),
    tests("SlumberCommands"),
    tests("PhoneTesting", ["RandomStreams", "Studies"]),
    testTarget(
      "EndToEndTests", ["EndToEndTestSupport", "ResultsStore"], fixtures: ["Fixtures"]),
  ] + (isLong ? longTests : [])
)
