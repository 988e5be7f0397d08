import Containers

/// The time in which more than one payer holds a component.
///
/// A payer holds a component while it has a claim on it. What the phone always draws at idle holds nothing.
struct ComponentSharing: ~Copyable, Sendable {
  struct Component {
    /// Payers with at least one claim.
    var payers: Int32 = 0
    /// The integrals over the time shared. While the component is shared they grow with those over all time, and this
    /// is what they differ by.
    var shared = RunningIntegrals()
  }

  private var components: UniqueArray<Component>
  /// Claims by cell of the ledger.
  private var claims = UniqueArray<Int32>()

  init() { components = UniqueArray(repeating: Component(), count: EnergyLedger.components) }

  /// Counts a claim that begins.
  @inline(__always)
  mutating func add(_ row: Int32, _ component: EnergyComponent, at now: RunningIntegrals) {
    guard count(row, component, by: 1) == 1 else { return }
    let index = Int(component.rawValue)
    components[index].payers &+= 1
    if components[index].payers == 2 { components[index].shared = components[index].shared - now }
  }

  /// Takes off a claim that ends.
  @inline(__always)
  mutating func remove(_ row: Int32, _ component: EnergyComponent, at now: RunningIntegrals) {
    guard count(row, component, by: -1) == 0 else { return }
    let index = Int(component.rawValue)
    components[index].payers &-= 1
    if components[index].payers == 1 { components[index].shared = components[index].shared + now }
  }

  /// The claims of a row on a component, once so many are added to them.
  @inline(__always)
  private mutating func count(_ row: Int32, _ component: EnergyComponent, by change: Int32) -> Int32 {
    let cell = EnergyLedger.cell(row, component)
    if cell >= claims.count { makeRoom(for: cell) }
    // There are fewer claims than the numbers of their places.
    let count = claims[cell] &+ change
    claims[cell] = count
    return count
  }

  /// The row has come since.
  @inline(never)
  private mutating func makeRoom(for cell: Int) { while claims.count <= cell { claims.append(0) } }

  /// Whether two payers or more hold the component at present.
  @inline(__always)
  func isShared(_ component: EnergyComponent) -> Bool { components[Int(component.rawValue)].payers > 1 }

  /// The integrals over the time shared, at `now`.
  @inline(__always)
  func shared(_ component: EnergyComponent, at now: RunningIntegrals) -> RunningIntegrals {
    let index = Int(component.rawValue)
    return components[index].payers > 1 ? components[index].shared + now : components[index].shared
  }
}
