// swift-tools-version: 6.2
import PackageDescription

/// The name that SwiftPM gives to the package of the product. The benchmarks see the declarations of that package.
let measured = String(
  Context.packageDirectory.split(separator: "/").dropLast(2).last!.lowercased()
    .map { $0.isLetter || $0.isNumber ? $0 : "_" })

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .unsafeFlags(["-package-name", measured]),
]

let package = Package(
  name: "slumber-benchmarks",
  products: [.executable(name: "slumber-benchmarks", targets: ["slumber-benchmarks"])],
  dependencies: [.package(name: "slumber", path: "../..")],
  targets: [
    // The yardstick of the benchmarks is optimized in every configuration; contraction would change its sums.
    .target(
      name: "CReferenceKernels", dependencies: [.product(name: "CGSL", package: "slumber")],
      path: "CReferenceKernels", cSettings: [.unsafeFlags(["-O2", "-ffp-contract=off"])]),
    // Counts allocations: it replaces the allocator's entrances of the program that links it.
    .target(name: "CAllocationCounter", path: "CAllocationCounter"),
    .executableTarget(
      name: "slumber-benchmarks",
      dependencies: [
        "CAllocationCounter", "CReferenceKernels", .product(name: "SlumberModel", package: "slumber"),
      ],
      path: "Benchmarks", resources: [.embedInCode("peers/phone_simpy.py")], packageAccess: false,
      swiftSettings: strict),
  ]
)
