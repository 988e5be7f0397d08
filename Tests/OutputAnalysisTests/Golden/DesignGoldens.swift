import OutputAnalysis
import TestSupport

/// Groups of `doe.csv`.
enum DesignGoldens {
  static let groups: [GoldenGroup] = factorial + [fractional] + sequences + morris + sobol + regression

  /// Effects of a 2³ design are twice the coefficients of a linear model in ±1.
  private static let factorial: [GoldenGroup] = ["T", "C", "K", "TK"].enumerated().map { place, name in
    GoldenGroup("factorial_2_3_effect_\(name)") { row in
      let points = (0..<8).map { run -> [Double] in
        let signs = (0..<3).map { run >> $0 & 1 == 1 ? 1.0 : -1.0 }
        return signs + [signs[0] * signs[2]]
      }
      return [2 * LinearRegression(points: points, responses: row.numbers("y"))!.coefficients[place + 1]]
    }
  }

  /// The fourth factor of eight points is the product of the other three.
  private static let fractional = GoldenGroup("fractional_2_4-1_column_D") { _ in
    FractionalFactorial(factors: 4, resolution: 4)!.points.map { $0[3] ? 1 : -1 }
  }

  private static let sequences: [GoldenGroup] = [
    GoldenGroup("lhs_check_P5") { [LatinHypercube.fillsStrata($0.lists("points")) ? 1 : 0] },
    GoldenGroup("gsl_sobol_d5_point") { row in
      let sequence = SobolSequence(dimension: row.count("d"))!
      for _ in 1..<row.count("call") { _ = sequence.next() }
      return sequence.next()
    },
    GoldenGroup("gsl_sobol_d5_product_integral") { row in
      let sequence = SobolSequence(dimension: row.count("d"))!
      let sum = (0..<row.count("n")).reduce(0.0) { sum, _ in
        sum + sequence.next().reduce(1) { $0 * (1 + ($1 - 0.5)) }
      }
      return [sum / Double(row.count("n"))]
    },
    GoldenGroup("gsl_sobol_d5_mean_of_coordinates") { row in
      let sequence = SobolSequence(dimension: row.count("d"))!
      var sums = [Double](repeating: 0, count: row.count("d"))
      for _ in 0..<row.count("n") {
        for (axis, x) in sequence.next().enumerated() { sums[axis] += x }
      }
      return sums.map { $0 / Double(row.count("n")) }
    },
  ]

  // The golden table gives three trajectories of four points each, flat.
  private static func effects(_ row: GoldenRow) -> [ElementaryEffects] {
    let numbers = row.numbers("trajectories")
    let points = stride(from: 0, to: numbers.count, by: 3).map { Array(numbers[$0..<$0 + 3]) }
    let trajectories = stride(from: 0, to: points.count, by: 4).map { Array(points[$0..<$0 + 4]) }
    let responses = trajectories.map { $0.map { Optional($0[0] + 2 * $0[1] * $0[2] + $0[0] * $0[0] / 2) } }
    return ElementaryEffects.ofFactors(trajectories, responses: responses)
  }

  private static let morris: [GoldenGroup] = [
    GoldenGroup("morris_elementary_effects_x1") { effects($0)[0].values },
    GoldenGroup("morris_elementary_effects_x3") { effects($0)[2].values },
    GoldenGroup("morris_mu") { row in effects(row).map { $0.meanSize! } },
    GoldenGroup("morris_sigma") { row in effects(row).map { $0.standardDeviation! } },
  ]

  /// The indices of a function of points in the unit cube.
  static func indices(
    factors: Int, count: Int, _ function: ([Double]) -> Double
  ) -> SobolIndices {
    let (a, b) = SobolIndices.points(factors: factors, count: count)!
    return SobolIndices(
      a: a.map(function), b: b.map(function),
      mixed: (0..<factors).map { SobolIndices.mixed(a, b, factor: $0).map(function) })!
  }

  static func ishigami(_ a: Double, _ b: Double) -> ([Double]) -> Double {
    { u in
      let x = u.map { (2 * $0 - 1) * Double.pi }
      return sine(x[0]) + a * sine(x[1]) * sine(x[1]) + b * x[2] * x[2] * x[2] * x[2] * sine(x[0])
    }
  }

  private static func fixedDesign(_ row: GoldenRow) -> SobolIndices {
    let (a, b) = (row.lists("A"), row.lists("B"))
    let f: ([Double]) -> Double = { $0[0] + 2 * $0[1] * $0[1] + $0[0] * $0[2] }
    return SobolIndices(
      a: a.map(f), b: b.map(f), mixed: (0..<3).map { SobolIndices.mixed(a, b, factor: $0).map(f) })!
  }

  private static let sobol: [GoldenGroup] = [
    GoldenGroup("saltelli2010_S_fixed_design") { fixedDesign($0).first },
    GoldenGroup("jansen_ST_fixed_design") { fixedDesign($0).total },
    GoldenGroup("ishigami_estimate_S1") { row in
      indices(factors: 3, count: row.count("N") - 1, ishigami(row.number("a"), row.number("b"))).first
    },
    GoldenGroup("ishigami_estimate_ST") { row in
      indices(factors: 3, count: row.count("N") - 1, ishigami(row.number("a"), row.number("b"))).total
    },
  ]

  private static let regression: [GoldenGroup] = [
    GoldenGroup("standardised_regression_coefficients") { row in
      LinearRegression(points: row.lists("X"), responses: row.numbers("y"))!.standardized!
    },
    GoldenGroup("nist_longley_coefficients") { _ in
      LinearRegression(points: Longley.points, responses: Longley.responses)!.coefficients
    },
  ]
}
