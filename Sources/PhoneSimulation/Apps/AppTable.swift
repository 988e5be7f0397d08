/// The apps of a device, in their order, and which of them have changed in what gates read.
struct AppTable {
  private var rows: [AppState]
  private var changed: [AppIndex] = []

  init(_ rows: [AppState]) { self.rows = rows }

  @inline(__always)
  subscript(app: AppIndex) -> AppState {
    _read { yield rows[Int(app.rawValue)] }
    _modify {
      let wasChanged = rows[Int(app.rawValue)].gatesHaveChanged
      yield &rows[Int(app.rawValue)]
      if !wasChanged, rows[Int(app.rawValue)].gatesHaveChanged { changed.append(app) }
    }
  }

  var indices: AppIndices { AppIndices(count: rows.count) }

  /// An app that has changed in what gates read since it was taken last; nil if there is none.
  mutating func takeChanged() -> AppIndex? {
    guard let app = changed.popLast() else { return nil }
    rows[Int(app.rawValue)].gatesHaveChanged = false
    return app
  }
}
