import Basics
import Foundation
import TestSupport
import Testing

@Suite("Elementary functions")
struct ElementaryTests {
  @Test("Every function is the one of the C library, bit for bit")
  func equalsTheLibrary() {
    let one: [(String, @Sendable (Double) -> Double, @Sendable (Double) -> Double)] = [
      ("exp", { Elementary.exp($0) }, { exp($0) }), ("expm1", { Elementary.expm1($0) }, { expm1($0) }),
      ("log", { Elementary.log($0) }, { log($0) }), ("log1p", { Elementary.log1p($0) }, { log1p($0) }),
      ("sin", { Elementary.sin($0) }, { sin($0) }), ("cos", { Elementary.cos($0) }, { cos($0) }),
      ("acos", { Elementary.acos($0) }, { acos($0) }), ("sinh", { Elementary.sinh($0) }, { sinh($0) }),
      ("cosh", { Elementary.cosh($0) }, { cosh($0) }), ("gamma", { Elementary.gamma($0) }, { tgamma($0) }),
    ]
    var generator = SeededGenerator(seed: 1)
    var points = [0, -0.0, 1, -1, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    for _ in 0..<2000 { points.append(generator.uniform(-20...20)) }
    for (name, ours, theirs) in one {
      let differences = points.filter { !Self.isSame(ours($0), theirs($0)) }
      holds(differences.isEmpty, "\(name)")
    }
    for pair in zip(points, points.reversed()) {
      holds(Self.isSame(Elementary.pow(abs(pair.0), pair.1), pow(abs(pair.0), pair.1)))
      holds(Self.isSame(Elementary.atan2(pair.0, pair.1), atan2(pair.0, pair.1)))
    }
  }

  private static func isSame(_ a: Double, _ b: Double) -> Bool {
    a.isNaN ? b.isNaN : a.bitPattern == b.bitPattern
  }

  @Test("No other source asks a platform's module for mathematics")
  func onlyDoor() throws {
    let call =
      /(?:^|[^\w.]|Glibc\.|Darwin\.)(?:exp|expm1|log|log1p|pow|sin|cos|acos|atan2|sinh|cosh|tgamma)\(/
    for (name, text) in try PackageRoot.texts("Sources") where text.contains("import Glibc") {
      for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(line.firstMatch(of: call) == nil, "\(name): \(line)")
      }
    }
  }
}
