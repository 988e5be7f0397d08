/// The constant properties of an app on its device.
struct InstalledApp {
  /// Index into the study's apps; nil for a filler.
  let specification: Int?
  /// Its specification; nil for a filler.
  let handle: AppHandle?
  /// Random-stream group of its bundle id.
  let group: UInt64
  /// Whether it needs so much memory in front that others lose theirs.
  let isHeavy: Bool

  /// Whether it is an app of the study and no filler.
  var isStudied: Bool { specification != nil }
}
