import TestSupport

/// Databases of the form that phones write, with what a test puts into them.
enum PhoneDatabases {
  /// A phone that was on the charger and on Wi-Fi, in use for two minutes from 1,000 s on, in a zone 1 h east; its clock is 400 s
  /// ahead. Times count from `origin` by the phone's own clock.
  static let origin = 1_635_800_000.0

  static let powerLog = text("powerlog.sql")
  static let appUsage = text("app-usage.sql")
  static let turbo = text("turbo.sql")

  /// The text of a file of `Fixtures`.
  static func text(_ name: String) -> String {
    try! PackageRoot.text("Tests/RecordingsTests/Fixtures/\(name)")
  }

  static func write(_ sql: String, as name: String = "phone.sqlite", to folder: TemporaryFolder) throws
    -> String
  {
    let path = "\(folder.path)/\(name)"
    try folder.write("", as: name)
    try ForeignDatabase.execute(sql, on: path)
    return path
  }
}
